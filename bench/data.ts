/**
 * What the benchmarks work on: many different ranges of one buffer, as a serializer has them, and the texts in them.
 *
 * @module
 */

import { randomInts, words } from "../tests/samples.ts";

/** Some ranges of a buffer. */
export interface Sample {
  /** All of them, behind each other. */
  bytes: Uint8Array;
  /** Where they are. */
  ranges: { start: number; end: number }[];
  /** What they say. */
  texts: string[];
  /** Where encoded bytes may go. */
  target: Uint8Array;
}

/** Ranges of `size` bytes, or the few less that cut no character: 64 of them, one if they are long. */
export function sample(script: string, size: number, seed: number): Sample {
  const count = size <= 4096 ? 64 : 1;
  const random = randomInts(seed);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const bytes = new Uint8Array((size + 8) * count);
  const ranges: Sample["ranges"] = [];
  let p = 0;
  for (let i = 0; i < count; i++) {
    const all = encoder.encode(words(script, Math.max(size, 16), random(2 ** 31) + 1));
    let length = size;
    while (length > 0 && (all[length]! & 0xc0) === 0x80) length--;
    if (length === 0) length = all.findIndex((byte, at) => at > 0 && (byte & 0xc0) !== 0x80);
    p += random(4);
    bytes.set(all.subarray(0, length), p);
    ranges.push({ start: p, end: p + length });
    p += length;
  }
  const texts = ranges.map(({ start, end }) => decoder.decode(bytes.subarray(start, end)));
  return { bytes, ranges, texts, target: new Uint8Array(size * 3 + 64) };
}

/** Work on one range after the other, so that nobody learns one of them by heart. */
export function onBytes(
  work: (bytes: Uint8Array, start: number, end: number) => number,
): (sample: Sample) => (times: number) => number {
  return ({ bytes, ranges }) => (times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) {
      const { start, end } = ranges[i % ranges.length]!;
      sum += work(bytes, start, end);
    }
    return sum;
  };
}

/** Work on one text after the other. */
export function onText(
  work: (text: string, target: Uint8Array) => number,
): (sample: Sample) => (times: number) => number {
  return ({ texts, target }) => (times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += work(texts[i % texts.length]!, target);
    return sum;
  };
}

/** A character of each string is read: a string that nobody reads may be no more than a promise of one. */
export function read(text: string): number {
  return text.charCodeAt(text.length - 1);
}
