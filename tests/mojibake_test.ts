import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { decode, findMojibake, fixMojibake, type LegacyEncoding, type Mojibake } from "../mod.ts";
import { KOI8_R, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252 } from "../lib/legacy.ts";
import { sharedFiles } from "./files.ts";
import { bytesOfText } from "./reference.ts";
import { randomInts, randomText } from "./samples.ts";
import { LANGUAGES, sentencesOf, TRICKY } from "./sentences.ts";
import { test } from "./test.ts";

const UPPER_HALVES: Record<LegacyEncoding, string> = {
  "windows-1252": WINDOWS_1252,
  "latin-1": Array.from({ length: 128 }, (_, i) => String.fromCharCode(0x80 + i)).join(""),
  "windows-1250": WINDOWS_1250,
  "windows-1251": WINDOWS_1251,
  "koi8-r": KOI8_R,
};

/** Text whose UTF-8 is read in one encoding after the other. */
function damaged(text: string, ...encodings: LegacyEncoding[]): string {
  return encodings.reduce(
    (current, encoding) =>
      bytesOfText(current).map((byte) => byte < 0x80 ? String.fromCharCode(byte) : UPPER_HALVES[encoding][byte - 0x80]!)
        .join(""),
    text,
  );
}

function assertUnchanged(text: string): void {
  if (fixMojibake(text) !== text) assertEquals(findMojibake(text), [], text);
}

test("the tables are those of the platform", () => {
  for (const [name, upper] of Object.entries(UPPER_HALVES)) {
    assertStrictEquals(new Set(upper).size, 128, name);
    if (name === "latin-1") continue; // the label means Windows-1252 there
    let decoder;
    try {
      decoder = new globalThis.TextDecoder(name);
    } catch {
      console.log(`  no ${name} here`);
      continue;
    }
    if (decoder.decode(Uint8Array.of(0x80)) === "\x80") {
      console.log(`  ${name} is Latin-1 here`); // Node up to 22
      continue;
    }
    assertStrictEquals(upper, decoder.decode(Uint8Array.from({ length: 128 }, (_, i) => 0x80 + i)), name);
  }
});

const TEXTS: [text: string, encodings: LegacyEncoding[]][] = [
  ["Où êtes-vous né, à Nîmes ou à Besançon ? « L’été », déjà…", ["windows-1252", "latin-1", "windows-1251", "koi8-r"]],
  ["Zażółć gęślą jaźń. „Cześć” – powiedział wąż.", ["windows-1252", "latin-1", "windows-1250", "koi8-r"]],
  ["Съешь ещё этих мягких булок, да выпей чаю – и в путь.", ["windows-1252", "windows-1250", "windows-1251", "koi8-r"]],
  ["我们昨天在北京吃了很多好吃的东西。你好，世界！", [
    "windows-1252",
    "latin-1",
    "windows-1250",
    "windows-1251",
    "koi8-r",
  ]],
  ["Hello 😀, party 🎉 and 👨‍👩‍👧 and ☀️ 🤷🏽‍♀️ ❤️", ["windows-1252", "latin-1", "windows-1250", "windows-1251", "koi8-r"]],
  ["Tiếng Việt rất đẹp. Tôi đã ăn phở ở Hà Nội.", ["windows-1252", "latin-1", "koi8-r"]],
  ["Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.", ["windows-1252", "latin-1"]],
];

test("French, Polish, Russian, Chinese, emoji …: damaged once, twice and three times", () => {
  for (const [text, encodings] of TEXTS) {
    for (const encoding of encodings) {
      for (const chain of [[encoding], [encoding, encoding], [encoding, encoding, encoding]]) {
        assertStrictEquals(fixMojibake(damaged(text, ...chain)), text, `${chain}`);
      }
    }
  }
});

test("two mistakes of different kinds are undone in the right order", () => {
  for (const [text] of TEXTS) {
    for (
      const chain of [["windows-1252", "latin-1"], ["latin-1", "windows-1252"], ["koi8-r", "windows-1252"]] as const
    ) {
      assertStrictEquals(fixMojibake(damaged(text, ...chain)), text, `${chain}`);
    }
  }
  const [first] = findMojibake(damaged("это", "koi8-r", "windows-1252"));
  assertEquals(first, { position: 0, length: 15, text: "это", chain: ["windows-1252", "koi8-r"] });
});

test("damaged and healthy words side by side, in one text and in one line", () => {
  for (const [text, encodings] of TEXTS) {
    const words = text.split(" ");
    for (const encoding of encodings.filter((name) => name !== "windows-1251")) {
      for (const times of [1, 2]) {
        const chain = new Array<LegacyEncoding>(times).fill(encoding);
        for (const [every, offset] of [[2, 0], [2, 1], [3, 1]] as const) {
          const mixed = words.map((word, i) => i % every === offset ? damaged(word, ...chain) : word);
          // Doubt is left by a word of one letter, if no word nearby is damaged beyond doubt.
          if (findMojibake(mixed.join(" ")).length === 0) continue;
          assertStrictEquals(
            fixMojibake(`${damaged(text, ...chain)}\n${mixed.join(" ")}`),
            `${text}\n${text}`,
            `${chain}`,
          );
        }
      }
    }
  }
});

test("single words and signs", () => {
  const cases: [damaged: string, right: string][] = [
    ["cafÃ©", "café"],
    ["FranÃ§ois", "François"],
    ["Ã‰cole", "École"],
    ["Ã–sterreich, Ãœber", "Österreich, Über"],
    ["donâ€™t", "don’t"],
    ["â€œHello,â€\x9d she said", "“Hello,” she said"],
    ["foo â€“ bar", "foo – bar"],
    ["waitâ€¦", "wait…"],
    ["10Â°C, Â£100, 5Â½", "10°C, £100, 5½"],
    ["Â© 2024", "© 2024"],
    ["BrandÂ®", "Brand®"],
    ["â‚¬5", "€5"],
    ["naÃ¯ve, voilÃ\xA0!", "naïve, voilà!"],
    ["aixÃ²", "això"],
    ["ï»¿text", "\ufefftext"],
    ["ðŸ˜€", "😀"],
    ["рџ™‚", "🙂"],
    ["cafГ©", "café"],
    ["Ăłsmy wĂłz gĹ‚upi", "ósmy wóz głupi"],
  ];
  for (const [text, right] of cases) assertStrictEquals(fixMojibake(text), right, text);
});

test("bytes that Windows-1252 does not define come as C1 controls", () => {
  const cases: [text: string, damaged: string][] = [
    ["Á", "Ã\x81"],
    ["Í", "Ã\x8d"],
    ["Ï", "Ã\x8f"],
    ["Ð", "Ã\x90"],
    ["Ý", "Ã\x9d"],
    ["с", "Ñ\x81"],
    ["”", "â€\x9d"],
    ["あ", "ã\x81\x82"],
  ];
  for (const [text, expected] of cases) {
    const encoding = text === "あ" ? "latin-1" : "windows-1252";
    assertStrictEquals(damaged(text, encoding), expected);
    assertStrictEquals(fixMojibake(expected), text);
    assertEquals(findMojibake(`a ${expected}`)[0]!.chain, [encoding]);
  }
});

test("no-break spaces that became plain spaces", () => {
  const cases: [damaged: string, right: string][] = [
    ["voilÃ  : dÃ©jÃ , lÃ ", "voilà : déjà, là"],
    ["Ã  la fÃªte", "à la fête"],
    ["Ã la fÃªte", "à la fête"], // two spaces became one
    ["informaÃ§Ã£o Ã s nove", "informação às nove"],
    ["pÃ gina catalÃ ", "pàgina català"],
    ["100Â km Ã©tÃ©", "100\xA0km été"],
    ["Р РѕСЃСЃРёСЏ", "Россия"],
    ["Ð Ð¾Ñ\x81Ñ\x81Ð¸Ñ\x8f", "Россия"],
    ["ä½ å¥½ä½ å¥½", "你好你好"],
  ];
  for (const [text, right] of cases) assertStrictEquals(fixMojibake(text), right, text);
});

test("text that is right stays as it is: what looks damaged in many languages", () => {
  for (const text of TRICKY) assertUnchanged(text);
  assertUnchanged(TRICKY.join("\n"));
  for (const text of Object.values(LANGUAGES)) assertUnchanged(text);
  assertUnchanged(Object.values(LANGUAGES).join("\n"));
});

test("16,000 healthy sentences in sixteen languages stay as they are", () => {
  let seed = 91;
  for (const text of Object.values(LANGUAGES)) {
    for (const sentence of sentencesOf(text, 1000, seed++)) assertUnchanged(sentence);
  }
});

test("10,000 healthy sentences of real texts stay as they are", async () => {
  let seed = 191;
  for (const [, bytes] of await sharedFiles("corpora", ".txt")) {
    const text = decode(bytes);
    assertUnchanged(text);
    for (const sentence of sentencesOf(text, 1112, seed++)) assertUnchanged(sentence);
  }
});

test("of damaged sentences in sixteen languages, nearly all come out right", () => {
  let count = 0;
  let right = 0;
  for (const [language, text] of Object.entries(LANGUAGES)) {
    const encodings: LegacyEncoding[] = ["windows-1252", "latin-1"];
    if (["polish", "czech", "hungarian", "romanian"].includes(language)) encodings.push("windows-1250");
    if (["russian", "ukrainian", "serbian"].includes(language)) encodings.push("windows-1251", "koi8-r");
    for (const encoding of encodings) {
      for (const chain of [[encoding], [encoding, encoding]]) {
        for (const sentence of sentencesOf(text, 50, 7)) {
          const broken = damaged(sentence, ...chain);
          if (broken === sentence) continue;
          count++;
          if (fixMojibake(broken) === sentence) right++;
        }
      }
    }
  }
  console.log(`  ${right} of ${count} sentences came out right`);
  assert(right > count * 0.95, `only ${right} of ${count}`);
});

test("the minimum of evidence", () => {
  const essay = "Read wrongly, é is Ã© and café is cafÃ©.";
  assertStrictEquals(fixMojibake(essay, { minimum: Infinity }), essay);
  assertStrictEquals(fixMojibake(essay, { minimum: 6 }), essay);
  assertStrictEquals(fixMojibake("é is Ã©."), "é is Ã©.");
  assertStrictEquals(fixMojibake("é is Ã©.", { minimum: 1 }), "é is é.");
  assertStrictEquals(fixMojibake("Un cafÃ©, Ã© !"), "Un café, é !"); // a neighbour beyond doubt
  let last = Infinity;
  for (let minimum = 0; minimum < 10; minimum++) {
    const { length } = findMojibake("cafÃ© Ã© â€™ Ã” ðŸ˜€", { minimum });
    assert(length <= last);
    last = length;
  }
  assertStrictEquals(last, 0);
});

test("the report: what was changed, where, by which chain", () => {
  const text = `né, ${damaged("née", "windows-1252")}, ${damaged("déjà", "windows-1252", "windows-1252")} 😀`;
  const expected: Mojibake[] = [
    { position: 5, length: 2, text: "é", chain: ["windows-1252"] },
    { position: 11, length: 4, text: "é", chain: ["windows-1252", "windows-1252"] },
    { position: 16, length: 4, text: "à", chain: ["windows-1252", "windows-1252"] },
  ];
  assertEquals(findMojibake(text), expected);
  assertEquals(findMojibake("healthy: é"), []);
});

test("the report, put in by hand, gives what fixMojibake gives", () => {
  const random = randomInts(92);
  const all = Object.values(LANGUAGES).join(" ").split(" ");
  for (let round = 0; round < 300; round++) {
    const words = Array.from({ length: 20 }, () => {
      const word = all[random(all.length)]!;
      return random(2) ? word : damaged(word, ...new Array(1 + random(2)).fill("windows-1252"));
    });
    const text = words.join(" ");
    let right = "";
    let behind = 0;
    for (const { position, length, text: piece, chain } of findMojibake(text)) {
      assert(position >= behind && length > 0 && chain.length > 0);
      right += text.slice(behind, position) + piece;
      behind = position + length;
    }
    assertStrictEquals(fixMojibake(text), right + text.slice(behind));
  }
});

test("whatever comes, nothing is thrown, and ASCII letters stay", () => {
  const random = randomInts(93);
  const alphabet = "abÃÂâ€™©Ä‚Ñ€РџСЂпя─ \xA0\x81ðŸ";
  const letters = (text: string) => text.replace(/[^a-z]/g, "");
  for (let round = 0; round < 2000; round++) {
    const text = round % 2
      ? randomText(40, random)
      : Array.from({ length: 40 }, () => alphabet[random(alphabet.length)]).join("");
    const right = fixMojibake(text, { minimum: random(4) });
    assertStrictEquals(letters(right), letters(text));
  }
});

test("long texts take linear time", () => {
  const sentence = "Un cafÃ©, Ã  la crÃ¨me; Ã© é Ă» ";
  const one = fixMojibake(sentence);
  const many = 20_000;
  const right = fixMojibake(sentence.repeat(many));
  assertStrictEquals(right.length, one.length * many);
});

test("arguments of the wrong type are refused", () => {
  for (const call of [fixMojibake, findMojibake]) {
    assertThrows(() => call(undefined as never), TypeError, "text must be a string, got undefined");
    assertThrows(() => call("a", { minimum: "2" as never }), TypeError, "minimum must be a number, got string");
    assertThrows(() => call("a", { minimum: -1 }), RangeError, "minimum must be a number from 0 on");
    assertThrows(() => call("a", { minimum: NaN }), RangeError, "minimum must be a number from 0 on");
    assertStrictEquals(call("", undefined).length, 0);
  }
});
