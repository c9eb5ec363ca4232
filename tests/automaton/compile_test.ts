import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { ACCEPT, type Automaton, compile, ERROR } from "../../lib/automaton/compile.ts";
import { parseRow } from "../../lib/automaton/form.ts";
import { test } from "../test.ts";
import { endsBehind, FORMS, rangesOf } from "./rows.ts";

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

function next(automaton: Automaton, state: number, byte: number): number {
  return automaton.table[state * automaton.classCount + automaton.classes[byte]!]!;
}

/** A sequence of bytes that leads from the accept state to each state, and what the rows say may come behind it. */
function waysTo(automaton: Automaton): Map<number, number[]> {
  const ways = new Map<number, number[]>([[ACCEPT, []]]);
  for (const [state, way] of ways) {
    for (const byte of BYTES) {
      const following = next(automaton, state, byte);
      if (!ways.has(following)) ways.set(following, [...way, byte]);
    }
  }
  return ways;
}

for (const [name, rows] of Object.entries(FORMS)) {
  test(`${name}: each byte in each state leads where the rows say`, () => {
    const automaton = compile(rows.map(parseRow));
    const ways = waysTo(automaton);
    const stateOfEnds = new Map([["", ACCEPT]]);
    for (const [state, way] of ways) {
      if (state === ERROR || state === ACCEPT) continue;
      const ends = endsBehind(rows, way).join(" or ");
      assertStrictEquals(stateOfEnds.get(ends), undefined, `two states wait for ${ends}`);
      stateOfEnds.set(ends, state);
    }
    for (const [state, way] of ways) {
      for (const byte of BYTES) {
        const ends = endsBehind(rows, [...way, byte]);
        const expected = state === ERROR || ends.length === 0 ? ERROR : stateOfEnds.get(ends.join(" or "));
        assertStrictEquals(next(automaton, state, byte), expected, `${way} ${byte}`);
      }
    }
  });

  test(`${name}: every state can be reached, and the table has a place for each state and class`, () => {
    const automaton = compile(rows.map(parseRow));
    const ways = waysTo(automaton);
    for (let state = ACCEPT; state < automaton.states.length; state++) assert(ways.has(state), `state ${state}`);
    assertStrictEquals(automaton.table.length, automaton.states.length * automaton.classCount);
    assert(automaton.table.every((state) => state < automaton.states.length));
  });

  test(`${name}: two bytes share a class exactly if no row tells them apart`, () => {
    const { classes, classCount } = compile(rows.map(parseRow));
    const ranges = rows.flatMap(rangesOf);
    const inRanges = BYTES.map((byte) => ranges.map(([low, high]) => low <= byte && byte <= high).join());
    for (const a of BYTES) {
      for (const b of BYTES) {
        const same = classes[a] === classes[b];
        if (same !== (inRanges[a] === inRanges[b])) assertStrictEquals(same, !same, `bytes ${a} and ${b}`);
      }
    }
    assertStrictEquals(classCount, new Set(inRanges).size);
    assertEquals([...new Set(classes)].sort((a, b) => a - b), Array.from({ length: classCount }, (_, k) => k));
  });

  test(`${name}: what each state waits for is what the rows have left`, () => {
    const { states } = compile(rows.map(parseRow));
    assertEquals(states[ERROR], []);
    const texts = states.map((rests) =>
      rests.map((rest) => rest.map(({ low, high }) => `${low}-${high}`).join(" ")).join(" or ")
    );
    const expected = [...waysTo(compile(rows.map(parseRow)))].filter(([state]) => state !== ERROR);
    for (const [state, way] of expected) {
      const left = rows.filter((row) => endsBehind([row], way).length > 0)
        .map((row) => rangesOf(row).slice(way.length).map(([low, high]) => `${low}-${high}`).join(" "));
      assertStrictEquals(texts[state], left.join(" or "));
    }
  });
}

test("UTF-8 has thirteen classes of bytes", () => {
  const { classes } = compile(FORMS["UTF-8"]!.map(parseRow));
  const firsts = BYTES.filter((byte) => byte === 0 || classes[byte] !== classes[byte - 1]);
  assertEquals(
    firsts.map((byte) => `${byte.toString(16)}:${classes[byte]}`).join(" "),
    "0:0 80:1 90:2 a0:3 c0:4 c2:5 e0:6 e1:7 ed:8 ee:9 f0:10 f1:11 f4:12 f5:4",
  );
});

test("rows that overlap or contradict each other are refused, and named", () => {
  const cases: [a: string, b: string, reason: string][] = [
    ["U+0041 41", "U+0042 41", "allow the same bytes"],
    ["U+0000..U+007F 00..7F", "U+0080..U+0081 7F..80", "allow the same bytes"],
    ["U+0080..U+07FF C2..DF 80..BF", "U+0800 DF BF", "allow the same bytes"],
    ["U+0000..U+007F 00..7F", "U+0080..U+00BF 7F 80..BF", "one ends where the other goes on"],
    ["U+0080..U+00BF C2 80..BF", "U+0100 C2 BF 41", "one ends where the other goes on"],
    ["U+0100 C2 BF 41", "U+0080..U+00BF C2 80..BF", "one ends where the other goes on"],
  ];
  for (const [a, b, reason] of cases) {
    for (const others of [[], ["U+00FF FF"]]) {
      const error = assertThrows(() => compile([a, ...others, b].map(parseRow)), SyntaxError, reason);
      assert(error.message.includes(`"${a}"`) && error.message.includes(`"${b}"`), error.message);
    }
  }
});

test("rows that share a beginning but no sequence are not refused", () => {
  compile(["U+0000 C2 80", "U+0001 C2 81 80", "U+0002 C2 82 80", "U+0003 C2 81 81"].map(parseRow));
});

test("any rows: refused exactly if a sequence of one is or begins a sequence of another, else read as they stand", () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 2 }));
  const row = fc.array(range, { minLength: 1, maxLength: 3 }).map((ranges) => {
    const count = ranges.reduce((product, [, more]) => product * (more + 1), 1);
    const bytes = ranges.map(([low, more]) => `0${low}${more ? `..0${low + more}` : ""}`).join(" ");
    return `U+0000..U+${(count - 1).toString(16).toUpperCase().padStart(4, "0")} ${bytes}`;
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
      const sequences = rows.map((row) => sequencesOf(rangesOf(row)));
      const conflict = sequences.some((ours, i) =>
        sequences.some((theirs, j) => i !== j && ours.some((a) => theirs.some((b) => b.startsWith(a))))
      );
      if (conflict) {
        assertThrows(() => compile(rows.map(parseRow)), SyntaxError);
        return;
      }
      const automaton = compile(rows.map(parseRow));
      const whole = new Set(sequences.flat());
      for (const sequence of sequencesOf([[0, 8], [0, 8], [0, 8]])) {
        let state = ACCEPT;
        let length = 0;
        do state = next(automaton, state, parseInt(sequence[length++]!, 16)); while (
          length < 3 && state !== ACCEPT && state !== ERROR
        );
        const read = sequence.slice(0, length);
        assertStrictEquals(state === ACCEPT, whole.has(read), `${rows.join(" | ")}: ${read}`);
        const begun = [...whole].some((other) => other.startsWith(read));
        assertStrictEquals(state === ERROR, !begun, `${rows.join(" | ")}: ${read}`);
      }
    }),
    { seed: 1, numRuns: 300 },
  );
});

/** All sequences of bytes below 10 that take one from each range, a hexadecimal digit for each byte. */
function sequencesOf(ranges: readonly (readonly [number, number])[]): string[] {
  return ranges.reduce<string[]>(
    (beginnings, [low, high]) =>
      beginnings.flatMap((beginning) =>
        Array.from({ length: high - low + 1 }, (_, i) => beginning + (low + i).toString(16))
      ),
    [""],
  );
}
