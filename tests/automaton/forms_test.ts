import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { ACCEPT, ERROR } from "../../lib/automaton/compile.ts";
import {
  UTF8_ACCEPT,
  UTF8_ERROR,
  UTF8_OFFSETS,
  UTF8_ROWS,
  utf8Automaton,
  utf8Words,
} from "../../lib/automaton/forms.ts";
import { STATE_BITS } from "../../lib/automaton/pack.ts";
import { bytesOfPoint } from "../reference.ts";
import { test } from "../test.ts";
import { FORMS, rangesOf } from "./rows.ts";

test("UTF-8's rows are those of Table 3-7", () => {
  assertEquals(UTF8_ROWS.map((row) => row.replace(/ +/g, " ")), FORMS["UTF-8"]!.map((row) => row.replace(/ +/g, " ")));
});

test("UTF-8's rows begin and end with the bytes of their first and last code point, and leave out surrogates only", () => {
  let expected = 0;
  for (const row of UTF8_ROWS) {
    const [first, last] = row.match(/(?<=U\+)[0-9A-F]+/g)!.map((digits) => parseInt(digits, 16));
    assertStrictEquals(first, expected, row);
    assertEquals(rangesOf(row).map(([low]) => low), bytesOfPoint(first!), row);
    assertEquals(rangesOf(row).map(([, high]) => high), bytesOfPoint(last!), row);
    expected = last === 0xd7ff ? 0xe000 : last! + 1;
  }
  assertStrictEquals(expected, 0x11_0000);
});

test("UTF-8's error and accept states lie where the constants say", () => {
  assertStrictEquals(UTF8_OFFSETS[ERROR], UTF8_ERROR);
  assertStrictEquals(UTF8_OFFSETS[ACCEPT], UTF8_ACCEPT);
  assertStrictEquals(new Set(UTF8_OFFSETS).size, utf8Automaton().states.length);
});

test("UTF-8's words are built once", () => {
  assert(utf8Words() === utf8Words());
});

test("UTF-8's words lead from accept to accept over each scalar value, and to error over each surrogate", () => {
  const words = utf8Words();
  for (let point = 0; point < 0x11_0000; point += point < 0x1000 ? 1 : 7) {
    let state = UTF8_ACCEPT;
    for (const byte of bytesOfPoint(point)) state = words[byte]! >>> state & STATE_BITS;
    const expected = point >= 0xd800 && point < 0xe000 ? UTF8_ERROR : UTF8_ACCEPT;
    if (state !== expected) assertStrictEquals(state, expected, point.toString(16));
  }
});
