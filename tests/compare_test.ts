import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { compare } from "../mod.ts";
import { bytesOfPoint } from "./reference.ts";
import { randomInts, randomText } from "./samples.ts";
import { test } from "./test.ts";

/** The order of bytes, lone surrogates written as the three bytes that the bit pattern gives them (as WTF-8 does). */
function compareBytes(a: string, b: string): -1 | 0 | 1 {
  const [ours, theirs] = [a, b].map((text) => Array.from(text).flatMap((c) => bytesOfPoint(c.codePointAt(0)!)));
  for (let i = 0; i < ours!.length && i < theirs!.length; i++) {
    if (ours![i] !== theirs![i]) return ours![i]! < theirs![i]! ? -1 : 1;
  }
  return Math.sign(ours!.length - theirs!.length) as -1 | 0 | 1;
}

test("examples", () => {
  const cases: [a: string, b: string, order: -1 | 0 | 1][] = [
    ["", "", 0],
    ["", "a", -1],
    ["a", "a", 0],
    ["a", "b", -1],
    ["b", "ab", 1],
    ["a", "ab", -1],
    ["~", "é", -1],
    ["é", "€", -1],
    ["\uff5e", "\u{1f600}", -1],
    ["\ue000", "\u{10000}", -1],
    ["\uffff", "\u{10000}", -1],
    ["\u{10000}", "\u{10ffff}", -1],
    ["\u{10000}", "\u{10001}", -1],
    ["\u{103ff}", "\u{10400}", -1],
    ["\ud800", "\ue000", -1],
    ["\ud800", "\u{10000}", -1],
    ["\ud800\ue000", "\u{10000}", -1],
    ["\udc00", "\ud800", 1],
    ["\udc00", "\u{10000}", -1],
  ];
  for (const [a, b, order] of cases) {
    assertStrictEquals(compare(a, b), order, `${JSON.stringify(a)} and ${JSON.stringify(b)}`);
    assertStrictEquals(compareBytes(a, b), order);
    assertStrictEquals(compare(b, a), 0 - order);
  }
});

const TRICKY = ["", "\0", "a", "\x7f", "\x80", "\u07ff", "\u0800", "\ud7ff"]
  .concat(["\ud800", "\ud801", "\udbff", "\udc00", "\udc01", "\udfff", "\ue000", "\ufffd", "\uffff"]);

test("all pairs of strings of up to three tricky code units have the order of their UTF-8 bytes", () => {
  const units = ["a", "\ud7ff", "\ud800", "\udbff", "\udc00", "\udfff", "\ue000", "\uffff"];
  const strings = units.flatMap((a) => ["", ...units].flatMap((b) => ["", ...units].map((c) => a + b + c)));
  const unique = [...new Set([...strings, ...TRICKY.flatMap((a) => TRICKY.map((b) => a + b))])];
  const bytes = new Map(unique.map((text) => [text, keyOf(text)]));
  for (const a of unique) {
    for (const b of unique) {
      const expected = bytes.get(a)! < bytes.get(b)! ? -1 : bytes.get(a)! > bytes.get(b)! ? 1 : 0;
      const order = compare(a, b);
      if (order !== expected) assertStrictEquals(order, expected, `${JSON.stringify(a)} and ${JSON.stringify(b)}`);
    }
  }
});

/** A string whose order by code units is the order of the bytes of `text`. */
function keyOf(text: string): string {
  return Array.from(text).map((c) => String.fromCharCode(...bytesOfPoint(c.codePointAt(0)!))).join("");
}

test("it is fit for sort", () => {
  const random = randomInts(81);
  const strings = Array.from({ length: 500 }, () => randomText(random(6), random));
  const sorted = strings.toSorted(compare);
  assertEquals(sorted, strings.toSorted(compareBytes));
  assertEquals(sorted, strings.toReversed().sort(compare));
  assertEquals(["😀", "～", "a", "é", ""].sort(compare), ["", "a", "é", "～", "😀"]);
});

test("strings that are long and alike up to their ends", () => {
  for (const head of ["a", "€", "😀"]) {
    const long = head.repeat(5000);
    for (const a of TRICKY) {
      for (const b of TRICKY) assertStrictEquals(compare(long + a, long + b), compareBytes(head + a, head + b));
    }
  }
});

test("any three strings are in one order", () => {
  const unit = fc.constantFrom(...TRICKY.slice(1));
  const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(""));
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      assertStrictEquals(compare(a, b), compareBytes(a, b));
      assertStrictEquals(compare(a, b), 0 - compare(b, a));
      if (compare(a, b) <= 0 && compare(b, c) <= 0) assertStrictEquals(compare(a, c) <= 0, true);
      assertStrictEquals(compare(a, b) === 0, a === b);
    }),
    { seed: 6, numRuns: 2000 },
  );
});

test("whatever is not a string is refused, and named", () => {
  const cases: [a: unknown, b: unknown, message: string][] = [
    [undefined, "a", "a must be a string, got undefined"],
    ["a", undefined, "b must be a string, got undefined"],
    [1, 1, "a must be a string, got number"],
    ["a", null, "b must be a string, got null"],
    ["a", { toString: () => "a" }, "b must be a string, got Object"],
    [["a"], "a", "a must be a string, got Array"],
  ];
  for (const [a, b, message] of cases) {
    assertStrictEquals(assertThrows(() => compare(a as string, b as string), TypeError).message, message);
  }
});
