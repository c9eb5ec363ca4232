/**
 * How long is it in another unit?
 *
 * @module
 */

import { bytesOf, type ByteSource, checkScalar, checkText, copyOf, endOfRange, isShared } from "./bytes.ts";
import { bytesOfText, countUnits } from "./kernel/choose.ts";
import { lengthOfPoint } from "./kernel/text.ts";

/**
 * The bytes that a string takes in UTF-8, without encoding it. A lone surrogate counts three, as the U+FFFD that
 * {@linkcode encodeLossy} writes in its place.
 *
 * ```ts
 * import { byteLength } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(byteLength("$¢€𐍈"), 1 + 2 + 3 + 4);
 * ```
 *
 * @param text The string.
 * @throws {TypeError} If `text` is not a string.
 */
export function byteLength(text: string): number {
  checkText("text", text);
  return bytesOfText(text);
}

/**
 * The number of code points, without decoding. Each ill-formed sequence counts as one, as its U+FFFD.
 *
 * ```ts
 * import { codePointCount, encode } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(codePointCount(encode("a€𐍈")), 3);
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is checked.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function codePointCount(source: ByteSource, start: number = 0, end?: number): number {
  return count(source, start, end, 1);
}

/**
 * The length of the decoded string in UTF-16 code units, without decoding. Each ill-formed sequence counts as one, as
 * its U+FFFD.
 *
 * ```ts
 * import { encode, utf16Length } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(utf16Length(encode("a€𐍈")), "a€𐍈".length);
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is checked.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function utf16Length(source: ByteSource, start: number = 0, end?: number): number {
  return count(source, start, end, 2);
}

function count(source: ByteSource, start: number, end: number | undefined, unitsOfFour: 1 | 2): number {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  return isShared(bytes)
    ? countUnits(copyOf(bytes, start, stop), 0, stop - start, unitsOfFour)
    : countUnits(bytes, start, stop, unitsOfFour);
}

/**
 * The bytes that a code point takes in UTF-8 (RFC 3629 §3).
 *
 * ```ts
 * import { utf8Length } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(utf8Length(0x20AC), 3);
 * assertThrows(() => utf8Length(0xD800), RangeError);
 * ```
 *
 * @param codePoint The code point.
 * @throws {TypeError} If it is not a number.
 * @throws {RangeError} If it is not a scalar value (Unicode §3.9 D76): not an integer from 0 to 10FFFF, or a surrogate.
 */
export function utf8Length(codePoint: number): 1 | 2 | 3 | 4 {
  checkScalar("codePoint", codePoint);
  return lengthOfPoint(codePoint);
}
