import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { type Automaton, compile } from "../../lib/automaton/compile.ts";
import { parseRow } from "../../lib/automaton/form.ts";
import { UTF8_OFFSETS, utf8Automaton } from "../../lib/automaton/forms.ts";
import { pack, STATE_BITS } from "../../lib/automaton/pack.ts";
import { test } from "../test.ts";
import { FORMS } from "./rows.ts";
import { searchOffsets } from "./search_offsets.ts";

/** Compares each step of the shift form with the table. */
function compareWithTable(automaton: Automaton, offsets: readonly number[]): void {
  const { classes, classCount, states, table } = automaton;
  const words = pack(automaton, offsets);
  assertStrictEquals(words.length, 256);
  for (let state = 0; state < states.length; state++) {
    for (let byte = 0; byte < 256; byte++) {
      const next = offsets[table[state * classCount + classes[byte]!]!]!;
      assertStrictEquals(words[byte]! >>> offsets[state]! & STATE_BITS, next, `state ${state}, byte ${byte}`);
    }
  }
}

test("a step of UTF-8's shift form is a step of its table, for each state and byte", () => {
  compareWithTable(utf8Automaton(), UTF8_OFFSETS);
});

test("a step may leave rubbish above the five bits of the state: the next shift does not see it", () => {
  const automaton = utf8Automaton();
  const words = pack(automaton, UTF8_OFFSETS);
  for (const offset of UTF8_OFFSETS) {
    for (let byte = 0; byte < 256; byte++) {
      const state = words[byte]! >>> offset;
      assertStrictEquals(words[0x80]! >>> state, words[0x80]! >>> (state & STATE_BITS));
    }
  }
});

for (const name of ["UTF-8", "CESU-8", "one byte", "all bytes", "no bytes", "the same lead byte in two rows"]) {
  test(`${name}: the search finds offsets that fit`, () => {
    const automaton = compile(FORMS[name]!.map(parseRow));
    const offsets = searchOffsets(automaton);
    assert(offsets !== undefined);
    assertStrictEquals(new Set(offsets).size, automaton.states.length);
    compareWithTable(automaton, offsets);
  });
}

test("the offsets that are kept are those that the search finds", () => {
  assertEquals(searchOffsets(utf8Automaton()), [...UTF8_OFFSETS]);
});

test("offsets that do not fit are refused, with the reason", () => {
  const two = compile(["U+0041 41"].map(parseRow)); // error 0, accept 1
  const utf8 = utf8Automaton();
  const with8 = (state: number, offset: number) => UTF8_OFFSETS.map((kept, k) => k === state ? offset : kept);
  const cases: [automaton: Automaton, offsets: readonly number[], message: string][] = [
    [two, [0], "2 states need as many offsets, got 1"],
    [two, [0, 6, 12], "2 states need as many offsets, got 3"],
    [utf8, [], "9 states need as many offsets, got 0"],
    [utf8, UTF8_OFFSETS.slice(1), "9 states need as many offsets, got 8"],
    // "A" leads from accept (bit 31 on) to accept, and 31 does not fit one bit.
    [two, [0, 31], "these offsets do not fit: for byte 41, the field of state 1 hangs over the end of the word"],
    // "A" leads from error (bits 0 to 4) to error, 00000, and from accept (bits 4 to 8) to accept, 00100; bit 4 agrees.
    // Accept at 1 is another matter: 00001 at bits 1 to 5 says that bit 1 is set.
    [two, [0, 1], "these offsets do not fit: for byte 41, the field of state 1 disagrees with one that it overlaps"],
    [two, [1, 0], "these offsets do not fit: for byte 00, the field of state 1 disagrees with one that it overlaps"],
    [
      utf8,
      with8(1, 7),
      "these offsets do not fit: for byte 80, the field of state 7 disagrees with one that it overlaps",
    ],
  ];
  for (const [automaton, offsets, message] of cases) {
    assertStrictEquals(assertThrows(() => pack(automaton, offsets), RangeError).message, message);
  }
});

test("offsets that are not distinct integers from 0 to 31 are refused", () => {
  const two = compile(["U+0041 41"].map(parseRow));
  for (const offsets of [[0, 0], [6, 6], [0, 32], [-1, 6], [0, 6.5], [0, NaN], [0, 38]]) {
    assertThrows(() => pack(two, offsets), RangeError, "offsets", String(offsets));
  }
});
