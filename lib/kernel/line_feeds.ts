/**
 * Counting line feeds, four bytes at a time.
 *
 * @module
 */

import { lanesOf, MAX_RANGE, VIEW_PAYS_FROM, viewOf } from "./lanes.ts";

/** The byte that ends a line. */
export const LINE_FEED = 0x0a;

/** `bytes.subarray(start, end).filter((byte) => byte === 0x0A).length`, at any length. */
export function countLineFeeds(bytes: Uint8Array, start: number, end: number): number {
  if (end <= MAX_RANGE) return countNear(bytes, start, end);
  let count = 0;
  for (let p = start; p < end; p += MAX_RANGE) {
    const window = viewOf(bytes, p, Math.min(end, p + MAX_RANGE));
    count += countNear(window, 0, window.length);
  }
  return count;
}

function countNear(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < VIEW_PAYS_FROM) return countOneByOne(bytes, start, end);
  const lanes = lanesOf(bytes, start, end);
  const first = lanes.byteOffset - bytes.byteOffset;
  return countOneByOne(bytes, start, first) + countLanes(lanes) +
    countOneByOne(bytes, first + 4 * lanes.length, end);
}

function countOneByOne(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let p = start; p < end; p++) if (bytes[p] === LINE_FEED) count++;
  return count;
}

/** As `countOneByOne`, with a counter for each of the four bytes of half a lane, emptied before it can overflow. */
function countLanes(lanes: Int32Array): number {
  let count = 0;
  for (let k = 0; k < lanes.length;) {
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
