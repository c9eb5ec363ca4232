import { assertStrictEquals } from "@std/assert";
import { countUnits, firstNonAscii } from "../../lib/kernel/lanes.ts";
import { mixedBytes, randomInts } from "../samples.ts";
import { test } from "../test.ts";

const LONGEST = 200;
const ALIGNMENTS = [0, 1, 2, 3, 4, 5, 6, 7];

/** A view at `byteOffset` of a buffer, and the range of it from `start` on, each place around it filled with `around`. */
function rangeAt(byteOffset: number, start: number, length: number, slack: number, around: number): Uint8Array {
  const buffer = new ArrayBuffer(byteOffset + start + length + slack);
  new Uint8Array(buffer).fill(around);
  return new Uint8Array(buffer, byteOffset, start + length + slack);
}

test("the first byte that is not ASCII: each place, length and alignment", () => {
  for (const byteOffset of ALIGNMENTS) {
    for (const start of ALIGNMENTS) {
      for (let length = 0; length <= LONGEST; length++) {
        const end = start + length;
        // Half of the ranges end where their buffer does, the others in front of bytes that must not be seen.
        const bytes = rangeAt(byteOffset, start, length, length % 2 * 9, 0xff).fill(0x7f, start, end);
        let found = firstNonAscii(bytes, start, end);
        if (found !== end) assertStrictEquals(found, end, `none, ${byteOffset} + ${start} + ${length}`);
        for (let at = start; at < end; at++) {
          bytes[at] = at % 2 ? 0x80 : 0xff;
          found = firstNonAscii(bytes, start, end);
          if (found !== at) assertStrictEquals(found, at, `${byteOffset} + ${start} + ${length}`);
          bytes[at] = at % 2 ? 0x00 : 0x7f;
        }
      }
    }
  }
});

test("the first byte that is not ASCII is the first of several", () => {
  const random = randomInts(11);
  for (let round = 0; round < 20_000; round++) {
    const bytes = Uint8Array.from({ length: random(400) }, () => random(100) ? random(128) : 128 + random(128));
    const start = random(bytes.length + 1);
    const end = start + random(bytes.length + 1 - start);
    let expected = start;
    while (expected < end && bytes[expected]! < 0x80) expected++;
    assertStrictEquals(firstNonAscii(bytes, start, end), expected);
  }
});

function countNaively(bytes: Uint8Array, start: number, end: number, unitsOfFour: 1 | 2): number {
  let count = 0;
  for (const byte of bytes.subarray(start, end)) {
    if (byte >= 0xf0) count += unitsOfFour;
    else if (byte < 0x80 || byte >= 0xc0) count += 1;
  }
  return count;
}

function compareCounts(bytes: Uint8Array, start: number, end: number, message: string): void {
  for (const unitsOfFour of [1, 2] as const) {
    const expected = countNaively(bytes, start, end, unitsOfFour);
    const counted = countUnits(bytes, start, end, unitsOfFour);
    if (counted !== expected) assertStrictEquals(counted, expected, message);
  }
}

test("counts of units: each length and alignment", () => {
  const random = randomInts(12);
  for (const byteOffset of ALIGNMENTS) {
    for (const start of ALIGNMENTS) {
      for (let length = 0; length <= LONGEST; length++) {
        const bytes = rangeAt(byteOffset, start, length, length % 2 * 9, 0x41);
        bytes.set(mixedBytes(length, random).slice(0, length), start);
        compareCounts(bytes, start, start + length, `${byteOffset} + ${start} + ${length}`);
      }
    }
  }
});

test("counts of units: no counter overflows, whatever the bytes", () => {
  for (const byte of [0x00, 0x41, 0x7f, 0x80, 0xbf, 0xc2, 0xe0, 0xf0, 0xf4, 0xff]) {
    for (const length of [500, 504, 508, 512, 516, 1016, 1017, 4096, 65_536, 300_001]) {
      compareCounts(new Uint8Array(length).fill(byte), 0, length, `${length} × ${byte}`);
      compareCounts(new Uint8Array(length).fill(byte), 3, length - 2, `${length} × ${byte}, cut`);
    }
  }
});
