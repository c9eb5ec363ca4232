/**
 * Checks bytes of any length, a piece at a time.
 *
 * @module
 */

import { codePointCount, explain, floorBoundary, problems } from "../../mod.ts";
import { advance, type Place } from "./lines.ts";

/** Fills the beginning of `target` with the bytes that come next, and says how many they are: 0 at the end. */
export type Read = (target: Uint8Array) => number | Promise<number>;

/** What is to be checked. */
export interface Input {
  /** Reads it. */
  read: Read;
  /** Reads it once more, from its start, if that is possible. If it is, lines are counted only where one is asked for. */
  readAgain?: Read;
}

/** A problem, as it is shown. */
export interface Finding extends Place {
  /** Where it starts, in bytes from the start of the input. */
  offset: number;
  /** What is wrong. */
  message: string;
}

/** What was counted. */
export interface Totals {
  bytes: number;
  /** Of well-formed input; the code points of other input are not counted. */
  codePoints: number;
  problems: number;
}

/** Of so many problems the place is looked up and reported; the others are only counted. */
export const MOST_FINDINGS = 20;

/** As far as this behind the start of a problem `explain` looks: half of a pair of surrogates is named with the other. */
const LOOK_AHEAD = 6;

/** `buffer` must be longer than this: what is kept of one piece for the next, a whole character or look-ahead. */
export const MOST_KEPT: number = LOOK_AHEAD + 3;

/**
 * Checks what `input` gives, through `buffer`, whose length is that of the pieces.
 *
 * Memory stays the same however long the input is.
 */
export async function check(input: Input, report: (finding: Finding) => void, buffer: Uint8Array): Promise<Totals> {
  const totals: Totals = { bytes: 0, codePoints: 0, problems: 0 };
  let place = input.readAgain ? undefined : { line: 1, column: 1 };
  for await (const { bytes, stop } of windows(input.read, buffer)) {
    let behind = 0;
    for (const problem of problems(bytes)) {
      if (problem.offset >= stop) break;
      if (totals.problems++ >= MOST_FINDINGS) continue;
      place ??= await placeBehind(totals.bytes, input.readAgain!, buffer.length);
      advance(place, bytes, behind, problem.offset);
      report({ ...place, offset: totals.bytes + problem.offset, message: explain(bytes, problem) });
      place.column++;
      behind = problem.offset + problem.length;
    }
    if (place && totals.problems < MOST_FINDINGS) advance(place, bytes, behind, stop);
    if (totals.problems === 0) totals.codePoints += codePointCount(bytes, 0, stop);
    totals.bytes += stop;
  }
  return totals;
}

/** A stretch of the input. Its `bytes` go on beyond `stop`, where the next one starts, to show what follows. */
interface Window {
  bytes: Uint8Array;
  stop: number;
}

/** Goes through the input in windows that split no character, no maximal subpart, and nothing that is explained. */
async function* windows(read: Read, buffer: Uint8Array): AsyncGenerator<Window> {
  let kept = 0;
  let isEnd = false;
  while (!isEnd) {
    const got = await read(buffer.subarray(kept));
    isEnd = got === 0;
    const bytes = buffer.subarray(0, kept + got);
    const stop = isEnd ? bytes.length : floorBoundary(bytes, Math.max(0, bytes.length - LOOK_AHEAD));
    yield { bytes, stop };
    buffer.copyWithin(0, stop, bytes.length);
    kept = bytes.length - stop;
  }
}

/** The place behind the first `length` bytes, which are well-formed. */
async function placeBehind(length: number, readAgain: Read, pieceSize: number): Promise<Place> {
  const place: Place = { line: 1, column: 1 };
  if (length === 0) return place;
  let left = length;
  for await (const { bytes, stop } of windows(readAgain, new Uint8Array(pieceSize))) {
    advance(place, bytes, 0, Math.min(stop, left));
    left -= stop;
    if (left <= 0) break;
  }
  return place;
}
