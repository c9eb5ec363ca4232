/** The vectors and the texts that are kept beside the repository, where they are there. */

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  byteLength,
  codePointCount,
  decode,
  decodeCodePoints,
  decodeLossy,
  encode,
  encodeCodePoints,
  floorBoundary,
  isUtf8,
  problems,
  truncate,
  truncateBytes,
  utf16Length,
  Utf8Error,
} from "../mod.ts";
import { sharedFiles } from "./files.ts";
import { problemsOf } from "./reference.ts";
import { test } from "./test.ts";

function bytesOf(field: string): number[] {
  const digits = field.trim() === "nothing" ? "" : field.replace(/\s/g, "");
  return (digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}

/** What is left when ill-formed sequences are skipped. */
function skipping(bytes: Uint8Array): number[] {
  const kept: number[] = [];
  let behind = 0;
  for (const { offset, length } of problems(bytes)) {
    kept.push(...bytes.subarray(behind, offset));
    behind = offset + length;
  }
  return [...kept, ...bytes.subarray(behind)];
}

test("utf8tests.txt: verdict, skipping and replacing", async () => {
  for (const [, file] of await sharedFiles("vectors", "utf8tests.txt")) {
    let count = 0;
    for (const line of decode(file).split("\n")) {
      if (line.trim() === "" || line.startsWith("#")) continue;
      const [number, kind, data, skipped, replaced, ...more] = line.split(":");
      assertEquals(more, [], line);
      const bytes = Uint8Array.from(kind!.endsWith("hex") ? bytesOf(data!) : encode(data!));
      const valid = kind!.trim().startsWith("valid");
      assert(valid === (skipped === undefined) && /^ *(valid|valid hex|invalid hex)$/.test(kind!), line);
      const afterSkipping = valid ? [...bytes] : bytesOf(skipped!);
      const afterReplacing = valid ? bytes : Uint8Array.from(bytesOf(replaced!));
      assertStrictEquals(isUtf8(bytes), valid, line);
      assertEquals(skipping(bytes), afterSkipping, line);
      assertStrictEquals(decodeLossy(bytes), decode(afterReplacing), line);
      assertEquals(encode(decodeLossy(bytes)), afterReplacing, line);
      assertEquals([...problems(bytes)], problemsOf(bytes), line);
      if (!valid) assertThrows(() => decode(bytes), Utf8Error, "ill-formed UTF-8 at byte", number);
      count++;
    }
    assert(count >= 200, `only ${count} cases in the file`);
  }
});

test("real texts in nine scripts: well-formed, decoded as the platform does, and back", async () => {
  for (const [name, bytes] of await sharedFiles("corpora", ".txt")) {
    assert(isUtf8(bytes), name);
    const text = decode(bytes);
    if (typeof globalThis.TextDecoder === "function") {
      assert(text === new globalThis.TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), name);
    }
    assert(decodeLossy(bytes) === text, name);
    assertSame(encode(text), bytes, name);
    assertStrictEquals(byteLength(text), bytes.length, name);
    assertStrictEquals(utf16Length(bytes), text.length, name);
    const points = decodeCodePoints(bytes);
    assertStrictEquals(codePointCount(bytes), points.length, name);
    assertSame(encodeCodePoints(points), bytes, name);
    let pieces = "";
    for (let from = 0; from < bytes.length;) {
      const to = floorBoundary(bytes, Math.min(from + 1000, bytes.length));
      pieces += decode(bytes, from, to);
      from = to;
    }
    assert(pieces === text, name);
    for (let most = 0; most < bytes.length; most += 4999) {
      assert(truncate(text, most) === decode(truncateBytes(bytes, most)), `${name} cut at ${most}`);
    }
  }
});

function assertSame(actual: Uint8Array, expected: Uint8Array, message: string): void {
  assertStrictEquals(actual.length, expected.length, message);
  assert(actual.every((byte, i) => byte === expected[i]), message);
}
