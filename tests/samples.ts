/**
 * Seeded random text and bytes: the same in every run and in every runtime.
 *
 * @module
 */

import { bytesOfText } from "./reference.ts";

/** A random number generator (xorshift32): integers from 0 below `limit`. */
export function randomInts(seed: number): (limit: number) => number {
  let state = seed || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Scripts: the ranges of code points that words are made of. */
export const SCRIPTS: Record<string, readonly (readonly [number, number])[]> = {
  ascii: [[0x61, 0x7a], [0x41, 0x5a], [0x61, 0x7a]],
  latin: [[0x61, 0x7a], [0x61, 0x7a], [0x61, 0x7a], [0x61, 0x7a], [0x61, 0x7a], [0xe0, 0xff]],
  cyrillic: [[0x430, 0x44f]],
  cjk: [[0x4e00, 0x9fa5]],
  emoji: [[0x1f300, 0x1f5ff], [0x1f600, 0x1f64f]],
};

/** Words of the script, with spaces between, at least `length` UTF-16 code units. */
export function words(script: string, length: number, seed: number): string {
  const random = randomInts(seed);
  const ranges = SCRIPTS[script]!;
  let text = "";
  while (text.length < length) {
    for (let letters = 1 + random(10); letters > 0; letters--) {
      const [low, high] = ranges[random(ranges.length)]!;
      text += String.fromCodePoint(low + random(high - low + 1));
    }
    text += " ";
  }
  return text;
}

/** Well-formed bytes: characters of all lengths, with runs of ASCII between. */
export function mixedBytes(length: number, random: (limit: number) => number): number[] {
  const bytes: number[] = [];
  while (bytes.length < length) {
    const kind = random(8);
    if (kind < 2) { for (let run = random(70); run > 0; run--) bytes.push(0x20 + random(0x5f)); }
    else {
      const top = [0x80, 0x800, 0xd800, 0x110000][random(4)]!;
      const bottom = top === 0x110000 ? 0xe000 : 0;
      bytes.push(...bytesOfText(String.fromCodePoint(bottom + random(top - bottom))));
    }
  }
  return bytes;
}

/** Bytes that are mostly text, with a few of them damaged: changed, dropped, doubled or cut off. */
export function damagedBytes(length: number, random: (limit: number) => number): Uint8Array {
  const bytes = mixedBytes(length, random);
  for (let damages = random(5); damages > 0 && bytes.length > 0; damages--) {
    const at = random(bytes.length);
    const damage = random(5);
    if (damage === 0) bytes[at] = random(256);
    else if (damage === 1) bytes.splice(at, 1);
    else if (damage === 2) bytes.splice(at, 0, bytes[at]!);
    else if (damage === 3) bytes.splice(at, 1, 0x80 + random(128));
    else bytes.length = at;
  }
  return Uint8Array.from(bytes);
}

/** One byte for each class of bytes that Table 3-7 tells apart, and both ends of the ranges. */
export const CLASS_BYTES: readonly number[] = [
  0x41,
  0x80,
  0x90,
  0xa0,
  0xc1,
  0xc2,
  0xe0,
  0xe1,
  0xed,
  0xf0,
  0xf1,
  0xf4,
  0xf5,
];

/** All sequences of `length` bytes out of `alphabet`, each in the same array, followed by `tail`. */
export function* sequences(alphabet: readonly number[], length: number): Generator<number[], undefined, undefined> {
  const digits = new Array<number>(length).fill(0);
  while (true) {
    yield digits.map((digit) => alphabet[digit]!);
    let k = length - 1;
    while (k >= 0 && ++digits[k]! === alphabet.length) digits[k--] = 0;
    if (k < 0) return undefined;
  }
}

/** Text of `units` UTF-16 code units or one more: ASCII, all lengths of characters, and lone surrogates. */
export function randomText(units: number, random: (limit: number) => number): string {
  let text = "";
  while (text.length < units) {
    const kind = random(8);
    if (kind < 3) text += String.fromCharCode(random(0x80));
    else if (kind === 3) text += String.fromCharCode(random(0x800));
    else if (kind === 4) text += String.fromCharCode(random(0x1_0000));
    else if (kind === 5) text += String.fromCodePoint(0x1_0000 + random(0x10_0000));
    else if (kind === 6) text += String.fromCharCode(0xd800 + random(0x800));
    else text += ["\ud800", "\udbff", "\udc00", "\udfff", "\ue000", "\uffff", "\ud7ff", "\ufeff"][random(8)];
  }
  return text;
}
