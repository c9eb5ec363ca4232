import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  codePoints,
  cStringEnd,
  decode,
  decodeCodePoints,
  decodeCString,
  decodeLossy,
  encode,
  findError,
  problems,
  Utf8Error,
  type Utf8ErrorKind,
} from "../mod.ts";
import { bytesOfText, lossyTextOf, problemsOf } from "./reference.ts";
import { mixedBytes, randomInts } from "./samples.ts";
import { test } from "./test.ts";

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex === "" ? [] : hex.split(" "), (digits) => parseInt(digits, 16));
}

test("examples", () => {
  const cases: [hex: string, text: string][] = [
    ["", ""],
    ["24", "$"],
    ["C2 A2", "¢"],
    ["E2 82 AC", "€"],
    ["F0 90 8D 88", "𐍈"],
    ["D7 90", "א"],
    ["00", "\0"],
    ["EF BB BF 61", "\ufeffa"],
    ["EF BF BD", "\ufffd"],
    ["EF BF BF", "\uffff"],
    ["F4 8F BF BF", "\u{10ffff}"],
  ];
  for (const [hex, text] of cases) {
    const bytes = bytesOf(hex);
    assertStrictEquals(decode(bytes), text);
    assertStrictEquals(decodeLossy(bytes), text);
    assertEquals([...codePoints(bytes)], Array.from(text, (character) => character.codePointAt(0)!));
    assertEquals(decodeCodePoints(bytes), Uint32Array.from(codePoints(bytes)));
  }
});

const ILL_FORMED: [hex: string, kind: Utf8ErrorKind, lossy: string][] = [
  ["80", "unexpected-continuation", "\ufffd"],
  ["C0 80", "overlong", "\ufffd\ufffd"],
  ["C0 AF", "overlong", "\ufffd\ufffd"],
  ["C1 BF", "overlong", "\ufffd\ufffd"],
  ["E0 80 AF", "overlong", "\ufffd\ufffd\ufffd"],
  ["F0 80 80 AF", "overlong", "\ufffd\ufffd\ufffd\ufffd"],
  ["F8 80 80 80 AF", "invalid-byte", "\ufffd\ufffd\ufffd\ufffd\ufffd"],
  ["FC 80 80 80 80 AF", "invalid-byte", "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd"],
  ["ED A1 8C ED BE B4", "surrogate", "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd"],
  ["F4 90 80 80", "too-large", "\ufffd\ufffd\ufffd\ufffd"],
  ["FF", "invalid-byte", "\ufffd"],
  ["E2 82 2F", "truncated", "\ufffd/"],
  ["E2 82", "incomplete", "\ufffd"],
  // The example of the Unicode Standard, Table 3-11.
  ["E1 80 E2 F0 91 92 F1 BF 41", "truncated", "\ufffd\ufffd\ufffd\ufffdA"],
];

test("ill-formed sequences are refused with their kind, alone and between others, near and far", () => {
  for (const [hex, kind, lossy] of ILL_FORMED) {
    for (const before of ["", "a", "€", "a".repeat(100), "ж".repeat(100), "x".repeat(5000)]) {
      const bytes = Uint8Array.from([...bytesOfText(before), ...bytesOf(hex)]);
      const offset = bytesOfText(before).length;
      const length = problemsOf(bytesOf(hex))[0]!.length;
      const strict = [decode, decodeCString, decodeCodePoints, (source: Uint8Array) => [...codePoints(source)]];
      for (const call of strict) {
        assertEquals(assertThrows(() => call(bytes), Utf8Error).problem, { kind, offset, length }, hex);
      }
      assertEquals(findError(bytes), { kind, offset, length });
      assertStrictEquals(decodeLossy(bytes), before + lossy);
    }
  }
});

test("no overlong form ever yields its character", () => {
  for (let point = 0; point < 0x1_0000; point += point < 0x80 ? 1 : 257) {
    const forms = [
      point < 0x80 ? [0xc0 | point >> 6, 0x80 | point & 0x3f] : [],
      point < 0x800 ? [0xe0, 0x80 | point >> 6, 0x80 | point & 0x3f] : [],
      [0xf0, 0x80 | point >> 12, 0x80 | point >> 6 & 0x3f, 0x80 | point & 0x3f],
    ];
    for (const form of forms.filter((form) => form.length > 0)) {
      const bytes = Uint8Array.from(form);
      assertStrictEquals(findError(bytes)?.kind, "overlong");
      assertStrictEquals(decodeLossy(bytes), "\ufffd".repeat(form.length));
      for (let shift = 1; shift < 9; shift++) {
        const text = decodeLossy(Uint8Array.from([...new Array(shift).fill(0x2e), ...form, ...form, 0x2e]));
        assertStrictEquals(text, ".".repeat(shift) + "\ufffd".repeat(2 * form.length) + ".");
      }
    }
  }
});

test("a range is decoded as if it stood alone", () => {
  const bytes = Uint8Array.from(bytesOfText("aé€😀".repeat(30)));
  for (let start = 0; start < bytes.length; start += 3) {
    for (let end = start; end <= bytes.length; end += 1 + (end - start >> 4)) {
      const part = bytes.slice(start, end);
      assertStrictEquals(decodeLossy(bytes, start, end), lossyTextOf(part));
      if (findError(part)) assertThrows(() => decode(bytes, start, end), Utf8Error);
      else assertStrictEquals(decode(bytes, start, end), lossyTextOf(part));
    }
  }
});

test("every length up to 300 in every script, and lengths around chunks", () => {
  for (const piece of ["a", "é", "€", "😀", "aé", "a€", "a😀é"]) {
    const lengths = [...Array.from({ length: 301 }, (_, i) => i), 1023, 1024, 1025, 4095, 4096, 4097, 8193, 70_000];
    for (const length of lengths) {
      const text = piece.repeat(length / piece.length);
      const bytes = Uint8Array.from(bytesOfText(text));
      if (decode(bytes) !== text) assertStrictEquals(decode(bytes), text);
      if (decodeLossy(bytes) !== text) assertStrictEquals(decodeLossy(bytes), text);
    }
  }
});

test("what was decoded stays when the bytes are written to", () => {
  for (const text of ["abc", "é€", "long ".repeat(100), "длинно".repeat(100)]) {
    const bytes = Uint8Array.from(bytesOfText(text));
    const decoded = [decode(bytes), decodeLossy(bytes), decodeCString(bytes)];
    const points = decodeCodePoints(bytes);
    bytes.fill(0x78);
    decode(bytes);
    assertEquals(decoded, [text, text, text]);
    assertStrictEquals(String.fromCodePoint(...points), text);
  }
});

test("the two ends of a C string, near and far", () => {
  for (const length of [0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 1000, 5000]) {
    for (const start of [0, 1, 3]) {
      const bytes = new Uint8Array(start + length + 3).fill(0x61);
      bytes[start + length] = 0;
      bytes[start + length + 1] = 0xff;
      bytes[start + length + 2] = 0;
      assertStrictEquals(cStringEnd(bytes, start), start + length);
      assertStrictEquals(decodeCString(bytes, start), "a".repeat(length));
      const whole = bytes.subarray(0, start + length);
      assertStrictEquals(cStringEnd(whole, start), start + length, "no NUL");
      assertStrictEquals(decodeCString(whole, start), "a".repeat(length), "no NUL");
    }
  }
  assertStrictEquals(cStringEnd(new Uint8Array(0)), 0);
  assertStrictEquals(cStringEnd(bytesOf("61 00"), 2), 2);
  assertStrictEquals(decodeCString(bytesOf("00 E2 82 AC 00 FF"), 1), "€");
});

test("C strings follow each other", () => {
  const strings = ["first", "", "é€😀", "x".repeat(200), "last"];
  const bytes = Uint8Array.from(bytesOfText(strings.join("\0")));
  const found: string[] = [];
  for (let start = 0; start <= bytes.length; start = cStringEnd(bytes, start) + 1) {
    found.push(decodeCString(bytes, start));
  }
  assertEquals(found, strings);
});

test("a C string that is ill-formed is refused, with the offset from the start of the source", () => {
  const error = assertThrows(() => decodeCString(bytesOf("61 00 62 E2 82 00 41"), 2), Utf8Error);
  assertEquals(error.problem, { kind: "incomplete", offset: 3, length: 2 });
});

test("code points are looked at when their turn comes, and not before", () => {
  const bytes = bytesOf("24 41 FF");
  const points = codePoints(bytes);
  assertEquals(points.next(), { value: 0x24, done: false });
  bytes.set(bytesOf("D7 90"), 1);
  assertEquals(points.next(), { value: 0x5d0, done: false });
  assertEquals(points.next(), { value: undefined, done: true });
});

test("code points come until the first ill-formed sequence, and none after it", () => {
  const points = codePoints(bytesOf("24 E2 82 AC C0 41"), 1);
  assertStrictEquals(points.next().value, 0x20ac);
  const error = assertThrows(() => points.next(), Utf8Error);
  assertEquals(error.problem, { kind: "overlong", offset: 4, length: 1 });
  assertEquals(points.next(), { value: undefined, done: true });
});

test("code points: the arguments are checked at the call", () => {
  assertThrows(() => codePoints("text" as never), TypeError);
  assertThrows(() => codePoints(new Uint8Array(2), 3), RangeError);
  assertThrows(() => problems("text" as never), TypeError);
  assertThrows(() => problems(new Uint8Array(2), 3), RangeError);
});

test("both iterations can be left and are generators", () => {
  const bytes = new Uint8Array(1000).fill(0xff);
  for (const problem of problems(bytes)) {
    assertStrictEquals(problem.offset, 0);
    break;
  }
  const iteration = problems(bytes);
  iteration.next();
  iteration.return(undefined);
  assertEquals(iteration.next(), { value: undefined, done: true });
  const [first, second] = codePoints(encode("ab"));
  assertEquals([first, second], [0x61, 0x62]);
});

test("a megabyte that is ill-formed throughout: as many problems as there are, in time", () => {
  const size = 1 << 20;
  const cases: [unit: string, length: number][] = [
    ["F0 90 80", 3],
    ["E2 82", 2],
    ["80", 1],
    ["FF", 1],
    ["C2", 1],
    ["F4 8F BF", 3],
    ["F0", 1],
  ];
  for (const [hex, length] of cases) {
    const unit = bytesOf(hex);
    const bytes = Uint8Array.from({ length: size - size % length }, (_, i) => unit[i % length]!);
    let count = 0;
    for (const problem of problems(bytes)) {
      if (problem.offset !== count * length || problem.length !== length) {
        assertEquals([problem.offset, problem.length], [count * length, length]);
      }
      count++;
    }
    assertStrictEquals(count, bytes.length / length);
    assert(decodeLossy(bytes) === "\ufffd".repeat(count), hex);
  }
});

test("long text with a problem every now and then: problems and text as the reference's", () => {
  const random = randomInts(51);
  for (const step of [50, 97, 128, 1000, 4096]) {
    const bytes = Uint8Array.from(mixedBytes(50_000, random));
    for (let at = step; at < bytes.length; at += step) bytes[at] = 0xc0 + random(64);
    assertEquals([...problems(bytes)], problemsOf(bytes));
    assert(decodeLossy(bytes) === lossyTextOf(bytes));
  }
});
