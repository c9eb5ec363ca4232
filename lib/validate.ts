/**
 * Is it well-formed, and if not, where not and why not?
 *
 * @module
 */

import { bytesOf, type ByteSource, copyOf, endOfRange, isShared } from "./bytes.ts";
import { problemAt, type Utf8Problem } from "./error.ts";
import { firstIllFormed, firstNonAscii, nextIllFormed } from "./kernel/choose.ts";

/**
 * Whether the bytes are well-formed UTF-8 (RFC 3629 §4, Unicode §3.9 D92).
 *
 * ```ts
 * import { isUtf8 } from "@octolane/utf8";
 * import { assert, assertFalse } from "@std/assert";
 *
 * assert(isUtf8(Uint8Array.of(0xE2, 0x82, 0xAC))); // €
 * assertFalse(isUtf8(Uint8Array.of(0xC0, 0x80))); // U+0000, overlong
 * ```
 *
 * @param source The bytes.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function isUtf8(source: ByteSource, start: number = 0, end?: number): boolean {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  return firstIllFormed(bytes, start, stop) === stop;
}

/**
 * Whether all bytes are ASCII, 00..7F.
 *
 * ```ts
 * import { encode, isAscii } from "@octolane/utf8";
 * import { assert, assertFalse } from "@std/assert";
 *
 * assert(isAscii(encode("plain")));
 * assertFalse(isAscii(encode("naïve")));
 * ```
 *
 * @param source The bytes.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function isAscii(source: ByteSource, start: number = 0, end?: number): boolean {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  return firstNonAscii(bytes, start, stop) === stop;
}

/**
 * The first ill-formed sequence, or `undefined` if all is well-formed.
 *
 * ```ts
 * import { findError } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = Uint8Array.of(0x61, 0xED, 0xA0, 0x80);
 * assertEquals(findError(bytes), { kind: "surrogate", offset: 1, length: 1 });
 * assertEquals(findError(bytes, 0, 1), undefined);
 * ```
 *
 * @param source The bytes.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @return The problem, its offset in bytes from the start of `source`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function findError(source: ByteSource, start: number = 0, end?: number): Utf8Problem | undefined {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  const bad = firstIllFormed(bytes, start, stop);
  if (bad === stop) return undefined;
  return isShared(bytes) ? problems(bytes, start, stop).next().value : problemAt(bytes, bad, stop);
}

/**
 * Goes through all ill-formed sequences in order (Unicode §3.9, maximal subparts), in linear time on any input.
 *
 * The arguments are checked at the call. Memory that is shared is copied then, other bytes must not be written to while
 * the iteration goes on.
 *
 * ```ts
 * import { problems } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = Uint8Array.of(0xC0, 0xAF, 0x61, 0xE2, 0x82);
 * assertEquals([...problems(bytes)], [
 *   { kind: "overlong", offset: 0, length: 1 },
 *   { kind: "unexpected-continuation", offset: 1, length: 1 },
 *   { kind: "incomplete", offset: 3, length: 2 },
 * ]);
 * ```
 *
 * @param source The bytes.
 * @param start Where to start, in bytes from the start of `source`.
 * @param end Where to end, likewise; the end of `source` if left out.
 * @return The problems, their offsets in bytes from the start of `source`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function problems(
  source: ByteSource,
  start: number = 0,
  end?: number,
): Generator<Utf8Problem, undefined, undefined> {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  return isShared(bytes)
    ? problemsIn(copyOf(bytes, start, stop), 0, stop - start, start)
    : problemsIn(bytes, start, stop, 0);
}

/** As `problems`; `origin` is where `bytes` start in what the caller passed in. */
function* problemsIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  origin: number,
): Generator<Utf8Problem, undefined, undefined> {
  let p = firstIllFormed(bytes, start, end);
  while (p < end) {
    const { kind, offset, length } = problemAt(bytes, p, end);
    yield { kind, offset: offset + origin, length };
    p = nextIllFormed(bytes, offset + length, end);
  }
  return undefined;
}
