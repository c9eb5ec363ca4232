/**
 * `test(name, fn)` in whatever runtime this is: Deno's own where there is one, elsewhere a list that `runAll` goes
 * through.
 *
 * @module
 */

type Fn = () => void | Promise<void>;
interface Host {
  Deno?: { test?(name: string, fn: Fn): void };
}

const denoTest = (globalThis as Host).Deno?.test;
const waiting: [name: string, fn: Fn][] = [];

/** Registers a test. */
export function test(name: string, fn: Fn): void {
  if (denoTest) denoTest(name, fn);
  else waiting.push([name, fn]);
}

/** Runs what was registered, one after the other, and gives the counts. */
export async function runAll(print: (line: string) => void): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const [name, fn] of waiting) {
    try {
      await fn();
    } catch (error) {
      failed++;
      print(`FAILED ${name}\n${error instanceof Error ? error.stack ?? error.message : error}`);
    }
  }
  return { passed: waiting.length - failed, failed };
}
