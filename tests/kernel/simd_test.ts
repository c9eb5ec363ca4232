/** The SIMD kernel, where it can be compiled, against the plain one. */

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { useSimd } from "../../mod.ts";
import * as automaton from "../../lib/kernel/automaton.ts";
import * as lanes from "../../lib/kernel/lanes.ts";
import * as simd from "../../lib/kernel/simd.ts";
import { damagedBytes, mixedBytes, randomInts, sequences } from "../samples.ts";
import { test } from "../test.ts";

/** Both limits of every range of Table 3-7. */
const LIMITS = [0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef]
  .concat(0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff);

function compare(bytes: Uint8Array, start: number, end: number): void {
  const expected = automaton.firstIllFormed(bytes, start, end);
  const found = simd.firstIllFormed(bytes, start, end);
  if (found !== expected) assertStrictEquals(found, expected, `bytes ${bytes.slice(start, end)}`);
  for (const unitsOfFour of [1, 2] as const) {
    const count = lanes.countUnits(bytes, start, expected, unitsOfFour);
    if (simd.countUnits(bytes, start, expected, unitsOfFour) !== count) {
      assertStrictEquals(simd.countUnits(bytes, start, expected, unitsOfFour), count);
    }
  }
}

/** A test that needs the kernel. Where it cannot be had, it says so. */
function simdTest(name: string, fn: () => void): void {
  test(name, () => simd.hasSimd() ? fn() : console.log(`  no SIMD kernel here: "${name}" is not tested`));
}

simdTest("the SIMD kernel judges sequences at every place of a block as the automaton does", () => {
  const bytes = new Uint8Array(192);
  for (const sequence of sequences(LIMITS, 3)) {
    for (const at of [0, 61, 62, 63, 64]) {
      bytes.fill(0x41).set(sequence, at);
      compare(bytes, 0, at + 3);
      compare(bytes, 0, 128);
    }
  }
});

simdTest("four bytes, limits of each class, over the seam of two blocks", () => {
  const bytes = new Uint8Array(128);
  for (const sequence of sequences(LIMITS, 4)) {
    bytes.fill(0x41).set(sequence, 62);
    compare(bytes, 0, 128);
  }
});

simdTest("three bytes around the seam of two pieces of 64 KiB, which is never backed over", () => {
  for (const filling of [[0x41], [0xd0, 0x96], [0xe4, 0xb8, 0x80], [0xf0, 0x9f, 0x98, 0x80]]) {
    const text = Uint8Array.from({ length: 65536 + 252 }, (_, i) => filling[i % filling.length]!);
    for (const sequence of sequences([0x41, 0x80, 0x90, 0xa0, 0xc0, 0xe0, 0xed, 0xf0, 0xf4, 0xff], 3)) {
      for (let at = 65533; at <= 65536; at++) {
        const kept = text.slice(at, at + 3);
        text.set(sequence, at);
        compare(text, 0, text.length);
        text.set(kept, at);
      }
    }
  }
});

simdTest("text and damaged text of all lengths, at all starts", () => {
  const random = randomInts(31);
  for (let length = 0; length < 300; length++) {
    for (let start = 0; start < 8; start++) {
      const whole = Uint8Array.from(mixedBytes(length + 8, random));
      compare(whole, start, whole.length);
      const damaged = damagedBytes(length + 8, random);
      if (damaged.length >= start) compare(damaged, start, damaged.length);
    }
  }
  const long = Uint8Array.from(mixedBytes(300_000, random));
  compare(long, 0, long.length);
  for (let round = 0; round < 200; round++) {
    const at = random(long.length);
    const kept = long[at]!;
    long[at] = random(256);
    compare(long, 0, long.length);
    long[at] = kept;
  }
});

simdTest("what came before has no influence", () => {
  const open = new Uint8Array(65536).fill(0x41).fill(0xf0, 65535);
  assertStrictEquals(simd.firstIllFormed(open, 0, 65536), 65535);
  assertStrictEquals(simd.firstIllFormed(new Uint8Array(64), 0, 64), 64);
});

simdTest("an exception half-way leaves the kernel usable", () => {
  const bytes = new Uint8Array(100_000).fill(0xc3);
  // As if the buffer had been transferred in the meantime.
  const lying = new Proxy(bytes, {
    get: (target, key) => key === "buffer" ? new ArrayBuffer(0) : Reflect.get(target, key),
  });
  assertThrows(() => simd.firstIllFormed(lying, 0, 100_000), RangeError);
  compare(new Uint8Array(100).fill(0x41), 0, 100);
});

simdTest("another module is refused, and the kernel stays", () => {
  let empty: WebAssembly.Module;
  try {
    empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  } catch {
    return console.log("  compiling is forbidden here: there is no other module to refuse");
  }
  assertThrows(() => useSimd(empty), TypeError, "exports nothing");
  assert(simd.hasSimd());
  assertEquals(simd.firstIllFormed(Uint8Array.of(0x41, 0xff), 0, 2), 1);
});
