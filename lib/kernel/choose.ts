/**
 * Which kernel answers, for how many bytes.
 *
 * @module
 */

import * as automaton from "./automaton.ts";
import * as lanes from "./lanes.ts";

/** The offset of the first byte in `[start, end)` that is not ASCII, or `end`. */
export function firstNonAscii(bytes: Uint8Array, start: number, end: number): number {
  if (end > lanes.MAX_RANGE) return inWindows(lanes.firstNonAscii, bytes, start, end);
  return lanes.firstNonAscii(bytes, start, end);
}

/** The offset at which the first ill-formed sequence in `[start, end)` begins, or `end`. */
export function firstIllFormed(bytes: Uint8Array, start: number, end: number): number {
  if (end > lanes.MAX_RANGE) return inWindows(automaton.firstIllFormed, bytes, start, end);
  return automaton.firstIllFormed(bytes, start, end);
}

/**
 * The code points in `[start, end)`, if `unitsOfFour` is 1, or its UTF-16 code units, if it is 2. An ill-formed sequence
 * counts as one U+FFFD.
 */
export function countUnits(bytes: Uint8Array, start: number, end: number, unitsOfFour: 1 | 2): number {
  let count = 0;
  for (let p = start; p < end;) {
    const bad = firstIllFormed(bytes, p, end);
    count += countWellFormed(bytes, p, bad, unitsOfFour);
    if (bad === end) break;
    count++;
    p = bad - automaton.sequenceLength(bytes, bad, end);
  }
  return count;
}

function countWellFormed(bytes: Uint8Array, start: number, end: number, unitsOfFour: 1 | 2): number {
  if (end <= lanes.MAX_RANGE) return lanes.countUnits(bytes, start, end, unitsOfFour);
  let count = 0;
  for (const [from, to] of windows(bytes, start, end)) {
    count += lanes.countUnits(bytes.subarray(from, to), 0, to - from, unitsOfFour);
  }
  return count;
}

function inWindows(
  first: (bytes: Uint8Array, start: number, end: number) => number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  for (const [from, to] of windows(bytes, start, end)) {
    const p = first(bytes.subarray(from, to), 0, to - from);
    if (p < to - from) return from + p;
  }
  return end;
}

/** Cuts a long range where no character and no maximal subpart is split. */
function* windows(bytes: Uint8Array, start: number, end: number): Generator<[from: number, to: number]> {
  for (let from = start; from < end;) {
    const to = end - from <= lanes.MAX_RANGE ? end : automaton.unitStart(bytes, from, from + lanes.MAX_RANGE, end);
    yield [from, to];
    from = to;
  }
}
