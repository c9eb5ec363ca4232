import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { ACCEPT, compile, ERROR } from "../../lib/automaton/compile.ts";
import {
  BIJECTIVE_ROWS,
  CESU8_ROWS,
  KNOWN_OFFSETS,
  LATIN1_ROWS,
  MUTF8_ROWS,
  RFC2279_ROWS,
  UTF8_ACCEPT,
  UTF8_ERROR,
  UTF8_OFFSETS,
  UTF8_ROWS,
  utf8Automaton,
  utf8Words,
  WTF8_ROWS,
} from "../../lib/automaton/forms.ts";
import { parseRow } from "../../lib/automaton/form.ts";
import { commonMachine, machineOf } from "../../lib/kernel/machine.ts";
import { STATE_BITS } from "../../lib/automaton/pack.ts";
import { bytesOfPoint } from "../reference.ts";
import { test } from "../test.ts";
import { FORMS, rangesOf } from "./rows.ts";
import { searchOffsets } from "./search_offsets.ts";

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

const ROWS = { UTF8_ROWS, CESU8_ROWS, MUTF8_ROWS, WTF8_ROWS, BIJECTIVE_ROWS, LATIN1_ROWS };

test("each form but the six-byte one has a shift form, and its offsets are those that the search finds", () => {
  const known = new Map(KNOWN_OFFSETS.map((offsets) => [offsets.join(), offsets]));
  for (const [name, rows] of Object.entries(ROWS)) {
    const found = searchOffsets(compile(rows.map(parseRow)));
    assert(found !== undefined && known.has(found.join()), name);
    const { words, accept } = machineOf(rows.map(parseRow));
    assert(words !== undefined, name);
    assertStrictEquals(accept, found[ACCEPT]);
    assertStrictEquals(found[ERROR], 0);
  }
  assertStrictEquals(machineOf(RFC2279_ROWS.map(parseRow)).words, undefined);
});

test("what two forms write alike is found, and has a shift form too", () => {
  const machines = Object.values(ROWS).map((rows) => machineOf(rows.map(parseRow)));
  const counts = machines.map((a) => machines.map((b) => commonMachine(a, b)?.rows.length ?? 0).join(" "));
  assertEquals(counts, [
    "9 6 6 9 1 1", // UTF-8 with UTF-8, CESU-8, Modified UTF-8, WTF-8, bijective, Latin-1
    "6 7 6 6 1 1",
    "6 6 7 6 1 1",
    "9 6 6 9 1 1",
    "1 1 1 1 5 1",
    "1 1 1 1 1 1",
  ]);
  for (const a of machines) {
    for (const b of machines) {
      // The bijective form with itself is never converted: surrogates stand in the middle of a row of it.
      const common = commonMachine(a, b)!;
      if (a !== b) assert(common.words !== undefined);
      for (const { first, last } of common.rows) assert(last < 0xd800 || first > 0xdfff);
    }
  }
});
