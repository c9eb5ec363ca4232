/**
 * What the module costs before it does anything: the size of bundles (minified, gzip) and what importing it adds to the
 * start of Deno. `deno task bench:size`
 *
 * @module
 */

const mod = JSON.stringify(new URL("../mod.ts", import.meta.url).href);
const folder = await Deno.makeTempDir();

const BUNDLES = {
  "decode, encode, isUtf8 and their errors": `export { decode, encode, isUtf8, Utf8Error } from ${mod};`,
  "the whole module": `export * from ${mod};`,
};

for (const [name, contents] of Object.entries(BUNDLES)) {
  const entry = `${folder}/entry.ts`;
  await Deno.writeTextFile(entry, contents);
  const args = ["bundle", "--quiet", "--minify", "--platform=browser", "--no-config", entry];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const zipped = new Blob([stdout]).stream().pipeThrough(new CompressionStream("gzip"));
  const { byteLength } = await new Response(zipped).arrayBuffer();
  console.log(`${name}: ${stdout.length} bytes minified, ${byteLength} with gzip`);
}

const empty = `${folder}/empty.ts`;
const importing = `${folder}/importing.ts`;
await Deno.writeTextFile(empty, "export {};\n");
await Deno.writeTextFile(importing, `import * as octolane from ${mod};\nexport { octolane };\n`);
const differences: number[] = [];
for (let round = 0; round < 41; round++) differences.push(await start(importing) - await start(empty));
differences.sort((a, b) => a - b);
console.log(`importing it adds ${differences[20]!.toFixed(1)} ms to the start of Deno (median of 41 pairs)`);
await Deno.remove(folder, { recursive: true });

async function start(file: string): Promise<number> {
  const began = performance.now();
  await new Deno.Command(Deno.execPath(), { args: ["run", "--no-check", "--no-config", file] }).output();
  return performance.now() - began;
}
