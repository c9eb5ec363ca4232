/**
 * Which encoding is it?
 *
 * @module
 */

import { bytesOf, type ByteSource, copyOf, isShared, typeName } from "./bytes.ts";
import { sequenceLength } from "./kernel/automaton.ts";
import { firstIllFormed, firstNonAscii, nextIllFormed } from "./kernel/choose.ts";
import { pairAt, surrogateAt } from "./kernel/surrogate.ts";

/** An encoding that has a byte order mark. */
export type MarkedEncoding = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

/** The mark at the start of bytes. */
export interface ByteOrderMark {
  /** The encoding that it marks. */
  readonly encoding: MarkedEncoding;
  /** How long it is, in bytes. */
  readonly length: number;
}

/** The marks (Unicode §23.8, "Byte Order Mark"). FF FE 00 00 has to be asked for before FF FE. */
const MARKS: readonly (readonly [encoding: MarkedEncoding, ...bytes: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-32le", 0xff, 0xfe, 0x00, 0x00],
  ["utf-32be", 0x00, 0x00, 0xfe, 0xff],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/**
 * The byte order mark that bytes start with, or `undefined` (Unicode §23.8). FF FE 00 00 is UTF-32's, though it could
 * be UTF-16's with U+0000 behind it.
 *
 * ```ts
 * import { byteOrderMark } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(byteOrderMark(Uint8Array.of(0xEF, 0xBB, 0xBF, 0x61)), { encoding: "utf-8", length: 3 });
 * assertEquals(byteOrderMark(Uint8Array.of(0x61)), undefined);
 * ```
 *
 * @param source The bytes.
 * @throws {TypeError} If `source` is of the wrong type, or detached.
 */
export function byteOrderMark(source: ByteSource): ByteOrderMark | undefined {
  const bytes = bytesOf(source);
  for (const [encoding, ...mark] of MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte)) return { encoding, length: mark.length };
  }
  return undefined;
}

/**
 * The bytes behind the byte order mark, or all if there is none: a view of the same memory. For the marks that count,
 * see {@linkcode byteOrderMark}.
 *
 * ```ts
 * import { decode, stripByteOrderMark } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(decode(stripByteOrderMark(Uint8Array.of(0xEF, 0xBB, 0xBF, 0x61))), "a");
 * ```
 *
 * @param source The bytes.
 * @return The same array, if it is a `Uint8Array` without a mark.
 * @throws {TypeError} If `source` is of the wrong type, or detached.
 */
export function stripByteOrderMark(source: ByteSource): Uint8Array {
  const bytes = bytesOf(source);
  const mark = byteOrderMark(bytes);
  return mark === undefined ? bytes : bytes.subarray(mark.length);
}

/**
 * What {@linkcode detect} tells apart. `unknown-8bit` is text in some encoding of one byte a character, or in one of
 * the East Asian ones; `binary` is no text.
 */
export type DetectedEncoding = MarkedEncoding | "ascii" | "cesu-8" | "mutf-8" | "unknown-8bit" | "binary";

/** What bytes seem to be. */
export interface Detection {
  /** The encoding. */
  readonly encoding: DetectedEncoding;
  /** How sure that is. `certain`: no other text looks like it. `likely`: hardly any does. `guess`: others may. */
  readonly sure: "certain" | "likely" | "guess";
  /** What speaks for it, in words. */
  readonly why: string;
}

/** What is counted is counted in so many bytes from the start. What is checked is checked to the end. */
const SAMPLE = 65536;

/** One control character in so many bytes is too many for text. */
const BYTES_PER_CONTROL = 50;

/**
 * Says what encoding bytes seem to be in, how sure that is, and why.
 *
 * UTF-8 is known by its structure: text in another encoding hardly ever looks like it. UTF-16 and UTF-32 without a mark
 * are known by where their zero bytes stand and by valid surrogate pairs. One pass, or a few, over the bytes.
 *
 * ```ts
 * import { detect, encode } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(detect(encode("plain")).encoding, "ascii");
 * assertEquals(detect(encode("Смотри")), {
 *   encoding: "utf-8",
 *   sure: "certain",
 *   why: "all of it is well-formed UTF-8, with characters beyond ASCII",
 * });
 * assertEquals(detect(Uint8Array.of(0x48, 0x00, 0x69, 0x00)).encoding, "utf-16le");
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is looked at.
 * @throws {TypeError} If `source` is of the wrong type, or detached.
 */
export function detect(source: ByteSource): Detection {
  const view = bytesOf(source);
  const bytes = isShared(view) ? copyOf(view, 0, view.length) : view;
  if (bytes.length === 0) return found("ascii", "certain", "there are no bytes");
  return byMark(bytes) ?? byZeros(bytes) ?? byStructure(bytes) ?? byRelatives(bytes) ?? byMajority(bytes) ??
    byScripts(bytes) ?? byControls(bytes);
}

function found(encoding: DetectedEncoding, sure: Detection["sure"], why: string): Detection {
  return { encoding, sure, why };
}

/** A mark is believed if text follows. FF FE also starts sound and pictures. */
function byMark(bytes: Uint8Array): Detection | undefined {
  const mark = byteOrderMark(bytes);
  if (mark === undefined) return undefined;
  const { encoding, length } = mark;
  const why = `it starts with the byte order mark of ${encoding.toUpperCase()}`;
  if (encoding === "utf-8") {
    const bad = firstIllFormed(bytes, length, bytes.length);
    return bad === bytes.length
      ? found(encoding, "certain", `${why}, and all of it is well-formed`)
      : found(encoding, "likely", `${why}, but is ill-formed at byte ${bad}`);
  }
  const bad = firstNonText(bytes, length, encoding);
  if (bad === bytes.length) return found(encoding, "certain", `${why}, and all of it is text`);
  return bad < length + 16 ? undefined : found(encoding, "likely", `${why}, but is no text at byte ${bad}`);
}

/**
 * UTF-32 has a zero byte in each unit. In UTF-16, characters of Latin-1 (space and line feed among them) have a zero
 * as the high byte, and hardly any character has one as the low byte.
 */
function byZeros(bytes: Uint8Array): Detection | undefined {
  const end = Math.min(bytes.length, SAMPLE);
  if (bytes.length % 2 > 0 || bytes.subarray(0, end).indexOf(0) < 0) return undefined;
  for (const encoding of ["utf-32le", "utf-32be"] as const) {
    if (bytes.length % 4 > 0 || firstNonText(bytes, 0, encoding) < bytes.length) continue;
    const sure = bytes.length < 16 ? "guess" : "likely";
    return found(encoding, sure, "each four bytes are a number up to 10FFFF that is a character of text");
  }
  let even = 0;
  let odd = 0;
  for (let p = 0; p + 1 < end; p += 2) {
    if (bytes[p] === 0) even++;
    if (bytes[p + 1] === 0) odd++;
  }
  const [encoding, zeros, others] = odd > even ? ["utf-16le", odd, even] as const : ["utf-16be", even, odd] as const;
  if (zeros * 16 < end / 2 || others * 8 > zeros || firstNonText(bytes, 0, encoding) < bytes.length) return undefined;
  // Strings in ASCII or UTF-8 with U+0000 between them: the zeros are few, and without them all is text.
  if (zeros * 8 < end / 2 && firstIllFormed(bytes, 0, end) === end && controlsIn(bytes, end) < end / 8) {
    return undefined;
  }
  const sure = zeros < 8 ? "guess" : "likely";
  const place = encoding === "utf-16le" ? "second" : "first";
  return found(encoding, sure, `${zeros} zero bytes are the ${place} of two, and all surrogates are in pairs`);
}

function byStructure(bytes: Uint8Array): Detection | undefined {
  if (firstIllFormed(bytes, 0, bytes.length) < bytes.length) return undefined;
  const end = Math.min(bytes.length, SAMPLE);
  const controls = controlsIn(bytes, end);
  // Zero bytes may stand between strings. Other control characters are no part of text.
  const zeros = bytes.subarray(0, end).reduce((count, byte) => byte === 0 ? count + 1 : count, 0);
  if ((controls - zeros) * BYTES_PER_CONTROL > end || zeros * 4 > end) return undefined;
  const controlsToo = controls > 0 ? "; there are control characters in it" : "";
  const beyond = firstNonAscii(bytes, 0, bytes.length);
  if (beyond === bytes.length) {
    return found("ascii", controls > 0 ? "likely" : "certain", `no byte is above 7F${controlsToo}`);
  }
  const isFew = beyond + 4 > bytes.length || firstNonAscii(bytes, beyond + 4, bytes.length) === bytes.length;
  return isFew
    ? found("utf-8", "likely", `all of it is well-formed UTF-8, but there is little beyond ASCII${controlsToo}`)
    : found(
      "utf-8",
      controls > 0 ? "likely" : "certain",
      `all of it is well-formed UTF-8, with characters beyond ASCII${controlsToo}`,
    );
}

/** CESU-8 (UTR #26) and Modified UTF-8 (Java) break UTF-8's rules in few places, and always in the same way. */
function byRelatives(bytes: Uint8Array): Detection | undefined {
  const end = bytes.length;
  let pairs = 0;
  let halves = 0;
  let zeros = 0;
  for (let p = firstIllFormed(bytes, 0, end); p < end; p = nextIllFormed(bytes, p, end)) {
    if (bytes[p] === 0xc0 && bytes[p + 1] === 0x80) zeros++, p += 2;
    else if (pairAt(bytes, p, end) > 0) pairs++, p += 6;
    else if (surrogateAt(bytes, p, end) > 0) halves++, p += 3;
    else return undefined;
  }
  if (pairs + halves + zeros === 0 || bytes.some((byte) => byte >= 0xf0)) return undefined;
  if (halves + zeros === 0) {
    return found("cesu-8", "certain", `${pairs} surrogate pairs of three bytes each, and no character of four bytes`);
  }
  if (bytes.includes(0)) return undefined;
  const why = `${zeros} times C0 80, ${pairs} surrogate pairs and ${halves} lone surrogates of three bytes each`;
  return found("mutf-8", zeros > 0 ? "certain" : "likely", `${why}, and no byte 00`);
}

/** UTF-8 with damage in it, or with a few bytes in another encoding. */
function byMajority(bytes: Uint8Array): Detection | undefined {
  const end = Math.min(bytes.length, SAMPLE);
  if (controlsIn(bytes, end) * BYTES_PER_CONTROL > end) return undefined;
  let good = 0;
  let bad = 0;
  for (let p = firstNonAscii(bytes, 0, end); p < end;) {
    const length = sequenceLength(bytes, p, end);
    if (length > 1) good++;
    // What is cut off by the end says nothing.
    else if (length < 0 && p - length < end) bad++;
    p += Math.abs(length);
  }
  if (good === 0 || good < 4 * bad) return undefined;
  const at = firstIllFormed(bytes, 0, bytes.length);
  const why = `${good} of ${
    good + bad
  } characters beyond ASCII are well-formed UTF-8; the first problem is at byte ${at}`;
  return found("utf-8", good < 16 * bad || good < 4 ? "guess" : "likely", why);
}

/**
 * UTF-16 of scripts where zero bytes say nothing: there are none, or low ones as well (U+4E00 is "one" in Chinese). The
 * high bytes are those of one script, or of the East Asian ones, whose low bytes are of all kinds. In East Asian encodings of two bytes most low bytes are above 7F, in 8-bit text few are.
 */
function byScripts(bytes: Uint8Array): Detection | undefined {
  const end = Math.min(bytes.length, SAMPLE);
  if (bytes.length % 2 > 0 || bytes.length < 8) return undefined;
  for (const encoding of ["utf-16le", "utf-16be"] as const) {
    const high = encoding === "utf-16le" ? 1 : 0;
    let same = 0;
    let eastAsian = 0;
    let upper = 0;
    for (let p = 0; p + 1 < end; p += 2) {
      const byte = bytes[p + high]!;
      if (byte === bytes[high]) same++;
      if (
        byte === 0 || byte === 0x30 || 0x4e <= byte && byte <= 0x9f || 0xac <= byte && byte <= 0xd7 || byte === 0xff
      ) eastAsian++;
      if (bytes[p + 1 - high]! >= 0x80) upper++;
    }
    const units = end >> 1;
    const isOneScript = bytes[high]! < 0x20 && same * 10 >= units * 9;
    const isEastAsian = eastAsian * 20 >= units * 19 && upper * 5 >= units && upper * 5 <= units * 4;
    if (!isOneScript && !isEastAsian || firstNonText(bytes, 0, encoding) < bytes.length) continue;
    const script = isOneScript ? "one script" : "East Asian scripts";
    return found(encoding, "guess", `each two bytes are a character of ${script}, and all surrogates are in pairs`);
  }
  return undefined;
}

function byControls(bytes: Uint8Array): Detection {
  const end = Math.min(bytes.length, SAMPLE);
  const controls = controlsIn(bytes, end);
  if (controls * BYTES_PER_CONTROL > end) {
    return found("binary", end < 64 ? "guess" : "likely", `${controls} of ${end} bytes are control characters`);
  }
  if (bytes.includes(0)) return found("binary", "guess", "there are zero bytes, but it is no Unicode encoding");
  const bad = firstIllFormed(bytes, 0, bytes.length);
  return found("unknown-8bit", "guess", `it is no UTF-8 (see byte ${bad}), but has few control characters, or none`);
}

/** How many bytes before `end` are control characters that text does not have (it has tab, LF, FF, CR and escape). */
function controlsIn(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let p = 0; p < end; p++) if (isControl(bytes[p]!)) count++;
  return count;
}

function isControl(point: number): boolean {
  return point < 0x20 ? (point < 0x09 || point > 0x0d || point === 0x0b) && point !== 0x1b : point === 0x7f;
}

/** Where the first unit begins that is no character of text, or the length: controls, lone surrogates, U+FFFE … */
function firstNonText(bytes: Uint8Array, start: number, encoding: Exclude<MarkedEncoding, "utf-8">): number {
  const isLittle = encoding.endsWith("le");
  const size = encoding.startsWith("utf-32") ? 4 : 2;
  const unitAt = (p: number) => {
    let unit = 0;
    for (let i = 0; i < size; i++) unit = unit * 256 + bytes[isLittle ? p + size - 1 - i : p + i]!;
    return unit;
  };
  let p = start;
  while (p + size <= bytes.length) {
    let point = unitAt(p);
    let length = size;
    if (size === 2 && (point & 0xfc00) === 0xd800 && p + 4 <= bytes.length) {
      const low = unitAt(p + 2);
      if ((low & 0xfc00) === 0xdc00) {
        point = 0x1_0000 + ((point & 0x3ff) << 10 | low & 0x3ff);
        length = 4;
      }
    }
    const isText = point <= 0x10_ffff && (point & 0xff_f800) !== 0xd800 && (point & 0xfffe) !== 0xfffe &&
      !isControl(point);
    if (!isText) return p;
    p += length;
  }
  return p;
}

/** The labels of UTF-8 in the Encoding Standard (§4.2), and what IANA (MIB 106) and Windows (65001) call it. */
const LABELS: readonly string[] = [
  "unicode-1-1-utf-8",
  "unicode11utf8",
  "unicode20utf8",
  "utf-8",
  "utf8",
  "x-unicode20utf8",
  "csutf8",
  "106",
  "65001",
  "cp65001",
];

/**
 * Whether a label means UTF-8: one of those of the Encoding Standard (§4.2: case does not count, nor white space
 * around), IANA's alias `csUTF8` or its number, 106, or the code page 65001 of Windows (`cp65001`).
 *
 * ```ts
 * import { isUtf8Label } from "@octolane/utf8";
 * import { assert, assertFalse } from "@std/assert";
 *
 * assert(isUtf8Label(" UTF8\n"));
 * assert(isUtf8Label(65001));
 * assertFalse(isUtf8Label("utf-16"));
 * ```
 *
 * @param label A name, or a number of IANA or Windows.
 * @throws {TypeError} If it is neither string nor number.
 */
export function isUtf8Label(label: string | number): boolean {
  if (typeof label !== "string" && typeof label !== "number") {
    throw new TypeError(`label must be a string or a number, got ${typeName(label)}`);
  }
  return LABELS.includes(trimAsciiSpace(`${label}`).toLowerCase());
}

/** As `trim`, which takes away other white space as well. */
function trimAsciiSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiSpace(text.charCodeAt(start))) start++;
  while (start < end && isAsciiSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Tab, LF, FF, CR and space (Infra Standard, "ASCII whitespace"). */
function isAsciiSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0c || unit === 0x0d;
}
