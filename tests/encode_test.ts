import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { encode, encodeCodePoints, encodeInto, encodeLossy, Utf8Error, write } from "../mod.ts";
import { bytesOfPoint, bytesOfText } from "./reference.ts";
import { randomInts, randomText } from "./samples.ts";
import { test } from "./test.ts";

const UNTOUCHED = 0xaa;

const EXAMPLES: [text: string, bytes: number[]][] = [
  ["", []],
  ["$", [0x24]],
  ["¢", [0xc2, 0xa2]],
  ["€", [0xe2, 0x82, 0xac]],
  ["𐍈", [0xf0, 0x90, 0x8d, 0x88]],
  ["א", [0xd7, 0x90]],
  ["\0", [0x00]],
  ["\x7f\x80", [0x7f, 0xc2, 0x80]],
  ["\u07ff\u0800", [0xdf, 0xbf, 0xe0, 0xa0, 0x80]],
  ["\ud7ff\ue000", [0xed, 0x9f, 0xbf, 0xee, 0x80, 0x80]],
  ["\uffff\u{10000}", [0xef, 0xbf, 0xbf, 0xf0, 0x90, 0x80, 0x80]],
  ["\u{10ffff}", [0xf4, 0x8f, 0xbf, 0xbf]],
  ["\ufeffa", [0xef, 0xbb, 0xbf, 0x61]],
];

test("examples", () => {
  for (const [text, bytes] of EXAMPLES) {
    const expected = Uint8Array.from(bytes);
    assertEquals(encode(text), expected);
    assertEquals(encodeLossy(text), expected);
    const target = new Uint8Array(bytes.length + 2).fill(UNTOUCHED);
    assertStrictEquals(write(text, target, 1), bytes.length);
    assertEquals([...target], [UNTOUCHED, ...bytes, UNTOUCHED]);
    assertEquals(encodeInto(text, target.fill(UNTOUCHED)), { read: text.length, written: bytes.length });
    assertEquals([...target], [...bytes, UNTOUCHED, UNTOUCHED]);
    assertEquals(encodeCodePoints([...text].map((character) => character.codePointAt(0)!)), expected);
  }
});

test("an encoded string has memory of its own", () => {
  for (const text of ["", "a", "€".repeat(100), "a".repeat(10_000)]) {
    for (const encoder of [encode, encodeLossy]) {
      const bytes = encoder(text);
      assert(bytes.buffer instanceof ArrayBuffer);
      assertStrictEquals(bytes.byteOffset, 0);
      assertStrictEquals(bytes.buffer.byteLength, bytes.length);
      assert(text === "" || encoder(text).buffer !== bytes.buffer);
    }
  }
});

/** The position of the first lone surrogate, or -1. */
function lonePosition(text: string): number {
  let position = 0;
  for (const character of text) {
    if (character >= "\ud800" && character <= "\udfff" && character.length === 1) return position;
    position += character.length;
  }
  return -1;
}

test("random strings with lone surrogates", () => {
  const random = randomInts(41);
  for (let round = 0; round < 20_000; round++) {
    const text = randomText(random(40), random);
    const expected = Uint8Array.from(bytesOfText(text));
    assertEquals(encodeLossy(text), expected);
    const lone = lonePosition(text);
    if (lone < 0) {
      assertEquals(encode(text), expected);
    } else {
      const problem = { kind: "lone-surrogate" as const, offset: lone, length: 1 };
      assertEquals(assertThrows(() => encode(text), Utf8Error, `position ${lone}`).problem, problem);
      const target = new Uint8Array(expected.length + 1).fill(UNTOUCHED);
      assertEquals(assertThrows(() => write(text, target, 1), Utf8Error, `position ${lone}`).problem, problem);
      assertStrictEquals(target[0], UNTOUCHED);
    }
  }
});

test("long strings, with and without a lone surrogate at their ends and in the middle", () => {
  for (const piece of ["a", "é", "€", "😀", "aé€😀"]) {
    for (const count of [30, 64, 100, 1000, 5000]) {
      const text = piece.repeat(count);
      const expected = new Uint8Array(bytesOfText(text));
      assert(isSame(encode(text), expected));
      for (const at of [0, text.length >> 1 & ~1, text.length]) {
        const broken = text.slice(0, at) + "\udc00" + text.slice(at);
        // Cut in a pair, the low surrogate may find a high one in front of it; only a string that has one lone counts.
        const lone = lonePosition(broken);
        assertStrictEquals(assertThrows(() => encode(broken), Utf8Error).offset, lone);
        assert(isSame(encodeLossy(broken), Uint8Array.from(bytesOfText(broken))));
      }
    }
  }
});

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** What `encodeInto` should read and write: whole characters, as many as fit. */
function fitting(text: string, room: number): { read: number; bytes: number[] } {
  const bytes: number[] = [];
  let read = 0;
  for (const character of text) {
    const more = bytesOfText(character);
    if (bytes.length + more.length > room) break;
    bytes.push(...more);
    read += character.length;
  }
  return { read, bytes };
}

test("encodeInto: targets of every size, against the reference and the platform", () => {
  const platform = typeof globalThis.TextEncoder === "function" ? new globalThis.TextEncoder() : undefined;
  if (!platform) console.log("  no TextEncoder here: compared with the reference only");
  const random = randomInts(42);
  const buffer = new Uint8Array(200);
  for (let round = 0; round < 1000; round++) {
    const text = randomText(random(20), random);
    const most = bytesOfText(text).length;
    for (let room = 0; room <= most + 1; room++) {
      const { read, bytes } = fitting(text, room);
      const start = random(4);
      buffer.fill(UNTOUCHED);
      assertEquals(encodeInto(text, buffer.subarray(start, start + room)), { read, written: bytes.length });
      for (let i = 0; i < start + room + 4; i++) {
        const expected = bytes[i - start] ?? UNTOUCHED;
        if (buffer[i] !== expected) assertStrictEquals(buffer[i], expected, `at ${i - start} of ${room}`);
      }
      if (platform) {
        const target = new Uint8Array(room);
        assertEquals({ ...platform.encodeInto(text, target) }, { read, written: bytes.length });
        assert(isSame(target.subarray(0, bytes.length), Uint8Array.from(bytes)));
      }
    }
  }
});

test("encodeInto: long texts into targets that hold a part, all, or a little more of them", () => {
  // Against the reference only: Node's own, from 25.4 on, underfills targets (nodejs/node#65994).
  for (const piece of ["a", "é", "Ѐ", "€", "😀", "\udc00", "aé€😀"]) {
    for (const tail of ["", " ", "é", "€", "😀", "\ud800"]) {
      for (const count of [5, 12, 13, 33, 64, 130, 600]) {
        const text = piece.repeat(count) + tail;
        const { length } = bytesOfText(text);
        const buffer = new Uint8Array(3 * text.length + 8);
        const rooms = [0, 1, 2, 3, 4, 5, 6, 7, length - 5, length - 4, length - 3, length - 2, length - 1, length];
        for (const room of [...rooms, length + 1, length + 2, length + 3, 3 * text.length]) {
          const { read, bytes } = fitting(text, room);
          const what = `${JSON.stringify(piece)} × ${count} + ${JSON.stringify(tail)} into ${room}`;
          const target = buffer.fill(UNTOUCHED).subarray(4, 4 + room);
          assertEquals(encodeInto(text, target), { read, written: bytes.length }, what);
          assert(isSame(target.subarray(0, bytes.length), Uint8Array.from(bytes)), what);
          assert(target.subarray(bytes.length).every((byte) => byte === UNTOUCHED), what);
          assert(buffer[3] === UNTOUCHED && buffer[4 + room] === UNTOUCHED, what);
        }
      }
    }
  }
});

test("encode and write: long texts, to the last byte", () => {
  for (const piece of ["a", "é", "Ѐ", "€", "😀", "aé€😀"]) {
    for (const tail of ["", " ", "é", "€", "😀"]) {
      for (const count of [5, 12, 13, 25, 33, 64, 130, 300, 600, 1100]) {
        const text = piece.repeat(count) + tail;
        const expected = Uint8Array.from(bytesOfText(text));
        assert(isSame(encode(text), expected));
        assert(isSame(encodeLossy(text), expected));
        const target = new Uint8Array(expected.length + 3);
        assertStrictEquals(write(text, target, 3), expected.length);
        assert(isSame(target.subarray(3), expected));
      }
    }
  }
});

test("encodeInto: a character that does not fit ends the writing, even where a shorter one behind it would fit", () => {
  const cases: [text: string, room: number, read: number, written: number][] = [
    ["€a", 2, 0, 0],
    ["a€b", 3, 1, 1],
    ["😀a", 3, 0, 0],
    ["a😀a", 4, 1, 1],
    ["\ud800a", 2, 0, 0],
    ["\ud800a", 3, 1, 3],
    ["\ud800a", 4, 2, 4],
    ["a\ud83d", 3, 1, 1],
    ["", 0, 0, 0],
    ["a", 0, 0, 0],
  ];
  for (const [text, room, read, written] of cases) {
    assertEquals(encodeInto(text, new Uint8Array(room)), { read, written }, `${JSON.stringify(text)} into ${room}`);
  }
});

test("write: it fits exactly, or nothing is written and the error says how many bytes are needed", () => {
  const random = randomInts(43);
  for (let round = 0; round < 1000; round++) {
    const text = randomText(random(20), random).replace(/[\ud800-\udfff]/gu, "?");
    const bytes = bytesOfText(text);
    for (let room = 0; room <= bytes.length + 1; room++) {
      const offset = random(5);
      const target = new Uint8Array(offset + room).fill(UNTOUCHED);
      const expected = new Uint8Array(offset + room).fill(UNTOUCHED);
      if (room >= bytes.length) {
        assertStrictEquals(write(text, target, offset), bytes.length);
        expected.set(bytes, offset);
      } else {
        const { message } = assertThrows(() => write(text, target, offset), RangeError);
        assertStrictEquals(
          message,
          `text needs ${bytes.length} bytes, but only ${room} are left in target behind offset ${offset}`,
        );
      }
      assert(isSame(target, expected));
    }
  }
});

test("write: a lone surrogate that does not fit is a matter of room", () => {
  assertThrows(() => write("\ud800", new Uint8Array(2), 0), RangeError, "needs 3 bytes");
  assertThrows(() => write("\ud800", new Uint8Array(3), 0), Utf8Error, "position 0");
});

test("write: an offset that is none is refused", () => {
  const cases: [offset: unknown, type: typeof TypeError | typeof RangeError, message: string][] = [
    [-1, RangeError, "offset is -1"],
    [0.5, RangeError, "offset must be an integer, got 0.5"],
    [NaN, RangeError, "offset must be an integer, got NaN"],
    [Infinity, RangeError, "offset must be an integer, got Infinity"],
    [9, RangeError, "offset is 9, beyond the length, which is 8"],
    [undefined, TypeError, "offset must be a number, got undefined"],
    [null, TypeError, "offset must be a number, got null"],
    ["1", TypeError, "offset must be a number, got string"],
    [1n, TypeError, "offset must be a number, got bigint"],
  ];
  for (const [offset, type, message] of cases) {
    const target = new Uint8Array(8).fill(UNTOUCHED);
    const error = assertThrows(() => write("a", target, offset as number), type, message);
    assertStrictEquals(error.constructor, type);
    assert(target.every((byte) => byte === UNTOUCHED));
  }
  assertStrictEquals(write("", new Uint8Array(8), 8), 0);
});

test("encodeInto and write: a target that is not a Uint8Array is refused", () => {
  const targets: [target: unknown, name: string][] = [
    [undefined, "undefined"],
    [null, "null"],
    [8, "number"],
    ["target", "string"],
    [[], "Array"],
    [{}, "Object"],
    [{ length: 8 }, "Object"],
    [new ArrayBuffer(8), "ArrayBuffer"],
    [new DataView(new ArrayBuffer(8)), "DataView"],
    [new Uint8ClampedArray(8), "Uint8ClampedArray"],
    [new Int8Array(8), "Int8Array"],
    [new Uint16Array(8), "Uint16Array"],
  ];
  for (const [target, name] of targets) {
    const message = `target must be a Uint8Array, got ${name}`;
    assertStrictEquals(assertThrows(() => encodeInto("a", target as Uint8Array), TypeError).message, message);
    assertStrictEquals(assertThrows(() => write("a", target as Uint8Array, 0), TypeError).message, message);
  }
});

test("encodeInto and write: a detached target is refused", () => {
  const target = new Uint8Array(8);
  structuredClone(target, { transfer: [target.buffer] });
  assertThrows(() => encodeInto("a", target), TypeError, "target is detached");
  assertThrows(() => write("a", target, 0), TypeError, "target is detached");
});

test("encodeInto and write: into shared and growable memory", () => {
  if (typeof SharedArrayBuffer !== "function") return console.log("  no SharedArrayBuffer here");
  for (const buffer of [new SharedArrayBuffer(16), new ArrayBuffer(16, { maxByteLength: 32 } as never)]) {
    const target = new Uint8Array(buffer, 4, 8);
    assertEquals(encodeInto("a€😀b", target), { read: 4, written: 8 });
    assertEquals(Array.from(new Uint8Array(buffer)), [0, 0, 0, 0, ...bytesOfText("a€😀"), 0, 0, 0, 0]);
    assertStrictEquals(write("😀€", target, 1), 7);
    assertEquals(Array.from(target), [0x61, ...bytesOfText("😀€")]);
  }
});

const NOT_STRINGS: [value: unknown, name: string][] = [
  [undefined, "undefined"],
  [null, "null"],
  [0, "number"],
  [1n, "bigint"],
  [true, "boolean"],
  [Symbol("a"), "symbol"],
  [["a"], "Array"],
  [{ toString: () => "a", length: 1 }, "Object"],
  [Object("a"), "String"],
  [Uint8Array.of(0x61), "Uint8Array"],
  [() => "a", "function"],
];

test("whatever is not a string is refused, and named", () => {
  for (const [value, name] of NOT_STRINGS) {
    const text = value as string;
    const calls = [
      () => encode(text),
      () => encodeLossy(text),
      () => encodeInto(text, new Uint8Array(8)),
      () => write(text, new Uint8Array(8), 0),
    ];
    for (const call of calls) {
      const error = assertThrows(call, TypeError);
      assertStrictEquals(error.constructor, TypeError);
      assertStrictEquals(error.message, `text must be a string, got ${name}`);
    }
  }
});

test("encodeCodePoints takes arrays of every kind", () => {
  const points = [0x24, 0x20ac, 0x1_0348];
  const expected = Uint8Array.from(points.flatMap(bytesOfPoint));
  const lists: ArrayLike<number>[] = [
    points,
    Uint32Array.from(points),
    Int32Array.from(points),
    Float64Array.from(points),
    { length: 3, 0: points[0]!, 1: points[1]!, 2: points[2]! },
  ];
  for (const list of lists) assertEquals(encodeCodePoints(list), expected);
  assertEquals(encodeCodePoints([]), new Uint8Array(0));
});

test("encodeCodePoints refuses what is not a scalar value, with the index", () => {
  const cases: [value: unknown, type: typeof TypeError | typeof RangeError, message: string][] = [
    [0xd800, RangeError, "codePoints[2] is U+D800, a surrogate"],
    [0xdfff, RangeError, "codePoints[2] is U+DFFF, a surrogate"],
    [0x11_0000, RangeError, "codePoints[2] is U+110000, beyond U+10FFFF"],
    [2 ** 32 + 0x41, RangeError, "codePoints[2] is U+100000041, beyond U+10FFFF"],
    [-1, RangeError, "codePoints[2] must be a code point, got -1"],
    [0.5, RangeError, "codePoints[2] must be a code point, got 0.5"],
    [NaN, RangeError, "codePoints[2] must be a code point, got NaN"],
    [Infinity, RangeError, "codePoints[2] must be a code point, got Infinity"],
    ["a", TypeError, "codePoints[2] must be a number, got string"],
    [undefined, TypeError, "codePoints[2] must be a number, got undefined"],
    [1n, TypeError, "codePoints[2] must be a number, got bigint"],
    [null, TypeError, "codePoints[2] must be a number, got null"],
  ];
  for (const [value, type, message] of cases) {
    const error = assertThrows(() => encodeCodePoints([0x24, 0xe000, value as number, 0xd800]), type);
    assertStrictEquals(error.constructor, type);
    assertStrictEquals(error.message, message);
  }
});

test("encodeCodePoints refuses what is not an array, and names it", () => {
  for (const [value, name] of [[undefined, "undefined"], [null, "null"], [65, "number"], ["A", "string"]] as const) {
    const error = assertThrows(() => encodeCodePoints(value as never), TypeError);
    assertStrictEquals(error.message, `codePoints must be an array, got ${name}`);
  }
});
