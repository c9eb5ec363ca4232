/**
 * The relatives of UTF-8 the slow and obvious way, each straight from its definition: which numbers a sequence of so many
 * bytes may write. Everything fast is compared with it.
 *
 * It shares nothing with `lib/`.
 *
 * @module
 */

/** A form: what is special about it. */
export interface FormReference {
  /** For each length, from one byte on, the numbers that it may write: first, last, first, last … */
  numbers: readonly (readonly number[])[];
  /** What is added to the payload bits of each length. */
  added?: readonly number[];
  /** What surrogates of three bytes each mean that make a pair: one character, or nothing. */
  pairs?: "join" | "refuse";
  /** Whether six bytes may write a supplementary character, as two surrogates. */
  hasSixBytePairs?: true;
}

const SCALAR_3 = [0x800, 0xd7ff, 0xe000, 0xffff];

/** The forms, by the names that `mod.ts` gives them. */
export const REFERENCES: Record<"utf8" | "cesu8" | "mutf8" | "wtf8" | "rfc2279" | "bijective", FormReference> = {
  // RFC 3629 §3
  utf8: { numbers: [[0, 0x7f], [0x80, 0x7ff], SCALAR_3, [0x1_0000, 0x10_ffff]] },
  // UTR #26 §2
  cesu8: { numbers: [[0, 0x7f], [0x80, 0x7ff], SCALAR_3], hasSixBytePairs: true },
  // JVMS §4.4.7: U+0000 and 80 to 7FF in two bytes, all other code units in three
  mutf8: { numbers: [[1, 0x7f], [0, 0, 0x80, 0x7ff], [0x800, 0xffff]], pairs: "join" },
  // The WTF-8 encoding §3.2
  wtf8: { numbers: [[0, 0x7f], [0x80, 0x7ff], [0x800, 0xffff], [0x1_0000, 0x10_ffff]], pairs: "refuse" },
  // RFC 2279 §2
  rfc2279: {
    numbers: [
      [0, 0x7f],
      [0x80, 0x7ff],
      SCALAR_3,
      [0x1_0000, 0x1f_ffff],
      [0x20_0000, 0x3ff_ffff],
      [0x400_0000, 0x7fff_ffff],
    ],
  },
  bijective: {
    numbers: [[0, 0x7f], [0x80, 0x87f], [0x880, 0x1087f], [0x10880, 0x10_ffff]],
    added: [0, 0x80, 0x880, 0x10880],
  },
};

/** A character or an ill-formed sequence. */
export interface FormUnit {
  offset: number;
  length: number;
  /** The character's number; -1 if the sequence is ill-formed. */
  point: number;
}

/** Cuts bytes into characters and maximal subparts of ill-formed sequences. */
export function formUnits(form: FormReference, bytes: Uint8Array): FormUnit[] {
  const units: FormUnit[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const unit = formUnit(form, bytes, offset);
    const before = units.at(-1);
    if (form.pairs && before && isHigh(before.point) && isLow(unit.point)) {
      before.length += unit.length;
      before.point = form.pairs === "join" ? pairOf(before.point, unit.point) : -1;
    } else {
      units.push(unit);
    }
    offset += unit.length;
  }
  return units;
}

function formUnit(form: FormReference, bytes: Uint8Array, offset: number): FormUnit {
  let longest = 1;
  for (let length = 1; length <= 6 && offset + length <= bytes.length; length++) {
    const state = judge(form, bytes, offset, length);
    if (state === "ill") break;
    longest = length;
    if (state !== "begun") return { offset, length, point: state };
  }
  return { offset, length: longest, point: -1 };
}

/** The number that the bytes write, or whether they can begin such a sequence. */
function judge(form: FormReference, bytes: Uint8Array, offset: number, length: number): number | "begun" | "ill" {
  if (form.hasSixBytePairs && bytes[offset] === 0xed && length > 1 && bytes[offset + 1]! >= 0xa0) {
    const high = part(bytes, offset, Math.min(length, 3), 3);
    if (!high || high[0] > 0xdbff) return "ill";
    if (length <= 3) return "begun";
    const low = part(bytes, offset + 3, length - 3, 3);
    if (!low || low[1] < 0xdc00 || low[0] > 0xdfff) return "ill";
    return length < 6 ? "begun" : pairOf(high[0], low[0]);
  }
  const lead = bytes[offset]!;
  const whole = lead < 0x80
    ? 1
    : lead < 0xc0
    ? 0
    : lead < 0xe0
    ? 2
    : lead < 0xf0
    ? 3
    : lead < 0xf8
    ? 4
    : lead < 0xfc
    ? 5
    : lead < 0xfe
    ? 6
    : 0;
  const limits = form.numbers[whole - 1];
  const range = limits && part(bytes, offset, length, whole);
  if (!range) return "ill";
  const added = form.added?.[whole - 1] ?? 0;
  const first = range[0] + added;
  const last = range[1] + added;
  for (let i = 0; i < limits.length; i += 2) {
    if (last >= limits[i]! && first <= limits[i + 1]!) return length < whole ? "begun" : first;
  }
  return form.hasSixBytePairs && whole === 3 && length < 2 && lead === 0xed ? "begun" : "ill";
}

/** The least and the greatest payload of `whole` bytes, of which the first `length` are given. */
function part(bytes: Uint8Array, offset: number, length: number, whole: number): [number, number] | undefined {
  if (whole === 3 && (bytes[offset]! & 0xf0) !== 0xe0) return undefined;
  let first = whole === 1 ? bytes[offset]! : bytes[offset]! % 2 ** (7 - whole);
  let last = first;
  for (let k = 1; k < whole; k++) {
    const byte = bytes[offset + k]!;
    if (k < length && (byte < 0x80 || byte > 0xbf)) return undefined;
    first = first * 64 + (k < length ? byte - 0x80 : 0);
    last = last * 64 + (k < length ? byte - 0x80 : 63);
  }
  return [first, last];
}

export function isHigh(point: number): boolean {
  return point >= 0xd800 && point <= 0xdbff;
}

export function isLow(point: number): boolean {
  return point >= 0xdc00 && point <= 0xdfff;
}

function pairOf(high: number, low: number): number {
  return (high - 0xd800) * 0x400 + low - 0xdc00 + 0x1_0000;
}

/** The bytes that write a number, or `undefined` if the form has none. */
export function formBytes(form: FormReference, point: number): number[] | undefined {
  for (let length = 1; length <= form.numbers.length; length++) {
    const limits = form.numbers[length - 1]!;
    for (let i = 0; i < limits.length; i += 2) {
      if (point >= limits[i]! && point <= limits[i + 1]!) {
        return shaped(point - (form.added?.[length - 1] ?? 0), length);
      }
    }
  }
  if (point < 0x1_0000 || point > 0x10_ffff || !(form.hasSixBytePairs || form.pairs === "join")) return undefined;
  const [high, low] = [String.fromCodePoint(point).charCodeAt(0), String.fromCodePoint(point).charCodeAt(1)];
  return [...shaped(high, 3), ...shaped(low, 3)];
}

/** RFC 2279 §2: the bits of a number in the shape of so many bytes. */
function shaped(value: number, length: number): number[] {
  if (length === 1) return [value];
  const bits = value.toString(2).padStart(5 * length + 1, "0");
  const head = bits.length - 6 * (length - 1);
  const bytes = [parseInt("1".repeat(length) + "0" + bits.slice(0, head), 2)];
  for (let i = head; i < bits.length; i += 6) bytes.push(parseInt("10" + bits.slice(i, i + 6), 2));
  return bytes;
}

/** The text of units, with U+FFFD for what is none. */
export function formText(form: FormReference, units: readonly FormUnit[]): string {
  return units.map(({ point }) => {
    const isText = point >= 0 && point <= 0x10_ffff && (form.pairs !== undefined || !isHigh(point) && !isLow(point));
    return String.fromCodePoint(isText ? point : 0xfffd);
  }).join("");
}
