/** Bytes to bytes, against slow references: what each encoding writes, and what UTF-16 and UTF-32 refuse. */

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  bijective,
  cesu8,
  defineForm,
  type Encoding,
  mutf8,
  rfc2279,
  transcode,
  transcodedLength,
  transcodeInto,
  utf8,
  Utf8Error,
  type Utf8ErrorKind,
  wtf8,
} from "../mod.ts";
import { formBytes, formUnits, REFERENCES } from "./forms/reference.ts";
import { bytesOfPoint } from "./reference.ts";
import { damagedBytes, randomInts, randomText, sequences } from "./samples.ts";
import { test } from "./test.ts";

/** The bytes of a scalar value, or `undefined` if there are none. */
type Writer = (point: number) => number[] | undefined;

function writeUnits(units: readonly number[], size: 2 | 4, isLittle: boolean): number[] {
  const view = new DataView(new ArrayBuffer(units.length * size));
  units.forEach((unit, i) =>
    size === 2 ? view.setUint16(2 * i, unit, isLittle) : view.setUint32(4 * i, unit, isLittle)
  );
  return Array.from(new Uint8Array(view.buffer));
}

function utf16Units(point: number): number[] {
  return Array.from(String.fromCodePoint(point).split(""), (unit) => unit.charCodeAt(0));
}

const ENCODINGS: [encoding: Encoding, write: Writer][] = [
  ["utf-8", bytesOfPoint],
  ["utf-16le", (point) => writeUnits(utf16Units(point), 2, true)],
  ["utf-16be", (point) => writeUnits(utf16Units(point), 2, false)],
  ["utf-32le", (point) => writeUnits([point], 4, true)],
  ["utf-32be", (point) => writeUnits([point], 4, false)],
  ["latin1", (point) => point < 0x100 ? [point] : undefined],
  [cesu8, (point) => formBytes(REFERENCES.cesu8, point)],
  [mutf8, (point) => formBytes(REFERENCES.mutf8, point)],
  [wtf8, (point) => formBytes(REFERENCES.wtf8, point)],
  [rfc2279, (point) => formBytes(REFERENCES.rfc2279, point)],
  [bijective, (point) => formBytes(REFERENCES.bijective, point)],
];

function nameOf(encoding: Encoding): string {
  return typeof encoding === "string" ? encoding : encoding.name;
}

/** Scalar values of all kinds, with runs of the same kind. */
function randomPoints(count: number, limit: number, random: (limit: number) => number): number[] {
  const points: number[] = [];
  while (points.length < count) {
    const top = Math.min(limit, [0x80, 0x100, 0x800, 0x1_0000, 0x11_0000][random(5)]!);
    for (let run = random(4) === 0 ? random(80) : 1; run > 0; run--) {
      const point = random(top);
      if (point < 0xd800 || point > 0xdfff) points.push(point);
    }
  }
  return points;
}

for (const [from, read] of ENCODINGS) {
  for (const [to, write] of ENCODINGS) {
    test(`${nameOf(from)} to ${nameOf(to)}: any characters, also into every size of target`, () => {
      const random = randomInts(10);
      const limit = from === "latin1" || to === "latin1" ? 0x100 : 0x11_0000;
      for (let round = 0; round < 15; round++) {
        const points = randomPoints([0, 1, 5, 30, 3000][round % 5]!, limit, random);
        const source = Uint8Array.from([0xff, ...points.flatMap((point) => read(point)!), 0xff]);
        const target = Uint8Array.from(points.flatMap((point) => write(point)!));
        const range = { start: 1, end: source.length - 1 };
        assertEquals(transcode(source, from, to, range), target);
        assertStrictEquals(transcodedLength(source, from, to, range), target.length);
        let next = 0; // The first point that does not fit.
        let consumed = 0;
        let written = 0;
        for (let size = 0; size <= target.length; size += size < 200 ? 1 : 1 + random(2000)) {
          while (next < points.length && written + write(points[next]!)!.length <= size) {
            consumed += read(points[next]!)!.length;
            written += write(points[next++]!)!.length;
          }
          const room = new Uint8Array(size).fill(0xee);
          const result = transcodeInto(source, from, to, room, range);
          if (result.read !== consumed || result.written !== written) {
            assertEquals(result, { read: consumed, written }, `${size} bytes`);
          }
          assertEquals(room.slice(0, written), target.slice(0, written));
          assert(room.subarray(written).every((byte) => byte === 0xee), "wrote behind the end");
        }
      }
    });
  }
}

test("every scalar value from UTF-8 to UTF-16 and UTF-32 and back", () => {
  const points = Array.from({ length: 0x11_0000 }, (_, point) => point).filter((point) =>
    point < 0xd800 || point > 0xdfff
  );
  const source = utf8.encodeCodePoints(points);
  const wide = new Uint8Array(Uint32Array.from(points).buffer);
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] === 1) assertEquals(transcode(source, utf8, "utf-32le"), wide);
  for (const encoding of ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] as const) {
    const target = transcode(source, "utf-8", encoding);
    assertStrictEquals(transcodedLength(source, "utf-8", encoding), target.length);
    assertEquals(transcode(target, encoding, "utf-8"), source);
  }
});

/** RFC 2781 §2.2 and the Encoding Standard's decoder (§14.2.1): scalar values, -1 for a problem, and their lengths. */
function utf16Sequences(bytes: Uint8Array, isLittle: boolean): [point: number, length: number][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found: [number, number][] = [];
  for (let p = 0; p < bytes.length;) {
    const left = bytes.length - p;
    const unit = left < 2 ? -1 : view.getUint16(p, isLittle);
    const next = left < 4 ? -1 : view.getUint16(p + 2, isLittle);
    let entry: [number, number];
    if (unit < 0) entry = [-1, 1];
    else if (unit < 0xd800 || unit > 0xdfff) entry = [unit, 2];
    else if (unit <= 0xdbff && left < 4) entry = [-1, left];
    else if (unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) {
      entry = [(unit - 0xd800) * 0x400 + next - 0xdc00 + 0x1_0000, 4];
    } else entry = [-1, 2];
    found.push(entry);
    p += entry[1];
  }
  return found;
}

for (const isLittle of [true, false]) {
  const encoding = isLittle ? "utf-16le" : "utf-16be";
  test(`${encoding}: surrogates in every order, and input that is cut off`, () => {
    for (let length = 0; length <= 5; length++) {
      for (const units of length === 0 ? [[]] : sequences([0x41, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000], length)) {
        for (const rest of [[], [0x41], [0xd8], [0xdc]]) {
          const bytes = Uint8Array.from([...writeUnits(units, 2, isLittle), ...rest]);
          const found = utf16Sequences(bytes, isLittle);
          const lossy = transcode(bytes, encoding, "utf-32be", { lossy: true });
          const expected = found.flatMap((
            [point],
          ) => [0, ...point < 0 ? [0, 0xff, 0xfd] : writeUnits([point], 4, false).slice(1)]);
          if (lossy.join() !== expected.join()) assertEquals([...lossy], expected, `${bytes}`);
          const bad = found.findIndex(([point]) => point < 0);
          if (bad < 0) continue;
          const error = assertThrows(() => transcode(bytes, encoding, "utf-8"), Utf8Error);
          const offset = found.slice(0, bad).reduce((sum, [, size]) => sum + size, 0);
          if (error.offset !== offset || error.length !== found[bad]![1]) {
            assertEquals([error.offset, error.length], [offset, found[bad]![1]], `${bytes}`);
          }
        }
      }
    }
  });
}

test("what is wrong: kind, place and message", () => {
  const cases: [from: Encoding, bytes: number[], to: Encoding, kind: Utf8ErrorKind, length: number, message: string][] =
    [
      [
        "utf-16le",
        [0x00, 0xd8, 0x41, 0x00],
        "utf-8",
        "lone-surrogate",
        2,
        "ill-formed UTF-16LE at byte 4: 00 D8 is U+D800, a high surrogate without a low one behind it",
      ],
      [
        "utf-16be",
        [0xdc, 0x00],
        "utf-8",
        "lone-surrogate",
        2,
        "ill-formed UTF-16BE at byte 4: DC 00 is U+DC00, a low surrogate without a high one before it",
      ],
      [
        "utf-16be",
        [0xd8, 0x00, 0xdc],
        "utf-8",
        "incomplete",
        3,
        "ill-formed UTF-16BE at byte 4: D8 00 DC is cut off after 3 of 4 bytes by the end of the input; more input could complete it",
      ],
      [
        "utf-16be",
        [0x20],
        "utf-8",
        "incomplete",
        1,
        "ill-formed UTF-16BE at byte 4: 20 is cut off after 1 of 2 bytes by the end of the input; more input could complete it",
      ],
      [
        "utf-32le",
        [0x00, 0xd8, 0x00, 0x00],
        "utf-8",
        "surrogate",
        4,
        "ill-formed UTF-32LE at byte 4: 00 D8 00 00 is the surrogate U+D800",
      ],
      [
        "utf-32be",
        [0xff, 0x11, 0x00, 0x00],
        "utf-8",
        "too-large",
        4,
        "ill-formed UTF-32BE at byte 4: FF 11 00 00 is U+FF110000, beyond U+10FFFF",
      ],
      [
        "utf-32be",
        [0x00, 0x00],
        "utf-8",
        "incomplete",
        2,
        "ill-formed UTF-32BE at byte 4: 00 00 is cut off after 2 of 4 bytes by the end of the input; more input could complete it",
      ],
      [
        "utf-8",
        [0xe2, 0x82, 0xac],
        "latin1",
        "unrepresentable",
        3,
        "UTF-8 at byte 4: U+20AC '€' cannot be written in Latin-1",
      ],
      [
        "utf-8",
        [0xc0, 0xaf],
        "utf-16le",
        "overlong",
        1,
        "ill-formed UTF-8 at byte 4: C0 AF is an overlong form of U+002F '/'",
      ],
      [
        cesu8,
        [0xed, 0xa0, 0x80, 0x41],
        utf8,
        "surrogate",
        3,
        "ill-formed CESU-8 at byte 4: ED A0 80 is the surrogate U+D800",
      ],
      [
        wtf8,
        [0xed, 0xa0, 0x80, 0x41],
        utf8,
        "unrepresentable",
        3,
        "WTF-8 at byte 4: U+D800 cannot be written in UTF-8",
      ],
      [
        rfc2279,
        [0xf8, 0x88, 0x80, 0x80, 0x80],
        utf8,
        "unrepresentable",
        5,
        "UTF-8 of RFC 2279 at byte 4: U+200000 cannot be written in UTF-8",
      ],
      [
        bijective,
        [0xec, 0xbe, 0x80],
        wtf8,
        "unrepresentable",
        3,
        "bijective UTF-8 at byte 4: U+D800 cannot be written in WTF-8",
      ],
    ];
  for (const [from, bytes, to, kind, length, message] of cases) {
    // Four bytes of an "a" in front, or two of them.
    const before = from === "utf-32le"
      ? [0x61, 0, 0, 0]
      : from === "utf-32be"
      ? [0, 0, 0, 0x61]
      : from === "utf-16le"
      ? [0x61, 0, 0x61, 0]
      : from === "utf-16be"
      ? [0, 0x61, 0, 0x61]
      : [0x61, 0x61, 0x61, 0x61];
    const source = Uint8Array.from([...before, ...bytes]);
    for (
      const work of [
        () => transcode(source, from, to),
        () => transcodedLength(source, from, to),
        () => transcodeInto(source, from, to, new Uint8Array(99)),
        () => transcode(Uint8Array.from([0xff, ...source, 0xff]).subarray(1, -1), from, to),
      ]
    ) {
      const error = assertThrows(work, Utf8Error);
      assertEquals([error.problem, error.message], [{ kind, offset: 4, length }, message]);
    }
    const shifted = Uint8Array.from([0xff, ...source, 0xff]);
    const error = assertThrows(() => transcode(shifted, from, to, { start: 1, end: 1 + source.length }), Utf8Error);
    assertStrictEquals(error.offset, 5);
    const lossy = transcode(source, from, to, { lossy: true });
    assertStrictEquals(transcodedLength(source, from, to, { lossy: true }), lossy.length);
    assert(lossy.length > 0);
  }
});

test("lossy: a replacement for each problem, U+FFFD or a question mark", () => {
  const source = Uint8Array.from([0x61, 0xc0, 0xaf, 0xe2, 0x82, 0xac, 0xe9, 0xc3, 0xa9]);
  assertEquals(
    transcode(source, "utf-8", "latin1", { lossy: true }),
    Uint8Array.of(0x61, 0x3f, 0x3f, 0x3f, 0x3f, 0xe9),
  );
  assertEquals(transcode(source, utf8, cesu8, { lossy: true }), utf8.encode("a\uFFFD\uFFFD€\uFFFDé"));
  const none = defineForm("A", ["U+0041 41"]);
  assertThrows(() => transcode(source, utf8, none, { lossy: true }), TypeError, "could replace");
});

test("lossy from any form to UTF-8: each problem one U+FFFD, on damaged input of every length", () => {
  const random = randomInts(11);
  for (
    const [form, reference] of [[utf8, REFERENCES.utf8], [cesu8, REFERENCES.cesu8], [mutf8, REFERENCES.mutf8], [
      wtf8,
      REFERENCES.wtf8,
    ]] as const
  ) {
    for (let round = 0; round < 300; round++) {
      const bytes = round % 10 === 0 ? damagedBytes(4000, random) : damagedBytes(random(120), random);
      const expected = formUnits(reference, bytes).flatMap(({ point }) =>
        bytesOfPoint(point < 0 || point >= 0xd800 && point <= 0xdfff ? 0xfffd : point)
      );
      assertEquals(transcode(bytes, form, utf8, { lossy: true }), Uint8Array.from(expected));
    }
  }
});

test("lone surrogates pass between the forms that have them, and pairs are written as each form wants it", () => {
  const random = randomInts(12);
  for (let round = 0; round < 300; round++) {
    const text = randomText(round < 290 ? random(80) : 5000, random);
    assertEquals(transcode(wtf8.encode(text), wtf8, mutf8), mutf8.encode(text));
    assertEquals(transcode(mutf8.encode(text), mutf8, wtf8), wtf8.encode(text));
  }
});

test("UTF-16BE and UTF-32BE as forms of one's own are the same", () => {
  const utf16be = defineForm("UTF-16BE by rows", [
    "U+0000..U+D7FF      00..D7 00..FF",
    "U+E000..U+FFFF      E0..FF 00..FF",
    "U+10000..U+10FFFF   D8..DB 00..FF DC..DF 00..FF",
  ]);
  const utf32be = defineForm("UTF-32BE by rows", [
    "U+0000..U+D7FF      00 00     00..D7 00..FF",
    "U+E000..U+FFFF      00 00     E0..FF 00..FF",
    "U+10000..U+10FFFF   00 01..10 00..FF 00..FF",
  ]);
  const bytes = utf8.encodeCodePoints(randomPoints(5000, 0x11_0000, randomInts(13)));
  assertEquals(transcode(bytes, utf8, utf16be), transcode(bytes, utf8, "utf-16be"));
  assertEquals(transcode(bytes, utf8, utf32be), transcode(bytes, utf8, "utf-32be"));
  assertEquals(transcode(transcode(bytes, utf8, utf16be), utf16be, utf32be), transcode(bytes, utf8, "utf-32be"));
});

test("arguments are checked, sources of any kind taken", () => {
  const bytes = Uint8Array.of(0x61, 0xc3, 0xa9);
  assertEquals(transcode(bytes.buffer, "utf-8", "latin1"), Uint8Array.of(0x61, 0xe9));
  assertEquals(transcode(new DataView(bytes.buffer, 1), "utf-8", "latin1"), Uint8Array.of(0xe9));
  if (typeof SharedArrayBuffer === "function") {
    const shared = new Uint8Array(new SharedArrayBuffer(4));
    shared.set([0xff, ...bytes]);
    assertEquals(transcode(shared, "utf-8", "latin1", { start: 1 }), Uint8Array.of(0x61, 0xe9));
    assertStrictEquals(assertThrows(() => transcode(shared, "utf-8", "latin1", { start: 0 }), Utf8Error).offset, 0);
    assertStrictEquals(
      assertThrows(() => transcode(shared, "utf-8", "latin1", { start: 1, end: 3 }), Utf8Error).offset,
      2,
    );
  }
  // deno-lint-ignore no-explicit-any -- what is refused
  const wrong = (value: unknown) => value as any;
  assertThrows(
    () => transcode(bytes, wrong("utf-7"), "utf-8"),
    TypeError,
    'from must be a form or the name of an encoding, got "utf-7"',
  );
  assertThrows(() => transcode(bytes, "utf-8", wrong("toString")), TypeError, "to must be");
  assertThrows(() => transcode(bytes, "utf-8", wrong({ name: "UTF-8" })), TypeError, "got Object");
  assertThrows(() => transcode(bytes, wrong(null), "utf-8"), TypeError, "got null");
  assertThrows(() => transcode(wrong("text"), "utf-8", "latin1"), TypeError);
  assertThrows(() => transcode(bytes, "utf-8", "latin1", { start: 2, end: 1 }), RangeError);
  assertThrows(() => transcodeInto(bytes, "utf-8", "latin1", wrong([])), TypeError, "target");
});
