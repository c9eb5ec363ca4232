import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import {
  ceilBoundary,
  decodeLossy,
  encodeLossy,
  floorBoundary,
  isBoundary,
  problems,
  truncate,
  truncateBytes,
} from "../mod.ts";
import { bytesOfText, unitsOf } from "./reference.ts";
import { CLASS_BYTES, damagedBytes, randomInts, randomText, sequences } from "./samples.ts";
import { test } from "./test.ts";

/** Compares everything with the borders between the reference's units, at every offset. */
function compareBorders(bytes: Uint8Array): void {
  const borders = [0, ...unitsOf(bytes).map(({ offset, length }) => offset + length)];
  for (let offset = 0; offset <= bytes.length; offset++) {
    const floor = borders.findLast((border) => border <= offset)!;
    const ceil = borders.find((border) => border >= offset)!;
    if (
      isBoundary(bytes, offset) !== (floor === offset) || floorBoundary(bytes, offset) !== floor ||
      ceilBoundary(bytes, offset) !== ceil || truncateBytes(bytes, offset).length !== floor
    ) {
      assertEquals(
        [isBoundary(bytes, offset), floorBoundary(bytes, offset), ceilBoundary(bytes, offset)],
        [floor === offset, floor, ceil],
        `at ${offset} of ${bytes}`,
      );
      assertStrictEquals(truncateBytes(bytes, offset).length, floor, `at ${offset} of ${bytes}`);
    }
  }
}

test("examples", () => {
  const bytes = Uint8Array.from(bytesOfText("a€𐍈"));
  assertEquals([0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => floorBoundary(bytes, i)), [0, 1, 1, 1, 4, 4, 4, 4, 8]);
  assertEquals([0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => ceilBoundary(bytes, i)), [0, 1, 4, 4, 4, 8, 8, 8, 8]);
  assertEquals([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((i) => isBoundary(bytes, i)), [0, 1, 4, 8]);
});

test("ill-formed examples: a maximal subpart is one unit, a continuation byte without a lead byte another", () => {
  const cases: [bytes: number[], borders: number[]][] = [
    [[0x80, 0x80], [0, 1, 2]],
    [[0xc0, 0xaf], [0, 1, 2]],
    [[0xe2, 0x82], [0, 2]],
    [[0xe2, 0x82, 0x41], [0, 2, 3]],
    [[0xe2, 0x82, 0xac, 0xac], [0, 3, 4]],
    [[0xf0, 0x9f, 0x98], [0, 3]],
    [[0xf0, 0x9f, 0x98, 0x41], [0, 3, 4]],
    [[0xf0, 0x80, 0x80, 0x80], [0, 1, 2, 3, 4]],
    [[0xed, 0xa0, 0x80], [0, 1, 2, 3]],
    [[0xf4, 0x90, 0x80, 0x80], [0, 1, 2, 3, 4]],
    [[0xf8, 0x80, 0x80, 0x80], [0, 1, 2, 3, 4]],
    [[0xe1, 0x80, 0xe2, 0xf0, 0x91, 0x92, 0xf1, 0xbf, 0x41], [0, 2, 3, 6, 8, 9]],
  ];
  for (const [bytes, borders] of cases) {
    const source = Uint8Array.from(bytes);
    const found = Array.from({ length: bytes.length + 1 }, (_, i) => i).filter((i) => isBoundary(source, i));
    assertEquals(found, borders, String(bytes));
  }
});

test("every offset of short sequences, one byte of each class", () => {
  for (let length = 0; length <= 5; length++) {
    const step = length < 5 ? 1 : 7;
    let count = 0;
    for (const sequence of sequences(CLASS_BYTES, length)) {
      if (count++ % step === 0) compareBorders(Uint8Array.from(sequence));
    }
  }
});

test("every offset of text, damaged text and random bytes", () => {
  const random = randomInts(71);
  for (let round = 0; round < 3000; round++) {
    compareBorders(damagedBytes(random(40), random));
    compareBorders(Uint8Array.from({ length: random(40) }, () => 0x70 + random(144)));
  }
});

test("the two halves of any cut have the problems and the text of the whole", () => {
  const random = randomInts(72);
  for (let round = 0; round < 1000; round++) {
    const bytes = round % 2 ? damagedBytes(40, random) : Uint8Array.from({ length: 20 }, () => 0x60 + random(160));
    const text = decodeLossy(bytes);
    const count = [...problems(bytes)].length;
    for (let offset = 0; offset <= bytes.length; offset++) {
      if (!isBoundary(bytes, offset)) continue;
      assertStrictEquals(decodeLossy(bytes, 0, offset) + decodeLossy(bytes, offset), text);
      assertStrictEquals([...problems(bytes, 0, offset), ...problems(bytes, offset)].length, count);
    }
  }
});

test("truncateBytes gives a view of the same memory", () => {
  const bytes = new Uint8Array(new ArrayBuffer(16), 3, 9);
  bytes.set(bytesOfText("aé€b"));
  for (let most = 0; most < 12; most++) {
    const cut = truncateBytes(bytes, most);
    assertStrictEquals(cut.buffer, bytes.buffer);
    assertStrictEquals(cut.byteOffset, 3);
    assert(cut.length <= most);
  }
  assertStrictEquals(truncateBytes(bytes, 100).length, 9);
  assertStrictEquals(truncateBytes(bytes, Number.MAX_SAFE_INTEGER).length, 9);
});

test("truncate: every room of random strings with lone surrogates", () => {
  const random = randomInts(73);
  for (let round = 0; round < 3000; round++) {
    const text = randomText(random(25), random);
    const all = bytesOfText(text).length;
    for (let most = 0; most <= all + 2; most++) {
      let expected = "";
      for (const character of text) {
        if (bytesOfText(expected + character).length > most) break;
        expected += character;
      }
      assertStrictEquals(truncate(text, most), expected);
    }
    assertStrictEquals(truncate(text, Number.MAX_SAFE_INTEGER), text);
  }
});

test("truncate and truncateBytes cut well-formed text at the same place", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 50, size: "max" }), fc.nat(200), (text, most) => {
      const bytes = encodeLossy(text);
      const cut = truncate(text, most);
      assertEquals(encodeLossy(cut), truncateBytes(bytes, most));
      assert(text.startsWith(cut));
    }),
    { seed: 5, numRuns: 1000 },
  );
});

test("truncate refuses what is not a string and what is not a number of bytes", () => {
  const cases: [text: unknown, most: unknown, type: typeof TypeError | typeof RangeError, message: string][] = [
    [undefined, 1, TypeError, "text must be a string, got undefined"],
    [12, 1, TypeError, "text must be a string, got number"],
    [{ toString: () => "a" }, 1, TypeError, "text must be a string, got Object"],
    ["a", undefined, TypeError, "maxBytes must be a number, got undefined"],
    ["a", "1", TypeError, "maxBytes must be a number, got string"],
    ["a", 1n, TypeError, "maxBytes must be a number, got bigint"],
    ["a", -1, RangeError, "maxBytes is -1"],
    ["a", 0.5, RangeError, "maxBytes must be an integer, got 0.5"],
    ["a", NaN, RangeError, "maxBytes must be an integer, got NaN"],
    ["a", Infinity, RangeError, "maxBytes must be an integer, got Infinity"],
  ];
  for (const [text, most, type, message] of cases) {
    const error = assertThrows(() => truncate(text as string, most as number), type, message);
    assertStrictEquals(error.constructor, type);
  }
});
