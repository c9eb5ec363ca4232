/**
 * Ill-formed bytes made well-formed.
 *
 * @module
 */

import { bytesOf, type ByteSource, checkText, copyOf, isShared } from "./bytes.ts";
import { decodeLossy } from "./decode.ts";
import { encode } from "./encode.ts";
import { leadBefore, sequenceLength } from "./kernel/automaton.ts";
import { firstIllFormed, nextIllFormed } from "./kernel/choose.ts";
import { pairAt } from "./kernel/surrogate.ts";
import { pointAt } from "./kernel/text.ts";
import { WINDOWS_1252 } from "./legacy.ts";
import { problems } from "./validate.ts";

/**
 * The bytes with EF BF BD, which is U+FFFD, for each ill-formed sequence (Unicode §3.9, maximal subparts). Two passes
 * over the bytes if there is a problem, one if there is none.
 *
 * ```ts
 * import { encode, toWellFormed } from "@octolane/utf8";
 * import { assertEquals, assertStrictEquals } from "@std/assert";
 *
 * const good = encode("né");
 * assertStrictEquals(toWellFormed(good), good);
 * assertEquals(toWellFormed(Uint8Array.of(0x6E, 0xE9)), encode("n\uFFFD"));
 * assertEquals(toWellFormed(Uint8Array.of(0x6E, 0xE9), ""), encode("n"));
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is checked.
 * @param replacement What stands for each problem. An empty string drops it; mind that what stood on both sides then
 * meets, which filters may not expect (Unicode Technical Report #36, §3.5).
 * @return The same bytes, not a copy, if there is no problem and the memory is not shared.
 * @throws {Utf8Error} If there is a lone surrogate in `replacement`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 */
export function toWellFormed(source: ByteSource, replacement: string = "\uFFFD"): Uint8Array {
  checkText("replacement", replacement);
  const filler = encode(replacement);
  const bytes = ownBytes(source);
  return replaced(bytes, () => problems(bytes), () => filler);
}

/**
 * A guess at what an ill-formed piece of bytes was meant to be.
 *
 * - `cesu-8`: two surrogates of three bytes each are the character that they write as a pair.
 * - `nul`: C0 80, as in Modified UTF-8, is U+0000.
 * - `windows-1252`: stray bytes amid Latin text are characters of Windows-1252.
 * - `replaced`: nothing could be told; U+FFFD stands for each ill-formed sequence.
 */
export interface ByteRepair {
  /** What kind of guess it is. */
  readonly kind: "cesu-8" | "nul" | "windows-1252" | "replaced";
  /** Where the piece starts, in bytes from the start of the source. */
  readonly offset: number;
  /** How long it is, in bytes. */
  readonly length: number;
  /** What it is taken for. */
  readonly text: string;
}

/**
 * Makes bytes well-formed with the best guess at each problem; {@linkcode repairs} says which those are.
 *
 * No overlong form but C0 80 is ever taken for what it writes, so that no `/` or `..` comes out that a check before
 * could not see.
 *
 * ```ts
 * import { encode, repairBytes } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const mixed = Uint8Array.of(0x93, 0x63, 0x61, 0x66, 0xE9, 0x94, 0x20, 0xC3, 0xA0, 0x20, 0xC0, 0xAF);
 * assertEquals(repairBytes(mixed), encode("“café” à \uFFFD\uFFFD"));
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is checked.
 * @return The same bytes, not a copy, if there is no problem and the memory is not shared.
 * @throws {TypeError} If `source` is of the wrong type, or detached.
 */
export function repairBytes(source: ByteSource): Uint8Array {
  const bytes = ownBytes(source);
  return replaced(bytes, () => repairsIn(bytes), ({ text }) => encode(text));
}

/**
 * Goes through the guesses that {@linkcode repairBytes} makes, in order.
 *
 * Arguments are checked at the call. Memory that is shared is copied then, other bytes must not be written to while the
 * iteration goes on.
 *
 * ```ts
 * import { repairs } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([...repairs(Uint8Array.of(0x63, 0x61, 0x66, 0xE9, 0x21, 0xC0, 0x80))], [
 *   { kind: "windows-1252", offset: 3, length: 1, text: "é" },
 *   { kind: "nul", offset: 5, length: 2, text: "\0" },
 * ]);
 * ```
 *
 * @param source The bytes.
 * @throws {TypeError} If `source` is of the wrong type, or detached.
 */
export function repairs(source: ByteSource): Generator<ByteRepair, undefined, undefined> {
  return repairsIn(ownBytes(source));
}

function ownBytes(source: ByteSource): Uint8Array {
  const bytes = bytesOf(source);
  return isShared(bytes) ? copyOf(bytes, 0, bytes.length) : bytes;
}

interface Piece {
  readonly offset: number;
  readonly length: number;
}

/** The bytes with others in place of pieces; they are gone through twice, first to see how long the result is. */
function replaced<P extends Piece>(
  bytes: Uint8Array,
  pieces: () => Iterable<P>,
  replacementOf: (piece: P) => Uint8Array,
): Uint8Array {
  let length = bytes.length;
  let isSame = true;
  for (const piece of pieces()) {
    length += replacementOf(piece).length - piece.length;
    isSame = false;
  }
  if (isSame) return bytes;
  const result = new Uint8Array(length);
  let from = 0;
  let to = 0;
  for (const piece of pieces()) {
    const replacement = replacementOf(piece);
    result.set(bytes.subarray(from, piece.offset), to);
    to += piece.offset - from;
    result.set(replacement, to);
    to += replacement.length;
    from = piece.offset + piece.length;
  }
  result.set(bytes.subarray(from), to);
  return result;
}

function* repairsIn(bytes: Uint8Array): Generator<ByteRepair, undefined, undefined> {
  for (let p = firstIllFormed(bytes, 0, bytes.length); p < bytes.length;) {
    const repair = guessAt(bytes, p, bytes.length);
    yield repair;
    p = nextIllFormed(bytes, p + repair.length, bytes.length);
  }
  return undefined;
}

function guessAt(bytes: Uint8Array, p: number, end: number): ByteRepair {
  if (bytes[p] === 0xc0 && bytes[p + 1] === 0x80) return { kind: "nul", offset: p, length: 2, text: "\0" };
  const point = pairAt(bytes, p, end);
  if (point > 0) return { kind: "cesu-8", offset: p, length: 6, text: String.fromCodePoint(point) };
  const strays = isLatinBefore(bytes, p) ? straysAt(bytes, p, end) : 0;
  if (strays > 0) {
    const text = Array.from(bytes.subarray(p, p + strays), (byte) => WINDOWS_1252[byte - 0x80]).join("");
    return { kind: "windows-1252", offset: p, length: strays, text };
  }
  // All bytes of an overlong form at once, lest the last one be taken for a stray.
  const { length } = shapeAt(bytes, p, end);
  return { kind: "replaced", offset: p, length, text: decodeLossy(bytes, p, p + length) };
}

/** How many bytes the lead byte at `p` asks for, as RFC 2279 had it, and how many of them are there. */
function shapeAt(bytes: Uint8Array, p: number, end: number): { wanted: number; length: number } {
  const lead = bytes[p]!;
  const wanted = lead < 0xc0 || lead > 0xfd
    ? 1
    : lead < 0xe0
    ? 2
    : lead < 0xf0
    ? 3
    : lead < 0xf8
    ? 4
    : lead < 0xfc
    ? 5
    : 6;
  let length = 1;
  while (length < wanted && p + length < end && (bytes[p + length]! & 0xc0) === 0x80) length++;
  return { wanted, length };
}

/** More strays in a row than this are not a few of Windows-1252, but text in some other encoding, or no text. */
const MOST_STRAYS = 3;

/** How many bytes from `p` on are strays of Windows-1252 with Latin text behind them; 0 if they are none. */
function straysAt(bytes: Uint8Array, p: number, end: number): number {
  let q = p;
  while (q < end && sequenceLength(bytes, q, end) < 0) {
    const length = strayLength(bytes, q, end);
    q += length;
    if (length === 0 || q - p > MOST_STRAYS) return 0;
  }
  return isLatinAt(bytes, q, end) ? q - p : 0;
}

/**
 * One stray byte: a continuation byte alone, or a lead byte alone. Two: a letter behind a letter, and a quote, dash or
 * no-break space behind it that looks like a continuation byte, before ASCII ("été »" in French).
 */
function strayLength(bytes: Uint8Array, p: number, end: number): 0 | 1 | 2 {
  const byte = bytes[p]!;
  const { wanted, length } = shapeAt(bytes, p, end);
  const isBehindLetter = p > 0 && isAsciiLetter(bytes[p - 1]!);
  if (length === 1) {
    // At the end, a lead byte may be a character cut off.
    const isCut = wanted > 1 && p + 1 === end;
    return (isCut && !isBehindLetter) || isUndefined(byte) ? 0 : 1;
  }
  const isPunctuated = length === 2 && wanted > 2 && byte !== 0xd7 && isPunctuation(bytes[p + 1]!);
  return isPunctuated && isBehindLetter && p + 2 < end && bytes[p + 2]! < 0x80 ? 2 : 0;
}

function isAsciiLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** The bytes that Windows-1252 does not use. */
function isUndefined(byte: number): boolean {
  return byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d;
}

/** No-break space, guillemets, ellipsis, quotes, bullet and dashes of Windows-1252. */
function isPunctuation(byte: number): boolean {
  return byte === 0xa0 || byte === 0xab || byte === 0xbb || byte === 0x85 || byte >= 0x91 && byte <= 0x97;
}

/** Whether the character that ends at `p` is one of Latin text, or there is none. What is ill-formed is no character. */
function isLatinBefore(bytes: Uint8Array, p: number): boolean {
  if (p === 0) return true;
  const lead = Math.max(0, leadBefore(bytes, p));
  return sequenceLength(bytes, lead, p) === p - lead && isLatinAt(bytes, lead, p);
}

/** Whether the character at `p` is Latin, punctuation or a symbol of Latin text, or there is none. */
function isLatinAt(bytes: Uint8Array, p: number, end: number): boolean {
  if (p === end) return true;
  if (sequenceLength(bytes, p, end) < 0) return false;
  const point = pointAt(bytes, p);
  return point < 0x250 || point >= 0x1e00 && point < 0x1f00 || point >= 0x2000 && point < 0x2200;
}
