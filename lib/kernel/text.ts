/**
 * Bytes to strings and strings to bytes, plain TypeScript.
 *
 * @module
 */

import { firstIllFormed, sequenceLength, unitStart } from "./automaton.ts";
import { viewOf } from "./lanes.ts";

/** Up to so many code units, a kept array of exactly that length is the fastest way to a string. */
export const SHORT = 64;

/** How many bytes of a long input are decoded at a time. One byte never makes more than one code unit. */
const CHUNK = 4096;

/** The most code units of a string that all engines can make; V8's end here. */
export const SAFE_STRING_LENGTH: number = 2 ** 29 - 24;

/** What stands in the place of an ill-formed sequence. */
const REPLACEMENT = 0xfffd;

const kept: number[][] = [];
const copied = new Uint8Array(SHORT);
let scratch: Uint16Array | undefined;

/** An array of exactly `length` small integers. Nothing in it survives the next call. */
function keptArray(length: number): number[] {
  return kept[length] ??= new Array<number>(length).fill(0);
}

/**
 * The text of at most {@linkcode SHORT} bytes, or `undefined` if they are ill-formed:
 * `isUtf8(bytes, start, end) ? textOf(bytes, start, end) : undefined`. Each byte is checked and decoded as it was read
 * once, so that shared memory will do.
 */
export function shortText(bytes: Uint8Array, start: number, end: number): string | undefined {
  const length = end - start;
  const exact = keptArray(length);
  let i = 0;
  for (; i < length; i++) {
    const byte = bytes[start + i]!;
    if (byte >= 0x80) break;
    exact[i] = byte;
  }
  if (i === length) return String.fromCharCode.apply(null, exact);
  for (i = 0; i < length; i++) copied[i] = bytes[start + i]!;
  if (firstIllFormed(copied, 0, length) < length) return undefined;
  scratch ??= new Uint16Array(CHUNK);
  return unitsText(scratch, putUnits(copied, 0, length, scratch, 0));
}

/**
 * The text of `[start, end)`, with one U+FFFD for each ill-formed sequence.
 *
 * @throws {RangeError} If that is longer than strings can be.
 */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= CHUNK) return chunkText(bytes, start, end);
  if (end - start > SAFE_STRING_LENGTH) refuseTooLong(bytes, start, end);
  const pieces: string[] = [];
  for (let p = start; p < end;) {
    const stop = end - p <= CHUNK ? end : unitStart(bytes, start, p + CHUNK, end);
    pieces.push(chunkText(bytes, p, stop));
    p = stop;
  }
  return pieces.join("");
}

/** Throws if the text of `[start, end)` is longer than strings can be. To try would fill the memory first. */
function refuseTooLong(bytes: Uint8Array, start: number, end: number): void {
  let units = 0;
  for (let p = start; p < end; p += SAFE_STRING_LENGTH) {
    units += leastUnits(viewOf(bytes, p, Math.min(end, p + SAFE_STRING_LENGTH)));
    try {
      if (units > SAFE_STRING_LENGTH) "x".repeat(units);
    } catch {
      throw new RangeError(`the text of ${end - start} bytes is longer than strings can be here`);
    }
  }
}

/** How many code units there are at least: continuation bytes without a lead byte are left out. */
function leastUnits(bytes: Uint8Array): number {
  let units = 0;
  for (let p = 0; p < bytes.length; p++) units += bytes[p]! >= 0xf0 ? 2 : (bytes[p]! & 0xc0) === 0x80 ? 0 : 1;
  return units;
}

function chunkText(bytes: Uint8Array, start: number, end: number): string {
  scratch ??= new Uint16Array(CHUNK);
  let bad = firstIllFormed(bytes, start, end);
  let count = putUnits(bytes, start, bad, scratch, 0);
  while (bad < end) {
    scratch[count++] = REPLACEMENT;
    const next = bad - sequenceLength(bytes, bad, end);
    bad = firstIllFormed(bytes, next, end);
    count = putUnits(bytes, next, bad, scratch, count);
  }
  return unitsText(scratch, count);
}

/** `String.fromCharCode(...units.subarray(0, count))`, in the way that is fastest for so many. */
function unitsText(units: Uint16Array, count: number): string {
  switch (count) {
    case 1:
      return String.fromCharCode(units[0]!);
    case 2:
      return String.fromCharCode(units[0]!, units[1]!);
    case 3:
      return String.fromCharCode(units[0]!, units[1]!, units[2]!);
    case 4:
      return String.fromCharCode(units[0]!, units[1]!, units[2]!, units[3]!);
  }
  if (count > SHORT) return String.fromCharCode.apply(null, units.subarray(0, count) as unknown as number[]);
  const exact = keptArray(count);
  for (let i = 0; i < count; i++) exact[i] = units[i]!;
  return String.fromCharCode.apply(null, exact);
}

/** Puts the UTF-16 code units of the well-formed range `[start, end)` into `units` from `count` on; the new count. */
function putUnits(bytes: Uint8Array, start: number, end: number, units: Uint16Array, count: number): number {
  let n = count;
  for (let p = start; p < end;) {
    const a = bytes[p]!;
    if (a < 0x80) {
      units[n++] = a;
      p += 1;
    } else if (a < 0xe0) {
      units[n++] = (a & 0x1f) << 6 | bytes[p + 1]! & 0x3f;
      p += 2;
    } else if (a < 0xf0) {
      units[n++] = (a & 0xf) << 12 | (bytes[p + 1]! & 0x3f) << 6 | bytes[p + 2]! & 0x3f;
      p += 3;
    } else {
      const point = pointAt(bytes, p);
      units[n++] = 0xd7c0 + (point >> 10);
      units[n++] = 0xdc00 + (point & 0x3ff);
      p += 4;
    }
  }
  return n;
}

/** The code point of the well-formed character at `p` (RFC 3629 §3). */
export function pointAt(bytes: Uint8Array, p: number): number {
  const a = bytes[p]!;
  if (a < 0x80) return a;
  const b = bytes[p + 1]! & 0x3f;
  if (a < 0xe0) return (a & 0x1f) << 6 | b;
  const c = bytes[p + 2]! & 0x3f;
  if (a < 0xf0) return (a & 0xf) << 12 | b << 6 | c;
  return (a & 0x7) << 18 | b << 12 | c << 6 | bytes[p + 3]! & 0x3f;
}

/** How many bytes a code point takes. */
export function lengthOfPoint(point: number): 1 | 2 | 3 | 4 {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
}

/** Writes a code point at `offset`, where there must be room, and gives back the offset behind it (RFC 3629 §3). */
export function putPoint(point: number, target: Uint8Array, offset: number): number {
  let p = offset;
  if (point < 0x80) {
    target[p++] = point;
    return p;
  }
  if (point < 0x800) {
    target[p++] = 0xc0 | point >> 6;
  } else {
    if (point < 0x1_0000) {
      target[p++] = 0xe0 | point >> 12;
    } else {
      target[p++] = 0xf0 | point >> 18;
      target[p++] = 0x80 | point >> 12 & 0x3f;
    }
    target[p++] = 0x80 | point >> 6 & 0x3f;
  }
  target[p++] = 0x80 | point & 0x3f;
  return p;
}

/**
 * Encodes `text` up to the code unit `stop` into `target` from `offset` on, where there must be room, and gives back
 * the offset behind it. A lone surrogate becomes U+FFFD if `lossy`; else it ends the writing, and what comes back is `~`
 * its position.
 */
export function putText(text: string, stop: number, target: Uint8Array, offset: number, lossy: boolean): number {
  let p = offset;
  for (let i = 0; i < stop; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      target[p++] = unit;
    } else if (unit < 0x800) {
      target[p++] = 0xc0 | unit >> 6;
      target[p++] = 0x80 | unit & 0x3f;
    } else if ((unit & 0xf800) !== 0xd800) {
      target[p++] = 0xe0 | unit >> 12;
      target[p++] = 0x80 | unit >> 6 & 0x3f;
      target[p++] = 0x80 | unit & 0x3f;
    } else if (isPairAt(text, i)) {
      p = putPoint(pointOfPair(unit, text.charCodeAt(++i)), target, p);
    } else if (lossy) {
      p = putPoint(REPLACEMENT, target, p);
    } else {
      return ~i;
    }
  }
  return p;
}

/** How many of the first code units of `text` take no more than `room` bytes; no character is split. */
export function unitsThatFit(text: string, room: number): number {
  let left = room;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const pair = isPairAt(text, i);
    left -= unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
    if (left < 0) return i;
    if (pair) i++;
  }
  return text.length;
}

/** The bytes that `text` takes in UTF-8, three for a lone surrogate as for the U+FFFD in its place. */
export function bytesOfText(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    count += unit < 0x800 ? 1 : 2;
    if (isPairAt(text, i)) i++;
  }
  return count;
}

/** The position of the first lone surrogate, or -1. */
export function firstLoneSurrogate(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xf800) !== 0xd800) continue;
    if (!isPairAt(text, i)) return i;
    i++;
  }
  return -1;
}

/** Whether a high surrogate stands at `i` and a low one behind it. */
export function isPairAt(text: string, i: number): boolean {
  return (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
}

/** The code point of a surrogate pair (Unicode §3.9 D91). */
function pointOfPair(high: number, low: number): number {
  return 0x1_0000 + ((high & 0x3ff) << 10 | low & 0x3ff);
}
