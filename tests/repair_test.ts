import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  type ByteRepair,
  type ByteSource,
  decode,
  decodeLossy,
  encode,
  isUtf8,
  problems,
  repairBytes,
  repairs,
  toWellFormed,
  Utf8Error,
} from "../mod.ts";
import { bytesOfText, lossyTextOf } from "./reference.ts";
import { CLASS_BYTES, damagedBytes, mixedBytes, randomInts, sequences, words } from "./samples.ts";
import { test } from "./test.ts";

/** Bytes out of text, in which `‹93›` is that byte. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(
    text.split(/(‹[^›]*›)/).flatMap((part) =>
      part.startsWith("‹") ? part.slice(1, -1).split(" ").map((hex) => parseInt(hex, 16)) : bytesOfText(part)
    ),
  );
}

const repaired = (text: string): string => decode(repairBytes(bytesOf(text)));

test("toWellFormed: as lossy decoding, of damaged and of random bytes", () => {
  const random = randomInts(81);
  for (let round = 0; round < 3000; round++) {
    const bytes = round % 2 ? damagedBytes(random(60), random) : Uint8Array.from({ length: 20 }, () => random(256));
    assertStrictEquals(decode(toWellFormed(bytes)), lossyTextOf(bytes));
  }
});

test("toWellFormed: the same array back, if there was no problem", () => {
  const good = Uint8Array.from(mixedBytes(200, randomInts(82)));
  assertStrictEquals(toWellFormed(good), good);
  assertStrictEquals(toWellFormed(new Uint8Array(0)).length, 0);
  const view = new DataView(good.buffer, 0, good.length);
  assertStrictEquals(toWellFormed(view).buffer, good.buffer);
});

test("toWellFormed: problems dropped, or replaced by what one likes", () => {
  const cases: [source: string, replacement: string, result: string][] = [
    ["a‹FF›b", "", "ab"],
    ["a‹FF›b", "?", "a?b"],
    ["a‹FF›b", "[bad 😀]", "a[bad 😀]b"],
    ["‹E2 82›a‹C0 AF›", "", "a"],
    ["‹E2 82›a‹C0 AF›", "?", "?a??"],
    ["‹FF FF FF›", "", ""],
    ["é‹C3›", "", "é"],
    // What is dropped cannot make a character out of its neighbours.
    ["‹C3 FF A9›", "", ""],
    ["‹E2 C0 82 AC›", "", ""],
  ];
  for (const [source, replacement, result] of cases) {
    assertStrictEquals(decode(toWellFormed(bytesOf(source), replacement)), result, source);
  }
});

test("toWellFormed: whatever is dropped, the rest is well-formed", () => {
  const random = randomInts(83);
  for (let round = 0; round < 3000; round++) {
    const bytes = Uint8Array.from({ length: 30 }, () => CLASS_BYTES[random(CLASS_BYTES.length)]!);
    const dropped = toWellFormed(bytes, "");
    assert(isUtf8(dropped));
    let length = bytes.length;
    for (const problem of problems(bytes)) length -= problem.length;
    assertStrictEquals(dropped.length, length);
  }
});

test("toWellFormed refuses a replacement that is no text", () => {
  assertThrows(() => toWellFormed(new Uint8Array(1), "\ud800"), Utf8Error, "position 0");
  assertThrows(() => toWellFormed(new Uint8Array(1), 63 as never), TypeError, "replacement must be a string");
  assertThrows(() => toWellFormed("abc" as never), TypeError, "source must be");
});

test("repairBytes: stray bytes of Windows-1252 amid UTF-8", () => {
  const cases: [source: string, result: string][] = [
    ["‹93›hello‹94›", "“hello”"],
    ["it‹92›s", "it’s"],
    ["caf‹E9› café", "café café"],
    ["caf‹E9›", "café"],
    ["‹93›café‹94›", "“café”"],
    ["l‹92›été", "l’été"],
    ["‹C0› la carte", "À la carte"],
    ["f‹FC›r, über", "für, über"],
    ["10 ‹80›", "10 €"],
    ["na‹EF›ve‹85›", "naïve…"],
    ["5‹B0›C", "5°C"],
    ["‹AB›‹A0›été‹A0›‹BB›", "«\u00a0été\u00a0»"],
    ["pass‹E9 A0›: oui", "passé\u00a0: oui"],
    ["‹AB›t‹E9›‹BB› oui", "«té» oui"],
    ["“caf‹E9›”", "“café”"],
    ["cr‹EA›pe cr‹E8›me", "crêpe crème"],
    ["Vi‹EA›t Việt", "Viêt Việt"],
  ];
  for (const [source, result] of cases) assertStrictEquals(repaired(source), result, source);
});

test("repairBytes: CESU-8 pairs are joined, and C0 80 is NUL", () => {
  const cases: [source: string, result: string][] = [
    ["‹ED A1 8C ED BE B4›", "\u{233b4}"],
    ["a‹ED A0 BD ED B8 80›b", "a😀b"],
    ["‹ED A0 BD ED B8 80 ED A0 BD ED B8 80›", "😀😀"],
    ["Я‹ED A0 80 ED B0 80›", "Я\u{10000}"],
    ["‹ED AF BF ED BF BF›", "\u{10ffff}"],
    ["a‹C0 80›b", "a\0b"],
    ["‹C0 80 C0 80›", "\0\0"],
    // Lone or the wrong way round, they are nothing.
    ["‹ED A0 BD›", "\ufffd\ufffd\ufffd"],
    ["‹ED B8 80 ED A0 BD›", "\ufffd".repeat(6)],
    ["‹ED A0 BD ED A0 BD ED B8 80›", "\ufffd\ufffd\ufffd😀"],
    ["‹ED A0 BD›a‹ED B8 80›", "\ufffd\ufffd\ufffda\ufffd\ufffd\ufffd"],
  ];
  for (const [source, result] of cases) assertStrictEquals(repaired(source), result, source);
});

test("repairBytes: no overlong form but C0 80 is taken for what it writes, whatever stands around it", () => {
  const forms: number[][] = [];
  for (let point = 0; point < 0x80; point++) {
    if (point > 0) forms.push([0xc0 | point >> 6, 0x80 | point & 0x3f]);
    forms.push([0xe0, 0x80 | point >> 6, 0x80 | point & 0x3f]);
    forms.push([0xf0, 0x80, 0x80 | point >> 6, 0x80 | point & 0x3f]);
    forms.push([0xf8, 0x80, 0x80, 0x80 | point >> 6, 0x80 | point & 0x3f]);
    forms.push([0xfc, 0x80, 0x80, 0x80, 0x80 | point >> 6, 0x80 | point & 0x3f]);
  }
  for (let point = 0x80; point < 0x800; point += 13) forms.push([0xe0, 0x80 | point >> 6, 0x80 | point & 0x3f]);
  for (const form of forms) {
    for (const [before, after] of [["", ""], ["a", "b"], ["..", ".."], ["é", "é"], ["\u4e2d", "\u4e2d"]] as const) {
      const bytes = Uint8Array.from([...bytesOfText(before), ...form, ...bytesOfText(after)]);
      assertStrictEquals(decode(repairBytes(bytes)), before + "\ufffd".repeat(form.length) + after, `${form}`);
    }
  }
});

test("repairBytes: a path hidden in overlong forms stays hidden", () => {
  const text = repaired("‹C0 AE C0 AE C0 AF›etc‹E0 80 AF›passwd‹F0 80 80 AE›");
  assertStrictEquals(/[./]/.test(text), false, text);
});

test("repairBytes: no byte of ASCII ever comes out that did not go in, but U+0000 of C0 80", () => {
  const ascii = (text: string) => Array.from(text).filter((c) => c > "\0" && c <= "\x7f").join("");
  for (let length = 0; length <= 4; length++) {
    for (const sequence of sequences([...CLASS_BYTES, 0xaf, 0xbb, 0xe9, 0xf8, 0xff], length)) {
      const bytes = Uint8Array.from(sequence);
      const text = decode(repairBytes(bytes));
      if (ascii(text) !== ascii(decodeLossy(bytes))) assertStrictEquals(text, "", `${bytes}`);
    }
  }
});

test("repairBytes: what cannot be told becomes U+FFFD, as in lossy decoding", () => {
  const cases: string[] = [
    "中‹93›文", // part of a character, rather than a quote
    "при‹BF›вет",
    "‹81›", // Windows-1252 does not use it
    "a‹8D›b",
    "中‹E6 96›", // cut off
    "中‹E6›",
    "‹E9›",
    "‹F0 9F 98›",
    "a‹F0 9F 98›b",
    "a‹E2 82›b",
    "a‹80 81 82 83 84›b",
    "Latin ‹CF F0 E8 E2 E5 F2› Latin", // Windows-1251, as far as anybody knows
    "‹F4 90 80 80›",
    "‹F8 88 80 80 80›",
  ];
  for (const source of cases) {
    assertStrictEquals(repaired(source), decodeLossy(bytesOf(source)), source);
  }
});

test("repairs: what was done, where", () => {
  const bytes = bytesOf("é ‹93›a‹94› ‹C0 80› ‹ED A0 BD ED B8 80› ‹C0 AF›");
  const expected: ByteRepair[] = [
    { kind: "windows-1252", offset: 3, length: 1, text: "“" },
    { kind: "windows-1252", offset: 5, length: 1, text: "”" },
    { kind: "nul", offset: 7, length: 2, text: "\0" },
    { kind: "cesu-8", offset: 10, length: 6, text: "😀" },
    { kind: "replaced", offset: 17, length: 2, text: "\ufffd\ufffd" },
  ];
  assertEquals([...repairs(bytes)], expected);
});

test("repairs: put in by hand, they make what repairBytes makes; all is well-formed", () => {
  const random = randomInts(84);
  for (let round = 0; round < 4000; round++) {
    const bytes = round % 2
      ? damagedBytes(random(80), random)
      : Uint8Array.from({ length: 20 }, () => random(3) ? 0x61 + random(26) : 0x80 + random(128));
    let text = "";
    let behind = 0;
    for (const { offset, length, text: guess } of repairs(bytes)) {
      text += decode(bytes, behind, offset) + guess;
      behind = offset + length;
    }
    text += decode(bytes, behind);
    const result = repairBytes(bytes);
    assert(isUtf8(result));
    assertStrictEquals(decode(result), text);
    if (isUtf8(bytes)) assertStrictEquals(result, bytes);
    assertStrictEquals(repairBytes(result), result);
  }
});

test("a million problems in a row take linear time", () => {
  const bytes = new Uint8Array(1_000_000).fill(0x93);
  assertStrictEquals(toWellFormed(bytes).length, 3_000_000);
  assertStrictEquals(repairBytes(bytes).length, 3_000_000);
});

test("toWellFormed, repairBytes and repairs take every kind of source, and copy shared memory", () => {
  const bytes = bytesOf(`${words("latin", 100, 85)}‹93›oui‹94›`);
  const sources: ByteSource[] = [bytes, bytes.buffer, new DataView(bytes.buffer)];
  if (typeof SharedArrayBuffer === "function") {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    sources.push(shared, shared.buffer);
    assertStrictEquals(toWellFormed(shared.subarray(0, 50)).buffer instanceof ArrayBuffer, true);
    const waiting = repairs(shared);
    shared.fill(0x61);
    assertStrictEquals([...waiting].length, 2);
    shared.set(bytes);
  }
  for (const source of sources) {
    assertEquals(encode(decodeLossy(bytes)), toWellFormed(source));
    assertEquals(repairBytes(bytes), repairBytes(source));
    assertEquals([...repairs(bytes)], [...repairs(source)]);
  }
  for (const call of [repairs, repairBytes]) assertThrows(() => call([1] as never), TypeError, "source must be");
});
