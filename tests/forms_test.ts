/** Each form against a slow reference, and what is particular to it. */

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  bijective,
  cesu8,
  decode,
  defineForm,
  encode,
  type EncodingForm,
  mutf8,
  rfc2279,
  utf8,
  Utf8Error,
  type Utf8ErrorKind,
  wtf8,
} from "../mod.ts";
import { formBytes, type FormReference, formText, formUnits, REFERENCES } from "./forms/reference.ts";
import { randomInts, randomText, sequences } from "./samples.ts";
import { test } from "./test.ts";

const ALL_BYTES = Array.from({ length: 256 }, (_, byte) => byte);

/** The ends of all ranges that any form tells apart. */
const EDGES = [
  0x00,
  0x41,
  0x80,
  0x84,
  0x88,
  0x90,
  0x9d,
  0x9e,
  0xa0,
  0xaf,
  0xb0,
  0xbf,
  0xc0,
  0xc2,
  0xdf,
  0xe0,
  0xed,
  0xf0,
  0xf3,
  0xf4,
  0xf8,
  0xfd,
  0xff,
];

const FORMS: [form: EncodingForm, reference: FormReference][] = [
  [utf8, REFERENCES.utf8],
  [cesu8, REFERENCES.cesu8],
  [mutf8, REFERENCES.mutf8],
  [wtf8, REFERENCES.wtf8],
  [rfc2279, REFERENCES.rfc2279],
  [bijective, REFERENCES.bijective],
];

function hexOf(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

/** Compares all that reads bytes with the reference. */
function compare(form: EncodingForm, reference: FormReference, bytes: Uint8Array): void {
  const units = formUnits(reference, bytes);
  const text = formText(reference, units);
  const bad = units.find(({ point }) => point < 0);
  if (form.decodeLossy(bytes) !== text) assertStrictEquals(form.decodeLossy(bytes), text, hexOf(bytes));
  const found = form.findError(bytes);
  if (found?.offset !== bad?.offset || found?.length !== bad?.length) {
    assertEquals(found && [found.offset, found.length], bad && [bad.offset, bad.length], hexOf(bytes));
  }
  if (form.isValid(bytes) !== (bad === undefined)) assertStrictEquals(form.isValid(bytes), !bad, hexOf(bytes));
  if (bad !== undefined) return;
  assertEquals(Array.from(form.decodeCodePoints(bytes)), units.map(({ point }) => point), hexOf(bytes));
  assertEquals(form.encodeCodePoints(units.map(({ point }) => point)), bytes.slice(), hexOf(bytes));
}

for (const [form, reference] of FORMS) {
  test(`${form.name}: all sequences of one and two bytes, alone and with a letter behind`, () => {
    for (const sequence of [...sequences(ALL_BYTES, 1), ...sequences(ALL_BYTES, 2)]) {
      compare(form, reference, Uint8Array.from(sequence));
      compare(form, reference, Uint8Array.from([...sequence, 0x2e]));
    }
  });

  // What is no lead byte ends at once, so that the sequences of two bytes have told all about it.
  test(`${form.name}: all sequences of three bytes that start with a lead byte`, () => {
    const bytes = new Uint8Array(4 * 256).fill(0x2e);
    for (let a = 0xc0; a < 0x100; a++) {
      for (let b = 0; b < 256; b++) {
        for (let c = 0; c < 256; c++) {
          bytes[4 * c] = a;
          bytes[4 * c + 1] = b;
          bytes[4 * c + 2] = c;
        }
        const text = formText(reference, formUnits(reference, bytes));
        if (form.decodeLossy(bytes) !== text) assertStrictEquals(form.decodeLossy(bytes), text, hexOf([a, b]));
      }
    }
  });

  test(`${form.name}: sequences of four bytes, one byte of each class`, () => {
    for (const sequence of sequences(EDGES.filter((byte) => byte !== 0x00 && byte !== 0xff), 4)) {
      if (sequence[0]! >= 0xc0) compare(form, reference, Uint8Array.from(sequence));
    }
  });

  test(`${form.name}: ends of six bytes behind every kind of beginning`, () => {
    const tails = [0x41, 0x80, 0xa0, 0xb0, 0xbf, 0xed];
    for (const a of [0xed, 0xf0, 0xf4, 0xf7, 0xf8, 0xfb, 0xfc, 0xfd, 0xfe]) {
      for (const b of [0x80, 0x84, 0x88, 0x8f, 0x90, 0xa0, 0xaf, 0xbf]) {
        for (const tail of sequences(tails, 4)) compare(form, reference, Uint8Array.from([a, b, ...tail]));
      }
    }
  });

  test(`${form.name}: pieces of all forms, damaged, long enough for every loop`, () => {
    const random = randomInts(6);
    for (let round = 0; round < 300; round++) {
      const bytes: number[] = [];
      const length = random(round < 290 ? 200 : 4000);
      while (bytes.length < length) {
        const [, other] = random(4) === 0 ? FORMS[random(FORMS.length)]! : [form, reference];
        const limit = [0x80, 0x800, 0x1_0000, 0x11_0000, 0x7fff_ffff][random(other === REFERENCES.rfc2279 ? 5 : 4)]!;
        const written = formBytes(other, random(limit)) ?? [];
        if (written.length > 0 && random(30) === 0) written[random(written.length)] = random(256);
        bytes.push(...written);
        for (let run = random(20) === 0 ? random(150) : 0; run > 0; run--) bytes.push(0x61);
      }
      compare(form, reference, Uint8Array.from(bytes));
    }
  });

  test(`${form.name}: every scalar value there and back`, () => {
    for (let point = 0; point <= 0x10_ffff; point++) {
      if (point === 0xd800) point = 0xe000;
      const text = String.fromCodePoint(point);
      const bytes = form.encode(text);
      const written = formBytes(reference, point)!;
      if (bytes.length !== written.length || !written.every((byte, k) => bytes[k] === byte)) {
        assertStrictEquals(hexOf(bytes), hexOf(written), text);
      }
      if (point % 7 !== 0 && point > 0x1000) continue;
      assertStrictEquals(form.decode(bytes), text);
      assertStrictEquals(form.byteLength(text), bytes.length);
      assertEquals(form.encodeCodePoints([point]), bytes);
      assertEquals(form.decodeCodePoints(bytes), Uint32Array.of(point));
    }
  });

  test(`${form.name}: strings with lone surrogates, where they are text there and back, elsewhere refused`, () => {
    const random = randomInts(7);
    for (let round = 0; round < 400; round++) {
      const text = randomText(random(round < 390 ? 60 : 5000), random);
      const lone = [...text].findIndex((character) => /\p{Cs}/u.test(character));
      if (lone < 0 || reference.pairs !== undefined) {
        const bytes = form.encode(text);
        assertStrictEquals(form.decode(bytes), text);
        assertStrictEquals(form.byteLength(text), bytes.length);
        assert(form.isValid(bytes));
      } else {
        const error = assertThrows(() => form.encode(text), Utf8Error);
        assertEquals(error.problem, {
          kind: "lone-surrogate",
          offset: [...text].slice(0, lone).join("").length,
          length: 1,
        });
        const replaced = [...text].map((character) => /\p{Cs}/u.test(character) ? "\uFFFD" : character).join("");
        assertStrictEquals(form.byteLength(text), form.encode(replaced).length);
      }
    }
  });

  test(`${form.name}: ranges, offsets from the start of the source, any kind of source`, () => {
    const text = "né€\u{1F600}";
    const inner = form.encode(text);
    const bytes = new Uint8Array([0xff, ...inner, 0xff]);
    const end = 1 + inner.length;
    for (const source of [bytes, bytes.buffer, new DataView(bytes.buffer)]) {
      assert(form.isValid(source, 1, end));
      assertStrictEquals(form.decode(source, 1, end), text);
      assertStrictEquals(form.decodeLossy(source, 1), text + "\uFFFD");
      assertEquals(form.decodeCodePoints(source, 1, end), Uint32Array.from([...text], (c) => c.codePointAt(0)!));
      assertEquals(form.findError(source, 1), { kind: "invalid-byte", offset: end, length: 1 });
      assertStrictEquals(assertThrows(() => form.decode(source, 1), Utf8Error).offset, end);
      assertStrictEquals(assertThrows(() => form.decodeCodePoints(source, 1), Utf8Error).offset, end);
    }
    if (typeof SharedArrayBuffer === "function") {
      const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
      shared.set(bytes);
      assertStrictEquals(form.decode(shared, 1, end), text);
      assertStrictEquals(assertThrows(() => form.decode(shared, 1), Utf8Error).offset, end);
      assertEquals(form.findError(shared, 1), { kind: "invalid-byte", offset: end, length: 1 });
    }
    assertThrows(() => form.decode(bytes, 2, 1), RangeError);
    assertThrows(() => form.isValid(bytes, 0, 99), RangeError);
    assertThrows(() => form.decode("text" as unknown as Uint8Array), TypeError);
    assertThrows(() => form.encode(1 as unknown as string), TypeError);
    assertThrows(() => form.byteLength(1 as unknown as string), TypeError);
    assertThrows(() => form.encodeCodePoints([-1]), RangeError, "codePoints[0]");
    assertThrows(() => form.encodeCodePoints([0x41, 1.5]), RangeError, "codePoints[1]");
    assertThrows(() => form.encodeCodePoints(["a" as unknown as number]), TypeError);
    assertThrows(() => form.encodeCodePoints(1 as unknown as number[]), TypeError);
    assertThrows(() => form.encodeCodePoints([0x8000_0000]), RangeError);
  });
}

test("what is wrong, form by form: kind, place and message", () => {
  const cases: [form: EncodingForm, bytes: number[], kind: Utf8ErrorKind, length: number, message: string][] = [
    [
      cesu8,
      [0xf0, 0xa3, 0x8e, 0xb4],
      "invalid-byte",
      1,
      "F0 starts a four-byte character of UTF-8, which CESU-8 writes as two surrogates",
    ],
    [
      cesu8,
      [0xed, 0xa1, 0x8c],
      "incomplete",
      3,
      "ED A1 8C is cut off after 3 of 6 bytes by the end of the input; more input could complete it",
    ],
    [cesu8, [0xed, 0xa1, 0x8c, 0x41], "surrogate", 3, "ED A1 8C is the surrogate U+D84C"],
    [cesu8, [0xed, 0xbe, 0xb4], "surrogate", 1, "ED BE B4 is the surrogate U+DFB4"],
    [cesu8, [0xc0, 0x80], "overlong", 1, "C0 80 is an overlong form of U+0000"],
    [cesu8, [0xe2, 0x82, 0xed], "truncated", 2, "E2 82 is cut off after 2 of 3 bytes: ED follows"],
    [cesu8, [0xfc], "invalid-byte", 1, "FC starts a six-byte character of RFC 2279, which CESU-8 has no more"],
    [mutf8, [0x00], "invalid-byte", 1, "00 never occurs in Modified UTF-8"],
    [mutf8, [0xc0, 0x81], "overlong", 1, "C0 81 is an overlong form of U+0001"],
    [mutf8, [0xc1, 0x81], "overlong", 1, "C1 81 is an overlong form of U+0041 'A'"],
    [mutf8, [0xc0, 0x41], "truncated", 1, "C0 is cut off after 1 of 2 bytes: 41 'A' follows"],
    [
      mutf8,
      [0xf4, 0x80],
      "invalid-byte",
      1,
      "F4 starts a four-byte character of UTF-8, which Modified UTF-8 writes as two surrogates",
    ],
    [
      wtf8,
      [0xed, 0xa1, 0x8c, 0xed, 0xbe, 0xb4],
      "surrogate",
      6,
      "ED A1 8C is the surrogate U+D84C; with ED BE B4 behind it, U+233B4 '\u{233B4}' in CESU-8",
    ],
    [wtf8, [0xf4, 0x90, 0x80, 0x80], "too-large", 1, "F4 90 80 80 is U+110000, beyond U+10FFFF"],
    [wtf8, [0xe0, 0x9f, 0xbf], "overlong", 1, "E0 9F BF is an overlong form of U+07FF '\u07FF'"],
    [wtf8, [0xbf], "unexpected-continuation", 1, "BF is a continuation byte without a lead byte"],
    [
      rfc2279,
      [0xfc, 0x83, 0xbf, 0xbf, 0xbf, 0xbf],
      "overlong",
      1,
      "FC 83 BF BF BF BF is an overlong form of U+3FFFFFF",
    ],
    [rfc2279, [0xf8, 0x87, 0xbf, 0xbf, 0xbf], "overlong", 1, "F8 87 BF BF BF is an overlong form of U+1FFFFF"],
    [
      rfc2279,
      [0xfd, 0xbf, 0xbf, 0xbf, 0xbf],
      "incomplete",
      5,
      "FD BF BF BF BF is cut off after 5 of 6 bytes by the end of the input; more input could complete it",
    ],
    [rfc2279, [0xed, 0xa0, 0x80], "surrogate", 1, "ED A0 80 is the surrogate U+D800"],
    [rfc2279, [0xfe], "invalid-byte", 1, "FE never occurs in UTF-8 of RFC 2279"],
    [bijective, [0xf3, 0xbf, 0x9e, 0x80], "too-large", 2, "F3 BF 9E is beyond the last character"],
    [bijective, [0xf4, 0x80], "invalid-byte", 1, "F4 never occurs in bijective UTF-8"],
    [bijective, [0x80], "unexpected-continuation", 1, "80 starts no character"],
    [
      bijective,
      [0xe0, 0x80],
      "incomplete",
      2,
      "E0 80 is cut off after 2 of 3 bytes by the end of the input; more input could complete it",
    ],
  ];
  for (const [form, bytes, kind, length, message] of cases) {
    const source = Uint8Array.from([0x61, ...bytes]);
    assertEquals(form.findError(source), { kind, offset: 1, length }, message);
    const error = assertThrows(() => form.decode(source), Utf8Error);
    assertEquals([error.problem, error.message], [
      { kind, offset: 1, length },
      `ill-formed ${form.name} at byte 1: ${message}`,
    ]);
  }
});

test("the kinds of UTF-8 itself are the codec's, in each form that is like it", () => {
  for (const sequence of sequences(EDGES.filter((byte) => byte >= 0x41 && byte !== 0xed && byte < 0xf0), 3)) {
    const bytes = Uint8Array.from(sequence);
    const expected = utf8.findError(bytes);
    assertEquals(cesu8.findError(bytes), expected, hexOf(bytes));
    if (sequence[0] !== 0xc0 || sequence[1] !== 0x80) assertEquals(wtf8.findError(bytes), expected, hexOf(bytes));
  }
});

test("CESU-8: ED A1 8C ED BE B4 is U+233B4, and an export of a database comes out whole", () => {
  assertStrictEquals(cesu8.decode(Uint8Array.of(0xed, 0xa1, 0x8c, 0xed, 0xbe, 0xb4)), "\u{233B4}");
  // As a dump of a database with the character set UTF8 has it: 😀 as D83D DE00.
  const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
  const dump = Uint8Array.from([
    ...ascii("INSERT INTO T (ID, NAME) VALUES (1, '"),
    ...[0x4d, 0xc3, 0xbc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
    ...ascii("');\nINSERT INTO T (ID, NAME) VALUES (2, '"),
    ...[0xe6, 0xbc, 0xa2, 0xed, 0xa1, 0x80, 0xed, 0xb0, 0x8b],
    ...ascii("');\n"),
  ]);
  const text = "INSERT INTO T (ID, NAME) VALUES (1, 'Müller 😀');\nINSERT INTO T (ID, NAME) VALUES (2, '漢𠀋');\n";
  assertStrictEquals(cesu8.decode(dump), text);
  assertEquals(cesu8.encode(text), dump);
  assertThrows(() => decode(dump), Utf8Error, "U+1F600 '😀' in CESU-8");
});

test("RFC 2279: the six lengths end where it says, and code points beyond U+10FFFF are no text", () => {
  const ends: [point: number, bytes: number[]][] = [
    [0x7f, [0x7f]],
    [0x7ff, [0xdf, 0xbf]],
    [0xffff, [0xef, 0xbf, 0xbf]],
    [0x1f_ffff, [0xf7, 0xbf, 0xbf, 0xbf]],
    [0x3ff_ffff, [0xfb, 0xbf, 0xbf, 0xbf, 0xbf]],
    [0x7fff_ffff, [0xfd, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf]],
  ];
  ends.forEach(([point, bytes], i) => {
    assertEquals(rfc2279.encodeCodePoints([point]), Uint8Array.from(bytes));
    assertEquals(rfc2279.decodeCodePoints(Uint8Array.from(bytes)), Uint32Array.of(point));
    if (i < 5) assertStrictEquals(rfc2279.encodeCodePoints([point + 1]).length, i + 2);
  });
  const beyond = Uint8Array.from([0x61, ...ends[4]![1], 0x62]);
  assert(rfc2279.isValid(beyond));
  const error = assertThrows(() => rfc2279.decode(beyond), Utf8Error);
  assertEquals(error.problem, { kind: "too-large", offset: 1, length: 5 });
  assertStrictEquals(
    error.message,
    "no text in UTF-8 of RFC 2279 at byte 1: FB BF BF BF BF is U+3FFFFFF, beyond U+10FFFF",
  );
  assertStrictEquals(rfc2279.decodeLossy(beyond), "a\uFFFDb");
});

test("bijective: each length starts where the shorter one ended; surrogates are numbers that are no text", () => {
  const starts: [point: number, bytes: number[]][] = [
    [0x80, [0xc0, 0x80]],
    [0x87f, [0xdf, 0xbf]],
    [0x880, [0xe0, 0x80, 0x80]],
    [0x1087f, [0xef, 0xbf, 0xbf]],
    [0x10880, [0xf0, 0x80, 0x80, 0x80]],
    [0x10_ffff, [0xf3, 0xbf, 0x9d, 0xbf]],
  ];
  for (const [point, bytes] of starts) {
    assertEquals(bijective.encodeCodePoints([point]), Uint8Array.from(bytes));
    assertEquals(bijective.decodeCodePoints(Uint8Array.from(bytes)), Uint32Array.of(point));
  }
  const surrogate = bijective.encodeCodePoints([0xd800]);
  assert(bijective.isValid(surrogate));
  assertStrictEquals(assertThrows(() => bijective.decode(surrogate), Utf8Error).kind, "surrogate");
  assertStrictEquals(bijective.decodeLossy(surrogate), "\uFFFD");
});

test("Modified UTF-8: no byte 00, surrogates unharmed, pairs joined however they came", () => {
  assertEquals(mutf8.encode("a\0b"), Uint8Array.of(0x61, 0xc0, 0x80, 0x62));
  assert(!mutf8.encode("\0\u{1F600}\0").includes(0));
  for (const text of ["\uD800", "\uDFFFx\uD800", "\uDC00\uD800\uDC00\uD800", "\u{10FFFF}\uDBFF"]) {
    assertStrictEquals(mutf8.decode(mutf8.encode(text)), text);
  }
  const joined = new Uint8Array([...mutf8.encode("\uD83D"), ...mutf8.encode("\uDE00")]);
  assertEquals(mutf8.decodeCodePoints(joined), Uint32Array.of(0x1f600));
  assertStrictEquals(mutf8.decode(joined), "😀");
  assertEquals(mutf8.encodeCodePoints([0xd83d, 0xde00]), joined);
  // Across the border of what is read at once.
  for (let before = 1015; before < 1030; before++) {
    const text = "a".repeat(before) + "\0\u{1F600}b";
    assertStrictEquals(mutf8.decode(mutf8.encode(text)), text);
    assertStrictEquals(mutf8.decodeCodePoints(mutf8.encode(text)).length, before + 3);
  }
});

test("readUTF and writeUTF: two bytes of length, at most 65,535", () => {
  const target = new Uint8Array(70_000);
  assertStrictEquals(mutf8.writeUTF("", target, 0), 2);
  assertEquals(mutf8.readUTF(target), { text: "", end: 2 });
  assertStrictEquals(mutf8.writeUTF("é\0😀", target, 5), 2 + 2 + 2 + 6);
  assertEquals(target.subarray(5, 11), Uint8Array.of(0, 10, 0xc3, 0xa9, 0xc0, 0x80));
  assertEquals(mutf8.readUTF(target, 5), { text: "é\0😀", end: 17 });
  const longest = "\0".repeat(32_767) + "a";
  assertStrictEquals(mutf8.writeUTF(longest, target, 1), 65_537);
  assertEquals(mutf8.readUTF(target, 1), { text: longest, end: 65_538 });
  const before = target.slice();
  assertThrows(() => mutf8.writeUTF(longest + "a", target, 1), RangeError, "65536 bytes");
  assertThrows(() => mutf8.writeUTF("abc", target, 69_996), RangeError, "5 bytes, but only 4");
  assertThrows(() => mutf8.writeUTF("abc", target, -1), RangeError);
  assertEquals(target, before);
  const short = Uint8Array.of(9, 0, 4, 0x61, 0x62);
  assertEquals(assertThrows(() => mutf8.readUTF(short, 1), Utf8Error, "4 bytes long, but only 2").problem, {
    kind: "incomplete",
    offset: 1,
    length: 4,
  });
  assertThrows(() => mutf8.readUTF(short, 4), Utf8Error, "two bytes");
  assertThrows(() => mutf8.readUTF(short, 6), RangeError);
  assertStrictEquals(assertThrows(() => mutf8.readUTF(Uint8Array.of(0, 1, 0)), Utf8Error).offset, 2);
});

test("WTF-8: file names with half a pair, and concatenation that joins one", () => {
  // As NTFS allows it: a name cut in the middle of an emoji.
  const name = "holiday \uD83D.jpg";
  const bytes = wtf8.encode(name);
  assertEquals(hexOf(bytes), "68 6f 6c 69 64 61 79 20 ed a0 bd 2e 6a 70 67");
  assertStrictEquals(wtf8.decode(bytes), name);
  assert(!utf8.isValid(bytes));
  const parts = ["x\uD83D", "\uDE00\uD83D", "", "\uDE00", "\uDE00", "\uD83D"];
  assertEquals(wtf8.concat(...parts.map((part) => wtf8.encode(part))), wtf8.encode(parts.join("")));
  assertEquals(wtf8.concat(), new Uint8Array(0));
  const random = randomInts(8);
  for (let round = 0; round < 500; round++) {
    const texts = Array.from({ length: random(5) }, () => randomText(random(6), random));
    assertEquals(wtf8.concat(...texts.map((text) => wtf8.encode(text))), wtf8.encode(texts.join("")));
  }
  const error = assertThrows(() => wtf8.concat(bytes, Uint8Array.of(0x61, 0xff)), Utf8Error);
  assertStrictEquals(error.offset, 1);
});

test("a form of one's own, with the checks of its rows", () => {
  const utf16be = defineForm("UTF-16BE", [
    "U+0000..U+D7FF      00..D7 00..FF",
    "U+E000..U+FFFF      E0..FF 00..FF",
    "U+10000..U+10FFFF   D8..DB 00..FF DC..DF 00..FF",
  ]);
  const text = "A€😀\uFFFF";
  assertEquals(hexOf(utf16be.encode(text)), "00 41 20 ac d8 3d de 00 ff ff");
  assertStrictEquals(utf16be.decode(utf16be.encode(text)), text);
  assertEquals(utf16be.findError(Uint8Array.of(0, 0x41, 0xdc, 0)), {
    kind: "unexpected-continuation",
    offset: 2,
    length: 1,
  });
  assertStrictEquals(assertThrows(() => utf16be.encode("a\uD800"), Utf8Error).kind, "lone-surrogate");

  // Digits that are no powers of two, lead bytes that are trail bytes too, and characters that are missing.
  const odd = defineForm("odd", ["U+0000..U+0063  30..39 30..39", "U+0064..U+03E7  3A..3C 41..45 3A..3C 41..54"]);
  const points = Array.from({ length: 0x3e8 }, (_, point) => point);
  assertEquals(odd.decodeCodePoints(odd.encodeCodePoints(points)), Uint32Array.from(points));
  assertEquals(odd.encodeCodePoints([42, 0x64]), Uint8Array.of(0x34, 0x32, 0x3a, 0x41, 0x3a, 0x41));
  const error = assertThrows(() => odd.encode("aé€"), Utf8Error);
  assertEquals([error.problem, error.message], [
    { kind: "unrepresentable", offset: 2, length: 1 },
    "text at position 2: U+20AC '€' cannot be written in odd",
  ]);

  // Many rows with the same lead byte, none of which is compiled to a shift form.
  const fan = defineForm(
    "fan",
    Array.from({ length: 40 }, (_, k) => {
      const hex = (value: number) => value.toString(16).toUpperCase().padStart(2, "0");
      const last = Array.from({ length: k % 4 }, () => hex(0x10 + k)).join(" ");
      return `U+${hex(k).padStart(4, "0")} 80 ${hex(k)} ${last}`.trim();
    }),
  );
  assertEquals(fan.decodeCodePoints(fan.encodeCodePoints([39, 0, 17])), Uint32Array.of(39, 0, 17));

  assertThrows(() => defineForm("x", ["U+0041"]), SyntaxError, "shape");
  assertThrows(() => defineForm("x", ["U+0041 41", "U+0042 41"]), SyntaxError, "same bytes");
  assertThrows(() => defineForm("x", ["U+0041 41..42"]), SyntaxError, "2 byte sequences");
  assertThrows(() => defineForm("x", ["U+80000000 41"]), SyntaxError, "7FFFFFFF");
  assertThrows(() => defineForm(1 as unknown as string, []), TypeError);
  assertStrictEquals(defineForm("empty", []).isValid(new Uint8Array(0)), true);
  assertThrows(() => defineForm("empty", []).encode("a"), Utf8Error);
});

test("UTF-8 as a form is the codec", () => {
  assert(utf8.encode === encode && utf8.decode === decode);
  const own = defineForm("UTF-8 from its rows", utf8.rows);
  const random = randomInts(9);
  for (let round = 0; round < 200; round++) {
    const bytes = Uint8Array.from({ length: random(300) }, () => EDGES[random(EDGES.length)]!);
    assertStrictEquals(own.decodeLossy(bytes), utf8.decodeLossy(bytes));
    assertStrictEquals(own.findError(bytes)?.offset, utf8.findError(bytes)?.offset);
  }
});
