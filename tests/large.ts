/**
 * Input of 5 GiB and strings that are too long: half a minute and 1.3 GB of memory, so not among the other tests.
 *
 * `deno task test:large`
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertStrictEquals, assertThrows } from "@std/assert";
import {
  ceilBoundary,
  codePointCount,
  cStringEnd,
  decode,
  decodeColumn,
  decodeCString,
  decodeLossy,
  findError,
  floorBoundary,
  isAscii,
  isUtf8,
  problems,
  utf16Length,
  Utf8Error,
  Utf8RowError,
} from "../mod.ts";
import { MAX_RANGE } from "../lib/kernel/lanes.ts";
import { test } from "./test.ts";

const GIB = 2 ** 30;
const SIZE = 5 * GIB;
const BAD = SIZE - 12_345;

const bytes = new Uint8Array(SIZE); // zeros, which take no memory until they are written to

/** Runs a step and says how long it took. */
function timed<T>(what: string, step: () => T): T {
  const before = performance.now();
  const result = step();
  const ms = performance.now() - before;
  console.log(`  ${what}: ${(ms / 1000).toFixed(2)} s, ${(SIZE / ms / 1e6).toFixed(1)} GB/s`);
  return result;
}

test("5 GiB of ASCII is ASCII", () => {
  assertStrictEquals(timed("isAscii", () => isAscii(bytes)), true);
  assertStrictEquals(timed("isUtf8", () => isUtf8(bytes)), true);
  assertStrictEquals(timed("codePointCount", () => codePointCount(bytes)), SIZE);
  assertStrictEquals(timed("utf16Length", () => utf16Length(bytes)), SIZE);
});

test("one bad byte near the end of 5 GiB", () => {
  bytes[BAD] = 0xff;
  const problem = { kind: "invalid-byte" as const, offset: BAD, length: 1 };
  assertFalse(timed("isAscii", () => isAscii(bytes)));
  assertFalse(timed("isUtf8", () => isUtf8(bytes)));
  assertEquals(timed("findError", () => findError(bytes)), problem);
  assertEquals(timed("problems", () => [...problems(bytes)]), [problem]);
  assertStrictEquals(timed("codePointCount", () => codePointCount(bytes)), SIZE);
  const error = assertThrows(() => timed("decode", () => decode(bytes)), Utf8Error, `at byte ${BAD}: FF never`);
  assertEquals(error.problem, problem);
  assertEquals(findError(bytes, 4 * GIB + 1), problem);
  assertStrictEquals(decodeLossy(bytes, BAD - 1, BAD + 2), "\0\ufffd\0");
  assertEquals([floorBoundary(bytes, BAD + 1), ceilBoundary(bytes, BAD)], [BAD + 1, BAD]);
  bytes[BAD] = 0;
});

test("an incomplete character at the very end of 5 GiB", () => {
  bytes.set([0xf0, 0x9f, 0x98], SIZE - 3);
  assertEquals(findError(bytes), { kind: "incomplete", offset: SIZE - 3, length: 3 });
  assertStrictEquals(codePointCount(bytes), SIZE - 2);
  assertEquals([floorBoundary(bytes, SIZE - 1), ceilBoundary(bytes, SIZE - 2)], [SIZE - 3, SIZE]);
  bytes.fill(0, SIZE - 3);
});

test("characters and ill-formed sequences across the borders of windows", () => {
  // A range that starts a window's length in front of a place has a border there.
  for (const border of [MAX_RANGE, 2 * MAX_RANGE, 2 ** 31, 2 ** 32, 4 * MAX_RANGE]) {
    const [start, end] = [border - MAX_RANGE, border + 1000];
    for (let before = 0; before <= 4; before++) {
      const at = border - before;
      bytes.set([0xf0, 0x9f, 0x98, 0x80], at);
      assertStrictEquals(findError(bytes, start, end), undefined, `${before} before ${border}`);
      if (before === 2) assertStrictEquals(codePointCount(bytes, start, end), end - start - 3);
      bytes[at + 3] = 0x41;
      assertEquals([...problems(bytes, start, end)], [{ kind: "truncated", offset: at, length: 3 }]);
      if (before === 2) assertStrictEquals(utf16Length(bytes, start, end), end - start - 2);
      bytes.fill(0, at, at + 4);
    }
  }
});

test("a C string across 4 GiB", () => {
  const [start, end] = [2 ** 32 - 100_000, 2 ** 32 + 100_000];
  bytes.fill(0x20, start, end);
  assertStrictEquals(cStringEnd(bytes, start), end);
  assertStrictEquals(decodeCString(bytes, start), " ".repeat(end - start));
  assertStrictEquals(decodeCString(bytes, end - 2), "  ");
  bytes.fill(0, start, end);
});

test("rows of a column across 4 GiB, and 10,000,000 rows", () => {
  bytes.fill(0x41, 2 ** 32 - 10, 2 ** 32 + 10);
  const offsets = Float64Array.of(2 ** 32 - 5, 2 ** 32 - 1, 2 ** 32 + 1, 2 ** 32 + 4);
  assertEquals(decodeColumn(bytes, offsets), ["AAAA", "AA", "AAA"]);
  bytes[2 ** 32 + 2] = 0xff;
  const error = assertThrows(() => decodeColumn(bytes, offsets), Utf8RowError);
  assertEquals([error.row, error.offsetInRow, error.offset], [2, 1, 2 ** 32 + 2]);
  bytes.fill(0, 2 ** 32 - 10, 2 ** 32 + 10);

  const rows = 10_000_000;
  bytes.fill(0x42, 0, 3 * rows);
  const column = decodeColumn(bytes, Int32Array.from({ length: rows + 1 }, (_, row) => 3 * row));
  assertStrictEquals(column.length, rows);
  assert(column.every((text) => text === "BBB"));
  bytes.fill(0, 0, 3 * rows);
});

test("a text longer than strings can be is refused, with its length", () => {
  const longest = longestString();
  for (const [call, length] of [[decode, 2 ** 31], [decodeLossy, 2 ** 31], [decode, longest + 1]] as const) {
    const { message } = assertThrows(() => call(bytes, 0, length), RangeError);
    const expected = `the text of ${length} bytes is longer than strings can be here`;
    assertStrictEquals(message, expected);
  }
});

test("a text as long as strings can be is decoded", () => {
  const length = Math.min(longestString(), 2 ** 29 - 24);
  const text = timed(`decode of ${length} bytes`, () => decode(bytes, 0, length));
  assertStrictEquals(text.length, length);
  assertStrictEquals(text.charCodeAt(length - 1), 0);
});

/** How long strings can be here. */
function longestString(): number {
  let [fits, fails] = [2 ** 28, 2 ** 32];
  while (fails - fits > 1) {
    const length = Math.floor((fits + fails) / 2);
    try {
      "x".repeat(length);
      fits = length;
    } catch {
      fails = length;
    }
  }
  return fits;
}
