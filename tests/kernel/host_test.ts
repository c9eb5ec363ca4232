/** What the host offers is used only where it works, and never needed. */

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { findNodeCodec, findWebCodec } from "../../lib/kernel/host.ts";
import { lossyTextOf, problemsOf } from "../reference.ts";
import { damagedBytes, randomInts } from "../samples.ts";
import { test } from "../test.ts";

/** Runs `work` while a property of `globalThis` has another value. */
function withGlobal(name: string, value: unknown, work: () => void): void {
  const kept = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    work();
  } finally {
    if (kept) Object.defineProperty(globalThis, name, kept);
    else Reflect.deleteProperty(globalThis, name);
  }
}

/** A stand-in for `TextDecoder` or `TextEncoder` with one method. */
function classWith(method: string, fn: (...args: never[]) => unknown) {
  const made = class {};
  Object.defineProperty(made.prototype, method, { value: fn });
  return made;
}

test("no TextDecoder, or one that is wrong, throws or answers nonsense: none is used", () => {
  const wrong: unknown[] = [
    undefined,
    null,
    42,
    "TextDecoder",
    class {},
    classWith("decode", () => undefined),
    classWith("decode", () => ""),
    classWith("decode", () => {
      throw new Error("not implemented");
    }),
    classWith("decode", (bytes: Uint8Array) => String.fromCharCode(...bytes)),
    // One U+FFFD for each byte, as decoders did before maximal subparts.
    classWith("decode", (bytes: Uint8Array) => lossyTextOf(bytes).replaceAll("z\uFFFD", "z\uFFFD\uFFFD\uFFFD")),
  ];
  for (const value of wrong) {
    withGlobal("TextDecoder", value, () => {
      const codec = findWebCodec();
      assertStrictEquals(codec.decodeStrict, undefined);
      assertStrictEquals(codec.decode, undefined);
    });
  }
});

test("a strict TextDecoder that lets something through is not used", () => {
  const lax = classWith("decode", (bytes: Uint8Array) => lossyTextOf(bytes));
  withGlobal("TextDecoder", lax, () => {
    const codec = findWebCodec();
    assertStrictEquals(codec.decodeStrict, undefined);
    assert(codec.decode !== undefined);
  });
});

test("no TextEncoder, or one that is wrong: none is used", () => {
  for (
    const value of [
      undefined,
      class {},
      classWith("encode", () => new Uint8Array(16)),
      classWith("encodeInto", () => 1),
    ]
  ) {
    withGlobal("TextEncoder", value, () => {
      const codec = findWebCodec();
      assertEquals([codec.encode, codec.encodeInto], [undefined, undefined]);
    });
  }
});

test("no process, none with built-in modules, or strange modules: nothing of Node's is used", () => {
  const wrong: unknown[] = [
    undefined,
    {},
    { getBuiltinModule: 1 },
    { getBuiltinModule: () => undefined },
    { getBuiltinModule: () => ({}) },
    { getBuiltinModule: () => ({ Buffer: { prototype: {} } }) },
    {
      getBuiltinModule: () => ({
        isUtf8: () => true,
        isAscii: () => 1,
        Buffer: { byteLength: () => 13, prototype: { utf8Slice: () => "", utf8Write: () => 16 } },
      }),
    },
    {
      getBuiltinModule: () => {
        throw new Error("not allowed");
      },
    },
  ];
  for (const value of wrong) {
    withGlobal("process", value, () => {
      assertEquals(Object.values(findNodeCodec()).filter((fn) => fn !== undefined), []);
    });
  }
});

test("what is found agrees with the reference", () => {
  const { decode, decodeStrict } = findWebCodec();
  const { slice, isUtf8, isAscii } = findNodeCodec();
  const random = randomInts(6);
  for (let round = 0; round < 3000; round++) {
    const bytes = damagedBytes(random(60), random);
    const text = lossyTextOf(bytes);
    const isWhole = problemsOf(bytes).length === 0;
    if (decode) assertStrictEquals(decode(bytes), text);
    if (decodeStrict && isWhole) assertStrictEquals(decodeStrict(bytes), text);
    if (slice) assertStrictEquals(slice(bytes, 0, bytes.length), text);
    if (isUtf8) assertStrictEquals(isUtf8(bytes), isWhole);
    if (isAscii) assertStrictEquals(isAscii(bytes), bytes.every((byte) => byte < 0x80));
  }
});
