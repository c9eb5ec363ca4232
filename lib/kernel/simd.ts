/**
 * The WebAssembly SIMD kernel (`simd.as.ts`): loading it and feeding it.
 *
 * @module
 */

import * as automaton from "./automaton.ts";
import { viewOf } from "./lanes.ts";
import { simdWasm } from "./simd.wasm.ts";

/** How much is copied into the module's memory at a time. Less is slower on all engines. */
const PIECE = 65536;

/** What the module exports; `simd.as.ts` says what each does. */
interface Exports {
  memory: WebAssembly.Memory;
  input: WebAssembly.Global;
  reset(): void;
  firstBad(length: number): number;
  pending(): number;
  countLeads(length: number): number;
  countFours(length: number): number;
}

let exports: Exports | undefined;
let area: Uint8Array = new Uint8Array();
let isTried = false;

/** Whether the kernel is there. The first call compiles it (about a millisecond), unless the runtime forbids that. */
export function hasSimd(): boolean {
  if (!isTried) {
    isTried = true;
    try {
      useSimd(new WebAssembly.Module(bytesOfBase64(simdWasm)));
    } catch {
      // No WebAssembly, no SIMD, or compiling is forbidden: the plain kernels serve.
    }
  }
  return exports !== undefined;
}

/**
 * Hands in the SIMD kernel where a runtime forbids compiling WebAssembly but imports it (Cloudflare Workers): the file
 * is `lib/kernel/simd.wasm` of this package. Elsewhere it is compiled at the first long input by itself.
 *
 * ```ts
 * import { useSimd } from "@octolane/utf8";
 *
 * const bytes = await Deno.readFile("lib/kernel/simd.wasm");
 * useSimd(new WebAssembly.Module(bytes)); // in a Worker: import module from "./simd.wasm";
 * ```
 *
 * @param module The compiled module.
 * @throws {TypeError} If it is another module.
 */
export function useSimd(module: WebAssembly.Module): void {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name).sort().join();
  if (names !== "countFours,countLeads,firstBad,input,memory,pending,reset") {
    throw new TypeError(`module is not the SIMD kernel: it exports ${names || "nothing"}`);
  }
  const found = new WebAssembly.Instance(module).exports as unknown as Exports;
  area = new Uint8Array(found.memory.buffer, found.input.value, PIECE);
  exports = found;
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** As the automaton's `firstIllFormed`; {@linkcode hasSimd} must be true. */
export function firstIllFormed(bytes: Uint8Array, start: number, end: number): number {
  const simd = exports!;
  simd.reset();
  let p = start;
  while (p < end) {
    const length = feed(bytes, p, end);
    const bad = simd.firstBad(length);
    p += bad;
    if (bad < length) break;
  }
  // What is wrong starts at most three bytes before the block in which it was seen, or before the end.
  if (p === end && simd.pending() === 0) return end;
  return automaton.firstIllFormed(bytes, p - start < 4 ? start : automaton.leadBefore(bytes, p), end);
}

/** As the lanes' `countUnits`; {@linkcode hasSimd} must be true. */
export function countUnits(bytes: Uint8Array, start: number, end: number, unitsOfFour: 1 | 2): number {
  const simd = exports!;
  let count = 0;
  for (let p = start; p < end;) {
    const length = feed(bytes, p, end);
    count += simd.countLeads(length);
    if (unitsOfFour === 2) count += simd.countFours(length);
    p += length;
  }
  return count;
}

/** Copies the next piece into the module's memory, and gives back how long it is. */
function feed(bytes: Uint8Array, p: number, end: number): number {
  const length = Math.min(PIECE, end - p);
  area.set(length === bytes.length ? bytes : viewOf(bytes, p, p + length));
  return length;
}
