/**
 * Lines and columns, as people count them: from 1.
 *
 * @module
 */

import { codePointCount } from "../../mod.ts";
import { lanesOf } from "../kernel/lanes.ts";

/** A place in a text. */
export interface Place {
  /** One more than the line feeds before it. */
  line: number;
  /** One more than the code points between the start of the line and it. */
  column: number;
}

const LINE_FEED = 0x0a;

/** Moves a place over `[start, end)`, in which all is well-formed. */
export function advance(place: Place, bytes: Uint8Array, start: number, end: number): void {
  const last = bytes.subarray(start, end).lastIndexOf(LINE_FEED);
  if (last >= 0) {
    place.line += countLineFeeds(bytes, start, end);
    place.column = 1;
  }
  place.column += codePointCount(bytes, start + last + 1, end);
}

/** `bytes.subarray(start, end).filter((byte) => byte === 0x0A).length`, four bytes at a time. */
export function countLineFeeds(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 8) return countOneByOne(bytes, start, end);
  const lanes = lanesOf(bytes, start, end);
  const first = lanes.byteOffset - bytes.byteOffset;
  let count = countOneByOne(bytes, start, first) + countOneByOne(bytes, first + 4 * lanes.length, end);
  for (let k = 0; k < lanes.length;) {
    // One counter for each of the four bytes, emptied before it can overflow.
    let counters = 0;
    for (const stop = Math.min(lanes.length, k + 255); k < stop; k++) {
      const different = lanes[k]! ^ 0x0a0a_0a0a;
      const top = (different & 0x7f7f_7f7f) + 0x7f7f_7f7f | different;
      counters += ~top >>> 7 & 0x0101_0101;
    }
    const pairs = (counters & 0x00ff_00ff) + (counters >>> 8 & 0x00ff_00ff);
    count += (pairs & 0xffff) + (pairs >>> 16);
  }
  return count;
}

function countOneByOne(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let p = start; p < end; p++) if (bytes[p] === LINE_FEED) count++;
  return count;
}
