/**
 * Eight bytes at a time in plain TypeScript.
 *
 * A lane of 64 bits is read as the two halves of one `Int32Array`: `BigUint64Array` makes an object of each lane and is
 * twenty times slower.
 *
 * The ranges passed in must end below {@linkcode MAX_RANGE}, so that indices stay 32-bit integers in machine code.
 *
 * @module
 */

/** The largest `end` that kernels are called with. Longer inputs come in windows. */
export const MAX_RANGE = 0x2000_0000;

/** Below this many bytes a view of lanes costs more than it saves. */
export const VIEW_PAYS_FROM = 96;

/** So many bytes are looked at without lanes first: in text that is not ASCII they mostly decide. */
const NEAR = 16;

/** How many halves of lanes are read between two decisions: four lanes. */
export const TURN = 8;

/** The top bit of each byte in half a lane. */
export const TOP_BITS: number = 0x8080_8080 | 0;

/** The lowest bit of each byte in half a lane. */
const LOW_BITS = 0x0101_0101;

/** Whether the first byte of half a lane is its lowest eight bits. */
export const IS_LITTLE_ENDIAN: boolean = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

/** A view of `[start, end)`. (`subarray` would ask the class of the bytes for it, which may be anybody's.) */
export function viewOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}

/** The whole halves of lanes in `[start, end)`, from the first one that is aligned. */
export function lanesOf(bytes: Uint8Array, start: number, end: number): Int32Array {
  const toFirst = -(bytes.byteOffset + start) & 3;
  return new Int32Array(bytes.buffer, bytes.byteOffset + start + toFirst, end - start - toFirst >> 2);
}

/**
 * The offset of the first byte in `[start, end)` that is not ASCII, or `end`:
 * `while (start < end && bytes[start] < 0x80) start++; return start`.
 */
export function firstNonAscii(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < VIEW_PAYS_FROM) return skipAsciiBytes(bytes, start, end);
  const near = skipAsciiBytes(bytes, start, start + NEAR);
  if (near < start + NEAR) return near;
  // The up to three bytes before the first lane are among those that are known to be ASCII.
  const lanes = lanesOf(bytes, near - 3, end);
  return skipAsciiBytes(bytes, lanes.byteOffset - bytes.byteOffset + 4 * skipAscii(lanes, 0), end);
}

/** As {@linkcode firstNonAscii}, eight bytes at a time without a view. */
function skipAsciiBytes(bytes: Uint8Array, start: number, end: number): number {
  let p = start;
  while (
    p + 8 <= end &&
    (bytes[p]! | bytes[p + 1]! | bytes[p + 2]! | bytes[p + 3]! |
        bytes[p + 4]! | bytes[p + 5]! | bytes[p + 6]! | bytes[p + 7]!) < 0x80
  ) p += 8;
  while (p < end && bytes[p]! < 0x80) p++;
  return p;
}

/**
 * Goes on from half `k` over turns of ASCII, and stops in front of the first turn that has another byte or that is not
 * whole: `while (k + TURN <= lanes.length && lanes.subarray(k, k + TURN).every((half) => !(half & TOP_BITS))) k += TURN`.
 */
export function skipAscii(lanes: Int32Array, k: number): number {
  let i = k;
  while (
    i + TURN <= lanes.length &&
    ((lanes[i]! | lanes[i + 1]! | lanes[i + 2]! | lanes[i + 3]! |
        lanes[i + 4]! | lanes[i + 5]! | lanes[i + 6]! | lanes[i + 7]!) & TOP_BITS) === 0
  ) i += TURN;
  return i;
}

/**
 * The code points in the well-formed range `[start, end)`, if `unitsOfFour` is 1, or its UTF-16 code units, if it is 2:
 * `for (const b of bytes.subarray(start, end)) count += b >= 0xF0 ? unitsOfFour : (b & 0xC0) === 0x80 ? 0 : 1`.
 */
export function countUnits(bytes: Uint8Array, start: number, end: number, unitsOfFour: 1 | 2): number {
  if (end - start < VIEW_PAYS_FROM) return countBytes(bytes, start, end, unitsOfFour);
  const lanes = lanesOf(bytes, start, end);
  const first = lanes.byteOffset - bytes.byteOffset;
  return countBytes(bytes, start, first, unitsOfFour) + countLanes(lanes, unitsOfFour) +
    countBytes(bytes, first + 4 * lanes.length, end, unitsOfFour);
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
