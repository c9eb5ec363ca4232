/**
 * Bytes to strings and to code points.
 *
 * @module
 */

import { bytesOf, type ByteSource, checkOffset, copyOf, endOfRange, isShared } from "./bytes.ts";
import { errorAt } from "./error.ts";
import { sequenceLength } from "./kernel/automaton.ts";
import { countUnits, firstIllFormed, lossyText, shortText, strictText } from "./kernel/choose.ts";
import { lengthOfPoint, pointAt, SHORT } from "./kernel/text.ts";

/**
 * Decodes well-formed UTF-8. A byte order mark is a character like any other.
 *
 * ```ts
 * import { decode, Utf8Error } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const message = Uint8Array.of(0x03, 0xE2, 0x82, 0xAC, 0xFF);
 * assertEquals(decode(message, 1, 4), "€");
 * assertThrows(() => decode(message), Utf8Error, "byte 4");
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is checked.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @throws {Utf8Error} If the bytes are not well-formed UTF-8 (RFC 3629 §4, Unicode §3.9 D92). Its offset counts from
 * the start of `source`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers; if the text is longer than strings can be.
 */
export function decode(source: ByteSource, start: number = 0, end?: number): string {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  const short = shortText(bytes, start, stop);
  if (short !== undefined) return short;
  return isShared(bytes)
    ? decodeStrictly(copyOf(bytes, start, stop), 0, stop - start, start)
    : decodeStrictly(bytes, start, stop, 0);
}

function decodeStrictly(bytes: Uint8Array, start: number, end: number, origin: number): string {
  const text = strictText(bytes, start, end);
  if (text === undefined) throw errorAt(bytes, firstIllFormed(bytes, start, end), end, origin);
  return text;
}

/**
 * Decodes UTF-8 with one U+FFFD for each ill-formed sequence, exactly as the Encoding Standard's decoder does (§8.1.1;
 * Unicode §3.9, maximal subparts), but for the byte order mark, which is a character like any other.
 *
 * ```ts
 * import { decodeLossy } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(decodeLossy(Uint8Array.of(0x61, 0xC0, 0xAF, 0x62)), "a\uFFFD\uFFFDb");
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is checked.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers; if the text is longer than strings can be.
 */
export function decodeLossy(source: ByteSource, start: number = 0, end?: number): string {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  const short = shortText(bytes, start, stop);
  if (short !== undefined) return short;
  return isShared(bytes) ? lossyText(copyOf(bytes, start, stop), 0, stop - start) : lossyText(bytes, start, stop);
}

/**
 * Decodes up to the first byte 00, or to the end if there is none: a C string in WebAssembly memory, say.
 *
 * ```ts
 * import { cStringEnd, decodeCString } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const memory = Uint8Array.of(0x68, 0x69, 0x00, 0xFF);
 * assertEquals(decodeCString(memory), "hi");
 * assertEquals(cStringEnd(memory), 2);
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is checked.
 * @param start Where to start, in bytes from the start of `source`.
 * @throws {Utf8Error} If the bytes are not well-formed UTF-8. Its offset counts from the start of `source`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If `start` is not an integer from 0 to the length; if the text is longer than strings can be.
 */
export function decodeCString(source: ByteSource, start: number = 0): string {
  return decode(source, start, cStringEnd(source, start));
}

/**
 * Where a C string ends: the offset of the first byte 00 at or behind `start`, or the length if there is none. The next
 * string starts one byte behind.
 *
 * ```ts
 * import { cStringEnd } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(cStringEnd(Uint8Array.of(0x00, 0x68, 0x69, 0x00), 1), 3);
 * ```
 *
 * @param source The bytes.
 * @param start Where to start, in bytes from the start of `source`.
 * @return The offset, in bytes from the start of `source`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If `start` is not an integer from 0 to the length.
 */
export function cStringEnd(source: ByteSource, start: number = 0): number {
  const bytes = bytesOf(source);
  checkOffset("start", start, bytes.length);
  const near = Math.min(bytes.length, start + SHORT);
  for (let p = start; p < near; p++) {
    if (bytes[p] === 0) return p;
  }
  const far = bytes.indexOf(0, near);
  return far < 0 ? bytes.length : far;
}

/**
 * Decodes well-formed UTF-8 to scalar values (Unicode §3.9 D76), one element each.
 *
 * ```ts
 * import { decodeCodePoints } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(decodeCodePoints(Uint8Array.of(0x24, 0xF0, 0x90, 0x8D, 0x88)), Uint32Array.of(0x24, 0x10348));
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is checked.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @throws {Utf8Error} If the bytes are not well-formed UTF-8. Its offset counts from the start of `source`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function decodeCodePoints(source: ByteSource, start: number = 0, end?: number): Uint32Array<ArrayBuffer> {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  return isShared(bytes)
    ? pointsIn(copyOf(bytes, start, stop), 0, stop - start, start)
    : pointsIn(bytes, start, stop, 0);
}

function pointsIn(bytes: Uint8Array, start: number, end: number, origin: number): Uint32Array<ArrayBuffer> {
  const bad = firstIllFormed(bytes, start, end);
  if (bad < end) throw errorAt(bytes, bad, end, origin);
  const points = new Uint32Array(countUnits(bytes, start, end, 1));
  let p = start;
  for (let i = 0; i < points.length; i++) {
    const point = pointAt(bytes, p);
    points[i] = point;
    p += lengthOfPoint(point);
  }
  return points;
}

/**
 * Goes through the scalar values of well-formed UTF-8 one by one, and looks at no byte before its turn comes.
 *
 * The arguments are checked at the call. Memory that is shared is copied then, other bytes must not be written to while
 * the iteration goes on.
 *
 * ```ts
 * import { codePoints } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const [first] = codePoints(Uint8Array.of(0xD7, 0x90, 0xFF));
 * assertEquals(first, 0x5D0); // the FF behind it is never reached
 * ```
 *
 * @param source The bytes.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @return The values. Its `next` throws a {@linkcode Utf8Error} where the bytes are not well-formed.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function codePoints(
  source: ByteSource,
  start: number = 0,
  end?: number,
): Generator<number, undefined, undefined> {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  return isShared(bytes)
    ? iteratePoints(copyOf(bytes, start, stop), 0, stop - start, start)
    : iteratePoints(bytes, start, stop, 0);
}

function* iteratePoints(
  bytes: Uint8Array,
  start: number,
  end: number,
  origin: number,
): Generator<number, undefined, undefined> {
  for (let p = start; p < end;) {
    const length = sequenceLength(bytes, p, end);
    if (length < 0) throw errorAt(bytes, p, end, origin);
    yield pointAt(bytes, p);
    p += length;
  }
  return undefined;
}
