/**
 * A stand-in for `jsr:@std/assert` with just the functions that the tests use, so that the suite also runs where no
 * registry but npm's is in reach. Without `links` in `deno.json` the real one is used.
 *
 * It imports nothing, so that it runs in every runtime, browsers among them.
 *
 * @module
 */

/** What failed assertions throw. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** Throws unless `condition` is truthy. */
export function assert(condition: unknown, message = ""): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Throws unless `condition` is falsy. */
export function assertFalse(
  condition: unknown,
  message = "expected a falsy value",
): asserts condition is false | 0 | 0n | "" | null | undefined {
  if (condition) throw new AssertionError(message);
}

/** Throws unless both are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  if (!areEqual(actual, expected)) fail(actual, "to equal", expected, message);
}

/** Throws unless both are the same value. */
export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T {
  if (!Object.is(actual, expected)) fail(actual, "to be", expected, message);
}

/** Throws unless `text` contains `part`. */
export function assertStringIncludes(text: string, part: string, message?: string): void {
  if (!text.includes(part)) fail(text, "to contain", part, message);
}

/** Throws unless `fn` throws an error of the class, its message containing `part`; gives the error back. */
export function assertThrows<E extends Error>(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any -- any constructor will do
  type: new (...args: any[]) => E,
  part = "",
  message?: string,
): E {
  let error: unknown;
  let returned = "nothing was";
  try {
    returned = `${shown(fn())} was returned`;
  } catch (thrown) {
    error = thrown;
    returned = `${String(thrown)} was`;
  }
  if (!(error instanceof type)) {
    throw new AssertionError(`expected ${type.name} to be thrown, but ${returned}${message ? `: ${message}` : ""}`);
  }
  assertStringIncludes(error.message, part, message);
  return error;
}

/** As {@linkcode assertThrows}, of a promise. */
export async function assertRejects<E extends Error>(
  fn: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any -- any constructor will do
  type: new (...args: any[]) => E,
  part = "",
  message?: string,
): Promise<E> {
  let rethrow: () => unknown;
  try {
    const value = await fn();
    rethrow = () => value;
  } catch (error) {
    rethrow = () => {
      throw error;
    };
  }
  return assertThrows(rethrow, type, part, message);
}

function fail(actual: unknown, relation: string, expected: unknown, message = ""): never {
  throw new AssertionError(`expected ${shown(actual)} ${relation} ${shown(expected)}${message && `: ${message}`}`);
}

/** Objects are equal if they have the same prototype, the same keys and equal values. */
function areEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (isList(a)) {
    const other = b as ArrayLike<unknown>;
    return a.length === other.length && Array.prototype.every.call(a, (item, i) => areEqual(item, other[i]));
  }
  const keys = Object.keys(a) as never[];
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && areEqual(a[key], b[key]));
}

function isList(value: object): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** A value as it stands in a message: never longer than a few lines. */
function shown(value: unknown): string {
  let text: string;
  if (typeof value === "string") text = JSON.stringify(value);
  else if (typeof value !== "object" || value === null) text = Object.is(value, -0) ? "-0" : String(value);
  else if (isList(value)) text = `${value.constructor.name} [${Array.prototype.slice.call(value, 0, 100).map(shown)}]`;
  else {
    text = `{ ${Object.entries(value).map(([key, item]) => `${key}: ${shown(item)}`).join(", ")} }`;
  }
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
