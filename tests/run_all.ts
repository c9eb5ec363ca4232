/**
 * Runs the tests that were registered before this module was imported, prints how many passed and failed, and sets the
 * exit code where there is one. It is the last import of the bundle that `runtimes.ts` makes.
 *
 * @module
 */

import { runAll } from "./test.ts";

interface Host {
  Bun?: { version: string };
  process?: { versions?: { node?: string }; exitCode?: number };
  navigator?: { userAgent?: string };
}

const { Bun, process, navigator } = globalThis as Host;
const node = process?.versions?.node;
const name = Bun ? `Bun/${Bun.version}` : node ? `Node/${node}` : navigator?.userAgent?.split(" ").pop() ?? "runtime";

const { passed, failed } = await runAll((line) => console.log(line));
console.log(`${name}: ${passed} passed, ${failed} failed`);
if (failed > 0 && process) process.exitCode = 1;
