import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { decodeLossy, encode, TextDecoder, TextEncoder, Utf8Error } from "../mod.ts";
import { bytesOfText, lossyTextOf, problemsOf } from "./reference.ts";
import { randomInts, randomText } from "./samples.ts";
import { onAllRoutes, test } from "./test.ts";

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex === "" ? [] : hex.split(" "), (digits) => parseInt(digits, 16));
}

const STREAM = { stream: true };

test("the types are those of the platform", () => {
  const decoder: typeof globalThis.TextDecoder = TextDecoder;
  const encoder: typeof globalThis.TextEncoder = TextEncoder;
  assertStrictEquals(new decoder().decode(new encoder().encode("€")), "€");
});

test("attributes and defaults", () => {
  const decoder = new TextDecoder();
  assertEquals([decoder.encoding, decoder.fatal, decoder.ignoreBOM], ["utf-8", false, false]);
  const other = new TextDecoder("utf8", { fatal: 1 as never, ignoreBOM: "yes" as never });
  assertEquals([other.encoding, other.fatal, other.ignoreBOM], ["utf-8", true, true]);
  assertStrictEquals(new TextEncoder().encoding, "utf-8");
  assertEquals(`${decoder} ${new TextEncoder()}`, "[object TextDecoder] [object TextEncoder]");
  assertThrows(() => Reflect.set(decoder, "fatal", true) || decoder.decode.call({} as never), TypeError);
  assertThrows(() => (TextDecoder as unknown as () => void)(), TypeError);
  assertThrows(() => (TextEncoder as unknown as () => void)(), TypeError);
  assertEquals([TextDecoder.length, TextDecoder.prototype.decode.length, TextEncoder.length], [0, 0, 0]);
  assertEquals([TextEncoder.prototype.encode.length, TextEncoder.prototype.encodeInto.length], [0, 2]);
});

test("all labels of UTF-8, in any case, with ASCII whitespace around", () => {
  for (const label of ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"]) {
    for (const [before, behind] of [["", ""], [" ", ""], ["\t\n", "\f\r "], ["  ", "  "]]) {
      for (const name of [label, label.toUpperCase(), label[0]!.toUpperCase() + label.slice(1)]) {
        assertStrictEquals(new TextDecoder(`${before}${name}${behind}`).encoding, "utf-8");
      }
    }
  }
  assertStrictEquals(new TextDecoder(undefined).encoding, "utf-8");
  assertStrictEquals(new TextDecoder({ toString: () => "UTF8" } as never).encoding, "utf-8");
});

test("other labels are a RangeError that says what is done here", () => {
  const others = ["latin1", "utf-16le", "replacement", "windows-1252", "", "null", "utf", "utf-8x", "utf_8", "utf 8"];
  // Not ASCII whitespace, and a letter whose lower case is ASCII.
  others.push("utf-8\v", "\u00a0utf-8", "utf-8\u2028", "utf-8\0", "\ufeffutf-8", "Unicode11utf8\u212a");
  for (const label of others) {
    assertThrows(() => new TextDecoder(label), RangeError, `only UTF-8 is done here, got "${label}"`);
  }
  assertThrows(() => new TextDecoder(null as never), RangeError);
  assertThrows(() => new TextDecoder(Symbol("utf-8") as never), TypeError);
});

test("options are looked at as the Web does", () => {
  for (const none of [undefined, null, {}, [], () => 1]) {
    const decoder = new TextDecoder("utf-8", none as never);
    assertEquals([decoder.fatal, decoder.ignoreBOM], [false, false]);
    assertStrictEquals(decoder.decode(bytesOf("61"), none as never), "a");
  }
  for (const wrong of [1, "fatal", true, Symbol("fatal")]) {
    assertThrows(() => new TextDecoder("utf-8", wrong as never), TypeError, "options must be an object");
    assertThrows(() => new TextDecoder().decode(bytesOf("61"), wrong as never), TypeError, "options must be an object");
  }
});

/** Ill-formed in every way. */
const ILL_FORMED = [
  "FF",
  "C0",
  "80",
  "C0 00",
  "C0 C0",
  "E0",
  "E0 00",
  "E0 C0",
  "E0 80 00",
  "E0 80 80",
  "E0 80 C0",
  "F0",
  "F0 90",
  "F0 90 80",
  "F0 80 80 80",
  "F8 80 80 80 80",
  "FC 80 80 80 80 80",
  "FE 80 80 80 80 80",
  "C1 BF",
  "E0 9F BF",
  "F0 8F BF BF",
  "ED A0 80",
  "ED AF BF",
  "ED B0 80",
  "ED BF BF",
  "ED A0 80 ED B0 80",
  "F4 90 80 80",
  "F4 BF BF BF",
];

test("ill-formed bytes are U+FFFD, or a TypeError if the decoder is fatal", () => {
  for (const hex of ILL_FORMED) {
    for (const [before, behind] of [["", ""], ["61 ", " 61"], ["EF BB BF ", ""], ["C2 A2 ".repeat(40), " C2 A2"]]) {
      const bytes = bytesOf(`${before}${hex}${behind}`);
      const text = lossyTextOf(bytes);
      assertStrictEquals(new TextDecoder().decode(bytes), text.replace(/^\ufeff/, ""));
      assertStrictEquals(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), text);
      const error = assertThrows(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes), TypeError);
      assert(error instanceof Utf8Error);
      assertEquals(error.problem, problemsOf(bytes)[0]!);
    }
  }
});

test("a fatal decoder can be used again behind an error", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let round = 0; round < 2; round++) {
    assertThrows(() => decoder.decode(bytesOf("E2 82 AC FF")), TypeError, "byte 3");
    assertStrictEquals(decoder.decode(bytesOf("E2 82 AC")), "€");
    assertThrows(() => decoder.decode(bytesOf("E2 82")), TypeError, "byte 0");
    assertStrictEquals(decoder.decode(bytesOf("61")), "a");
    assertStrictEquals(decoder.decode(), "");
  }
});

/** Input of one call: what comes out, or `undefined` if it throws. Each list is the calls of one decoder. */
type Call = [hex: string, stream: boolean, result: string | undefined];

function play(title: string, options: ConstructorParameters<typeof TextDecoder>[1], calls: Call[]): void {
  const decoder = new TextDecoder("utf-8", options);
  calls.forEach(([hex, stream, result], i) => {
    const call = () => decoder.decode(bytesOf(hex), { stream });
    if (result === undefined) assertThrows(call, TypeError, "", `${title}, call ${i}`);
    else assertStrictEquals(call(), result, `${title}, call ${i}`);
  });
}

test("behind a fatal error in a stream, the queue goes on as the standard's text says", () => {
  const fatal = { fatal: true };
  play("what stands behind the problem comes with the next call", fatal, [
    ["FF 61", true, undefined],
    ["62", true, "ab"],
    ["", false, ""],
  ]);
  play("so does the byte that broke a character off", fatal, [
    ["E2 82", true, ""],
    ["61", true, undefined],
    ["62", true, "ab"],
    ["63", false, "c"],
  ]);
  play("the text before the problem is lost", fatal, [
    ["61 FF 62", true, undefined],
    ["63", true, "bc"],
  ]);
  play("one problem a call", fatal, [
    ["FF FF 61 FF 62", true, undefined],
    ["", true, undefined],
    ["63", true, undefined],
    ["64", true, "bcd"],
  ]);
  play("what is queued is forgotten where the next stream starts", fatal, [
    ["61", true, "a"],
    ["62 FF 63", false, undefined],
    ["64", true, "d"],
  ]);
  play("the end of a stream inside a character", fatal, [
    ["E2", true, ""],
    ["", false, undefined],
    ["82 AC", false, undefined],
    ["61", false, "a"],
  ]);
  play("a character that begins in the queue", fatal, [
    ["FF E2", true, undefined],
    ["82", true, ""],
    ["AC", true, "€"],
    ["F0 90", true, ""],
    ["FF 61 F0", true, undefined],
    ["90", true, undefined],
    ["8D 88", true, "a\u{10348}"],
  ]);
  play("no text was given before: a byte order mark is looked for", fatal, [
    ["61 FF", true, undefined],
    ["EF BB BF 62", true, "b"],
    ["EF BB BF", true, "\ufeff"],
  ]);
  play("text was given before: it is not", fatal, [
    ["61", true, "a"],
    ["FF", true, undefined],
    ["EF BB BF 62", true, "\ufeffb"],
  ]);
  play("a byte order mark before the problem is lost, and does not count", fatal, [
    ["EF BB BF FF", true, undefined],
    ["EF BB BF 62", true, "b"],
  ]);
  play("ignoreBOM", { fatal: true, ignoreBOM: true }, [
    ["61 FF", true, undefined],
    ["EF BB BF 62", true, "\ufeffb"],
  ]);
});

test("offsets behind a fatal error go on counting", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  assertThrows(() => decoder.decode(bytesOf("61 FF 62"), STREAM), Utf8Error, "byte 1:");
  assertThrows(() => decoder.decode(bytesOf("63 FF 64"), STREAM), Utf8Error, "byte 4:");
  assertStrictEquals(decoder.decode(bytesOf("65 C2"), STREAM), "de");
  assertThrows(() => decoder.decode(), Utf8Error, "byte 7:");
});

test("what is queued or held back is a copy", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const bytes = bytesOf("FF 61 E2");
  assertThrows(() => decoder.decode(bytes, STREAM), TypeError);
  bytes.fill(0x78);
  assertStrictEquals(decoder.decode(bytesOf("82 AC C2"), STREAM), "a€");
  const other = bytesOf("A2 C2");
  assertStrictEquals(decoder.decode(other, STREAM), "¢");
  other.fill(0x78);
  assertStrictEquals(decoder.decode(bytesOf("A3")), "£");
});

test("byte order marks, however they are cut", () => {
  const cases: [hex: string, text: string][] = [
    ["EF BB BF", ""],
    ["EF BB BF 61", "a"],
    ["EF BB BF EF BB BF", "\ufeff"],
    ["61 EF BB BF", "a\ufeff"],
    ["EF BB", "\ufffd"],
    ["EF BB 61", "\ufffda"],
    ["FE FF 00 61", "\ufffd\ufffd\0a"],
    ["FF FE 61 00", "\ufffd\ufffda\0"],
  ];
  for (const ignoreBOM of [false, true]) {
    const decoder = new TextDecoder("utf-8", { ignoreBOM });
    for (const [hex, dropped] of cases) {
      const bytes = bytesOf(hex);
      const expected = ignoreBOM ? lossyTextOf(bytes) : dropped;
      assertStrictEquals(decoder.decode(bytes), expected, hex);
      for (let a = 0; a <= bytes.length; a++) {
        for (let b = a; b <= bytes.length; b++) {
          const text = decoder.decode(bytes.subarray(0, a), STREAM) + decoder.decode(bytes.subarray(a, b), STREAM) +
            decoder.decode(bytes.subarray(b));
          assertStrictEquals(text, expected, `${hex} cut at ${a} and ${b}`);
        }
      }
    }
  }
});

test("a stream ends with a call without the option, or with it false", () => {
  for (const end of [undefined, {}, { stream: false }, { stream: undefined as never }]) {
    const decoder = new TextDecoder();
    assertStrictEquals(decoder.decode(bytesOf("F0 90"), STREAM), "");
    assertStrictEquals(decoder.decode(bytesOf("8D"), STREAM), "");
    assertStrictEquals(decoder.decode(undefined, STREAM), "");
    assertStrictEquals(decoder.decode(undefined, end), "\ufffd");
    assertStrictEquals(decoder.decode(bytesOf("88")), "\ufffd");
  }
});

test("a stream in chunks of one to five bytes, of any kind of memory", () => {
  const text = "\0\x7f\x80ÿĀ\ud7ff\ue000\ufffd\u{10000}\u{1F600}\u{10FFFF}z";
  const bytes = Uint8Array.from(bytesOfText(text));
  const copies: ((part: Uint8Array<ArrayBuffer>) => ArrayBufferView | ArrayBufferLike)[] = [
    (part) => part,
    (part) => part.slice().buffer,
    (part) => new DataView(part.slice().buffer),
  ];
  if (typeof SharedArrayBuffer === "undefined") console.log("skipped: no SharedArrayBuffer here");
  else {
    copies.push((part) => {
      const shared = new Uint8Array(new SharedArrayBuffer(part.length));
      shared.set(part);
      return part.length % 2 ? shared : shared.buffer;
    });
  }
  for (const copy of copies) {
    for (let step = 1; step <= 5; step++) {
      const decoder = new TextDecoder("utf-8", { fatal: true });
      let found = "";
      for (let p = 0; p < bytes.length; p += step) found += decoder.decode(copy(bytes.slice(p, p + step)), STREAM);
      assertStrictEquals(found + decoder.decode(), text);
    }
  }
});

test("any view and any buffer, its bytes only", () => {
  const { buffer } = bytesOf("2A 2A 2A 2A 61 62 63 64 65 66 67 68 2A 2A 2A 2A");
  const views: ArrayBufferView[] = [
    new Uint8Array(buffer, 4, 8),
    new Int8Array(buffer, 4, 8),
    new Uint8ClampedArray(buffer, 4, 8),
    new Int16Array(buffer, 4, 4),
    new Uint16Array(buffer, 4, 4),
    new Int32Array(buffer, 4, 2),
    new Uint32Array(buffer, 4, 2),
    new Float32Array(buffer, 4, 2),
    new DataView(buffer, 4, 8),
  ];
  for (const view of views) assertStrictEquals(new TextDecoder().decode(view), "abcdefgh");
  assertStrictEquals(new TextDecoder().decode(buffer), "****abcdefgh****");
  assertStrictEquals(new TextDecoder().decode(new ArrayBuffer(0)), "");
  for (const wrong of [null, "a", 1, [0x61], {}, { byteLength: 0 }]) {
    assertThrows(() => new TextDecoder().decode(wrong as never), TypeError, "source must be");
  }
});

test("detached memory has no bytes", () => {
  if (typeof structuredClone !== "function") return console.log("skipped: nothing detaches memory here");
  const makers = [(buffer: ArrayBuffer) => buffer, (buffer: ArrayBuffer) => new Uint8Array(buffer)];
  makers.push((buffer) => new Uint16Array(buffer) as never, (buffer) => new DataView(buffer) as never);
  for (const make of makers) {
    const buffer = bytesOf("61 62").buffer;
    const source = make(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    assertStrictEquals(new TextDecoder().decode(source), "");
  }
  const target = bytesOf("61 62");
  structuredClone(target.buffer, { transfer: [target.buffer] });
  for (const text of ["", "abc"]) assertEquals(new TextEncoder().encodeInto(text, target), { read: 0, written: 0 });
});

const SURROGATES: [text: string, well: string][] = [
  ["\ud800", "\ufffd"],
  ["\udc00", "\ufffd"],
  ["a\ud800b", "a\ufffdb"],
  ["a\udc00b", "a\ufffdb"],
  ["\udc00\ud800", "\ufffd\ufffd"],
  ["\ud800\ud800\udc00\udc00", "\ufffd\u{10000}\ufffd"],
  ["\ud834\udd1e", "\u{1D11E}"],
  ["a\ud834", "a\ufffd"],
];

test("an encoder writes U+FFFD for each lone surrogate", () => {
  for (const [text, well] of SURROGATES) {
    const bytes = new TextEncoder().encode(text);
    assertEquals([...bytes], bytesOfText(well));
    assertStrictEquals(new TextDecoder().decode(bytes), well);
    const target = new Uint8Array(64);
    assertEquals(new TextEncoder().encodeInto(text, target), { read: text.length, written: bytes.length });
    assertEquals(target.subarray(0, bytes.length), bytes);
  }
});

test("an encoder's input becomes a string by the rules of the language", () => {
  const encoder = new TextEncoder();
  assertEquals(encoder.encode(), new Uint8Array(0));
  assertEquals(encoder.encode(undefined), new Uint8Array(0));
  for (const value of [null, 1.5, true, {}, [1, 2], { toString: () => "€" }]) {
    assertEquals([...encoder.encode(value as never)], bytesOfText(`${value}`));
    const target = new Uint8Array(32);
    const { read, written } = encoder.encodeInto(value as never, target);
    assertEquals([read, [...target.subarray(0, written)]], [`${value}`.length, bytesOfText(`${value}`)]);
  }
  assertEquals(encoder.encodeInto(undefined as never, new Uint8Array(9)), { read: 9, written: 9 });
  assertThrows(() => encoder.encode(Symbol("a") as never), TypeError);
  assertThrows(() => encoder.encodeInto(Symbol("a") as never, new Uint8Array(1)), TypeError);
});

test("encodeInto fills what there is room for, and splits nothing", () => {
  const contents = ["\u{1F600}", "€", "¢", "a", "ab¢", "\u{1D306}A\u{1D306}A¥Hi", "\ud834A\udf06A¥Hi", "AA", "\udf06"];
  for (const text of contents) {
    for (let room = 0; room <= 20; room++) {
      const area = new Uint8Array(room + 12).fill(0x80);
      const target = area.subarray(4, 4 + room);
      // What fits, a code point at a time.
      const expected: number[] = [];
      let read = 0;
      for (const character of text) {
        const bytes = bytesOfText(character);
        if (expected.length + bytes.length > room) break;
        expected.push(...bytes);
        read += character.length;
      }
      assertEquals(new TextEncoder().encodeInto(text, target), { read, written: expected.length }, `${text} ${room}`);
      const filler = (length: number) => new Array<number>(length).fill(0x80);
      assertEquals([...area], [...filler(4), ...expected, ...filler(room + 8 - expected.length)]);
    }
  }
});

test("encodeInto writes to nothing but a Uint8Array", () => {
  const buffer = new ArrayBuffer(8);
  const wrong = [undefined, null, buffer, new DataView(buffer), new Int8Array(8), new Uint8ClampedArray(8), [0], {}];
  for (const target of wrong) {
    assertThrows(() => new TextEncoder().encodeInto("", target as never), TypeError, "target must be a Uint8Array");
  }
  if (typeof SharedArrayBuffer === "undefined") return console.log("skipped: no SharedArrayBuffer here");
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  assertEquals(new TextEncoder().encodeInto("€\u{1F600}", shared), { read: 1, written: 3 });
  assertEquals([...shared], [0xe2, 0x82, 0xac, 0]);
});

test("an encoder gives arrays of their own", () => {
  const encoder = new TextEncoder();
  for (const text of ["", "a", "€".repeat(1000)]) {
    const bytes = encoder.encode(text);
    assertStrictEquals(bytes.constructor, Uint8Array);
    assertEquals([bytes.byteOffset, bytes.buffer.byteLength], [0, bytes.length]);
    assert(encoder.encode(text).buffer !== bytes.buffer);
  }
});

test("there and back, and as the platform", () => {
  const random = randomInts(5);
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const { TextDecoder: hostDecoder, TextEncoder: hostEncoder } = globalThis as Partial<typeof globalThis>;
  if (!hostDecoder || !hostEncoder) console.log("skipped: no TextDecoder or TextEncoder of the platform's here");
  for (let round = 0; round < 300; round++) {
    const text = randomText(random(round < 280 ? 60 : 5000), random);
    const bytes = encoder.encode(text);
    assertEquals([...bytes], bytesOfText(text));
    assertStrictEquals(decoder.decode(bytes), lossyTextOf(bytes).replace(/^\ufeff/, ""));
    if (hostEncoder) assertEquals(bytes, new hostEncoder().encode(text));
    if (hostDecoder) assertStrictEquals(decoder.decode(bytes), new hostDecoder().decode(bytes));
  }
});

/** Runs `work` on all routes with other codecs in the place of the platform's, which are looked for anew. */
function withGlobals(codec: { TextDecoder: unknown; TextEncoder: unknown }, work: () => void): void {
  const globals = globalThis as Record<string, unknown>;
  const { TextDecoder, TextEncoder } = globals;
  Object.assign(globals, codec);
  try {
    onAllRoutes(work);
  } finally {
    Object.assign(globals, { TextDecoder, TextEncoder });
    onAllRoutes(() => {});
  }
}

test("where ours is the global one, or in a wrapper, it is not taken for the host's", () => {
  class SubDecoder extends TextDecoder {}
  class SubEncoder extends TextEncoder {}
  class AnyDecoder {
    decode(bytes?: Uint8Array): string {
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    }
  }
  class AnyEncoder {
    encode(text: string): Uint8Array {
      return new TextEncoder().encode(text);
    }
    encodeInto(text: string, target: Uint8Array) {
      return new TextEncoder().encodeInto(text, target);
    }
  }
  for (
    const codec of [
      { TextDecoder, TextEncoder },
      { TextDecoder: SubDecoder, TextEncoder: SubEncoder },
      { TextDecoder: AnyDecoder, TextEncoder: AnyEncoder },
      { TextDecoder: undefined, TextEncoder: undefined },
    ]
  ) {
    withGlobals(codec, () => {
      const text = "Ω mega 😀 ".repeat(500);
      const bytes = encode(text);
      assertEquals([...bytes.subarray(0, 50)], bytesOfText(text).slice(0, 50));
      assertStrictEquals(new TextDecoder().decode(bytes), text);
      assertStrictEquals(new TextDecoder("utf-8", { fatal: true }).decode(bytes), text);
      assertStrictEquals(decodeLossy(bytes), text);
      assertEquals(new TextEncoder().encode(text), bytes);
      assertEquals(new TextEncoder().encodeInto(text, new Uint8Array(9)), { read: 7, written: 8 });
    });
  }
});
