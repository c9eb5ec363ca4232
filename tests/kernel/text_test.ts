import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  bytesOfText,
  firstLoneSurrogate,
  isPairAt,
  lengthOfPoint,
  pointAt,
  putPoint,
  putText,
  SHORT,
  shortText,
  textOf,
  unitsThatFit,
} from "../../lib/kernel/text.ts";
import * as reference from "../reference.ts";
import { damagedBytes, mixedBytes, randomInts, randomText } from "../samples.ts";
import { test } from "../test.ts";

test("short text is a string, ill-formed bytes in the range are none", () => {
  const random = randomInts(30);
  for (const piece of ["\0a~\x7f", "é", "€", "😀", "aé€😀"]) {
    const bytes = Uint8Array.from([0xff, ...reference.bytesOfText(piece.repeat(SHORT)).slice(0, SHORT), 0xff]);
    for (let start = 0; start <= bytes.length; start++) {
      for (let end = start; end <= Math.min(bytes.length, start + SHORT); end++) {
        const part = bytes.slice(start, end);
        const expected = reference.problemsOf(part).length > 0 ? undefined : reference.lossyTextOf(part);
        const text = shortText(bytes, start, end);
        if (text !== expected) assertStrictEquals(text, expected, `${piece}: ${part}`);
      }
    }
  }
  for (let round = 0; round < 5000; round++) {
    const bytes = damagedBytes(SHORT, random).subarray(0, SHORT);
    const expected = reference.problemsOf(bytes).length > 0 ? undefined : reference.lossyTextOf(bytes);
    assertStrictEquals(shortText(bytes, 0, bytes.length), expected);
  }
});

test("the first lone surrogate", () => {
  const cases: [text: string, position: number][] = [
    ["", -1],
    ["a😀\ue000\ud7ff", -1],
    ["\ud800", 0],
    ["a\udc00", 1],
    ["😀\ud83d😀", 2],
    ["😀\ude00", 2],
    ["\ud83d\ud83d\ude00\udc00", 0],
  ];
  for (const [text, position] of cases) assertStrictEquals(firstLoneSurrogate(text), position, JSON.stringify(text));
});

test("text longer than a chunk, whole and damaged, with characters across each border", () => {
  const random = randomInts(31);
  for (const length of [0, 1, SHORT, SHORT + 1, 4095, 4096, 4097, 8191, 8192, 8193, 12_300]) {
    for (let shift = 0; shift < 8; shift++) {
      for (const bytes of [Uint8Array.from(mixedBytes(length + 8, random)), damagedBytes(length + 8, random)]) {
        const end = Math.min(bytes.length, shift + length);
        const start = Math.min(shift, end);
        const expected = reference.lossyTextOf(bytes.slice(start, end));
        if (textOf(bytes, start, end) !== expected) assertStrictEquals(textOf(bytes, start, end), expected);
      }
    }
  }
  for (const character of ["é", "€", "😀"]) {
    for (let shift = 0; shift < 4; shift++) {
      const text = "a".repeat(shift) + character.repeat(5000);
      const bytes = Uint8Array.from(reference.bytesOfText(text));
      if (textOf(bytes, 0, bytes.length) !== text) assertStrictEquals(textOf(bytes, 0, bytes.length), text);
    }
  }
});

test("a code point and its bytes, each way, for the ends of each length", () => {
  const target = new Uint8Array(6);
  for (const point of [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfeff, 0xffff, 0x1_0000, 0x4_0000, 0x10_ffff]) {
    const expected = reference.bytesOfPoint(point);
    target.fill(0xaa);
    assertStrictEquals(putPoint(point, target, 1), 1 + expected.length);
    assertEquals([...target], [0xaa, ...expected, ...new Array(5 - expected.length).fill(0xaa)]);
    assertStrictEquals(lengthOfPoint(point), expected.length as 1);
    assertStrictEquals(pointAt(target, 1), point);
  }
});

test("pairs are told from lone surrogates, at the ends of the string too", () => {
  const cases: [text: string, pairs: number[]][] = [
    ["", []],
    ["ab", []],
    ["😀", [0]],
    ["a😀b", [1]],
    ["\ud800\udc00", [0]],
    ["\udbff\udfff", [0]],
    ["\ud7ff\udc00", []],
    ["\ud800\ue000", []],
    ["\udc00\ud800", []],
    ["\ud800\ud800\udc00\udc00", [1]],
    ["\ud800", []],
    ["\udc00", []],
  ];
  for (const [text, pairs] of cases) {
    for (let i = -1; i <= text.length; i++) {
      assertStrictEquals(isPairAt(text, i), pairs.includes(i), `${JSON.stringify(text)} at ${i}`);
    }
  }
});

test("text is put, counted and fitted as the reference says, up to each position", () => {
  const random = randomInts(32);
  for (let round = 0; round < 3000; round++) {
    const text = randomText(random(20), random);
    const expected = reference.bytesOfText(text);
    assertStrictEquals(bytesOfText(text), expected.length);
    const target = new Uint8Array(expected.length + 2).fill(0xaa);
    assertStrictEquals(putText(text, text.length, target, 1, true), 1 + expected.length);
    assertEquals([...target], [0xaa, ...expected, 0xaa]);
    const lone = [...text].map((c) => c.charCodeAt(0) >> 11 === 0x1b && c.length === 1).indexOf(true);
    const position = [...text].slice(0, lone).join("").length;
    const strict = putText(text, text.length, new Uint8Array(expected.length), 0, false);
    assertStrictEquals(strict, lone < 0 ? expected.length : ~position);
    for (let room = 0; room <= expected.length; room++) {
      let units = 0;
      let used = 0;
      for (const character of text) {
        used += reference.bytesOfText(character).length;
        if (used > room) break;
        units += character.length;
      }
      assertStrictEquals(unitsThatFit(text, room), units);
    }
  }
});
