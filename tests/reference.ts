/**
 * UTF-8 the slow and obvious way, straight from Table 3-7 of the Unicode Standard. Everything fast is compared with it.
 *
 * It shares nothing with `lib/`.
 *
 * @module
 */

import type { Utf8ErrorKind, Utf8Problem } from "../mod.ts";

/** Table 3-7, "Well-Formed UTF-8 Byte Sequences": low and high limit of the first, second … byte. */
const TABLE_3_7 = [
  [0x00, 0x7f],
  [0xc2, 0xdf, 0x80, 0xbf],
  [0xe0, 0xe0, 0xa0, 0xbf, 0x80, 0xbf],
  [0xe1, 0xec, 0x80, 0xbf, 0x80, 0xbf],
  [0xed, 0xed, 0x80, 0x9f, 0x80, 0xbf],
  [0xee, 0xef, 0x80, 0xbf, 0x80, 0xbf],
  [0xf0, 0xf0, 0x90, 0xbf, 0x80, 0xbf, 0x80, 0xbf],
  [0xf1, 0xf3, 0x80, 0xbf, 0x80, 0xbf, 0x80, 0xbf],
  [0xf4, 0xf4, 0x80, 0x8f, 0x80, 0xbf, 0x80, 0xbf],
];

/** A character or an ill-formed sequence. */
export interface Unit {
  offset: number;
  length: number;
  /** The character's code point; `undefined` if the sequence is ill-formed. */
  point: number | undefined;
}

/** Cuts bytes into characters and maximal subparts of ill-formed sequences. */
export function unitsOf(bytes: Uint8Array): Unit[] {
  const units: Unit[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const unit = unitAt(bytes, offset);
    units.push(unit);
    offset += unit.length;
  }
  return units;
}

function unitAt(bytes: Uint8Array, offset: number): Unit {
  let longest = 1;
  for (const row of TABLE_3_7) {
    let k = 0;
    while (2 * k < row.length && bytes[offset + k]! >= row[2 * k]! && bytes[offset + k]! <= row[2 * k + 1]!) k++;
    if (2 * k === row.length) return { offset, length: k, point: pointOf(bytes, offset, k) };
    if (k > longest) longest = k;
  }
  return { offset, length: longest, point: undefined };
}

/** RFC 3629 §3: the bits marked x, from the first byte to the last. */
function pointOf(bytes: Uint8Array, offset: number, length: number): number {
  let point = length === 1 ? bytes[offset]! : bytes[offset]! % 2 ** (7 - length);
  for (let k = 1; k < length; k++) point = point * 64 + bytes[offset + k]! % 64;
  return point;
}

/** All problems. */
export function problemsOf(bytes: Uint8Array, units: readonly Unit[] = unitsOf(bytes)): Utf8Problem[] {
  return units.filter((unit) => unit.point === undefined).map(({ offset, length }) => ({
    kind: kindOf(bytes, offset, length),
    offset,
    length,
  }));
}

function kindOf(bytes: Uint8Array, offset: number, length: number): Utf8ErrorKind {
  const lead = bytes[offset]!;
  const second = bytes[offset + 1];
  if (lead <= 0xbf) return "unexpected-continuation";
  if (lead >= 0xf5) return "invalid-byte";
  if (lead === 0xc0 || lead === 0xc1) return "overlong";
  if (offset + length === bytes.length) return "incomplete";
  if (lead === 0xe0 && second! >= 0x80 && second! <= 0x9f) return "overlong";
  if (lead === 0xf0 && second! >= 0x80 && second! <= 0x8f) return "overlong";
  if (lead === 0xed && second! >= 0xa0 && second! <= 0xbf) return "surrogate";
  if (lead === 0xf4 && second! >= 0x90 && second! <= 0xbf) return "too-large";
  return "truncated";
}

/** The text, with U+FFFD for each problem. */
export function lossyTextOf(bytes: Uint8Array, units: readonly Unit[] = unitsOf(bytes)): string {
  return units.map(({ point }) => String.fromCodePoint(point ?? 0xfffd)).join("");
}

/** The bytes of one scalar value (RFC 3629 §3). */
export function bytesOfPoint(point: number): number[] {
  if (point < 0x80) return [point];
  const length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  const bits = point.toString(2).padStart(length === 2 ? 11 : length === 3 ? 16 : 21, "0");
  const head = bits.length - 6 * (length - 1);
  const bytes = [parseInt("1".repeat(length) + "0" + bits.slice(0, head), 2)];
  for (let i = head; i < bits.length; i += 6) bytes.push(parseInt("10" + bits.slice(i, i + 6), 2));
  return bytes;
}

/** The bytes of a string, with U+FFFD for each lone surrogate. */
export function bytesOfText(text: string): number[] {
  return [...text].flatMap((character) => {
    const point = character.codePointAt(0)!;
    return bytesOfPoint(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point);
  });
}
