/**
 * Eight bytes at a time in plain TypeScript.
 *
 * A lane of 64 bits is read as the two halves of one `Int32Array`: `BigUint64Array` makes an object of each lane and is
 * twenty times slower. Both byte orders will do, since no question here depends on the order of bytes in a lane.
 *
 * The ranges passed in must end below {@linkcode MAX_RANGE}, so that indices stay 32-bit integers in machine code.
 *
 * @module
 */

/** The largest `end` that kernels are called with. Longer inputs come in windows. */
export const MAX_RANGE = 0x3fff_ffff;

/** Below this many bytes a view of lanes costs more than it saves. */
const VIEW_PAYS_FROM = 128;

/** The top bit of each byte in half a lane. */
const TOP_BITS = 0x8080_8080 | 0;

/** The lowest bit of each byte in half a lane. */
const LOW_BITS = 0x0101_0101;

/**
 * The offset of the first byte in `[start, end)` that is not ASCII, or `end`:
 * `while (start < end && bytes[start] < 0x80) start++; return start`.
 */
export function firstNonAscii(bytes: Uint8Array, start: number, end: number): number {
  let p = start;
  if (end - p >= VIEW_PAYS_FROM) {
    p = skipLanes(bytes, p, end);
  } else {
    while (
      p + 8 <= end &&
      (bytes[p]! | bytes[p + 1]! | bytes[p + 2]! | bytes[p + 3]! |
          bytes[p + 4]! | bytes[p + 5]! | bytes[p + 6]! | bytes[p + 7]!) < 0x80
    ) p += 8;
  }
  while (p < end && bytes[p]! < 0x80) p++;
  return p;
}

/**
 * Goes from `start` over whole lanes of ASCII, four a turn, and stops in front of the first turn that has another byte
 * or that reaches beyond `end`: `while (p + 32 <= end && bytes.subarray(p, p + 32).every((b) => b < 0x80)) p += 32`.
 */
function skipLanes(bytes: Uint8Array, start: number, end: number): number {
  // Up to seven bytes until the lanes are aligned.
  const first = start + (-(bytes.byteOffset + start) & 7);
  let p = start;
  while (p < first) {
    if (bytes[p]! >= 0x80) return p;
    p++;
  }
  const halves = (end - p) >> 2;
  const lanes = new Int32Array(bytes.buffer, bytes.byteOffset + p, halves);
  let k = 0;
  while (
    k + 8 <= halves &&
    ((lanes[k]! | lanes[k + 1]! | lanes[k + 2]! | lanes[k + 3]! |
        lanes[k + 4]! | lanes[k + 5]! | lanes[k + 6]! | lanes[k + 7]!) & TOP_BITS) === 0
  ) k += 8;
  return p + (k << 2);
}

/**
 * The code points in the well-formed range `[start, end)`, if `unitsOfFour` is 1, or its UTF-16 code units, if it is 2:
 * `for (const b of bytes.subarray(start, end)) count += b >= 0xF0 ? unitsOfFour : (b & 0xC0) === 0x80 ? 0 : 1`.
 */
export function countUnits(bytes: Uint8Array, start: number, end: number, unitsOfFour: 1 | 2): number {
  const aligned = Math.min(end, start + (-(bytes.byteOffset + start) & 3));
  const halves = end - aligned < VIEW_PAYS_FROM ? 0 : (end - aligned) >> 2;
  return countBytes(bytes, start, aligned, unitsOfFour) +
    (halves > 0 ? countLanes(new Int32Array(bytes.buffer, bytes.byteOffset + aligned, halves), unitsOfFour) : 0) +
    countBytes(bytes, aligned + halves * 4, end, unitsOfFour);
}

function countBytes(bytes: Uint8Array, start: number, end: number, unitsOfFour: number): number {
  let count = 0;
  for (let p = start; p < end; p++) {
    const byte = bytes[p]!;
    count += byte >= 0xf0 ? unitsOfFour : (byte & 0xc0) === 0x80 ? 0 : 1;
  }
  return count;
}

/** As `countBytes`, with a counter for each of the four bytes of half a lane, emptied before it can overflow. */
function countLanes(lanes: Int32Array, unitsOfFour: number): number {
  const more = unitsOfFour === 2 ? LOW_BITS : 0;
  let count = 0;
  let k = 0;
  while (k < lanes.length) {
    const stop = Math.min(lanes.length, k + 127);
    let counters = 0;
    while (k < stop) {
      const half = lanes[k++]!;
      const lead = ~(half >>> 7) | half >>> 6;
      const four = half >>> 7 & half >>> 6 & half >>> 5 & half >>> 4;
      counters += (lead & LOW_BITS) + (four & more);
    }
    const pairs = (counters & 0x00ff_00ff) + (counters >>> 8 & 0x00ff_00ff);
    count += (pairs & 0xffff) + (pairs >>> 16);
  }
  return count;
}
