/**
 * The loop of the shift automaton, plain TypeScript, and what can be said of one character with it.
 *
 * @module
 */

import { UTF8_ACCEPT, UTF8_ERROR, utf8Words } from "../automaton/forms.ts";
import { STATE_BITS } from "../automaton/pack.ts";
import { firstNonAscii } from "./lanes.ts";

/** The longest character, in bytes. */
const LONGEST = 4;

/** How many bytes go through the automaton between two looks at its state. */
const BLOCK = 32;

/**
 * The offset at which the first ill-formed sequence in `[start, end)` begins, or `end`:
 * `while (start < end && sequenceLength(bytes, start, end) > 0) start += sequenceLength(…); return start`.
 *
 * `start` is where a character starts, `end` at most `MAX_RANGE`.
 */
export function firstIllFormed(bytes: Uint8Array, start: number, end: number): number {
  const words = utf8Words();
  let p = start;
  while (end - p >= BLOCK) {
    p = firstNonAscii(bytes, p, end);
    const stop = skipBlocks(words, bytes, p, end);
    if (stop < 0) return walk(words, bytes, leadBefore(bytes, p, ~stop), end);
    p = leadBefore(bytes, p, stop);
  }
  return walk(words, bytes, p, end);
}

/**
 * Goes from `start` over whole blocks of well-formed text, until one of them is all ASCII (then lanes are faster) or
 * what is left is shorter than a block. What comes back is where it stopped, perhaps inside a character; it is `~p` if
 * an ill-formed sequence ends in the block from `p`.
 */
function skipBlocks(words: Int32Array, bytes: Uint8Array, start: number, end: number): number {
  let state = UTF8_ACCEPT;
  let p = start;
  while (p + BLOCK <= end) {
    let seen = 0;
    for (const stop = p + BLOCK; p < stop; p += 8) {
      const a = bytes[p]!;
      const b = bytes[p + 1]!;
      const c = bytes[p + 2]!;
      const d = bytes[p + 3]!;
      const e = bytes[p + 4]!;
      const f = bytes[p + 5]!;
      const g = bytes[p + 6]!;
      const h = bytes[p + 7]!;
      seen |= a | b | c | d | e | f | g | h;
      state = words[a]! >>> state;
      state = words[b]! >>> state;
      state = words[c]! >>> state;
      state = words[d]! >>> state;
      state = words[e]! >>> state;
      state = words[f]! >>> state;
      state = words[g]! >>> state;
      state = words[h]! >>> state;
    }
    if ((state & STATE_BITS) === UTF8_ERROR) return ~(p - BLOCK);
    if (seen < 0x80) break;
  }
  return p;
}

/** As `firstIllFormed`, byte by byte. */
function walk(words: Int32Array, bytes: Uint8Array, start: number, end: number): number {
  let state = UTF8_ACCEPT;
  let lead = start;
  for (let p = start; p < end; p++) {
    state = words[bytes[p]!]! >>> state & STATE_BITS;
    if (state === UTF8_ACCEPT) lead = p + 1;
    else if (state === UTF8_ERROR) break;
  }
  return lead;
}

/** Where the character around `p` starts, when all from `start` to `p` is well-formed, or begins so. */
function leadBefore(bytes: Uint8Array, start: number, p: number): number {
  for (let lead = p - 1; lead >= start && lead > p - LONGEST; lead--) {
    if (bytes[lead]! >= 0xc0) return lead;
    if (bytes[lead]! < 0x80) return p;
  }
  return p;
}

/**
 * What starts at `p`: the length of a well-formed character, or the length of the maximal subpart of an ill-formed
 * sequence (Unicode §3.9 U+FFFD Substitution of Maximal Subparts) as a negative number.
 */
export function sequenceLength(bytes: Uint8Array, p: number, end: number): number {
  const words = utf8Words();
  let state = UTF8_ACCEPT;
  let length = 0;
  while (p + length < end) {
    state = words[bytes[p + length]!]! >>> state & STATE_BITS;
    if (state === UTF8_ERROR) break;
    length++;
    if (state === UTF8_ACCEPT) return length;
  }
  return -Math.max(length, 1);
}

/**
 * Where the unit around `offset` starts: a well-formed character or the maximal subpart of an ill-formed sequence. It
 * is `offset` itself if none spans it.
 */
export function unitStart(bytes: Uint8Array, start: number, offset: number, end: number): number {
  if (offset >= end || (bytes[offset]! & 0xc0) !== 0x80) return offset;
  for (let lead = offset - 1; lead >= start && lead > offset - LONGEST; lead--) {
    if ((bytes[lead]! & 0xc0) === 0x80) continue;
    return lead + Math.abs(sequenceLength(bytes, lead, end)) > offset ? lead : offset;
  }
  return offset;
}
