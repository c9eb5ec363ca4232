/** Every route, forced: the same results and the same errors. (`deno task test:routes` runs the whole suite on each.) */

import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import * as octolane from "../mod.ts";
import { bytesOfText, lossyTextOf, problemsOf } from "./reference.ts";
import { damagedBytes, randomInts, SCRIPTS, words } from "./samples.ts";
import { onAllRoutes, test } from "./test.ts";

test("bytes: the same on all routes, from 0 bytes to more than any threshold", () => {
  const random = randomInts(77);
  for (let length = 0; length < 3000; length = length < 140 ? length + 1 : length * 9 >> 3) {
    const bytes = damagedBytes(length, random);
    const problems = problemsOf(bytes);
    const text = lossyTextOf(bytes);
    onAllRoutes(() => {
      assertStrictEquals(octolane.isUtf8(bytes), problems.length === 0);
      assertStrictEquals(octolane.isAscii(bytes), bytes.every((byte) => byte < 0x80));
      assertEquals(octolane.findError(bytes), problems[0]);
      assertEquals([...octolane.problems(bytes)], problems);
      assertStrictEquals(octolane.decodeLossy(bytes), text);
      assertStrictEquals(octolane.utf16Length(bytes), text.length);
      assertStrictEquals(octolane.codePointCount(bytes), [...text].length);
      if (problems.length === 0) assertStrictEquals(octolane.decode(bytes), text);
      else assertEquals(assertThrows(() => octolane.decode(bytes), octolane.Utf8Error).problem, problems[0]);
    });
  }
});

test("text: the same on all routes, in five scripts, with and without lone surrogates", () => {
  const random = randomInts(78);
  for (const script of Object.keys(SCRIPTS)) {
    for (let length = 1; length < 3000; length = length < 140 ? length + 3 : length * 9 >> 3) {
      const healthy = words(script, length, length);
      const at = random(healthy.length);
      for (const text of [healthy, healthy.slice(0, at) + "\uD812" + healthy.slice(at), healthy + "\uDC01"]) {
        const bytes = Uint8Array.from(bytesOfText(text));
        onAllRoutes(() => {
          assertEquals(octolane.encodeLossy(text), bytes);
          assertStrictEquals(octolane.byteLength(text), bytes.length);
          const target = new Uint8Array(bytes.length + 3);
          assertEquals(octolane.encodeInto(text, target), { read: text.length, written: bytes.length });
          assertEquals(target.subarray(0, bytes.length), bytes);
          if (text.isWellFormed()) {
            assertEquals(octolane.encode(text), bytes);
            assertEquals(octolane.encodePooled(text), bytes);
            assertStrictEquals(octolane.write(text, target.fill(0), 2), bytes.length);
            assertEquals(target.subarray(2, 2 + bytes.length), bytes);
          } else {
            const offset = [...text].findIndex((character) => /\p{Surrogate}/u.test(character));
            const position = [...text].slice(0, offset).join("").length;
            for (const strict of [octolane.encode, octolane.encodePooled, () => octolane.write(text, target, 2)]) {
              assertStrictEquals(assertThrows(() => strict(text), octolane.Utf8Error).offset, position);
            }
          }
        });
      }
    }
  }
});

test("a byte order mark stays where it is on all routes", () => {
  for (const size of [0, 30, 500, 5000]) {
    const bytes = Uint8Array.from(bytesOfText("\uFEFF" + "é".repeat(size) + "\uFEFF"));
    onAllRoutes(() => {
      assertStrictEquals(octolane.decode(bytes), "\uFEFF" + "é".repeat(size) + "\uFEFF");
      assertStrictEquals(octolane.decodeLossy(bytes), "\uFEFF" + "é".repeat(size) + "\uFEFF");
    });
  }
});

test("U+FFFD that stands in the bytes is no error on any route", () => {
  for (const size of [0, 30, 500, 5000]) {
    const text = "\uFFFD" + "ж".repeat(size) + "\uFFFD";
    onAllRoutes(() => assertStrictEquals(octolane.decode(Uint8Array.from(bytesOfText(text))), text));
  }
});

test("two results of encodePooled never overlap", () => {
  onAllRoutes(() => {
    const results: [string, Uint8Array][] = [];
    for (let i = 0; i < 3000; i++) {
      const text = words(["ascii", "cjk"][i % 2]!, i % 400, i + 1);
      results.push([text, octolane.encodePooled(text)]);
    }
    for (const [text, bytes] of results) assertStrictEquals(octolane.decode(bytes), text);
  });
});

test("an unknown route is refused", () => {
  assertThrows(() => octolane.forceRoute("fast" as octolane.Route), TypeError, "fast");
});
