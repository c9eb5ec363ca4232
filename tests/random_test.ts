/** Everything that judges or decodes bytes, on random input, against the reference and the platform's decoder. */

import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  codePointCount,
  codePoints,
  decode,
  decodeCodePoints,
  decodeLossy,
  findError,
  isAscii,
  isUtf8,
  problems,
  utf16Length,
  Utf8Error,
} from "../mod.ts";
import { lossyTextOf, problemsOf, unitsOf } from "./reference.ts";
import { damagedBytes, mixedBytes, randomInts } from "./samples.ts";
import { test } from "./test.ts";

/** Compares everything on `[start, end)` with the reference. */
function compareRange(bytes: Uint8Array, start: number, end: number): void {
  const part = bytes.slice(start, end);
  const expected = problemsOf(part).map((problem) => ({ ...problem, offset: problem.offset + start }));
  const text = lossyTextOf(part);
  assertEquals([...problems(bytes, start, end)], expected);
  assertEquals(findError(bytes, start, end), expected[0]);
  assertStrictEquals(isUtf8(bytes, start, end), expected.length === 0);
  assertStrictEquals(isAscii(bytes, start, end), part.every((byte) => byte < 0x80));
  assertStrictEquals(decodeLossy(bytes, start, end), text);
  assertStrictEquals(utf16Length(bytes, start, end), text.length);
  assertStrictEquals(codePointCount(bytes, start, end), Array.from(text).length);
  if (expected.length === 0) {
    const points = unitsOf(part).map(({ point }) => point!);
    assertStrictEquals(decode(bytes, start, end), text);
    assertEquals(decodeCodePoints(bytes, start, end), Uint32Array.from(points));
    assertEquals([...codePoints(bytes, start, end)], points);
  } else {
    for (
      const strict of [decode, decodeCodePoints, (...range: [Uint8Array, number, number]) => [...codePoints(...range)]]
    ) {
      assertEquals(assertThrows(() => strict(bytes, start, end), Utf8Error).problem, expected[0]);
    }
  }
}

test("text and damaged text, at every alignment and every length up to 80", () => {
  const random = randomInts(20260701);
  const bytes = new Uint8Array(96);
  for (let length = 0; length <= 80; length++) {
    for (let alignment = 0; alignment < 8; alignment++) {
      for (let round = 0; round < 4; round++) {
        const filling = round === 0 ? Uint8Array.from(mixedBytes(96, random)) : damagedBytes(96, random);
        bytes.fill(0x41).set(filling.subarray(0, 96));
        compareRange(bytes, alignment, alignment + length);
      }
    }
  }
});

test("one damaged byte at every place of every block", () => {
  const random = randomInts(7);
  for (const script of [[0x41], [0xd0, 0x96], [0xe4, 0xb8, 0x80], [0xf0, 0x9f, 0x98, 0x80]]) {
    const text = Uint8Array.from({ length: 264 }, (_, i) => script[i % script.length]!);
    for (let at = 0; at < text.length; at++) {
      const bytes = text.slice();
      bytes[at] = 0x80 + random(128);
      compareRange(bytes, 0, bytes.length);
      compareRange(bytes, 0, at + 1);
    }
  }
});

test("text longer than any block or chunk, whole and damaged", () => {
  const random = randomInts(99);
  for (let length = 100; length < 20_000; length = length * 5 >> 2) {
    const bytes = Uint8Array.from(mixedBytes(length, random));
    compareRange(bytes, 0, bytes.length);
    const damaged = damagedBytes(length, random);
    compareRange(damaged, 0, damaged.length);
    for (let damages = 0; damages < 3; damages++) {
      bytes[random(bytes.length)] = random(256);
      compareRange(bytes, random(8), bytes.length - random(8));
    }
  }
});

test("bytes of no meaning at all, 64 KiB of them", () => {
  const random = randomInts(4);
  compareRange(Uint8Array.from({ length: 65536 }, () => random(256)), 0, 65536);
  compareRange(Uint8Array.from({ length: 65536 }, () => 0x80 + random(128)), 3, 65536);
});

test("200,000 random inputs, against the platform's decoder", () => {
  if (typeof globalThis.TextDecoder !== "function") {
    return console.log("  no TextDecoder here: nothing to compare with");
  }
  const lossy = new globalThis.TextDecoder("utf-8", { ignoreBOM: true });
  const random = randomInts(123456789);
  for (let round = 0; round < 200_000; round++) {
    const length = random(100);
    const kind = round % 3;
    const bytes = kind === 0
      ? damagedBytes(length, random)
      : kind === 1
      ? Uint8Array.from({ length }, () => random(256))
      : Uint8Array.from([...damagedBytes(length >> 1, random), ...damagedBytes(length >> 1, random)]);
    const start = random(Math.min(8, bytes.length + 1));
    const text = lossy.decode(bytes.subarray(start));
    if (decodeLossy(bytes, start) !== text) assertStrictEquals(decodeLossy(bytes, start), text, `bytes ${bytes}`);
    const whole = isUtf8(bytes, start);
    if (whole !== isWhole(bytes.subarray(start))) assertStrictEquals(whole, !whole, `verdict on ${bytes}`);
    if (whole) assertStrictEquals(decode(bytes, start), text);
  }
});

const strict = typeof globalThis.TextDecoder === "function"
  ? new globalThis.TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  : undefined;

function isWhole(bytes: Uint8Array): boolean {
  try {
    strict!.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
