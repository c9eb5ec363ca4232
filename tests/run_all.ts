/**
 * Runs the tests that were registered before this module was imported, prints how many passed and failed, and sets the
 * exit code where there is one. It is the last import of the bundle that `runtimes.ts` makes.
 *
 * A Worker may do nothing at import: there the tests run when it is asked, and what they print is the answer.
 *
 * @module
 */

import { runAll } from "./test.ts";

export { useSimd } from "../mod.ts";

interface Host {
  Bun?: { version: string };
  process?: { versions?: { node?: string }; exitCode?: number };
  navigator?: { userAgent?: string };
}

const { Bun, process, navigator } = globalThis as Host;
const node = process?.versions?.node;
const isWorker = navigator?.userAgent === "Cloudflare-Workers";
const name = Bun ? `Bun/${Bun.version}` : node && !isWorker ? `Node/${node}` : navigator?.userAgent?.split(" ").pop();

async function run(print: (line: string) => void): Promise<number> {
  const { passed, failed } = await runAll(print);
  print(`${name}: ${passed} passed, ${failed} failed`);
  return failed;
}

/** The Worker. (Not the default export: Bun would serve that.) */
export const worker: { fetch(): Promise<Response> } = {
  async fetch(): Promise<Response> {
    const lines: string[] = [];
    await run((line) => lines.push(line));
    return new Response(lines.join("\n"));
  },
};
if (!isWorker && await run((line) => console.log(line)) > 0 && process) process.exitCode = 1;
