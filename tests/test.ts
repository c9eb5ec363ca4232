/**
 * `test(name, fn)` in whatever runtime this is: Deno's own where there is one, elsewhere a list that `runAll` goes
 * through.
 *
 * @module
 */

import { forceRoute, type Route } from "../mod.ts";

type Fn = () => void | Promise<void>;
interface Host {
  OCTOLANE_ROUTE?: Route;
  Deno?: { test?(name: string, fn: Fn): void; env?: { get(name: string): Route | undefined } };
}

const denoTest = (globalThis as Host).Deno?.test;
const waiting: [name: string, fn: Fn][] = [];

/** `OCTOLANE_ROUTE=plain` and the like, in the environment, runs the whole suite on one route. */
const forced = (globalThis as Host).Deno?.env?.get("OCTOLANE_ROUTE") ?? (globalThis as Host).OCTOLANE_ROUTE;
forceRoute(forced);

/** Runs `work` on one route after the other, then by size as usual. */
export function onAllRoutes(work: () => void): void {
  for (const route of ["plain", "simd", "web", "node"] as const) {
    forceRoute(route);
    try {
      work();
    } finally {
      forceRoute(forced);
    }
  }
  work();
}

/** Registers a test. */
export function test(name: string, fn: Fn): void {
  if (denoTest) denoTest(name, fn);
  else waiting.push([name, fn]);
}

/** Waits for a test, a minute at most: a promise that never settles must not keep the others from running. */
async function inTime(fn: Fn): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error("it did not end within a minute")), 60_000);
  });
  try {
    await Promise.race([fn(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs what was registered, one after the other, and gives the counts. */
export async function runAll(print: (line: string) => void): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const [name, fn] of waiting) {
    try {
      await inTime(fn);
    } catch (error) {
      failed++;
      print(`FAILED ${name}\n${error instanceof Error ? error.stack ?? error.message : error}`);
    }
  }
  return { passed: waiting.length - failed, failed };
}
