import { assert, assertEquals, assertFalse, assertStrictEquals, assertThrows } from "@std/assert";
import { byteOrderMark, type ByteSource, decode, detect, isUtf8Label, stripByteOrderMark } from "../mod.ts";
import { sharedFiles } from "./files.ts";
import { bytesOfText } from "./reference.ts";
import { damagedBytes, randomInts, SCRIPTS, words } from "./samples.ts";
import { test } from "./test.ts";

/** Text in an encoding of code units, the slow way. */
function unitsOf(text: string, encoding: string): number[] {
  const units = encoding.startsWith("utf-32")
    ? Array.from(text, (character) => character.codePointAt(0)!)
    : Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const size = encoding.startsWith("utf-32") ? 4 : 2;
  return units.flatMap((unit) => {
    const bytes = Array.from({ length: size }, (_, i) => unit >> 8 * i & 0xff);
    return encoding.endsWith("le") ? bytes : bytes.reverse();
  });
}

/** The text with each surrogate in three bytes, and U+0000 in two if `isJava`. */
function surrogateBytesOf(text: string, isJava: boolean): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).flatMap((unit) =>
    unit === 0 && isJava
      ? [0xc0, 0x80]
      : (unit & 0xf800) === 0xd800
      ? [0xed, 0x80 | unit >> 6 & 0x3f, 0x80 | unit & 0x3f]
      : bytesOfText(String.fromCharCode(unit))
  );
}

const latin1 = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

const WIDE = ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] as const;

test("byteOrderMark: each mark, and what only begins like one", () => {
  const cases: [bytes: number[], encoding: string | undefined, length: number][] = [
    [[], undefined, 0],
    [[0xef], undefined, 0],
    [[0xef, 0xbb], undefined, 0],
    [[0xef, 0xbb, 0xbf], "utf-8", 3],
    [[0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], "utf-8", 3],
    [[0x61, 0xef, 0xbb, 0xbf], undefined, 0],
    [[0xff, 0xfe], "utf-16le", 2],
    [[0xff, 0xfe, 0x00], "utf-16le", 2],
    [[0xff, 0xfe, 0x00, 0x01], "utf-16le", 2],
    [[0xff, 0xfe, 0x00, 0x00], "utf-32le", 4],
    [[0xfe, 0xff], "utf-16be", 2],
    [[0xfe, 0xff, 0x00, 0x00], "utf-16be", 2],
    [[0x00, 0x00, 0xfe, 0xff], "utf-32be", 4],
    [[0x00, 0x00, 0xff, 0xfe], undefined, 0],
    [[0xfe], undefined, 0],
    [[0xff], undefined, 0],
  ];
  for (const [bytes, encoding, length] of cases) {
    const source = Uint8Array.from(bytes);
    assertEquals(
      byteOrderMark(source),
      (encoding === undefined ? encoding : { encoding, length }) as never,
      `${bytes}`,
    );
    assertEquals([...stripByteOrderMark(source)], bytes.slice(length), `${bytes}`);
  }
});

test("stripByteOrderMark gives the same array without a mark, a view of the same memory with one", () => {
  const plain = Uint8Array.of(0x61);
  assertStrictEquals(stripByteOrderMark(plain), plain);
  const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
  assertStrictEquals(stripByteOrderMark(marked).buffer, marked.buffer);
});

test("detect: short inputs, one for each answer", () => {
  const cases: [bytes: number[], encoding: string, sure: string][] = [
    [[], "ascii", "certain"],
    [latin1("plain\ttext\r\n"), "ascii", "certain"],
    [latin1("\x1b[31mred\x1b[0m"), "ascii", "certain"],
    [latin1("a\0b c d e f g"), "ascii", "likely"],
    [latin1("café au lait").slice(0, 3), "ascii", "certain"],
    [bytesOfText("café"), "utf-8", "likely"],
    [bytesOfText("Příliš žluťoučký kůň"), "utf-8", "certain"],
    [bytesOfText("\ufeffplain"), "utf-8", "certain"],
    [[...bytesOfText("\ufeffcaf"), 0xe9], "utf-8", "likely"],
    [bytesOfText("один\0два\0три\0"), "utf-8", "likely"],
    [latin1("Café à la crème, s'il vous plaît"), "unknown-8bit", "guess"],
    [[0xff, 0xfe, 0x61, 0x00], "utf-16le", "certain"],
    [[0xfe, 0xff, 0x00, 0x61], "utf-16be", "certain"],
    [[0xff, 0xfe, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00], "utf-32le", "certain"],
    [[0x00, 0x00, 0xfe, 0xff, 0x00, 0x00, 0x00, 0x61], "utf-32be", "certain"],
    [[0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00], "binary", "guess"],
    [unitsOf("Привет", "utf-16le"), "utf-16le", "guess"],
    [unitsOf("日本語の文字です。", "utf-16be"), "utf-16be", "guess"],
    [surrogateBytesOf("a 😀 b", false), "cesu-8", "certain"],
    [surrogateBytesOf("a\0b", true), "mutf-8", "certain"],
    [surrogateBytesOf("a 😀\0 é", true), "mutf-8", "certain"],
    [surrogateBytesOf("a \ud83d b", true), "mutf-8", "likely"],
    [[1, 2, 3, 4, 5, 6, 7, 8], "binary", "guess"],
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d], "binary", "guess"],
    [[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0], "binary", "guess"],
    [new Array(64).fill(0), "binary", "likely"],
  ];
  for (const [bytes, encoding, sure] of cases) {
    const found = detect(Uint8Array.from(bytes));
    assertEquals([found.encoding, found.sure], [encoding, sure], `${found.why}; ${bytes}`);
  }
});

test("detect: UTF-16 and UTF-32 of every script, both ends, with a mark and without", () => {
  for (const script of Object.keys(SCRIPTS)) {
    for (const length of [40, 400, 4000]) {
      const text = words(script, length, length);
      assertStrictEquals(detect(Uint8Array.from(bytesOfText(text))).encoding, script === "ascii" ? "ascii" : "utf-8");
      for (const encoding of WIDE) {
        const found = detect(Uint8Array.from(unitsOf(text, encoding)));
        assertStrictEquals(found.encoding, encoding, `${script} ${length}: ${found.why}`);
        const marked = detect(Uint8Array.from(unitsOf(`\ufeff${text}`, encoding)));
        assertEquals([marked.encoding, marked.sure], [encoding, "certain"]);
      }
    }
  }
});

test("detect: UTF-16 with one half of a pair missing is not taken for UTF-16 without a mark", () => {
  const text = `${words("ascii", 100, 3)}\ud83d ${words("ascii", 100, 4)}`;
  for (const encoding of ["utf-16le", "utf-16be"]) {
    const bytes = Uint8Array.from(unitsOf(text, encoding));
    assertStrictEquals(detect(bytes).encoding, "binary");
    const marked = detect(Uint8Array.from(unitsOf(`\ufeff${text}`, encoding)));
    assertEquals([marked.encoding, marked.sure], [encoding, "likely"]);
  }
});

test("detect: CESU-8 and Modified UTF-8 of text with emoji", () => {
  const text = `${words("latin", 200, 5)}${words("emoji", 200, 6)}`;
  assertStrictEquals(detect(Uint8Array.from(surrogateBytesOf(text, false))).encoding, "cesu-8");
  assertStrictEquals(detect(Uint8Array.from(surrogateBytesOf(`${text}\0`, true))).encoding, "mutf-8");
  const mixed = [...surrogateBytesOf(text, false), ...bytesOfText("😀")];
  assertFalse(["cesu-8", "mutf-8"].includes(detect(Uint8Array.from(mixed)).encoding));
});

test("detect: UTF-8 with a few damaged bytes is still UTF-8, and the first problem is named", () => {
  const bytes = Uint8Array.from([...bytesOfText(words("cyrillic", 500, 7)), 0xff, ...bytesOfText(" конец")]);
  const found = detect(bytes);
  assertEquals([found.encoding, found.sure], ["utf-8", "likely"]);
  assert(found.why.includes(`byte ${bytes.indexOf(0xff)}`), found.why);
});

test("detect: UTF-8 that is cut off anywhere is UTF-8", () => {
  const bytes = Uint8Array.from(bytesOfText(words("cjk", 100, 8)));
  for (let length = 20; length < bytes.length; length++) {
    assertStrictEquals(detect(bytes.subarray(0, length)).encoding, "utf-8", `${length}`);
  }
});

test("detect: random bytes are binary; 8-bit text of one script is not", () => {
  const random = randomInts(9);
  for (let round = 0; round < 200; round++) {
    const bytes = Uint8Array.from({ length: 400 + random(1000) }, () => random(256));
    assertStrictEquals(detect(bytes).encoding, "binary");
    const text = Uint8Array.from({ length: 400 }, () => random(7) === 0 ? 0x20 : 0xc0 + random(0x40));
    const { encoding } = detect(text); // Windows-1251 of Russian, or KOI8-R
    assertStrictEquals(encoding, "unknown-8bit");
  }
});

test("detect says something of whatever it gets, and never throws", () => {
  const random = randomInts(10);
  for (let round = 0; round < 3000; round++) {
    const bytes = round % 2
      ? damagedBytes(random(60), random)
      : Uint8Array.from({ length: random(12) }, () => random(256));
    const { encoding, sure, why } = detect(bytes);
    assert(encoding && sure && why.length > 10);
  }
});

test("detect: real texts in nine scripts, in each encoding", async () => {
  for (const [name, bytes] of await sharedFiles("corpora", ".txt")) {
    const text = decode(bytes).slice(0, 5000);
    const isAscii = bytes.every((byte) => byte < 0x80);
    assertStrictEquals(detect(bytes).encoding, isAscii ? "ascii" : "utf-8", name);
    for (const encoding of WIDE) {
      for (const length of [text.length, 200, 30]) {
        const part = text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
        const found = detect(Uint8Array.from(unitsOf(part, encoding)));
        assertStrictEquals(found.encoding, encoding, `${name} ${length}: ${found.why}`);
      }
    }
  }
});

test("detect takes every kind of source", () => {
  const bytes = Uint8Array.from(bytesOfText("où est-ce ? là"));
  const sources: ByteSource[] = [bytes, bytes.buffer, new DataView(bytes.buffer)];
  if (typeof SharedArrayBuffer === "function") {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    sources.push(shared, shared.buffer);
  }
  for (const source of sources) assertEquals(detect(source), detect(bytes));
  for (const wrong of [undefined, "abc", [1, 2], null]) {
    for (const call of [detect, byteOrderMark, stripByteOrderMark]) {
      assertThrows(() => call(wrong as never), TypeError, "source must be an ArrayBuffer or a view of one");
    }
  }
});

test("isUtf8Label: every label of the standards, in any case, with ASCII white space around", () => {
  const labels = [
    "unicode-1-1-utf-8",
    "unicode11utf8",
    "unicode20utf8",
    "utf-8",
    "utf8",
    "x-unicode20utf8",
    "csUTF8",
    "cp65001",
    "65001",
    "106",
  ];
  for (const label of labels) {
    for (const text of [label, label.toUpperCase(), `\t\n\f\r ${label} \r\f\n\t`]) assert(isUtf8Label(text), text);
  }
  assert(isUtf8Label(106) && isUtf8Label(65001));
});

test("isUtf8Label: what is nearly a label is none", () => {
  const labels = ["", " ", "utf", "utf_8", "utf 8", "utf-8\0", "\vutf-8", "\u00a0utf-8", "\ufeffutf-8", "utf-16"];
  for (const label of [...labels, "utf7", "iso-8859-1", "ucs-4", "65000", "1066", "__proto__", "utf-8 utf-8"]) {
    assertFalse(isUtf8Label(label), label);
  }
  for (const number of [0, 8, 105, 65000, NaN, 106.5]) assertFalse(isUtf8Label(number));
  for (const wrong of [undefined, null, {}, ["utf-8"], true]) {
    assertThrows(() => isUtf8Label(wrong as never), TypeError, "label must be a string or a number");
  }
});
