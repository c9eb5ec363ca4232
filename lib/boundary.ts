/**
 * Where may text be cut?
 *
 * @module
 */

import { bytesOf, type ByteSource, checkOffset, checkText } from "./bytes.ts";
import { sequenceLength, unitStart } from "./kernel/automaton.ts";
import { viewOf } from "./kernel/lanes.ts";
import { unitsThatFit } from "./kernel/text.ts";

/**
 * Whether bytes may be cut at `offset` without splitting a character. In ill-formed input, a maximal subpart (Unicode
 * §3.9) is one unit, so that the two halves of any cut have the problems of the whole. Constant time.
 *
 * ```ts
 * import { encode, isBoundary } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([0, 1, 2, 3, 4].map((i) => isBoundary(encode("a€"), i)), [true, true, false, false, true]);
 * ```
 *
 * @param source The bytes.
 * @param offset Where the cut would be, in bytes from the start of `source`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If `offset` is not an integer from 0 to the length.
 */
export function isBoundary(source: ByteSource, offset: number): boolean {
  return floorBoundary(source, offset) === offset;
}

/**
 * The last place at or before `offset` where bytes may be cut without splitting a character; see
 * {@linkcode isBoundary}. Constant time.
 *
 * ```ts
 * import { encode, floorBoundary } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(floorBoundary(encode("a€"), 3), 1);
 * ```
 *
 * @param source The bytes.
 * @param offset Where to look from, in bytes from the start of `source`.
 * @return The place, likewise.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If `offset` is not an integer from 0 to the length.
 */
export function floorBoundary(source: ByteSource, offset: number): number {
  const bytes = bytesOf(source);
  checkOffset("offset", offset, bytes.length);
  return unitStart(bytes, 0, offset, bytes.length);
}

/**
 * The first place at or behind `offset` where bytes may be cut without splitting a character; see
 * {@linkcode isBoundary}. Constant time.
 *
 * ```ts
 * import { ceilBoundary, encode } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(ceilBoundary(encode("a€"), 2), 4);
 * ```
 *
 * @param source The bytes.
 * @param offset Where to look from, in bytes from the start of `source`.
 * @return The place, likewise.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If `offset` is not an integer from 0 to the length.
 */
export function ceilBoundary(source: ByteSource, offset: number): number {
  const bytes = bytesOf(source);
  const floor = floorBoundary(bytes, offset);
  return floor === offset ? offset : floor + Math.abs(sequenceLength(bytes, floor, bytes.length));
}

/**
 * The longest beginning of a string that takes no more than `maxBytes` bytes in UTF-8 and splits no character. A lone
 * surrogate takes three bytes, as its U+FFFD.
 *
 * ```ts
 * import { truncate } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(truncate("a€b", 3), "a");
 * ```
 *
 * @param text The string.
 * @param maxBytes The most bytes.
 * @throws {TypeError} If an argument is of the wrong type.
 * @throws {RangeError} If `maxBytes` is not an integer from 0 on.
 */
export function truncate(text: string, maxBytes: number): string {
  checkText("text", text);
  checkOffset("maxBytes", maxBytes, Number.MAX_SAFE_INTEGER);
  return text.slice(0, unitsThatFit(text, maxBytes));
}

/**
 * The longest beginning of bytes that is no longer than `maxBytes` and splits no character (nor maximal subpart). It is
 * a view of the same memory. Constant time.
 *
 * ```ts
 * import { encode, truncateBytes } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(truncateBytes(encode("a€b"), 3), encode("a"));
 * ```
 *
 * @param source The bytes.
 * @param maxBytes The most bytes.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If `maxBytes` is not an integer from 0 on.
 */
export function truncateBytes(source: ByteSource, maxBytes: number): Uint8Array {
  checkOffset("maxBytes", maxBytes, Number.MAX_SAFE_INTEGER);
  const bytes = bytesOf(source);
  return viewOf(bytes, 0, floorBoundary(bytes, Math.min(maxBytes, bytes.length)));
}
