/** Everything that judges or decodes bytes, on all short sequences, against the reference. */

import { assertEquals, assertStrictEquals } from "@std/assert";
import { codePointCount, decodeLossy, findError, isUtf8, problems, utf16Length } from "../mod.ts";
import { lossyTextOf, problemsOf, unitsOf } from "./reference.ts";
import { CLASS_BYTES, sequences } from "./samples.ts";
import { test } from "./test.ts";

const ALL_BYTES = Array.from({ length: 256 }, (_, byte) => byte);

/** Compares every function on bytes with the reference. */
function compareWithReference(bytes: Uint8Array): void {
  const units = unitsOf(bytes);
  const expected = problemsOf(bytes, units);
  const text = lossyTextOf(bytes, units);
  let count = 0;
  for (const problem of problems(bytes)) {
    const wanted = expected[count++];
    if (
      wanted === undefined || problem.kind !== wanted.kind || problem.offset !== wanted.offset ||
      problem.length !== wanted.length
    ) assertEquals(problem, wanted, `in ${bytes}`);
  }
  assertStrictEquals(count, expected.length);
  assertStrictEquals(decodeLossy(bytes), text);
  assertStrictEquals(utf16Length(bytes), text.length);
  assertStrictEquals(codePointCount(bytes), units.length);
}

/** The verdict and the first problem of a sequence that stands alone, from the reference's list of problems. */
function compareAlone(bytes: Uint8Array, start: number, end: number): void {
  const [expected] = problemsOf(bytes.subarray(start, end));
  const found = findError(bytes, start, end);
  if (isUtf8(bytes, start, end) !== (expected === undefined)) assertEquals(isUtf8(bytes, start, end), !expected);
  if (expected === undefined) assertStrictEquals(found, undefined);
  else if (
    found?.kind !== expected.kind || found.offset !== expected.offset + start || found.length !== expected.length
  ) {
    assertEquals(found, { ...expected, offset: expected.offset + start }, `in ${bytes.slice(start, end)}`);
  }
}

test("all sequences of one and two bytes, alone", () => {
  const bytes = new Uint8Array(4);
  for (let length = 1; length <= 2; length++) {
    for (const sequence of sequences(ALL_BYTES, length)) {
      bytes.set(sequence, 1);
      compareAlone(bytes, 1, 1 + length);
      compareWithReference(bytes.subarray(1, 1 + length));
    }
  }
});

test("all sequences of three bytes, alone", () => {
  const bytes = new Uint8Array(3);
  for (const [a, b] of sequences(ALL_BYTES, 2)) {
    bytes[0] = a!;
    bytes[1] = b!;
    for (let c = 0; c < 256; c++) {
      bytes[2] = c;
      compareAlone(bytes, 0, 3);
    }
  }
});

test("all sequences of three bytes, with a letter behind each", () => {
  const bytes = new Uint8Array(4 * 256);
  for (const [a, b] of sequences(ALL_BYTES, 2)) {
    for (let c = 0; c < 256; c++) bytes.set([a!, b!, c, 0x2e], 4 * c);
    compareWithReference(bytes);
  }
});

test("sequences of four to six bytes, one byte of each class", () => {
  for (let length = 4; length <= 6; length++) {
    const bytes = new Uint8Array((length + 1) * CLASS_BYTES.length).fill(0x2e);
    for (const head of sequences(CLASS_BYTES, length - 1)) {
      CLASS_BYTES.forEach((last, i) => {
        bytes.set(head, i * (length + 1));
        bytes[i * (length + 1) + length - 1] = last;
      });
      compareWithReference(bytes);
    }
  }
});

test("sequences of four bytes, one byte of each class, at the end of the input", () => {
  for (const sequence of sequences(CLASS_BYTES, 4)) compareWithReference(Uint8Array.from(sequence));
});
