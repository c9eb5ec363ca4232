/**
 * Makes `simd.wasm` and `simd.wasm.ts` of `simd.as.ts`: `deno task build`.
 *
 * @module
 */

import asc from "assemblyscript/asc";

const here = new URL(".", import.meta.url);
const source = await Deno.readTextFile(new URL("simd.as.ts", here));
let wasm = new Uint8Array();

const flags = "--optimizeLevel 3 --shrinkLevel 0 --converge --noAssert --runtime stub --enable simd " +
  "--initialMemory 2 --maximumMemory 2 --memoryBase 16";
const { error, stderr } = await asc.main(["simd.as.ts", "--outFile", "simd.wasm", ...flags.split(" ")], {
  readFile: (name) => name === "simd.as.ts" ? source : null,
  writeFile: (_name, contents) => void (wasm = contents as Uint8Array<ArrayBuffer>),
  listFiles: () => [],
});
if (error) throw new Error(stderr.toString(), { cause: error });

await Deno.writeFile(new URL("simd.wasm", here), wasm);
await Deno.writeTextFile(
  new URL("simd.wasm.ts", here),
  `// Generated from simd.as.ts by \`deno task build\`: do not edit.

/** The ${wasm.length} bytes of \`simd.wasm\`, in base64. */
export const simdWasm: string =
  "${wasm.toBase64()}";
`,
);
