/**
 * A stand-in for `jsr:@std/assert` on top of `node:assert`, with just the functions that the tests use, so that the
 * suite also runs where no registry but npm's is in reach. Without `links` in `deno.json` the real one is used.
 *
 * @module
 */

import nodeAssert from "node:assert/strict";

/** Throws unless `condition` is truthy. */
export function assert(condition: unknown, message?: string): asserts condition {
  nodeAssert.ok(condition, message);
}

/** Throws unless `condition` is falsy. */
export function assertFalse(condition: unknown, message?: string): void {
  nodeAssert.ok(!condition, message ?? "expected a falsy value");
}

/** Throws unless both are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.deepEqual(actual, expected, message);
}

/** Throws unless both are the same value. */
export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T {
  nodeAssert.equal(actual, expected, message);
}

/** Throws unless `text` contains `part`. */
export function assertStringIncludes(text: string, part: string, message?: string): void {
  nodeAssert.ok(text.includes(part), message ?? `expected ${JSON.stringify(text)} to contain ${JSON.stringify(part)}`);
}

/** Throws unless `fn` throws an error of the class, its message containing `part`; gives the error back. */
export function assertThrows<E extends Error>(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any -- any constructor will do
  type: new (...args: any[]) => E,
  part = "",
): E {
  let error: unknown;
  try {
    fn();
  } catch (thrown) {
    error = thrown;
  }
  nodeAssert.ok(error instanceof type, `expected ${type.name} to be thrown, got ${String(error)}`);
  assertStringIncludes(error.message, part);
  return error;
}
