import { assert, assertEquals, assertFalse, assertStrictEquals, assertThrows } from "@std/assert";
import {
  codePoints,
  decode,
  decodeCodePoints,
  decodeCString,
  encode,
  explain,
  findError,
  problems,
  Utf8Error,
  type Utf8ErrorKind,
  type Utf8Problem,
  write,
} from "../mod.ts";
import { test } from "./test.ts";

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.split(" "), (digits) => parseInt(digits, 16));
}

/** The first problem of some bytes, and how it is said. */
const WORDINGS: [hex: string, kind: Utf8ErrorKind, offset: number, length: number, reason: string][] = [
  ["80", "unexpected-continuation", 0, 1, "80 is a continuation byte without a lead byte"],
  ["41 BF 41", "unexpected-continuation", 1, 1, "BF is a continuation byte without a lead byte"],
  ["E2 82 AC AC", "unexpected-continuation", 3, 1, "AC is a continuation byte without a lead byte"],

  ["F5", "invalid-byte", 0, 1, "F5 never occurs in UTF-8"],
  ["F7 80 80 80", "invalid-byte", 0, 1, "F7 never occurs in UTF-8"],
  ["FE", "invalid-byte", 0, 1, "FE never occurs in UTF-8"],
  ["41 FF FE", "invalid-byte", 1, 1, "FF never occurs in UTF-8"],
  ["F8", "invalid-byte", 0, 1, "F8 starts a five-byte character of RFC 2279, which UTF-8 has no more"],
  ["FB 80", "invalid-byte", 0, 1, "FB starts a five-byte character of RFC 2279, which UTF-8 has no more"],
  ["FC", "invalid-byte", 0, 1, "FC starts a six-byte character of RFC 2279, which UTF-8 has no more"],
  ["FD", "invalid-byte", 0, 1, "FD starts a six-byte character of RFC 2279, which UTF-8 has no more"],

  ["C0", "overlong", 0, 1, "C0 is the start of an overlong form"],
  ["C1 41", "overlong", 0, 1, "C1 is the start of an overlong form"],
  ["C0 80", "overlong", 0, 1, "C0 80 is an overlong form of U+0000"],
  ["C0 AF", "overlong", 0, 1, "C0 AF is an overlong form of U+002F '/'"],
  ["C1 BF", "overlong", 0, 1, "C1 BF is an overlong form of U+007F"],
  ["E0 80", "overlong", 0, 1, "E0 80 is the start of an overlong form"],
  ["E0 80 AF", "overlong", 0, 1, "E0 80 AF is an overlong form of U+002F '/'"],
  ["E0 9F BF", "overlong", 0, 1, "E0 9F BF is an overlong form of U+07FF '߿'"],
  ["F0 80 80 AF", "overlong", 0, 1, "F0 80 80 AF is an overlong form of U+002F '/'"],
  ["F0 82 82 AC", "overlong", 0, 1, "F0 82 82 AC is an overlong form of U+20AC '€'"],
  ["F0 8F BF", "overlong", 0, 1, "F0 8F BF is the start of an overlong form"],
  ["F0 8F BF BF", "overlong", 0, 1, "F0 8F BF BF is an overlong form of U+FFFF"],
  ["F0 8D A0 80", "overlong", 0, 1, "F0 8D A0 80 is an overlong form of U+D800"],

  ["ED A0", "surrogate", 0, 1, "ED A0 is the start of a surrogate"],
  ["ED A0 41", "surrogate", 0, 1, "ED A0 is the start of a surrogate"],
  ["ED A0 80", "surrogate", 0, 1, "ED A0 80 is the surrogate U+D800"],
  ["ED BF BF", "surrogate", 0, 1, "ED BF BF is the surrogate U+DFFF"],
  ["ED A0 80 ED A0 80", "surrogate", 0, 1, "ED A0 80 is the surrogate U+D800"],
  ["ED B0 80 ED B0 80", "surrogate", 0, 1, "ED B0 80 is the surrogate U+DC00"],
  ["ED A0 80 ED B0", "surrogate", 0, 1, "ED A0 80 is the surrogate U+D800"],
  ["ED A0 80 ED B0 41", "surrogate", 0, 1, "ED A0 80 is the surrogate U+D800"],
  [
    "ED A1 8C ED BE B4",
    "surrogate",
    0,
    1,
    "ED A1 8C is the surrogate U+D84C; with ED BE B4 behind it, U+233B4 '𣎴' in CESU-8",
  ],
  [
    "41 ED A0 BD ED B8 80",
    "surrogate",
    1,
    1,
    "ED A0 BD is the surrogate U+D83D; with ED B8 80 behind it, U+1F600 '😀' in CESU-8",
  ],

  ["F4 90", "too-large", 0, 1, "F4 90 is the start of a value beyond U+10FFFF"],
  ["F4 90 80 41", "too-large", 0, 1, "F4 90 80 is the start of a value beyond U+10FFFF"],
  ["F4 90 80 80", "too-large", 0, 1, "F4 90 80 80 is U+110000, beyond U+10FFFF"],
  ["F4 BF BF BF", "too-large", 0, 1, "F4 BF BF BF is U+13FFFF, beyond U+10FFFF"],

  ["C3 41", "truncated", 0, 1, "C3 is cut off after 1 of 2 bytes: 41 'A' follows"],
  ["C3 20", "truncated", 0, 1, "C3 is cut off after 1 of 2 bytes: 20 follows"],
  ["C3 C3 A9", "truncated", 0, 1, "C3 is cut off after 1 of 2 bytes: C3 follows"],
  ["E2 0A", "truncated", 0, 1, "E2 is cut off after 1 of 3 bytes: 0A follows"],
  ["E2 82 41", "truncated", 0, 2, "E2 82 is cut off after 2 of 3 bytes: 41 'A' follows"],
  ["ED 41", "truncated", 0, 1, "ED is cut off after 1 of 3 bytes: 41 'A' follows"],
  ["F0 9F 98 FF", "truncated", 0, 3, "F0 9F 98 is cut off after 3 of 4 bytes: FF follows"],
  ["F4 8F E2 82 AC", "truncated", 0, 2, "F4 8F is cut off after 2 of 4 bytes: E2 follows"],

  [
    "C3",
    "incomplete",
    0,
    1,
    "C3 is cut off after 1 of 2 bytes by the end of the input; more input could complete it",
  ],
  [
    "41 E2 82",
    "incomplete",
    1,
    2,
    "E2 82 is cut off after 2 of 3 bytes by the end of the input; more input could complete it",
  ],
  [
    "F0 9F 98",
    "incomplete",
    0,
    3,
    "F0 9F 98 is cut off after 3 of 4 bytes by the end of the input; more input could complete it",
  ],
];

for (const [hex, kind, offset, length, reason] of WORDINGS) {
  test(`${hex}: ${reason}`, () => {
    const bytes = bytesOf(hex);
    const problem = { kind, offset, length };
    assertEquals(findError(bytes), problem);
    assertStrictEquals(explain(bytes, problem), reason);
    const strict: ((source: Uint8Array, start?: number, end?: number) => unknown)[] = [
      decode,
      decodeCString,
      decodeCodePoints,
      (source, start, end) => [...codePoints(source, start, end)],
    ];
    for (const call of strict) {
      const error = assertThrows(() => call(bytes), Utf8Error);
      assertEquals(error.problem, problem);
      assertStrictEquals(error.message, `ill-formed UTF-8 at byte ${offset}: ${reason}`);
    }
  });
}

test("the wording knows nothing of what stands outside of the range", () => {
  const cases: [hex: string, end: number, reason: string][] = [
    ["C0 AF", 1, "C0 is the start of an overlong form"],
    ["E0 80 AF", 2, "E0 80 is the start of an overlong form"],
    ["ED A1 8C ED BE B4", 5, "ED A1 8C is the surrogate U+D84C"],
    ["ED A1 8C ED BE B4", 3, "ED A1 8C is the surrogate U+D84C"],
    ["ED A1 8C ED BE B4", 2, "ED A1 is the start of a surrogate"],
    ["F4 90 80 80", 3, "F4 90 80 is the start of a value beyond U+10FFFF"],
    ["E2 82 41", 2, "E2 82 is cut off after 2 of 3 bytes by the end of the input; more input could complete it"],
    ["E2 82 AC", 1, "E2 is cut off after 1 of 3 bytes by the end of the input; more input could complete it"],
  ];
  for (const [hex, end, reason] of cases) {
    const bytes = bytesOf(hex);
    assertStrictEquals(explain(bytes, findError(bytes, 0, end)!, end), reason);
    const { message } = assertThrows(() => decode(bytes, 0, end), Utf8Error);
    assertStrictEquals(message, `ill-formed UTF-8 at byte 0: ${reason}`);
    const shifted = Uint8Array.of(0x2e, 0x2e, ...bytes);
    const { message: later } = assertThrows(() => decode(shifted, 2, 2 + end), Utf8Error);
    assertStrictEquals(later, `ill-formed UTF-8 at byte 2: ${reason}`);
  }
});

test("explain says of each problem what it is", () => {
  const bytes = bytesOf("C0 AF 41 ED A0 80 FF E2 82");
  assertEquals([...problems(bytes)].map((problem) => explain(bytes, problem)), [
    "C0 AF is an overlong form of U+002F '/'",
    "AF is a continuation byte without a lead byte",
    "ED A0 80 is the surrogate U+D800",
    "A0 is a continuation byte without a lead byte",
    "80 is a continuation byte without a lead byte",
    "FF never occurs in UTF-8",
    "E2 82 is cut off after 2 of 3 bytes by the end of the input; more input could complete it",
  ]);
});

test("explain refuses a problem outside the bytes", () => {
  const problem = { kind: "truncated", offset: 2, length: 1 } as const;
  for (const bytes of [new Uint8Array(0), new Uint8Array(2)]) {
    assertThrows(() => explain(bytes, problem), RangeError, `not in the ${bytes.length} bytes`);
  }
  assertThrows(() => explain(new Uint8Array(9), problem, 2), RangeError, "not in the 2 bytes");
  assertThrows(() => explain(new Uint8Array(9), problem, 10), RangeError, "end is 10");
});

test("explain refuses what is no source, and a problem of a string", () => {
  const problem: Utf8Problem = { kind: "invalid-byte", offset: 0, length: 1 };
  assertThrows(() => explain("text" as never, problem), TypeError, "source must be an ArrayBuffer");
  const lone: Utf8Problem = { kind: "lone-surrogate", offset: 0, length: 1 };
  assertThrows(() => explain(Uint8Array.of(0x41), lone), TypeError, "problem is one of a string");
});

test("lone surrogates: the position and what is missing", () => {
  const high = "is a high surrogate without a low one behind it";
  const low = "is a low surrogate without a high one before it";
  const cases: [text: string, position: number, reason: string][] = [
    ["\ud800", 0, `U+D800 ${high}`],
    ["a\udbffb", 1, `U+DBFF ${high}`],
    ["\udc00", 0, `U+DC00 ${low}`],
    ["😀\udfff", 2, `U+DFFF ${low}`],
    ["\ud800\ud83d\ude00", 0, `U+D800 ${high}`],
    ["\ud83d\ude00\ude00", 2, `U+DE00 ${low}`],
    ["é€\udc00\ud800", 2, `U+DC00 ${low}`],
    ["x".repeat(5000) + "\ud834", 5000, `U+D834 ${high}`],
  ];
  for (const [text, position, reason] of cases) {
    for (const call of [() => encode(text), () => write(text, new Uint8Array(3 * text.length), 0)]) {
      const error = assertThrows(call, Utf8Error);
      assertEquals(error.problem, { kind: "lone-surrogate", offset: position, length: 1 });
      assertStrictEquals(error.message, `ill-formed UTF-16 at position ${position}: ${reason}`);
    }
  }
});

test("a Utf8Error is a TypeError with a name, a problem, and the problem's fields", () => {
  const error = assertThrows(() => decode(bytesOf("41 E2 82 41")), Utf8Error);
  assert(error instanceof TypeError);
  assert(error instanceof Error);
  assertStrictEquals(error.name, "Utf8Error");
  assertStrictEquals(error.constructor, Utf8Error);
  assertEquals(error.problem, { kind: "truncated", offset: 1, length: 2 });
  assertEquals([error.kind, error.offset, error.length], ["truncated", 1, 2]);
  assertStrictEquals(String(error), `Utf8Error: ${error.message}`);
  assert(typeof error.stack === "string" && error.stack.includes("cut off"));
});

test("the error of a wrong argument is no Utf8Error", () => {
  assertFalse(assertThrows(() => decode("text" as never), TypeError) instanceof Utf8Error);
  assertFalse(assertThrows(() => encode(1 as never), TypeError) instanceof Utf8Error);
});

test("a Utf8Error can be made by hand", () => {
  const problem: Utf8Problem = { kind: "invalid-byte", offset: 3, length: 1 };
  const error = new Utf8Error(problem, "said otherwise");
  assertStrictEquals(error.message, "said otherwise");
  assertEquals([error.problem, error.kind, error.offset, error.length], [problem, "invalid-byte", 3, 1]);
});
