import { assertStrictEquals } from "@std/assert";
import { firstIllFormed, sequenceLength, unitStart } from "../../lib/kernel/automaton.ts";
import { unitsOf } from "../reference.ts";
import { CLASS_BYTES, damagedBytes, mixedBytes, randomInts, sequences } from "../samples.ts";
import { test } from "../test.ts";

/** Compares what is said of each character with the reference's units. */
function compareUnits(bytes: Uint8Array): void {
  for (const { offset, length, point } of unitsOf(bytes)) {
    const expected = point === undefined ? -length : length;
    const found = sequenceLength(bytes, offset, bytes.length);
    if (found !== expected) assertStrictEquals(found, expected, `length at ${offset} of ${bytes}`);
    for (let inside = 0; inside < length; inside++) {
      const start = unitStart(bytes, 0, offset + inside, bytes.length);
      if (start !== offset) assertStrictEquals(start, offset, `start around ${offset + inside} of ${bytes}`);
    }
  }
  assertStrictEquals(unitStart(bytes, 0, bytes.length, bytes.length), bytes.length);
}

/** Compares the first ill-formed sequence of `[start, end)` with the reference's. */
function compareFirst(bytes: Uint8Array, start: number, end: number): void {
  const bad = unitsOf(bytes.subarray(start, end)).find(({ point }) => point === undefined);
  const expected = bad === undefined ? end : start + bad.offset;
  const found = firstIllFormed(bytes, start, end);
  if (found !== expected) assertStrictEquals(found, expected, `in ${bytes.subarray(start, end)}`);
}

test("units of short sequences, one byte of each class", () => {
  for (let length = 0; length <= 4; length++) {
    for (const sequence of sequences(CLASS_BYTES, length)) compareUnits(Uint8Array.from(sequence));
  }
});

test("units of text and damaged text", () => {
  const random = randomInts(21);
  for (let round = 0; round < 5000; round++) compareUnits(damagedBytes(random(60), random));
  for (let round = 0; round < 1000; round++) compareUnits(Uint8Array.from({ length: 40 }, () => 0x80 + random(128)));
});

test("nothing outside of the range is looked at", () => {
  const euro = Uint8Array.of(0xe2, 0x82, 0xac, 0xe2, 0x82, 0xac);
  const cases: [actual: number, expected: number, what: string][] = [
    [sequenceLength(euro, 0, 3), 3, "whole"],
    [sequenceLength(euro, 0, 2), -2, "the end cuts it"],
    [sequenceLength(euro, 0, 1), -1, "the end cuts it sooner"],
    [firstIllFormed(euro, 0, 6), 6, "whole"],
    [firstIllFormed(euro, 0, 5), 3, "the end cuts it"],
    [firstIllFormed(euro, 1, 6), 1, "the start cuts it"],
    [unitStart(euro, 0, 5, 6), 3, "whole"],
    [unitStart(euro, 4, 5, 6), 5, "its lead byte stands before the start"],
    [unitStart(euro, 0, 4, 4), 4, "the offset is the end"],
    [unitStart(euro, 0, 4, 5), 3, "the end cuts it behind the offset"],
  ];
  for (const [actual, expected, what] of cases) assertStrictEquals(actual, expected, what);
});

test("the first ill-formed sequence: each place, length and alignment, in four scripts", () => {
  const scripts = [[0x41], [0xd0, 0x96], [0xe4, 0xb8, 0x80], [0xf0, 0x9f, 0x98, 0x80], [0x41, 0x41, 0x41, 0xc3, 0xa9]];
  for (const script of scripts) {
    for (let alignment = 0; alignment < 8; alignment++) {
      const bytes = new Uint8Array(new ArrayBuffer(256), alignment, 216);
      for (let length = 0; length <= 200; length += length < 140 ? 7 : 1) {
        const start = length % 8;
        const end = start + length;
        bytes.fill(0xff);
        for (let at = start; at < end; at++) bytes[at] = script[(at - start) % script.length]!;
        compareFirst(bytes, start, end);
        for (let at = start; at < end; at++) {
          const kept = bytes[at]!;
          bytes[at] = 0xff;
          const found = firstIllFormed(bytes, start, end);
          const lead = at - (at - start) % script.length;
          const expected = script.length === 5 ? (at - lead === 4 ? at - 1 : at) : lead;
          if (found !== expected) assertStrictEquals(found, expected, `${script}: ${at} in ${start} to ${end}`);
          bytes[at] = kept;
        }
      }
    }
  }
});

test("the first ill-formed sequence: text, damaged text and random bytes", () => {
  const random = randomInts(22);
  for (let round = 0; round < 4000; round++) {
    const length = random(400);
    const kind = round % 3;
    const bytes = kind === 0
      ? Uint8Array.from(mixedBytes(length, random))
      : kind === 1
      ? damagedBytes(length, random)
      : Uint8Array.from({ length }, () => random(256));
    const start = random(Math.min(9, bytes.length + 1));
    compareFirst(bytes, start, bytes.length - random(Math.min(9, bytes.length - start + 1)));
  }
});

test("the first ill-formed sequence: a fault between a run of ASCII and one of text, wherever they meet", () => {
  for (let ascii = 90; ascii < 170; ascii++) {
    for (const fault of [[], [0x80], [0xc3], [0xe4, 0xb8], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
      const head = Array.from({ length: ascii }, () => 0x41);
      const text = Array.from({ length: 120 }, (_, i) => [0xe4, 0xb8, 0x80][i % 3]!);
      compareFirst(Uint8Array.from([...head, ...fault, ...text]), 0, ascii + fault.length + 120);
      compareFirst(Uint8Array.from([...text, ...fault, ...head, ...text]), 0, ascii + fault.length + 240);
      compareFirst(Uint8Array.from([...text, ...head, ...fault]), 0, ascii + fault.length + 120);
    }
  }
});
