import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { encode, type Line, lines, type LinesOptions, Utf8Error } from "../mod.ts";
import { bytesOfText, lossyTextOf } from "./reference.ts";
import { randomInts, randomText } from "./samples.ts";
import { test } from "./test.ts";

async function drain<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}

const ENDINGS = { lf: /\n/, crlf: /\r\n/, either: /\r\n|\n/, any: /\r\n|\n|\r/ } as const;
type Ending = keyof typeof ENDINGS;

/** Lines the slow and obvious way. */
function linesOf(text: string, ending: Ending): Line[] {
  const found: Line[] = [];
  let offset = 0;
  let rest = text;
  while (rest !== "") {
    const end = rest.match(ENDINGS[ending]);
    const line = end ? rest.slice(0, end.index) : rest;
    found.push({ text: line, offset });
    const taken = line + (end ? end[0] : "");
    offset += bytesOfText(taken).length;
    rest = rest.slice(taken.length);
  }
  return found;
}

/** All ways to cut bytes in one or two places, byte by byte, and byte by byte with nothing between. */
function* cuttings(bytes: Uint8Array): Generator<Uint8Array[], undefined, undefined> {
  const { length } = bytes;
  yield [bytes];
  for (let a = 0; a <= length; a++) {
    for (let b = a; b <= length; b++) yield [bytes.subarray(0, a), bytes.subarray(a, b), bytes.subarray(b)];
  }
  const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
  yield single;
  yield single.flatMap((byte) => [new Uint8Array(0), byte]);
  return undefined;
}

function shown(chunks: Uint8Array[]): string {
  return chunks.map((chunk) => Array.from(chunk, (byte) => byte.toString(16)).join(" ")).join(" | ");
}

const TEXTS = [
  "",
  "\n",
  "\r",
  "\r\n",
  "a",
  "a\n",
  "\na",
  "a\r\nb",
  "a\rb\n",
  "\r\r\n\n",
  "\n\r\n\r",
  "a\r\n\r\nb\r\n",
  "€\nx\r\n\u{1F600}\rz",
  "\r\n\ra\n\r",
  "a\u2028b\u0085c\vd\fe\n",
];

test("lines end as they are told to, however the stream is cut", async () => {
  for (const text of TEXTS) {
    for (const ending of ["lf", "crlf", "either", "any"] as const) {
      const expected = linesOf(text, ending);
      for (const chunks of cuttings(encode(text))) {
        const label = `${ending}: ${shown(chunks)}`;
        assertEquals(await drain(lines(chunks, { ending, offsets: true })), expected, label);
        assertEquals(await drain(lines(chunks, { ending })), expected.map((line) => line.text), label);
      }
      if (ending === "either") assertEquals(await drain(lines([encode(text)])), expected.map((line) => line.text));
    }
  }
});

test("many lines of all lengths in chunks of all lengths", async () => {
  const random = randomInts(7);
  for (let round = 0; round < 25; round++) {
    let text = "";
    for (let k = random(100); k > 0; k--) {
      const units = [3, 30, 300, 3000][random(4)]!;
      text += randomText(random(units), random).toWellFormed() + ["\n", "\r\n", "\r", "\n\r"][random(4)];
    }
    if (text.startsWith("\ufeff")) text = `-${text}`;
    const bytes = encode(text);
    const most = [2, 20, 1000, 100_000][random(4)]!;
    const chunks: Uint8Array[] = [];
    for (let p = 0; p < bytes.length;) {
      const next = p + random(most);
      chunks.push(bytes.subarray(p, next));
      p = next;
    }
    for (const ending of ["lf", "crlf", "either", "any"] as const) {
      assertEquals(await drain(lines(chunks, { ending, offsets: true })), linesOf(text, ending));
    }
  }
});

test("a byte order mark is no part of the first line, unless it is kept", async () => {
  const cases: [text: string, dropped: Line[], kept: string[]][] = [
    ["\ufeffa\n\ufeffb", [{ text: "a", offset: 3 }, { text: "\ufeffb", offset: 5 }], ["\ufeffa", "\ufeffb"]],
    ["\ufeff\n", [{ text: "", offset: 3 }], ["\ufeff"]],
    ["\ufeff", [], ["\ufeff"]],
  ];
  for (const [text, dropped, kept] of cases) {
    for (const chunks of cuttings(encode(text))) {
      assertEquals(await drain(lines(chunks, { offsets: true })), dropped);
      assertEquals(await drain(lines(chunks, { offsets: true, byteOrderMark: "require" })), dropped);
      assertEquals(await drain(lines(chunks, { byteOrderMark: "keep" })), kept);
    }
  }
  for (const text of ["", "\n", "a", "a\n\ufeff"]) {
    const all = () => drain(lines([encode(text)], { byteOrderMark: "require" }));
    await assertRejects(all, TypeError, "byte order mark is required");
  }
});

/** The lines before the error, and the error. */
async function drainTo(source: AsyncIterable<string>): Promise<[before: string[], error: unknown]> {
  const before: string[] = [];
  try {
    for await (const line of source) before.push(line);
  } catch (error) {
    return [before, error];
  }
  return [before, undefined];
}

test("an ill-formed line rejects with its place in the stream, behind the lines before it", async () => {
  const bytes = Uint8Array.of(0x61, 0x0a, 0xe2, 0x82, 0xac, 0xe2, 0x82, 0x0a, 0x62);
  for (const chunks of cuttings(bytes)) {
    const [before, error] = await drainTo(lines(chunks));
    assertEquals(before, ["a"]);
    assert(error instanceof Utf8Error, shown(chunks));
    assertEquals(error.problem, { kind: "truncated", offset: 5, length: 2 }, shown(chunks));
    assertEquals(await drain(lines(chunks, { lossy: true })), lossyTextOf(bytes).split("\n"));
  }
  const [before, error] = await drainTo(lines([Uint8Array.of(0x61, 0x0a, 0x62, 0xe2), Uint8Array.of(0x82)]));
  assertEquals(before, ["a"]);
  assertEquals((error as Utf8Error).problem, { kind: "incomplete", offset: 3, length: 2 });
});

test("a line that is too long rejects, however the stream is cut", async () => {
  const cases: [text: string, maxBytes: number, before: string[], place: string | undefined][] = [
    ["ab\r\ncde\r\nf", 3, ["ab", "cde", "f"], undefined],
    ["ab\r\ncde\r\nf", 2, ["ab"], "line 2, which starts at byte 4, is longer than 2 bytes"],
    ["ab\r\ncde", 2, ["ab"], "line 2, which starts at byte 4, is longer than 2 bytes"],
    ["ab\r", 2, [], "line 1, which starts at byte 0, is longer than 2 bytes"],
    ["ab\r", 3, ["ab\r"], undefined],
    ["€\n€", 3, ["€", "€"], undefined],
    ["€\n€", 2, [], "line 1, which"],
    ["\n\n", 0, ["", ""], undefined],
    ["\n\na", 0, ["", ""], "line 3, which starts at byte 2,"],
  ];
  for (const [text, maxBytes, expected, place] of cases) {
    for (const chunks of cuttings(encode(text))) {
      const [before, error] = await drainTo(lines(chunks, { maxBytes }));
      assertEquals(before, expected, shown(chunks));
      if (place === undefined) assertStrictEquals(error, undefined, shown(chunks));
      else {
        assert(error instanceof RangeError, shown(chunks));
        assert(error.message.startsWith(place), error.message);
      }
    }
  }
});

test("a line without an end is refused as soon as it is too long", async () => {
  let given = 0;
  function* endless() {
    for (const chunk = new Uint8Array(1000).fill(0x78);; given++) yield chunk;
  }
  await assertRejects(() => lines(endless(), { maxBytes: 10_000 }).next(), RangeError, "longer than 10000 bytes");
  assertStrictEquals(given, 10);
});

test("a long line in small chunks", async () => {
  const line = "x€".repeat(100_000);
  const bytes = encode(`${line}\r\n${line}`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 64) }, (_, i) => bytes.subarray(64 * i, 64 * i + 64));
  assertEquals(await drain(lines(chunks)), [line, line]);
});

test("the source is closed when the loop is left and when a line is refused", async () => {
  let closed = 0;
  async function* source() {
    try {
      while (true) yield await Promise.resolve(encode("a\n"));
    } finally {
      closed++;
    }
  }
  for await (const _ of lines(source())) break;
  assertStrictEquals(closed, 1);
  await assertRejects(() => drain(lines(source(), { maxBytes: 0 })), RangeError);
  assertStrictEquals(closed, 2);
});

test("the errors of a source come through", async () => {
  function* source() {
    yield encode("a\nb");
    throw new Error("the disk is gone");
  }
  const [before, error] = await drainTo(lines(source()));
  assertEquals(before, ["a"]);
  assertStrictEquals((error as Error).message, "the disk is gone");
  await assertRejects(() => drain(lines(["a"] as never)), TypeError, "source must be");
});

test("wrong options are refused at the call", () => {
  const cases: [options: unknown, type: typeof TypeError, part: string][] = [
    [null, TypeError, "options must be an object"],
    [{ ending: "\n" }, TypeError, "ending must be"],
    [{ byteOrderMark: 1 }, TypeError, "byteOrderMark must be"],
    [{ maxBytes: "1" }, TypeError, "maxBytes must be a number, got string"],
    [{ maxBytes: -1 }, RangeError, "maxBytes must be a number from 0 on, got -1"],
    [{ maxBytes: NaN }, RangeError, "maxBytes must be a number from 0 on, got NaN"],
  ];
  for (const [options, type, part] of cases) {
    assertThrows(() => lines([], options as LinesOptions as never), type, part);
  }
});

test("lines of a large chunk: those before a problem are given, with or without problems the offsets are right", async () => {
  const random = randomInts(3);
  const texts = Array.from({ length: 3000 }, (_, i) => `${i} ${"aé€😀"[random(4)]!.toWellFormed()}`.repeat(random(9)));
  const bytes = encode(texts.join("\n"));
  const expected = linesOf(texts.join("\n"), "either");
  assertEquals(await drain(lines([bytes], { offsets: true })), expected);
  assertEquals(await drain(lines([bytes], { offsets: true, maxBytes: 1000 })), expected);
  const damaged = bytes.slice();
  const place = bytes.lastIndexOf(10) + 1;
  damaged.set([0x66, 0xff], expected[2000]!.offset);
  const wrong = expected[2000]!.offset + 1;
  assert(place > wrong && expected[2000]!.text.length > 2);
  const [before, error] = await drainTo(lines([damaged]));
  assertEquals(before, texts.slice(0, 2000));
  assertEquals((error as Utf8Error).problem, { kind: "invalid-byte", offset: wrong, length: 1 });
  const lossy = await drain(lines([damaged], { lossy: true, offsets: true }));
  assertEquals(lossy.map((line) => line.offset), expected.map((line) => line.offset));
  assert(lossy[2000]!.text.startsWith("f\ufffd"));
});

test("lines asked for at the same time come in their order", async () => {
  const iterator = lines([encode("a\nb\n"), encode("c\n"), encode("d")]);
  const results = await Promise.all(Array.from({ length: 7 }, () => iterator.next()));
  assertEquals(results.map(({ value }) => value), ["a", "b", "c", "d", undefined, undefined, undefined]);
  assertEquals(results.map(({ done }) => done), [false, false, false, false, true, true, true]);
});

test("behind return, and behind an error, there are no more lines", async () => {
  const left = lines([encode("a\nb\n")]);
  assertEquals(await left.next(), { value: "a", done: false });
  assertEquals(await left.return!(), { value: undefined, done: true });
  assertEquals(await left.next(), { value: undefined, done: true });
  const failed = lines([Uint8Array.of(0xff)]);
  await assertRejects(() => failed.next(), Utf8Error);
  assertEquals(await failed.next(), { value: undefined, done: true });
});
