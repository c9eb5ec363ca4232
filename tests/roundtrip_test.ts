/** There and back again, through every pair of functions. */

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import * as fc from "fast-check";
import {
  byteLength,
  codePointCount,
  codePoints,
  decode,
  decodeCodePoints,
  decodeCString,
  decodeLossy,
  encode,
  encodeCodePoints,
  encodeInto,
  encodeLossy,
  floorBoundary,
  isBoundary,
  isUtf8,
  problems,
  utf16Length,
  utf8Length,
  write,
} from "../mod.ts";
import { bytesOfPoint } from "./reference.ts";
import { test } from "./test.ts";

const SURROGATES = 0x800;
const SCALAR_VALUES = 0x11_0000 - SURROGATES;

test("all 1,112,064 scalar values, one by one", () => {
  const target = new Uint8Array(5);
  let count = 0;
  for (let point = 0; point <= 0x10_ffff; point++) {
    if (point === 0xd800) point = 0xe000;
    count++;
    const text = String.fromCodePoint(point);
    const bytes = encode(text);
    const length = bytes.length;
    const written = write(text, target, 1);
    const into = encodeInto(text, target.subarray(1));
    const back = decode(bytes);
    if (
      back !== text || decodeLossy(bytes) !== text || decode(target, 1, 1 + length) !== text ||
      (point > 0 && decodeCString(bytes) !== text) || written !== length || into.written !== length ||
      into.read !== text.length || utf8Length(point) !== length || byteLength(text) !== length ||
      encodeLossy(text).length !== length || codePointCount(bytes) !== 1 || utf16Length(bytes) !== text.length ||
      !isUtf8(bytes)
    ) {
      assertEquals(bytes, Uint8Array.from(bytesOfPoint(point)), `bytes of ${point.toString(16)}`);
      assertStrictEquals(back, text, `text of ${point.toString(16)}`);
      assert(false, `a pair of functions disagrees on ${point.toString(16)}`);
    }
  }
  assertStrictEquals(count, SCALAR_VALUES);
});

test("all 1,112,064 scalar values, in one string", () => {
  const points = Uint32Array.from({ length: SCALAR_VALUES }, (_, i) => i < 0xd800 ? i : i + SURROGATES);
  const expected: number[] = [];
  let text = "";
  for (const point of points) {
    text += String.fromCodePoint(point);
    const bytes = bytesOfPoint(point);
    for (const byte of bytes) expected.push(byte);
  }
  const bytes = encodeCodePoints(points);
  assertSame(bytes, expected, "encodeCodePoints");
  assertSame(encode(text), expected, "encode");
  assertSame(encodeLossy(text), expected, "encodeLossy");
  const target = new Uint8Array(bytes.length);
  assertStrictEquals(write(text, target, 0), bytes.length);
  assertSame(target, expected, "write");
  assertEquals(encodeInto(text, target.fill(0)), { read: text.length, written: bytes.length });
  assertSame(target, expected, "encodeInto");
  assert(decode(bytes) === text, "decode");
  assert(decodeLossy(bytes) === text, "decodeLossy");
  assert(decodeCString(bytes, 1) === text.slice(1), "decodeCString");
  assertSame(decodeCodePoints(bytes), points, "decodeCodePoints");
  let i = 0;
  for (const point of codePoints(bytes)) {
    if (point !== points[i++]) assertStrictEquals(point, points[i - 1], "codePoints");
  }
  assertStrictEquals(i, SCALAR_VALUES);
  assertStrictEquals(codePointCount(bytes), SCALAR_VALUES);
  assertStrictEquals(utf16Length(bytes), text.length);
  assertStrictEquals(byteLength(text), bytes.length);
  assert(isUtf8(bytes));
});

function assertSame(actual: ArrayLike<number>, expected: ArrayLike<number>, message: string): void {
  assertStrictEquals(actual.length, expected.length, message);
  for (let i = 0; i < expected.length; i++) {
    if (actual[i] !== expected[i]) assertStrictEquals(actual[i], expected[i], `${message}, at ${i}`);
  }
}

test("no surrogate makes the way, in either direction", () => {
  for (let point = 0xd800; point < 0xe000; point++) {
    const bytes = Uint8Array.from(bytesOfPoint(point));
    assertStrictEquals(decodeLossy(bytes), "\ufffd\ufffd\ufffd");
    assertEquals(encodeLossy(String.fromCharCode(point)), Uint8Array.of(0xef, 0xbf, 0xbd));
  }
});

const text = fc.string({ unit: "binary", maxLength: 300, size: "max" });

test("any well-formed text comes back from its bytes", () => {
  fc.assert(
    fc.property(text, fc.nat(9), (text, offset) => {
      const bytes = encode(text);
      const target = new Uint8Array(offset + bytes.length + 3);
      const end = offset + write(text, target, offset);
      return decode(bytes) === text && decodeLossy(bytes) === text && decode(target, offset, end) === text &&
        String.fromCodePoint(...decodeCodePoints(bytes)) === text && byteLength(text) === bytes.length;
    }),
    { seed: 2, numRuns: 1000 },
  );
});

test("any bytes, cut anywhere that is a boundary: the texts of the pieces are the text of the whole", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200, size: "max" }),
    fc.uint8Array({ min: 0x80, maxLength: 200, size: "max" }),
    text.map(encode),
    fc.array(fc.constantFrom(0x41, 0x80, 0xa0, 0xc3, 0xe0, 0xe4, 0xed, 0xf0, 0xf4, 0xff), {
      maxLength: 60,
      size: "max",
    })
      .map((bytes) => Uint8Array.from(bytes)),
  );
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(200), { maxLength: 5 }), (bytes, places) => {
      const cuts = places.map((place) => floorBoundary(bytes, Math.min(place, bytes.length))).sort((a, b) => a - b);
      const borders = [0, ...cuts, bytes.length];
      const pieces = borders.slice(1).map((end, k) => decodeLossy(bytes, borders[k], end));
      assertStrictEquals(pieces.join(""), decodeLossy(bytes));
      const found = borders.slice(1).flatMap((end, k) => [...problems(bytes, borders[k], end)]);
      const shown = (list: Iterable<{ offset: number; length: number }>) =>
        [...list].map(({ offset, length }) => `${offset}+${length}`).join();
      assertStrictEquals(shown(found), shown(problems(bytes)));
    }),
    { seed: 3, numRuns: 2000 },
  );
});

test("any bytes: problems and the well-formed ranges between them part the input", () => {
  fc.assert(
    fc.property(fc.uint8Array({ min: 0x60, maxLength: 120, size: "max" }), (bytes) => {
      let behind = 0;
      let text = "";
      for (const { offset, length } of problems(bytes)) {
        assert(offset >= behind && length >= 1 && length <= 3 && offset + length <= bytes.length);
        assert(isUtf8(bytes, behind, offset));
        assert(!isUtf8(bytes, offset, offset + length));
        assert(isBoundary(bytes, offset) && isBoundary(bytes, offset + length));
        text += decode(bytes, behind, offset) + "\ufffd";
        behind = offset + length;
      }
      assert(isUtf8(bytes, behind));
      assertStrictEquals(text + decode(bytes, behind), decodeLossy(bytes));
    }),
    { seed: 4, numRuns: 2000 },
  );
});
