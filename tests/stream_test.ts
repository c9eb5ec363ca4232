import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import {
  type ByteSource,
  codePointCount,
  decodeChunks,
  encode,
  encodeLossy,
  StreamDecoder,
  StreamValidator,
  Utf8DecoderStream,
  Utf8EncoderStream,
  Utf8Error,
  type Utf8Problem,
} from "../mod.ts";
import { bytesOfText, lossyTextOf, problemsOf } from "./reference.ts";
import { damagedBytes, mixedBytes, randomInts } from "./samples.ts";
import { test } from "./test.ts";

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex === "" ? [] : hex.split(" "), (digits) => parseInt(digits, 16));
}

/** Every kind of character and every kind of problem, alone, behind each other, and where the input ends. */
const TEXTS: [name: string, hex: string][] = [
  ["nothing", ""],
  ["one of each length", "24 C2 A2 E2 82 AC F0 90 8D 88 D7 90"],
  ["the first and the last of each length", "00 7F C2 80 DF BF E0 A0 80 EF BF BF F0 90 80 80 F4 8F BF BF"],
  ["around the surrogates", "ED 9F BF EE 80 80"],
  ["byte order marks", "EF BB BF 61 EF BB BF"],
  ["two byte order marks", "EF BB BF EF BB BF"],
  ["not quite a byte order mark", "EF BB BE EF BB"],
  ["half a byte order mark", "EF BB 61"],
  ["U+FFFD that is there", "EF BF BD 61 EF BF BD"],
  ["continuations", "80 BF 61 80"],
  ["bytes that are never used", "F5 61 F8 88 80 80 80 FC FE FF"],
  ["overlong forms", "C0 AF C1 BF E0 80 AF E0 9F BF F0 80 80 AF F0 8F BF BF"],
  ["surrogates", "ED A0 80 ED BF BF ED A0 BD ED B8 80"],
  ["too large", "F4 90 80 80 F4 BF BF BF"],
  ["cut off by ASCII", "C2 61 E2 82 61 F0 90 8D 61 F0 90 61 F0 61"],
  ["cut off by another lead", "C2 C2 A2 E2 E2 82 AC F0 90 F0 90 8D 88 E2 82 C2 A2"],
  ["cut off by the end, one of two", "61 C2"],
  ["cut off by the end, two of three", "61 E2 82"],
  ["cut off by the end, three of four", "61 F0 90 8D"],
  ["leads only", "F0 E1 C3 F1"],
];

/** All ways to cut bytes in one or two places, byte by byte, and byte by byte with nothing between. */
function* cuttings(bytes: Uint8Array): Generator<Uint8Array[], undefined, undefined> {
  const { length } = bytes;
  yield [bytes];
  for (let a = 0; a <= length; a++) {
    yield [bytes.subarray(0, a), bytes.subarray(a)];
    for (let b = a; b <= length; b++) yield [bytes.subarray(0, a), bytes.subarray(a, b), bytes.subarray(b)];
  }
  const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
  yield single;
  yield [new Uint8Array(0), ...single.flatMap((byte) => [byte, new Uint8Array(0), new Uint8Array(0)])];
  return undefined;
}

function shown(chunks: Uint8Array[]): string {
  return chunks.map((chunk) => Array.from(chunk, (byte) => byte.toString(16)).join(" ")).join(" | ");
}

/** The text that all chunks give, or the error. */
function decodeAll(decoder: StreamDecoder, chunks: readonly ByteSource[]): string | Utf8Error {
  let text = "";
  try {
    for (const chunk of chunks) text += decoder.push(chunk);
    return text + decoder.finish();
  } catch (error) {
    if (error instanceof Utf8Error) return error;
    throw error;
  }
}

test("a lossy decoder gives the same text however the stream is cut", () => {
  const decoder = new StreamDecoder({ lossy: true, byteOrderMark: "keep" });
  for (const [name, hex] of TEXTS) {
    const bytes = bytesOf(hex);
    const expected = lossyTextOf(bytes);
    for (const chunks of cuttings(bytes)) {
      assertStrictEquals(decodeAll(decoder, chunks), expected, `${name}: ${shown(chunks)}`);
    }
  }
});

test("a strict decoder gives the same text, or the same problem at the same place, however the stream is cut", () => {
  const decoder = new StreamDecoder({ byteOrderMark: "keep" });
  for (const [name, hex] of TEXTS) {
    const bytes = bytesOf(hex);
    const [problem] = problemsOf(bytes);
    const expected = lossyTextOf(bytes);
    for (const chunks of cuttings(bytes)) {
      const found = decodeAll(decoder, chunks);
      if (problem === undefined) {
        assertStrictEquals(found, expected, `${name}: ${shown(chunks)}`);
      } else {
        assert(found instanceof Utf8Error, `${name}: ${shown(chunks)}`);
        assertEquals(found.problem, problem, `${name}: ${shown(chunks)}`);
        decoder.reset();
      }
    }
  }
});

test("a validator finds all problems at the same places, and counts the same, however the stream is cut", () => {
  for (const [name, hex] of TEXTS) {
    const bytes = bytesOf(hex);
    const expected = problemsOf(bytes);
    for (const chunks of cuttings(bytes)) {
      const found: Utf8Problem[] = [];
      const validator = new StreamValidator({ count: true, onProblem: (problem) => found.push(problem) });
      for (const chunk of chunks) validator.push(chunk);
      validator.finish();
      assertEquals(found, expected, `${name}: ${shown(chunks)}`);
      assertEquals([validator.bytes, validator.codePoints], [bytes.length, codePointCount(bytes)], shown(chunks));
    }
  }
});

test("a strict validator throws the first problem, however the stream is cut", () => {
  for (const [name, hex] of TEXTS) {
    const bytes = bytesOf(hex);
    const [problem] = problemsOf(bytes);
    for (const chunks of cuttings(bytes)) {
      const validator = new StreamValidator();
      const check = () => {
        for (const chunk of chunks) validator.push(chunk);
        validator.finish();
      };
      if (problem === undefined) check();
      else assertEquals(assertThrows(check, Utf8Error).problem, problem, `${name}: ${shown(chunks)}`);
    }
  }
});

test("long streams in chunks of all lengths, damaged or not", () => {
  const random = randomInts(20);
  const lossy = new StreamDecoder({ lossy: true, byteOrderMark: "keep" });
  const strict = new StreamDecoder({ byteOrderMark: "keep" });
  for (let round = 0; round < 200; round++) {
    const length = random(round < 190 ? 400 : 100_000);
    const bytes = round % 2 === 0 ? damagedBytes(length, random) : Uint8Array.from(mixedBytes(length, random));
    const chunks: Uint8Array[] = [];
    const most = [2, 5, 70, 300, 70_000][random(5)]!;
    for (let p = 0; p < bytes.length;) {
      const next = p + random(most);
      chunks.push(bytes.subarray(p, next));
      p = next;
    }
    const expected = lossyTextOf(bytes);
    const problems = problemsOf(bytes);
    assertStrictEquals(decodeAll(lossy, chunks), expected);
    const found = decodeAll(strict, chunks);
    if (found instanceof Utf8Error) {
      assertEquals(found.problem, problems[0]);
      strict.reset();
    } else {
      assertStrictEquals(found, expected);
    }
    const met: Utf8Problem[] = [];
    const validator = new StreamValidator({ count: true, onProblem: (problem) => met.push(problem) });
    for (const chunk of chunks) validator.push(chunk);
    validator.finish();
    assertEquals(met, problems);
    assertStrictEquals(validator.codePoints, codePointCount(bytes));
    assertStrictEquals(
      validator.lines,
      bytes.filter((byte) => byte === 10).length + Number((bytes.at(-1) ?? 10) !== 10),
    );
  }
});

test("a byte order mark is dropped, kept or required, whatever it is cut into", () => {
  const cases: [hex: string, dropped: string, kept: string, required: string | undefined][] = [
    ["", "", "", undefined],
    ["EF BB BF", "", "\ufeff", ""],
    ["EF BB BF 61", "a", "\ufeffa", "a"],
    ["EF BB BF EF BB BF 61", "\ufeffa", "\ufeff\ufeffa", "\ufeffa"],
    ["61 EF BB BF", "a\ufeff", "a\ufeff", undefined],
    ["EF BB", "\ufffd", "\ufffd", undefined],
    ["EF BB 61", "\ufffda", "\ufffda", undefined],
    ["EF BB BF FF", "\ufffd", "\ufeff\ufffd", "\ufffd"],
    ["FF EF BB BF", "\ufffd\ufeff", "\ufffd\ufeff", undefined],
    ["EF BB BE", "\ufefe", "\ufefe", undefined],
    ["61 FF", "a\ufffd", "a\ufffd", undefined],
  ];
  for (const lossy of [true, false]) {
    const [drop, keep, require] = (["drop", "keep", "require"] as const).map((byteOrderMark) =>
      new StreamDecoder({ lossy, byteOrderMark })
    );
    for (const [hex, dropped, kept, required] of cases) {
      const bytes = bytesOf(hex);
      const [problem] = lossy ? [] : problemsOf(bytes);
      for (const chunks of cuttings(bytes)) {
        for (const [decoder, expected] of [[drop!, dropped], [keep!, kept], [require!, required]] as const) {
          if (expected === undefined) {
            assertThrows(() => decodeAll(decoder, chunks), TypeError, "byte order mark is required", shown(chunks));
            decoder.reset();
          } else if (problem !== undefined) {
            const error = decodeAll(decoder, chunks);
            assert(error instanceof Utf8Error, shown(chunks));
            assertEquals(error.problem, problem, shown(chunks));
            decoder.reset();
          } else {
            assertStrictEquals(decodeAll(decoder, chunks), expected, shown(chunks));
          }
        }
      }
    }
  }
});

test("the message of an error shows what the seam was made of", () => {
  const decoder = new StreamDecoder();
  decoder.push(bytesOf("61 62 E2"));
  decoder.push(bytesOf("82"));
  const error = assertThrows(() => decoder.push(bytesOf("41 42")), Utf8Error);
  assertStrictEquals(
    error.message,
    "ill-formed UTF-8 at byte 2: E2 82 is cut off after 2 of 3 bytes: 41 'A' follows",
  );
});

test("behind an error all calls say so until reset", () => {
  const decoder = new StreamDecoder();
  const validator = new StreamValidator();
  for (const stream of [decoder, validator]) {
    stream.push(bytesOf("61 E2"));
    const first = assertThrows(() => stream.push(bytesOf("61")), Utf8Error, "byte 1");
    for (const call of [() => stream.push(bytesOf("61")), () => stream.finish()]) {
      const error = assertThrows(call, TypeError, "until reset() is called: ill-formed UTF-8 at byte 1");
      assert(!(error instanceof Utf8Error));
      assertStrictEquals(error.cause, first);
    }
    stream.reset();
    stream.push(bytesOf("C2"));
    assertThrows(() => stream.finish(), Utf8Error, "byte 0");
    assertThrows(() => stream.finish(), TypeError, "until reset()");
    stream.reset();
    stream.push(bytesOf("61"));
    stream.finish();
  }
});

test("behind finish the next stream starts", () => {
  const decoder = new StreamDecoder({ lossy: true });
  for (let round = 0; round < 3; round++) {
    assertStrictEquals(decoder.push(bytesOf("EF BB BF 61 E2 82")), "a");
    assertStrictEquals(decoder.finish(), "\ufffd");
    assertStrictEquals(decoder.finish(), "");
  }
  const validator = new StreamValidator({ count: true });
  for (let round = 0; round < 3; round++) {
    validator.push(bytesOf("61 0A C2 A2"));
    validator.finish();
    assertEquals([validator.bytes, validator.codePoints, validator.lines], [4, 3, 2]);
  }
});

test("lines are counted as they begin", () => {
  const cases: [text: string, lines: number][] = [["", 0], ["\n", 1], ["a", 1], ["a\n", 1], ["a\nb", 2], ["\n\n", 2]];
  for (const [text, expected] of cases) {
    for (const chunks of cuttings(encode(text))) {
      const validator = new StreamValidator({ count: true });
      for (const chunk of chunks) validator.push(chunk);
      assertStrictEquals(validator.lines, expected, shown(chunks));
    }
  }
  const many = encode("é\n\u{1F600}€ line\n".repeat(5000));
  const validator = new StreamValidator({ count: true });
  validator.push(many);
  assertEquals([validator.codePoints, validator.lines], [50_000, 10_000]);
  const silent = new StreamValidator();
  silent.push(many);
  assertEquals([silent.bytes, silent.codePoints, silent.lines], [many.length, NaN, NaN]);
});

test("chunks may be written to again, and are not written to", () => {
  const decoder = new StreamDecoder();
  const buffer = new Uint8Array(1);
  let text = "";
  for (const byte of bytesOfText("a€\u{1F600}")) {
    buffer[0] = byte;
    text += decoder.push(buffer);
    assertStrictEquals(buffer[0], byte);
  }
  assertStrictEquals(text, "a€\u{1F600}");
});

test("chunks of all types of memory", () => {
  const bytes = bytesOf("E2 82 AC 61");
  const sources: ByteSource[] = [bytes, bytes.buffer, new DataView(bytes.buffer), new Uint16Array(bytes.buffer)];
  if (typeof SharedArrayBuffer === "undefined") console.log("skipped: no SharedArrayBuffer here");
  else {
    const shared = new Uint8Array(new SharedArrayBuffer(4));
    shared.set(bytes);
    sources.push(shared, shared.buffer);
  }
  for (const source of sources) {
    const decoder = new StreamDecoder();
    assertStrictEquals(decoder.push(source) + decoder.push(bytesOf("C2")) + decoder.push(bytesOf("A2")), "€a¢");
    new StreamValidator().push(source);
  }
});

test("what is not bytes is refused, and changes nothing", () => {
  const decoder = new StreamDecoder();
  decoder.push(bytesOf("E2 82"));
  for (const wrong of [undefined, null, "a", 1, [1], {}]) {
    assertThrows(() => decoder.push(wrong as never), TypeError, "source must be");
  }
  assertStrictEquals(decoder.push(bytesOf("AC")), "€");
});

test("wrong options are refused", () => {
  const makers: ((options: never) => unknown)[] = [
    (options) => new StreamDecoder(options),
    (options) => new Utf8DecoderStream(options),
    (options) => decodeChunks([], options),
  ];
  for (const make of makers) {
    assertThrows(() => make(null as never), TypeError, "options must be an object, got null");
    assertThrows(() => make("lossy" as never), TypeError, "options must be an object, got string");
    assertThrows(
      () => make({ byteOrderMark: "no" } as never),
      TypeError,
      'must be "drop" or "keep" or "require", got no',
    );
  }
  assertThrows(() => new StreamValidator(1 as never), TypeError, "options must be an object");
  assertThrows(() => new StreamValidator({ onProblem: 1 as never }), TypeError, "onProblem must be a function");
  assertThrows(() => new Utf8EncoderStream(1 as never), TypeError, "options must be an object");
});

const hasStreams = typeof TransformStream === "function" && typeof ReadableStream === "function";
if (!hasStreams) console.log("skipped: there are no streams here");

/** As `test`, where there are streams. */
function testStreams(name: string, fn: () => Promise<void>): void {
  if (hasStreams) test(name, fn);
}

interface Transform<I, O> {
  readable: ReadableStream<O>;
  writable: WritableStream<I>;
}

/** Writes all chunks and collects what comes out. */
async function through<I, O>(stream: Transform<I, O>, chunks: readonly I[]): Promise<O[]> {
  const writing = (async () => {
    const writer = stream.writable.getWriter();
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })();
  const all = await collect(stream.readable);
  await writing;
  return all;
}

async function collect<O>(readable: ReadableStream<O>): Promise<O[]> {
  const reader = readable.getReader();
  const all: O[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) all.push(next.value);
  return all;
}

testStreams("a decoder stream gives the text of chunks cut anywhere, and no empty ones", async () => {
  for (const [name, hex] of TEXTS) {
    const bytes = bytesOf(hex);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
      const texts = await through(new Utf8DecoderStream({ lossy: true, byteOrderMark: "keep" }), chunks);
      assertStrictEquals(texts.join(""), lossyTextOf(bytes), `${name}: ${shown(chunks)}`);
      assert(!texts.includes(""));
    }
  }
});

testStreams("a decoder stream drops a byte order mark", async () => {
  assertEquals(await through(new Utf8DecoderStream(), [bytesOf("EF BB"), bytesOf("BF"), bytesOf("61")]), ["a"]);
});

testStreams("ill-formed bytes reject both sides of a decoder stream with the error", async () => {
  for (const chunks of [["61", "62 FF"], ["61", "62 E2", "61"], ["61 62 E2"], ["61 62", "E2", "82"]]) {
    const stream = new Utf8DecoderStream();
    const writer = stream.writable.getWriter();
    const reader = stream.readable.getReader();
    const written = (async () => {
      for (const hex of chunks) await writer.write(bytesOf(hex));
      await writer.close();
    })();
    const read = (async () => {
      while (!(await reader.read()).done);
    })();
    const outcomes = await Promise.allSettled([written, read, writer.closed, reader.closed]);
    const errors = outcomes.map((outcome) => outcome.status === "rejected" ? outcome.reason : undefined);
    assert(errors[0] instanceof Utf8Error);
    assertStrictEquals(errors[0].offset, 2);
    for (const error of errors) assertStrictEquals(error, errors[0]);
  }
});

testStreams("a chunk that is not bytes rejects both sides of a decoder stream", async () => {
  for (const wrong of [undefined, null, 3.14, "text", {}, [65], () => 1]) {
    const stream = new Utf8DecoderStream({ lossy: true });
    const writer = stream.writable.getWriter();
    const reader = stream.readable.getReader();
    const reading = assertRejects(() => reader.read(), TypeError);
    await assertRejects(() => writer.write(wrong as never), TypeError);
    await reading;
    await assertRejects(() => reader.closed, TypeError);
    await assertRejects(() => writer.closed, TypeError);
  }
});

testStreams("nothing is asked for before somebody reads", async () => {
  const stream = new Utf8DecoderStream();
  const writer = stream.writable.getWriter();
  assertStrictEquals(writer.desiredSize, 1);
  const first = writer.write(bytesOf("61"));
  assertStrictEquals(writer.desiredSize, 0);
  let isDone = false;
  first.then(() => isDone = true);
  for (let i = 0; i < 50; i++) await Promise.resolve();
  assert(!isDone, "a write was taken that nobody reads");
  const reader = stream.readable.getReader();
  assertStrictEquals((await reader.read()).value, "a");
  await first;
  let pulls = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pulls++;
      controller.enqueue(bytesOf("61"));
    },
  }, { highWaterMark: 0 });
  const decoded = endless.pipeThrough(new Utf8DecoderStream());
  for (let i = 0; i < 200; i++) await Promise.resolve();
  assert(pulls <= 2, `${pulls} chunks were asked for`);
  await decoded.cancel("enough");
});

testStreams("an encoder stream gives the bytes of text cut anywhere, surrogate pairs too", async () => {
  const text = "a¢€\u{1F600}\ufeff\u{10FFFF}z";
  for (let cut = 0; cut <= text.length; cut++) {
    const chunks = await through(new Utf8EncoderStream(), [text.slice(0, cut), "", text.slice(cut)]);
    assertEquals(chunks.flatMap((chunk) => [...chunk]), bytesOfText(text));
    assert(chunks.every((chunk) => chunk.length > 0));
  }
  assertEquals(await through(new Utf8EncoderStream(), ["", "", ""]), []);
  assertEquals(await through(new Utf8EncoderStream(), [...Array.from({ length: text.length }, (_, i) => text[i]!)]), [
    encode("a"),
    encode("¢"),
    encode("€"),
    encode("\u{1F600}"),
    encode("\ufeff"),
    encode("\u{10FFFF}"),
    encode("z"),
  ]);
});

testStreams("a lone surrogate becomes U+FFFD in a lossy encoder stream, wherever it stands", async () => {
  const cases = [["\ud83d"], ["\ude00"], ["\ud83d", "a"], ["\ud83d", "\ud83d\ude00"], ["\ud83d", "", "\ude00"]];
  cases.push(["\ude00", "\ud83d"], ["a\ud83d", "\ud83d", "\ud83d", "\ude00\ude00"], ["\ud83d", "€\ud83d"]);
  for (const chunks of cases) {
    const bytes = (await through(new Utf8EncoderStream({ lossy: true }), chunks)).flatMap((chunk) => [...chunk]);
    assertEquals(Uint8Array.from(bytes), encodeLossy(chunks.join("")));
  }
});

testStreams("a lone surrogate rejects both sides of an encoder stream with its position", async () => {
  const cases: [chunks: string[], position: number][] = [
    [["ab\ud83d"], 2],
    [["ab", "\ude00"], 2],
    [["ab\ud83d", "c"], 2],
    [["ab\ud83d", "\ud83d\ude00"], 2],
    [["\ud83d", "\ude00b", "", "\ud83d", "", "c"], 3],
  ];
  for (const [chunks, position] of cases) {
    const stream = new Utf8EncoderStream();
    const reading = assertRejects(() => collect(stream.readable), Utf8Error, `position ${position}:`);
    const writer = stream.writable.getWriter();
    const error = await assertRejects(async () => {
      for (const chunk of chunks) await writer.write(chunk);
      await writer.close();
    }, Utf8Error);
    assertStrictEquals(await reading, error);
    assertEquals(error.problem, { kind: "lone-surrogate", offset: position, length: 1 });
  }
});

testStreams("chunks of an encoder stream become strings by the rules of the language", async () => {
  const chunks = [undefined, null, 3.14, {}, ["a", "b"], { toString: () => "\ud83d" }, "\ude00"] as string[];
  const bytes = (await through(new Utf8EncoderStream(), chunks)).flatMap((chunk) => [...chunk]);
  assertEquals(bytes, bytesOfText("undefinednull3.14[object Object]a,b\u{1F600}"));
  for (const wrong of [Symbol("a"), { toString: () => ({}) }]) {
    const stream = new Utf8EncoderStream();
    const reading = assertRejects(() => collect(stream.readable), TypeError);
    const writer = stream.writable.getWriter();
    await assertRejects(() => writer.write(wrong as never), TypeError);
    await reading;
    await assertRejects(() => writer.closed, TypeError);
  }
});

async function drain<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}

test("decodeChunks takes iterables and async iterables", async () => {
  const chunks = [bytesOf("EF BB BF E2"), bytesOf("82"), bytesOf("AC 61"), bytesOf("")];
  assertEquals(await drain(decodeChunks(chunks)), ["€a"]);
  assertEquals(await drain(decodeChunks([], { lossy: true })), []);
  assertEquals(await drain(decodeChunks([bytesOf("E2")], { lossy: true })), ["\ufffd"]);
  async function* slowly() {
    for (const chunk of chunks) yield await Promise.resolve(chunk);
  }
  assertEquals(await drain(decodeChunks(slowly(), { byteOrderMark: "keep" })), ["\ufeff", "€a"]);
});

test("decodeChunks rejects with the error of the bytes, closes its source then, and when it is left", async () => {
  let isClosed = false;
  async function* source() {
    try {
      yield await Promise.resolve(bytesOf("61 E2"));
      yield bytesOf("61");
    } finally {
      isClosed = true;
    }
  }
  await assertRejects(() => drain(decodeChunks(source())), Utf8Error, "byte 1");
  assert(isClosed);
  isClosed = false;
  for await (const _ of decodeChunks(source())) break;
  assert(isClosed);
  await assertRejects(() => drain(decodeChunks(7 as never)), TypeError);
  await assertRejects(() => drain(decodeChunks(["a"] as never)), TypeError, "source must be");
});
