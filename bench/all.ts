/**
 * A file of benchmarks in Deno, Bun and Node, one after the other, with the same arguments:
 *
 *     deno task bench:all [arguments of deno task bench] [--json FOLDER]
 *     deno task bench:thresholds
 *
 * @module
 */

import { bundle, run, RUNTIMES } from "./runtimes.ts";

const [entry, ...args] = Deno.args;
const at = args.indexOf("--json");
const folder = at < 0 ? undefined : args.splice(at, 2)[1];

const file = await Deno.makeTempFile({ suffix: ".mjs" });
await bundle(new URL(entry!, import.meta.url).pathname, file);
for (const [name, command] of Object.entries(RUNTIMES)) {
  const json = folder === undefined ? [] : ["--json", `${folder}/${name}.json`];
  const code = await run([...command(file), ...args, ...json]);
  if (code !== 0) throw new Error(`${entry} failed in ${name}`);
}
await Deno.remove(file);
