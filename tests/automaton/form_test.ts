import { assertEquals, assertThrows } from "@std/assert";
import { parseRow } from "../../lib/automaton/form.ts";
import { test } from "../test.ts";

test("a row is read", () => {
  const cases: [text: string, first: number, last: number, bytes: [number, number][]][] = [
    ["U+0041 41", 0x41, 0x41, [[0x41, 0x41]]],
    ["U+0000..U+007F      00..7F", 0, 0x7f, [[0, 0x7f]]],
    ["U+0000..U+00FF 00..FF", 0, 0xff, [[0, 0xff]]],
    ["U+0800..U+0FFF  E0 A0..BF 80..BF", 0x800, 0xfff, [[0xe0, 0xe0], [0xa0, 0xbf], [0x80, 0xbf]]],
    ["U+0000 C0 80", 0, 0, [[0xc0, 0xc0], [0x80, 0x80]]],
    ["U+D800..U+DFFF ED A0..BF 80..BF", 0xd800, 0xdfff, [[0xed, 0xed], [0xa0, 0xbf], [0x80, 0xbf]]],
    [
      "U+40000000..U+7FFFFFFF  FD 80..BF 80..BF 80..BF 80..BF 80..BF",
      0x4000_0000,
      0x7fff_ffff,
      [[0xfd, 0xfd], ...Array.from({ length: 5 }, (): [number, number] => [0x80, 0xbf])],
    ],
  ];
  for (const [text, first, last, bytes] of cases) {
    assertEquals(parseRow(text), { text, first, last, bytes: bytes.map(([low, high]) => ({ low, high })) });
  }
});

test("a row that is not of the shape is refused, and shown", () => {
  for (
    const text of [
      "",
      "U+0041",
      "41",
      "U+0041 4",
      "U+0041 041",
      "U+0041 41 ",
      " U+0041 41",
      "U+0041\t41",
      "U+0041 41\n",
      "U+41 41",
      "U+000000041 41",
      "U+004g 41",
      "U+0041 4G",
      "u+0041 41",
      "U+00ab AB",
      "U+00AB ab",
      "U+0041..42 41..42",
      "U+0041-U+0042 41-42",
      "U+0041..U+0042 41...42",
      "U+0041.. 41",
      "U+0041 41..",
      "U+0041,41",
    ]
  ) {
    const error = assertThrows(() => parseRow(text), SyntaxError, "is not of the shape");
    assertEquals(error.message, `row "${text}" is not of the shape "U+0800..U+0FFF  E0 A0..BF 80..BF"`);
  }
});

test("a range that runs backwards is refused", () => {
  const cases: [text: string, range: string][] = [
    ["U+0041..U+0042 42..41", "42..41"],
    ["U+0080..U+00BF C2 BF..80", "BF..80"],
    ["U+0000 01..00 00..01", "01..00"],
  ];
  for (const [text, range] of cases) {
    const error = assertThrows(() => parseRow(text), SyntaxError);
    assertEquals(error.message, `row "${text}": the range ${range} runs backwards`);
  }
});

test("a row with more or fewer sequences than code points is refused, with both numbers", () => {
  const cases: [text: string, sequences: number, points: number][] = [
    ["U+0041 41..42", 2, 1],
    ["U+0041..U+0042 41", 1, 2],
    ["U+0800..U+0FFF E0 80..BF 80..BF", 4096, 2048],
    ["U+0042..U+0041 41", 1, 0],
    ["U+0045..U+0041 41", 1, -3],
  ];
  for (const [text, sequences, points] of cases) {
    const error = assertThrows(() => parseRow(text), SyntaxError);
    assertEquals(error.message, `row "${text}" has ${sequences} byte sequences for ${points} code points`);
  }
});
