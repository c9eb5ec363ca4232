/** Columns against `decode` and `encode`, row by row. */

import { assert, assertEquals, assertFalse, assertStrictEquals, assertThrows } from "@std/assert";
import {
  type ColumnNumbers,
  decode,
  decodeColumn,
  type DecodeColumnOptions,
  decodeLossy,
  decodeViews,
  encode,
  encodeColumn,
  type EncodedColumn,
  encodeLossy,
  Utf8Error,
  Utf8RowError,
} from "../mod.ts";
import { damagedBytes, mixedBytes, randomInts, randomText, SCRIPTS, words } from "./samples.ts";
import { test } from "./test.ts";

/** How many bytes are decoded at a time, and behind a block of ASCII. */
const BLOCK = 65536;
const ASCII_BLOCK = 3 * BLOCK;

/** How many rows are looked at at a time. */
const ROWS = 16384;

/** The same offsets in everything that may hold them. */
const KINDS: Record<string, (offsets: number[]) => ColumnNumbers> = {
  "Int32Array": (offsets) => Int32Array.from(offsets),
  "Uint32Array": (offsets) => Uint32Array.from(offsets),
  "Float64Array": (offsets) => Float64Array.from(offsets),
  "BigInt64Array": (offsets) => BigInt64Array.from(offsets, BigInt),
  "BigUint64Array": (offsets) => BigUint64Array.from(offsets, BigInt),
  "number[]": (offsets) => offsets,
  "a view that starts elsewhere": (offsets) => BigInt64Array.from([7n, ...offsets.map(BigInt)]).subarray(1),
};

/** Each option alone, and what says nothing. */
const OPTIONS: DecodeColumnOptions[] = [
  {},
  { detach: true },
  { intern: true },
  { lossy: true },
  { lossy: true, detach: true },
  { lossy: true, intern: true },
  { validity: undefined, validityOffset: 3 },
];

/** What a column should give: each row by itself. */
function rowByRow(data: Uint8Array, offsets: number[], options: DecodeColumnOptions = {}): (string | null)[] {
  return offsets.slice(1).map((end, row) => {
    const { validity, validityOffset = 0 } = options;
    const bit = validityOffset + row;
    if (validity?.length && (validity[bit >> 3]! & 1 << (bit & 7)) === 0) return null;
    return options.lossy ? decodeLossy(data, offsets[row]!, end) : decode(data, offsets[row]!, end);
  });
}

/** Rows behind each other, and where they are. */
function columnOf(rows: readonly Uint8Array[], from = 0): { data: Uint8Array<ArrayBuffer>; offsets: number[] } {
  const offsets = [from];
  for (const row of rows) offsets.push(offsets.at(-1)! + row.length);
  const data = new Uint8Array(offsets.at(-1)! + 5).fill(0xff);
  for (const [i, row] of rows.entries()) data.set(row, offsets[i]!);
  return { data, offsets };
}

/** Rows of up to `longest` characters. */
function randomRows(script: string, count: number, longest: number, seed: number): string[] {
  const random = randomInts(seed);
  const text = Array.from(words(script, 5000, seed));
  return Array.from({ length: count }, () => {
    const start = random(text.length - longest);
    return text.slice(start, start + random(longest + 1)).join("");
  });
}

function bits(flags: readonly boolean[], offset: number): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil((offset + flags.length) / 8));
  flags.forEach((flag, i) => flag && (bitmap[offset + i >> 3]! |= 1 << (offset + i & 7)));
  return bitmap;
}

/** Compares the rows one by one: a column of a million is no message. */
function assertSameRows(actual: (string | null)[], expected: (string | null)[], message = ""): void {
  assertStrictEquals(actual.length, expected.length, message);
  const row = expected.findIndex((text, i) => text !== actual[i]);
  if (row >= 0) assertStrictEquals(actual[row], expected[row], `row ${row} ${message}`);
}

for (const script of Object.keys(SCRIPTS)) {
  test(`columns of ${script} are decoded as their rows are, all options, all kinds of offsets`, () => {
    const texts = randomRows(script, 9000, 24, 41);
    const { data, offsets } = columnOf(texts.map(encode), 3);
    for (const options of OPTIONS) {
      for (const [kind, make] of Object.entries(KINDS)) {
        assertSameRows(decodeColumn(data, make(offsets), options), texts, `${kind} ${JSON.stringify(options)}`);
      }
    }
  });

  test(`columns of ${script} go there and back`, () => {
    for (const count of [0, 1, 2, 100, 9000]) {
      const texts = randomRows(script, count, 24, 42);
      const { data, offsets, validity } = encodeColumn(texts);
      assertEquals(data, encode(texts.join("")));
      assertStrictEquals(validity, undefined);
      assertSameRows(decodeColumn(data, offsets), texts);
      assertSameRows(decodeColumn(data, encodeColumn(texts, { large: true }).offsets), texts);
    }
  });
}

test("slices are decoded as the rows they have", () => {
  const texts = randomRows("latin", 300, 24, 43);
  const { data, offsets } = columnOf(texts.map(encode));
  const flags = texts.map((_, i) => i % 3 !== 1);
  const validity = bits(flags, 5);
  for (let from = 0; from < 20; from++) {
    for (const make of Object.values(KINDS)) {
      const numbers = make(offsets.slice(from, from + 151)) as Int32Array;
      assertSameRows(decodeColumn(data, numbers), texts.slice(from, from + 150));
      const nulls = texts.map((text, i) => flags[i] ? text : null).slice(from, from + 150);
      assertSameRows(decodeColumn(data, numbers, { validity, validityOffset: 5 + from }), nulls);
    }
  }
});

test("a character of each length lies across the end of a block, at each of its bytes, and rows end everywhere", () => {
  for (const character of ["a", "é", "€", "😀"]) {
    for (let shift = -6; shift <= 6; shift++) {
      for (const size of [1, 3, 8]) {
        const characters = Array.from({ length: 40 }, (_, i) => encode(character.repeat((i % size) + 1)));
        const toBlock = encode("x".repeat(BLOCK - 40 + shift));
        const toAsciiBlock = encode("x".repeat(ASCII_BLOCK - 40 + shift));
        const ascii = encode("y".repeat(BLOCK - 1));
        const { data, offsets } = columnOf([toBlock, ...characters, ascii, toAsciiBlock, ...characters]);
        const texts = rowByRow(data, offsets);
        for (const options of [{}, { lossy: true }, { intern: true }]) {
          assertSameRows(decodeColumn(data, offsets, options), texts, `${character} ${shift} ${size}`);
        }
      }
    }
  }
});

test("rows of all lengths around a block, and far longer ones", () => {
  for (const length of [BLOCK, ASCII_BLOCK].flatMap((block) => [block - 1, block, block + 1, block + 2])) {
    for (const character of ["a", "é", "€"]) {
      const long = character.repeat(length / encode(character).length) + "a".repeat(length % encode(character).length);
      const texts = ["", "b€", long, "", long, "é", ""];
      const { data, offsets } = columnOf(texts.map(encode));
      for (const options of OPTIONS) assertSameRows(decodeColumn(data, offsets, options), texts);
      assertSameRows(decodeColumn(data, offsets, { validity: Uint8Array.of(0b1101011) }), [
        ...texts.slice(0, 2),
        null,
        "",
        null,
        ...texts.slice(5),
      ]);
    }
  }
});

test("columns without rows, and rows without bytes", () => {
  const nothing = new Uint8Array();
  for (const make of Object.values(KINDS)) {
    assertEquals(decodeColumn(nothing, make([])), []);
    assertEquals(decodeColumn(nothing, make([0])), []);
  }
  assertEquals(decodeViews(nothing, [], []), []);
  assertEquals(encodeColumn([]), { data: nothing, offsets: Int32Array.of(0), validity: undefined });
  for (const count of [1, ROWS - 1, ROWS, ROWS + 1, 3 * ROWS]) {
    const rows = new Array<string>(count).fill("");
    for (const options of OPTIONS) assertSameRows(decodeColumn(nothing, new Int32Array(count + 1), options), rows);
    assertEquals(encodeColumn(rows), { data: nothing, offsets: new Int32Array(count + 1), validity: undefined });
  }
});

test("rows of one byte: a window of rows ends before a block does", () => {
  const texts = Array.from({ length: 3 * ROWS + 7 }, (_, i) => String.fromCharCode(i % 128));
  const { data, offsets } = columnOf(texts.map(encode));
  for (const options of OPTIONS) assertSameRows(decodeColumn(data, offsets, options), texts);
});

test("null rows are null whatever their bytes, at any bit offset", () => {
  const random = randomInts(44);
  for (let round = 0; round < 60; round++) {
    const flags = Array.from({ length: 1 + random(80) }, () => random(3) > 0);
    const rows = flags.map((flag) =>
      flag ? Uint8Array.from(mixedBytes(random(20), random)) : damagedBytes(random(20), random)
    );
    const { data, offsets } = columnOf(rows, random(9));
    const validityOffset = random(20);
    const validity = bits(flags, validityOffset);
    for (const options of [{}, { detach: true }, { intern: true }, { lossy: true }]) {
      const all = { ...options, validity, validityOffset };
      assertSameRows(decodeColumn(data, offsets, all), rowByRow(data, offsets, all));
    }
  }
});

test("an empty bitmap says that no row is null; one that is too short is refused", () => {
  assertEquals(decodeColumn(encode("ab"), [0, 1, 2], { validity: new Uint8Array() }), ["a", "b"]);
  const offsets = new Int32Array(10);
  assertThrows(() => decodeColumn(encode(""), offsets, { validity: new Uint8Array(1) }), RangeError, "8 bits");
  for (const validityOffset of [-1, 0.5, NaN, 8]) {
    assertThrows(() => decodeColumn(encode(""), [0, 0], { validity: Uint8Array.of(1), validityOffset }), RangeError);
  }
});

test("lossy columns of damaged rows are decoded as their rows are", () => {
  const random = randomInts(45);
  for (let round = 0; round < 100; round++) {
    const rows = Array.from({ length: 50 }, () => damagedBytes(random(40), random));
    const { data, offsets } = columnOf(rows);
    for (const options of OPTIONS.filter(({ lossy }) => lossy)) {
      assertSameRows(decodeColumn(data, offsets, options), rowByRow(data, offsets, options));
    }
  }
});

test("strict columns of damaged rows throw what the first damaged row throws", () => {
  const random = randomInts(46);
  for (let round = 0; round < 300; round++) {
    const bad = random(40);
    const rows = Array.from(
      { length: 40 },
      (_, i) => i < bad ? Uint8Array.from(mixedBytes(random(30), random)) : damagedBytes(random(30), random),
    );
    const { data, offsets } = columnOf(rows, random(5));
    const { row, error } = firstError(data, offsets);
    for (const options of OPTIONS.filter(({ lossy }) => !lossy)) {
      if (error === undefined) assertSameRows(decodeColumn(data, offsets, options), rowByRow(data, offsets));
      else {
        const thrown = assertThrows(() => decodeColumn(data, offsets, options), Utf8RowError);
        assertEquals(thrown.problem, error.problem);
        assertEquals([thrown.row, thrown.offsetInRow], [row, error.offset - offsets[row]!]);
      }
    }
  }
});

function firstError(data: Uint8Array, offsets: number[]): { row: number; error?: Utf8Error } {
  for (let row = 0; row + 1 < offsets.length; row++) {
    try {
      decode(data, offsets[row]!, offsets[row + 1]!);
    } catch (error) {
      if (error instanceof Utf8Error) return { row, error };
      throw error;
    }
  }
  return { row: -1 };
}

test("an error names the row, the offset in it and the offset in data, in a block and in a row longer than one", () => {
  const rows = ["abc", "€uro", "x".repeat(3 * BLOCK), "end"].map(encode);
  for (const [row, at] of [[0, 1], [1, 3], [2, 0], [2, 2 * BLOCK], [3, 2]] as const) {
    const damaged = rows.map((bytes) => bytes.slice());
    damaged[row]![at] = 0xff;
    const { data, offsets } = columnOf(damaged, 10);
    for (const source of [data, shared(data)]) {
      const error = assertThrows(() => decodeColumn(source, offsets), Utf8RowError);
      const offset = offsets[row]! + at;
      assertEquals([error.name, error.kind, error.row, error.offsetInRow, error.offset, error.length], [
        "Utf8Error",
        "invalid-byte",
        row,
        at,
        offset,
        1,
      ]);
      assertStrictEquals(
        error.message,
        `row ${row}, byte ${at} of it: ill-formed UTF-8 at byte ${offset}: FF never occurs in UTF-8`,
      );
    }
  }
});

function shared(bytes: Uint8Array): Uint8Array {
  if (typeof SharedArrayBuffer === "undefined") return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

test("a character split over two rows is an error in the first, wherever it is split", () => {
  for (const character of ["é", "€", "😀"]) {
    const length = encode(character).length;
    for (let before = 0; before < 8; before++) {
      const data = encode("a".repeat(before) + character + "bcdefgh");
      for (let split = 1; split < length; split++) {
        const offsets = [0, before, before + split, data.length];
        for (const options of OPTIONS) {
          if (options.lossy) assertSameRows(decodeColumn(data, offsets, options), rowByRow(data, offsets, options));
          else {
            const error = assertThrows(() => decodeColumn(data, offsets, options), Utf8RowError);
            assertEquals([error.row, error.offsetInRow, error.offset, error.kind], [1, 0, before, "incomplete"]);
          }
        }
      }
    }
  }
});

test("bad offsets are refused, with the row", () => {
  const data = encode("abcdef");
  const cases: [offsets: number[], part: string][] = [
    [[0, 2, 1, 3], "row 1 ends at 1, before its start, which is 2"],
    [[-1, 2], "row 0 starts at -1, before the first byte"],
    [[0, 2, 7], "row 1 ends at 7, beyond the length of data, which is 6"],
    [[7, 7], "row 0 ends at 7, beyond the length"],
    [[0, 2 ** 53 + 2], "row 0 ends at 9007199254740994, beyond"],
    [[0, 2 ** 32 + 1], "row 0 ends at 4294967297, beyond"],
    [[0, 1, 1.5, 3], "row 1 ends at 1.5, which is no integer"],
    [[0.5, 1], "row 0 starts at 0.5, which is no integer"],
    [[0, NaN], "row 0 ends at NaN"],
    [[0, Infinity], "row 0 ends at Infinity"],
  ];
  for (const [offsets, part] of cases) {
    const options = { validity: new Uint8Array(1) };
    for (const make of Object.values(KINDS).filter((make) => holds(make, offsets))) {
      assertThrows(() => decodeColumn(data, make(offsets)), RangeError, part);
      assertThrows(() => decodeColumn(data, make(offsets), options), RangeError, part);
    }
    for (const options of OPTIONS) assertThrows(() => decodeColumn(data, offsets, options), RangeError, part);
  }
  assertThrows(() => decodeColumn(data, BigUint64Array.of(0n, 2n ** 64n - 1n)), RangeError, "row 0 ");
  assertThrows(() => decodeColumn(data, BigInt64Array.of(-(2n ** 63n), 0n)), RangeError, "row 0 ");
  const far = Array.from({ length: 20000 }, () => 0);
  far[15001] = -1;
  assertThrows(() => decodeColumn(data, far), RangeError, "row 15000 ends at -1");
});

function holds(make: (offsets: number[]) => ColumnNumbers, offsets: number[]): boolean {
  try {
    const numbers = make(offsets) as Int32Array;
    return offsets.every((offset, i) => Number(numbers.at(i - offsets.length)) === offset);
  } catch {
    return false;
  }
}

test("arguments of the wrong type are refused", () => {
  const data = encode("abc");
  for (const wrong of [undefined, null, 3, "0,1", {}, new DataView(new ArrayBuffer(8))]) {
    assertThrows(() => decodeColumn(data, wrong as never), TypeError, "offsets");
    assertThrows(() => decodeViews(data, wrong as never, [0]), TypeError, "starts");
    assertThrows(() => decodeViews(data, [0], wrong as never), TypeError, "lengths");
  }
  assertThrows(() => decodeColumn("abc" as never, [0, 1]), TypeError);
  assertThrows(() => decodeColumn(data, [0, 1], { validity: [1] as never }), TypeError);
  for (const wrong of [undefined, null, 3, "abc"]) {
    assertThrows(() => encodeColumn(wrong as never), TypeError, "strings");
  }
  for (const wrong of [3, {}, true, new String("a")]) {
    assertThrows(() => encodeColumn(["a", wrong as never]), TypeError, "strings[1]");
  }
  const offsets = Int32Array.of(0, 1);
  if (typeof structuredClone === "function") {
    structuredClone(offsets, { transfer: [offsets.buffer] });
    assertThrows(() => decodeColumn(data, offsets), TypeError, "detached");
  }
});

test("views overlap, leave gaps and come in any order", () => {
  const random = randomInts(47);
  for (const script of Object.keys(SCRIPTS)) {
    const data = encode(words(script, 4000, 48));
    const starts: number[] = [];
    const lengths: number[] = [];
    for (let i = 0; i < 5000; i++) {
      const [a, b] = [boundary(data, random(data.length)), boundary(data, random(data.length))];
      const start = Math.min(a, b);
      starts.push(start);
      lengths.push(boundary(data, Math.min(Math.max(a, b), start + random(120))) - start);
    }
    const texts = starts.map((start, i) => decode(data, start, start + Math.max(0, lengths[i]!)));
    const flags = starts.map((_, i) => i % 5 > 0);
    for (const options of OPTIONS) {
      for (const make of Object.values(KINDS)) {
        assertSameRows(decodeViews(data, make(starts), make(lengths), options), texts);
      }
      const all = { ...options, validity: bits(flags, 3), validityOffset: 3 };
      assertSameRows(decodeViews(shared(data), starts, lengths, all), texts.map((text, i) => flags[i] ? text : null));
    }
  }
});

/** The last place at or before `offset` where a character starts. */
function boundary(data: Uint8Array, offset: number): number {
  let p = offset;
  while (p > 0 && (data[p]! & 0xc0) === 0x80) p--;
  return p;
}

test("bytes between views are never looked at, nor are the places of null rows", () => {
  const data = Uint8Array.of(0xff, 0x61, 0xff, 0xe2, 0x82, 0xac, 0xff);
  assertEquals(decodeViews(data, [3, 1, 0], [3, 1, 0]), ["€", "a", ""]);
  const validity = Uint8Array.of(0b101);
  assertEquals(decodeViews(data, [3, -9, 1], [3, 1e9, 1], { validity }), ["€", null, "a"]);
});

test("bad views are refused, with the row; an error in one counts from the start of data", () => {
  const data = Uint8Array.of(0xff, 0x61, 0xff, 0xe2, 0x82, 0xac);
  assertThrows(() => decodeViews(data, [1, 2], [1]), RangeError, "2 starts, but 1 lengths");
  assertThrows(() => decodeViews(data, [1, 3], [1, 4]), RangeError, "row 1 ends at 7, beyond");
  assertThrows(() => decodeViews(data, [1, 3], [1, -1]), RangeError, "row 1 ends at 2, before its start");
  assertThrows(() => decodeViews(data, [1, -1], [1, 1]), RangeError, "row 1 starts at -1");
  assertThrows(() => decodeViews(data, [1, 1.5], [1, 1]), RangeError, "row 1 starts at 1.5");
  const error = assertThrows(() => decodeViews(data, [3, 1, 3], [3, 1, 2]), Utf8RowError);
  assertEquals([error.row, error.offsetInRow, error.offset, error.kind], [2, 0, 3, "incomplete"]);
});

test("equal rows are interned, whatever stands between", () => {
  const random = randomInts(49);
  const values = [
    "",
    "a",
    "€",
    ...randomRows("cjk", 3000, 90, 50),
    "x".repeat(2 * BLOCK),
    "é".repeat(300),
    "é".repeat(299) + "è",
  ];
  const texts = Array.from({ length: 20000 }, () => values[random(random(2) ? 10 : values.length - 3)]!);
  texts.push(...values, ...values);
  const { data, offsets } = columnOf(texts.map(encode));
  assertSameRows(decodeColumn(data, offsets, { intern: true }), texts);
});

test("a byte order mark is a character like any other", () => {
  const { data, offsets } = columnOf(["\uFEFFa", "\uFEFF", "b"].map(encode));
  for (const options of OPTIONS) assertEquals(decodeColumn(data, offsets, options), ["\uFEFFa", "\uFEFF", "b"]);
  assertEquals(encodeColumn(["\uFEFFa", "\uFEFF", "b"]).data, data.subarray(0, offsets.at(-1)));
});

test("rows are encoded as each of them is, null ones to nothing", () => {
  const random = randomInts(51);
  for (let round = 0; round < 200; round++) {
    const strings = Array.from({ length: random(60) }, () => {
      const kind = random(12);
      if (kind === 0) return null;
      if (kind === 1) return undefined;
      return kind < 8 && round % 2 ? "a".repeat(random(20)) : randomText(random(30), random);
    });
    const expected = columnOf(strings.map((text) => encodeLossy(text ?? "")));
    for (const large of [false, true]) {
      const { data, offsets, validity } = encodeColumn(strings, { lossy: true, large });
      assertEquals(data, expected.data.slice(0, expected.offsets.at(-1)));
      assertEquals([...offsets].map(Number), expected.offsets);
      const flags = strings.map((text) => typeof text === "string");
      assertEquals(validity, flags.includes(false) ? bits(flags, 0) as Uint8Array<ArrayBuffer> : undefined);
      const bad = strings.findIndex((text) => text && !isWellFormed(text));
      if (bad < 0) assertEquals(encodeColumn(strings, { large }), { data, offsets, validity } as EncodedColumn);
      else {
        const position = assertThrows(() => encode(strings[bad]!), Utf8Error).offset;
        const error = assertThrows(
          () => encodeColumn(strings, { large }),
          Utf8RowError,
          `row ${bad}: ill-formed UTF-16`,
        );
        assertEquals([error.row, error.offsetInRow, error.offset, error.kind], [
          bad,
          position,
          position,
          "lone-surrogate",
        ]);
      }
    }
  }
});

function isWellFormed(text: string): boolean {
  return !Array.from(text).some((character) => /^[\ud800-\udfff]$/.test(character));
}

test("surrogates at the seam of two rows are no pair, however many rows are joined", () => {
  for (const before of [0, 1, 500]) {
    for (const filling of ["a", "é", "€"]) {
      const rows = [...new Array<string>(before).fill(filling), "x\ud83d", "\ude00y", "", filling];
      const seam = before * encode(filling).length;
      const { data, offsets } = encodeColumn(rows, { lossy: true });
      assertEquals(data.subarray(seam, seam + 8), Uint8Array.of(0x78, 0xef, 0xbf, 0xbd, 0xef, 0xbf, 0xbd, 0x79));
      assertEquals(offsets.subarray(before, before + 4), Int32Array.of(seam, seam + 4, seam + 8, seam + 8));
      assertEquals(assertThrows(() => encodeColumn(rows), Utf8RowError).row, before);
    }
  }
});

test("long rows are encoded between short ones, and the bytes outgrow each guess", () => {
  for (const long of ["a", "é", "€", "😀"].map((character) => character.repeat(30000))) {
    const rows = [...new Array<string>(20000).fill("abc"), long, ...new Array<string>(20000).fill("€"), long, "", long];
    const { data, offsets } = encodeColumn(rows);
    assert(data.buffer.byteLength <= data.length * 9 / 8);
    assertSameRows(decodeColumn(data, offsets), rows);
    assertEquals(data, encode(rows.join("")));
  }
});

test("sliced, joined and repeated strings are encoded as others are", () => {
  const text = words("latin", 3000, 52);
  const rows = Array.from({ length: 900 }, (_, i) => text.slice(i, i + 20) + (i % 3 ? text.slice(5, 5 + i % 40) : ""));
  const { data, offsets } = encodeColumn(rows);
  assertSameRows(decodeColumn(data, offsets), rows);
});

test("more bytes than offsets of 32 bits can count are refused, before anything is encoded", () => {
  const long = "a".repeat(2 ** 28);
  assertThrows(() => encodeColumn(new Array<string>(8).fill(long)), RangeError, "large");
});

test("the types say whether rows can be null", () => {
  const data = encode("a");
  const texts: string[] = decodeColumn(data, [0, 1]);
  const lossy: string[] = decodeColumn(data, [0, 1], { lossy: true });
  const rows: (string | null)[] = decodeColumn(data, [0, 1], { validity: Uint8Array.of(0) });
  // @ts-expect-error with a bitmap, rows can be null
  const wrong: string[] = decodeColumn(data, [0, 1], { validity: Uint8Array.of(1) });
  const offsets: Int32Array = encodeColumn(["a"]).offsets;
  const large: BigInt64Array = encodeColumn(["a"], { large: true }).offsets;
  assertEquals([texts, lossy, rows, wrong], [["a"], ["a"], [null], ["a"]]);
  assert(offsets instanceof Int32Array);
  assertFalse(large instanceof Int32Array);
});
