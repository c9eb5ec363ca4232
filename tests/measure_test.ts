import { assertStrictEquals, assertThrows } from "@std/assert";
import { byteLength, codePointCount, utf16Length, utf8Length } from "../mod.ts";
import { bytesOfPoint, bytesOfText, lossyTextOf } from "./reference.ts";
import { damagedBytes, randomInts, randomText } from "./samples.ts";
import { test } from "./test.ts";

test("examples", () => {
  const cases: [text: string, bytes: number, points: number][] = [
    ["", 0, 0],
    ["$", 1, 1],
    ["¢", 2, 1],
    ["€", 3, 1],
    ["𐍈", 4, 1],
    ["א", 2, 1],
    ["a\0b", 3, 3],
    ["👨‍👩‍👧", 18, 5],
    ["\ufeff", 3, 1],
  ];
  for (const [text, bytes, points] of cases) {
    const source = Uint8Array.from(bytesOfText(text));
    assertStrictEquals(byteLength(text), bytes);
    assertStrictEquals(codePointCount(source), points);
    assertStrictEquals(utf16Length(source), text.length);
  }
});

test("byteLength: a lone surrogate counts three", () => {
  const cases: [text: string, bytes: number][] = [
    ["\ud800", 3],
    ["\udfff", 3],
    ["\udc00\ud800", 6],
    ["\ud800\ud800\udc00", 7],
    ["\ud800\udc00\udc00", 7],
    ["a\ud800b", 5],
  ];
  for (const [text, bytes] of cases) assertStrictEquals(byteLength(text), bytes, JSON.stringify(text));
});

test("byteLength of random strings", () => {
  const random = randomInts(61);
  for (let round = 0; round < 10_000; round++) {
    const text = randomText(random(80), random);
    assertStrictEquals(byteLength(text), bytesOfText(text).length);
  }
});

test("byteLength refuses what is not a string, and names it", () => {
  const cases: [value: unknown, name: string][] = [
    [undefined, "undefined"],
    [null, "null"],
    [5, "number"],
    [{ toString: () => "a", length: 1 }, "Object"],
    [["a"], "Array"],
    [new Uint8Array(1), "Uint8Array"],
  ];
  for (const [value, name] of cases) {
    const error = assertThrows(() => byteLength(value as string), TypeError);
    assertStrictEquals(error.message, `text must be a string, got ${name}`);
  }
});

test("counts of ill-formed input: one for each maximal subpart", () => {
  const random = randomInts(62);
  for (let round = 0; round < 5000; round++) {
    const bytes = round % 2 ? damagedBytes(random(300), random) : Uint8Array.from({ length: 40 }, () => random(256));
    const start = random(bytes.length + 1);
    const end = start + random(bytes.length - start + 1);
    const text = lossyTextOf(bytes.slice(start, end));
    assertStrictEquals(utf16Length(bytes, start, end), text.length);
    assertStrictEquals(codePointCount(bytes, start, end), Array.from(text).length);
  }
});

test("utf8Length of every code point", () => {
  for (let point = 0; point <= 0x10_ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const length = utf8Length(point);
    const expected = point % 97 && point > 0x1_0000 ? 4 : bytesOfPoint(point).length;
    if (length !== expected) assertStrictEquals(length, expected, point.toString(16));
  }
});

test("utf8Length refuses what is not a scalar value", () => {
  const cases: [value: unknown, type: typeof TypeError | typeof RangeError, message: string][] = [
    [0xd800, RangeError, "codePoint is U+D800, a surrogate"],
    [0xdbff, RangeError, "codePoint is U+DBFF, a surrogate"],
    [0xdc00, RangeError, "codePoint is U+DC00, a surrogate"],
    [0xdfff, RangeError, "codePoint is U+DFFF, a surrogate"],
    [0x11_0000, RangeError, "codePoint is U+110000, beyond U+10FFFF"],
    [2 ** 32, RangeError, "codePoint is U+100000000, beyond U+10FFFF"],
    [-1, RangeError, "codePoint must be a code point, got -1"],
    [1.5, RangeError, "codePoint must be a code point, got 1.5"],
    [NaN, RangeError, "codePoint must be a code point, got NaN"],
    [-Infinity, RangeError, "codePoint must be a code point, got -Infinity"],
    ["a", TypeError, "codePoint must be a number, got string"],
    [undefined, TypeError, "codePoint must be a number, got undefined"],
    [65n, TypeError, "codePoint must be a number, got bigint"],
  ];
  for (const [value, type, message] of cases) {
    const error = assertThrows(() => utf8Length(value as number), type);
    assertStrictEquals(error.constructor, type);
    assertStrictEquals(error.message, message);
  }
});
