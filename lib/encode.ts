/**
 * Strings and code points to bytes.
 *
 * @module
 */

import { checkOffset, checkScalar, checkTarget, checkText, typeName } from "./bytes.ts";
import { loneSurrogateError } from "./error.ts";
import { bytesOfText, hostEncode, hostEncodeInto, hostWrite, isWellFormed } from "./kernel/choose.ts";
import { firstLoneSurrogate, lengthOfPoint, putPoint, putText, unitsThatFit } from "./kernel/text.ts";

/** No UTF-16 code unit takes more bytes than this. */
const MOST_BYTES_PER_UNIT = 3;

/** How much of a string was encoded, and into how much. */
export interface EncodeIntoResult {
  /** The code units read. */
  read: number;
  /** The bytes written. */
  written: number;
}

/**
 * Encodes a string into an array of its own.
 *
 * ```ts
 * import { encode, Utf8Error } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(encode("א"), Uint8Array.of(0xD7, 0x90));
 * assertThrows(() => encode("a\uD800"), Utf8Error, "position 1");
 * ```
 *
 * @param text The string.
 * @throws {Utf8Error} If there is a lone surrogate in it, with its position in UTF-16 code units.
 * @throws {TypeError} If `text` is not a string.
 */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  checkText("text", text);
  const encodeByHost = hostEncode(text.length);
  if (encodeByHost !== undefined) {
    const bytes = encodeByHost(text);
    if (bytes.length !== text.length) checkWellFormed(text);
    return bytes;
  }
  const bytes = new Uint8Array(bytesOfText(text));
  if (putText(text, text.length, bytes, 0, false) < 0) checkWellFormed(text);
  return bytes;
}

/**
 * Encodes a string into an array of its own, with U+FFFD (EF BF BD) for each lone surrogate, as `TextEncoder` does.
 *
 * ```ts
 * import { encodeLossy } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(encodeLossy("a\uD800"), Uint8Array.of(0x61, 0xEF, 0xBF, 0xBD));
 * ```
 *
 * @param text The string.
 * @throws {TypeError} If `text` is not a string.
 */
export function encodeLossy(text: string): Uint8Array<ArrayBuffer> {
  checkText("text", text);
  const encodeByHost = hostEncode(text.length);
  if (encodeByHost !== undefined) return encodeByHost(text);
  const bytes = new Uint8Array(bytesOfText(text));
  putText(text, text.length, bytes, 0, true);
  return bytes;
}

/**
 * Encodes as much of a string as fits, with U+FFFD for each lone surrogate and no character split: the platform's
 * `encodeInto` (Encoding Standard §8.3).
 *
 * ```ts
 * import { encodeInto } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(encodeInto("a€b", new Uint8Array(4)), { read: 2, written: 4 });
 * ```
 *
 * @param text The string.
 * @param target Where the bytes go, from its start.
 * @return How many UTF-16 code units were read and how many bytes written.
 * @throws {TypeError} If an argument is of the wrong type.
 */
export function encodeInto(text: string, target: Uint8Array): EncodeIntoResult {
  checkText("text", text);
  checkTarget(target);
  const encodeIntoByHost = hostEncodeInto(text.length);
  if (encodeIntoByHost !== undefined) return encodeIntoByHost(text, target);
  const fits = text.length * MOST_BYTES_PER_UNIT <= target.length || bytesOfText(text) <= target.length;
  const writeByHost = fits ? hostWrite(text.length) : undefined;
  if (writeByHost !== undefined) return { read: text.length, written: writeByHost(text, target, 0) };
  const read = fits ? text.length : unitsThatFit(text, target.length);
  return { read, written: putText(text, read, target, 0, true) };
}

/**
 * Encodes a string into the middle of an array, without a `subarray`.
 *
 * ```ts
 * import { write } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const message = new Uint8Array(8);
 * let end = 1;
 * end += write("é", message, end);
 * assertEquals(message.subarray(0, end), Uint8Array.of(0, 0xC3, 0xA9));
 * ```
 *
 * @param text The string.
 * @param target Where the bytes go.
 * @param offset Where the first byte goes, in bytes from the start of `target`.
 * @return How many bytes were written.
 * @throws {RangeError} If the bytes do not fit (the message says how many they are), or `offset` is not an integer from
 * 0 to the length. Nothing was written.
 * @throws {Utf8Error} If there is a lone surrogate in `text`, with its position. As many bytes
 * as {@linkcode byteLength} says may have been written then.
 * @throws {TypeError} If an argument is of the wrong type.
 */
export function write(text: string, target: Uint8Array, offset: number): number {
  checkText("text", text);
  checkTarget(target);
  checkOffset("offset", offset, target.length);
  const room = target.length - offset;
  if (text.length * MOST_BYTES_PER_UNIT > room) checkRoom(text, room, offset);
  const writeByHost = hostWrite(text.length);
  if (writeByHost !== undefined) {
    const written = writeByHost(text, target, offset);
    if (written !== text.length) checkWellFormed(text);
    return written;
  }
  const end = putText(text, text.length, target, offset, false);
  if (end < 0) checkWellFormed(text);
  return end - offset;
}

function checkWellFormed(text: string): void {
  if (!isWellFormed(text)) throw loneSurrogateError(text, firstLoneSurrogate(text));
}

function checkRoom(text: string, room: number, offset: number): void {
  const needed = bytesOfText(text);
  if (needed <= room) return;
  throw new RangeError(`text needs ${needed} bytes, but only ${room} are left in target behind offset ${offset}`);
}

/** How long a slab of {@linkcode encodePooled} is, in bytes. */
const SLAB = 16384;

let slab: Uint8Array<ArrayBuffer> | undefined;
let used = 0;

/**
 * Encodes a string as {@linkcode encode} does, but into a slab of 16 KiB that many results share, since making an array
 * costs more than encoding a short string. No two results ever overlap, and none is written to again.
 *
 * The result's `buffer` is the whole slab: pass on the array, never its `buffer`, and do not transfer it. A result keeps
 * its slab alive; copy (`slice`) what is to be kept for long. Texts that could take more than a quarter of a slab get an
 * array of their own.
 *
 * ```ts
 * import { encodePooled } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const [a, b] = [encodePooled("a"), encodePooled("€")];
 * assertEquals(a, Uint8Array.of(0x61));
 * assertEquals(b, Uint8Array.of(0xE2, 0x82, 0xAC));
 * ```
 *
 * @param text The string.
 * @throws {Utf8Error} If there is a lone surrogate in it, with its position in UTF-16 code units.
 * @throws {TypeError} If `text` is not a string.
 */
export function encodePooled(text: string): Uint8Array<ArrayBuffer> {
  checkText("text", text);
  const most = text.length * MOST_BYTES_PER_UNIT;
  if (most > SLAB / 4) return encode(text);
  if (slab === undefined || slab.length === 0 || used + most > SLAB) {
    slab = new Uint8Array(SLAB);
    used = 0;
  }
  const start = used;
  used += write(text, slab, start);
  return slab.subarray(start, used);
}

/**
 * Encodes scalar values (Unicode §3.9 D76).
 *
 * ```ts
 * import { encodeCodePoints } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(encodeCodePoints([0x24, 0x10348]), Uint8Array.of(0x24, 0xF0, 0x90, 0x8D, 0x88));
 * assertThrows(() => encodeCodePoints([0x24, 0xD800]), RangeError, "codePoints[1]");
 * ```
 *
 * @param codePoints The values.
 * @throws {RangeError} If one is not an integer from 0 to 10FFFF, or is a surrogate; the message says at which index.
 * @throws {TypeError} If one is not a number.
 */
export function encodeCodePoints(codePoints: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  if (codePoints === null || typeof codePoints !== "object") {
    throw new TypeError(`codePoints must be an array, got ${typeName(codePoints)}`);
  }
  const points = new Uint32Array(codePoints.length);
  let length = 0;
  for (let i = 0; i < points.length; i++) {
    const point = codePoints[i]!;
    checkScalar(`codePoints[${i}]`, point);
    points[i] = point;
    length += lengthOfPoint(point);
  }
  const bytes = new Uint8Array(length);
  let p = 0;
  for (let i = 0; i < points.length; i++) p = putPoint(points[i]!, bytes, p);
  return bytes;
}
