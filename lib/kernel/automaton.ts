/**
 * The loop of the shift automaton, plain TypeScript, and what can be said of one character with it.
 *
 * @module
 */

import { UTF8_ACCEPT, UTF8_ERROR, utf8Words } from "../automaton/forms.ts";
import { STATE_BITS } from "../automaton/pack.ts";
import { IS_LITTLE_ENDIAN, lanesOf, skipAscii, TOP_BITS, TURN, VIEW_PAYS_FROM } from "./lanes.ts";

/** The longest character, in bytes. */
const LONGEST = 4;

/**
 * The shift form, filled at its first use. It is a constant so that machine code knows its address and its length: the
 * loops are a fifth faster for it on V8, a third on JavaScriptCore.
 */
const WORDS = new Int32Array(256);

// Machine code knows the constants of its own file, and loads those of another one at every use.
const ACCEPT = UTF8_ACCEPT;
const ERROR = UTF8_ERROR;
const BITS = STATE_BITS;
const TOPS = TOP_BITS;
const STEP = TURN;

function prepare(): void {
  if (WORDS[0] === 0) WORDS.set(utf8Words());
}

/**
 * The offset at which the first ill-formed sequence in `[start, end)` begins, or `end`:
 * `while (start < end && sequenceLength(bytes, start, end) > 0) start += sequenceLength(…); return start`.
 *
 * A character starts at `start`, and `end` is at most `MAX_RANGE`.
 */
export function firstIllFormed(bytes: Uint8Array, start: number, end: number): number {
  prepare();
  if (end - start < VIEW_PAYS_FROM || !IS_LITTLE_ENDIAN) return walk(bytes, start, end);
  const lanes = lanesOf(bytes, start, end);
  const first = lanes.byteOffset - bytes.byteOffset;
  let state = ACCEPT;
  for (let p = start; p < first; p++) state = WORDS[bytes[p]!]! >>> state;
  const k = skipWellFormed(lanes, state);
  return walk(bytes, k === 0 ? start : leadBefore(bytes, first + 4 * k), end);
}

/**
 * Sends four bytes a lane-half through the automaton, a turn of lanes at a time, as long as nothing is ill-formed, and
 * gives back how many halves that were; while there is only ASCII, the automaton rests.
 *
 * A block is all ASCII or not at all: going back and forth at each lane halves the speed of Latin and Cyrillic text.
 */
function skipWellFormed(lanes: Int32Array, before: number): number {
  let state = before;
  let k = 0;
  while (k + STEP <= lanes.length) {
    let seen = 0;
    for (const stop = k + STEP; k < stop; k += 2) {
      const x = lanes[k]!;
      const y = lanes[k + 1]!;
      seen |= x | y;
      state = WORDS[x & 0xff]! >>> state;
      state = WORDS[x >>> 8 & 0xff]! >>> state;
      state = WORDS[x >>> 16 & 0xff]! >>> state;
      state = WORDS[x >>> 24]! >>> state;
      state = WORDS[y & 0xff]! >>> state;
      state = WORDS[y >>> 8 & 0xff]! >>> state;
      state = WORDS[y >>> 16 & 0xff]! >>> state;
      state = WORDS[y >>> 24]! >>> state;
    }
    if ((state & BITS) === ERROR) return k - STEP;
    if ((seen & TOPS) === 0) k = skipAscii(lanes, k);
  }
  return k;
}

/**
 * As `firstIllFormed`, byte by byte. What is short goes first without a look at the states between, since mostly all is
 * well there; what is long was seen to be ill-formed near its start.
 */
function walk(bytes: Uint8Array, start: number, end: number): number {
  let state = ACCEPT;
  if (end - start < VIEW_PAYS_FROM) {
    for (let p = start; p < end; p++) state = WORDS[bytes[p]!]! >>> state;
    if ((state & BITS) === ACCEPT) return end;
    state = ACCEPT;
  }
  let lead = start;
  for (let p = start; p < end && state !== ERROR; p++) {
    state = WORDS[bytes[p]!]! >>> state & BITS;
    if (state === ACCEPT) lead = p + 1;
  }
  return lead;
}

/** Where the last character before `p` starts, when what stands there is well-formed, or begins so. */
export function leadBefore(bytes: Uint8Array, p: number): number {
  let lead = p - 1;
  while (lead > p - LONGEST && (bytes[lead]! & 0xc0) === 0x80) lead--;
  return lead;
}

/**
 * What starts at `p`: the length of a well-formed character, or the length of the maximal subpart of an ill-formed
 * sequence (Unicode §3.9 U+FFFD Substitution of Maximal Subparts) as a negative number.
 */
export function sequenceLength(bytes: Uint8Array, p: number, end: number): number {
  prepare();
  let state = ACCEPT;
  let length = 0;
  while (p + length < end) {
    state = WORDS[bytes[p + length]!]! >>> state & BITS;
    if (state === ERROR) break;
    length++;
    if (state === ACCEPT) return length;
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
