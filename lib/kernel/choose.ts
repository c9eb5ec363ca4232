/**
 * Which kernel answers, for how many bytes, on which runtime.
 *
 * @module
 */

import * as automaton from "./automaton.ts";
import { findNodeCodec, findWebCodec, type NodeCodec, type Runtime, runtime, type WebCodec } from "./host.ts";
import * as lanes from "./lanes.ts";
import * as simd from "./simd.ts";
import * as plain from "./text.ts";

/** From how many bytes on (of text: UTF-16 code units) something pays. */
interface Limits {
  /** Decoding by the host instead of our own loops. */
  readonly hostDecode: number;
  /** Decoding by the Web's decoder instead of Node's `slice`, unless all is ASCII. */
  readonly webDecode: number;
  /** Decoding ASCII by the Web's decoder instead of Node's `slice`. */
  readonly webAscii: number;
  /** Strict decoding by the Web's strict decoder instead of a look for U+FFFD in what came out. */
  readonly webStrict: number;
  /** Validating by the SIMD kernel. */
  readonly simd: number;
  /** Counting by the SIMD kernel. */
  readonly simdCount: number;
  /** Validating by Node's `isUtf8`. */
  readonly isUtf8: number;
  /** Asking Node's `isAscii` first. */
  readonly isAscii: number;
  /** Encoding by the host instead of our own loops. */
  readonly hostEncode: number;
  /** Measuring, then `encodeInto`, instead of the host's `encode`. */
  readonly measureFirst: number;
  /** Writing to a place in an array by the host. */
  readonly hostWrite: number;
  /** Measuring text by the host. */
  readonly hostLength: number;
}

/** Longer than any range that a kernel is called with. (Not `Infinity`: all limits are small integers.) */
const NEVER = 0x3fff_ffff;

/**
 * The thresholds, measured with `deno task bench:thresholds`, which prints the crossovers for the runtime it runs in, and
 * set a little lower or higher where `deno task bench:all` showed what the checks in front of a kernel cost.
 * Deno's own `isUtf8` is slower than SIMD, the ones of Node and Bun have wider vectors. Unknown runtimes get what harms
 * none of the browsers' engines.
 */
const TABLE: Record<Runtime, Limits> = {
  deno: {
    hostDecode: 19,
    webDecode: 129,
    webAscii: 385,
    webStrict: NEVER,
    simd: 41,
    simdCount: 256,
    isUtf8: NEVER,
    isAscii: 1024,
    hostEncode: 33,
    measureFirst: 512,
    hostWrite: 41,
    hostLength: 25,
  },
  bun: {
    hostDecode: 9,
    webDecode: NEVER,
    webAscii: NEVER,
    webStrict: 2049,
    simd: NEVER,
    simdCount: 256,
    isUtf8: 65,
    isAscii: 97,
    hostEncode: 9,
    measureFirst: NEVER,
    hostWrite: 9,
    hostLength: 13,
  },
  node: {
    hostDecode: 17,
    webDecode: NEVER,
    webAscii: NEVER,
    webStrict: NEVER,
    simd: NEVER,
    simdCount: 256,
    isUtf8: 41,
    isAscii: 129,
    hostEncode: 97,
    measureFirst: NEVER,
    hostWrite: 25,
    hostLength: 25,
  },
  other: {
    hostDecode: 33,
    webDecode: 0,
    webAscii: 0,
    webStrict: 33,
    simd: 65,
    simdCount: 256,
    isUtf8: NEVER,
    isAscii: NEVER,
    hostEncode: 65,
    measureFirst: NEVER,
    hostWrite: 65,
    hostLength: NEVER,
  },
};

/**
 * One way to do all that it can do, whatever the size: our plain loops, the SIMD kernel, the Web's `TextDecoder` and
 * `TextEncoder`, or `node:buffer`.
 */
export type Route = "plain" | "simd" | "web" | "node";

/** Loading `node:buffer` takes Deno some ten milliseconds. So many bytes (and 256 for each call) have to come first. */
const WORTH_NODE_IN_DENO = 2 ** 24;

let limits: Limits | undefined;
let web: WebCodec;
let node: NodeCodec;
let untilNode = 0;

function current(): Limits {
  return limits ?? choose(runtime());
}

function choose(host: Runtime): Limits {
  web = findWebCodec();
  untilNode = host === "deno" ? WORTH_NODE_IN_DENO : 0;
  node = untilNode > 0 ? {} : findNodeCodec();
  return limits = TABLE[host];
}

/**
 * Makes one kernel do all that it can do, whatever the size, and the plain loops the rest. For tests, and for those who
 * want to see what each is worth: results and errors are the same on all routes.
 *
 * ```ts
 * import { forceRoute, isUtf8 } from "@octolane/utf8";
 * import { assert } from "@std/assert";
 *
 * forceRoute("simd");
 * assert(isUtf8(new Uint8Array(100)));
 * forceRoute(); // by size again
 * ```
 *
 * @param route The kernel; left out, the choice is by size and runtime again.
 * @throws {TypeError} If there is no such route.
 */
export function forceRoute(route?: Route): void {
  choose(runtime());
  if (route === undefined) return;
  if (untilNode > 0) nodeFor(WORTH_NODE_IN_DENO);
  const plain = Object.fromEntries(Object.keys(TABLE.other).map((name) => [name, NEVER])) as unknown as Limits;
  const host = { ...plain, hostDecode: 0, hostEncode: 0, hostWrite: 0, hostLength: 0 };
  const routes: Record<Route, Limits> = {
    plain,
    simd: { ...plain, simd: 0, simdCount: 0 },
    web: { ...host, webDecode: 0, webAscii: 0, webStrict: 0, measureFirst: 0 },
    node: { ...host, isUtf8: 0, isAscii: 0 },
  };
  if (!Object.hasOwn(routes, route)) throw new TypeError(`there is no route "${route}"`);
  limits = routes[route];
}

/** Node's codec, for a job of so many bytes. */
function nodeFor(length: number): NodeCodec {
  if (untilNode > 0 && (untilNode -= length + 256) <= 0) node = findNodeCodec();
  return node;
}

function part(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return end - start === bytes.length ? bytes : lanes.viewOf(bytes, start, end);
}

/** The offset of the first byte in `[start, end)` that is not ASCII, or `end`. */
export function firstNonAscii(bytes: Uint8Array, start: number, end: number): number {
  if (end > lanes.MAX_RANGE) return inWindows(firstNonAscii, bytes, start, end);
  const length = end - start;
  if (length >= current().isAscii && nodeFor(length).isAscii?.(part(bytes, start, end))) return end;
  return lanes.firstNonAscii(bytes, start, end);
}

/** The offset at which the first ill-formed sequence in `[start, end)` begins, or `end`. */
export function firstIllFormed(bytes: Uint8Array, start: number, end: number): number {
  if (end > lanes.MAX_RANGE) return inWindows(firstIllFormed, bytes, start, end);
  const length = end - start;
  const limits = current();
  if (length >= limits.isUtf8 && nodeFor(length).isUtf8?.(part(bytes, start, end))) return end;
  if (length >= limits.isAscii && bytes[start]! < 0x80 && nodeFor(length).isAscii?.(part(bytes, start, end))) {
    return end;
  }
  if (length >= limits.simd && simd.hasSimd()) return simd.firstIllFormed(bytes, start, end);
  return automaton.firstIllFormed(bytes, start, end);
}

/**
 * As {@linkcode firstIllFormed}, behind a problem, where the next one may be near: steps that grow, so that all problems
 * of an input are found in linear time.
 */
export function nextIllFormed(bytes: Uint8Array, start: number, end: number): number {
  let p = start;
  for (let step = 16; end - p > step; step *= 4) {
    const stop = automaton.unitStart(bytes, p, p + step, end);
    const bad = firstIllFormed(bytes, p, stop);
    if (bad < stop) return bad;
    p = stop;
  }
  return firstIllFormed(bytes, p, end);
}

/**
 * The code points in `[start, end)`, if `unitsOfFour` is 1, or its UTF-16 code units, if it is 2. An ill-formed sequence
 * counts as one U+FFFD.
 */
export function countUnits(bytes: Uint8Array, start: number, end: number, unitsOfFour: 1 | 2): number {
  let count = 0;
  let p = start;
  let bad = firstIllFormed(bytes, p, end);
  while (bad < end) {
    count += countWellFormed(bytes, p, bad, unitsOfFour) + 1;
    p = bad - automaton.sequenceLength(bytes, bad, end);
    bad = nextIllFormed(bytes, p, end);
  }
  return count + countWellFormed(bytes, p, end, unitsOfFour);
}

/** As {@linkcode countUnits}, where all is known to be well-formed. */
export function countWellFormed(bytes: Uint8Array, start: number, end: number, unitsOfFour: 1 | 2): number {
  const kernel = end - start >= current().simdCount && simd.hasSimd() ? simd : lanes;
  if (end <= lanes.MAX_RANGE) return kernel.countUnits(bytes, start, end, unitsOfFour);
  let count = 0;
  for (const [from, to] of windows(bytes, start, end)) {
    count += kernel.countUnits(lanes.viewOf(bytes, from, to), 0, to - from, unitsOfFour);
  }
  return count;
}

function inWindows(
  first: (bytes: Uint8Array, start: number, end: number) => number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  for (const [from, to] of windows(bytes, start, end)) {
    const p = first(lanes.viewOf(bytes, from, to), 0, to - from);
    if (p < to - from) return from + p;
  }
  return end;
}

/** Cuts a long range where no character and no maximal subpart is split. */
function* windows(bytes: Uint8Array, start: number, end: number): Generator<[from: number, to: number]> {
  for (let from = start; from < end;) {
    const to = end - from <= lanes.MAX_RANGE ? end : automaton.unitStart(bytes, from, from + lanes.MAX_RANGE, end);
    yield [from, to];
    from = to;
  }
}

/** The text of a few bytes, if they are well-formed, and so few that our own loops are the fastest way. */
export function shortText(bytes: Uint8Array, start: number, end: number): string | undefined {
  const length = end - start;
  return length < current().hostDecode && length <= plain.SHORT ? plain.shortText(bytes, start, end) : undefined;
}

/** The text of `[start, end)`, or `undefined` if it is ill-formed. */
export function strictText(bytes: Uint8Array, start: number, end: number): string | undefined {
  const length = end - start;
  if (length > plain.SAFE_STRING_LENGTH && firstIllFormed(bytes, start, end) < end) return undefined;
  if (length >= current().webStrict && length <= plain.SAFE_STRING_LENGTH && web.decodeStrict !== undefined) {
    try {
      return web.decodeStrict(part(bytes, start, end));
    } catch {
      // Ill-formed, or resizable memory, which browsers refuse.
    }
  }
  // Text without U+FFFD was well-formed. With it, it may have been: the U+FFFD may have stood there.
  const text = lossyText(bytes, start, end);
  return text.includes("\uFFFD") && firstIllFormed(bytes, start, end) < end ? undefined : text;
}

/** The text of `[start, end)`, with one U+FFFD for each ill-formed sequence. */
export function lossyText(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  const limits = current();
  if (length < limits.hostDecode || length > plain.SAFE_STRING_LENGTH) return plain.textOf(bytes, start, end);
  const { slice } = nodeFor(length);
  if (slice !== undefined && end <= lanes.MAX_RANGE) {
    const isNodes = length < limits.webDecode ||
      length < limits.webAscii && looksAscii(bytes, start, end);
    if (isNodes) return slice(bytes, start, end);
  }
  if (web.decode !== undefined) {
    try {
      return web.decode(part(bytes, start, end));
    } catch {
      // Browsers refuse resizable memory.
    }
  }
  return plain.textOf(bytes, start, end);
}

/** Whether eight bytes spread over the range are ASCII: a guess, but one that costs next to nothing. */
function looksAscii(bytes: Uint8Array, start: number, end: number): boolean {
  const step = end - start >> 3;
  return (bytes[start]! | bytes[start + step]! | bytes[start + 2 * step]! | bytes[start + 3 * step]! |
    bytes[start + 4 * step]! | bytes[start + 5 * step]! | bytes[start + 6 * step]! | bytes[start + 7 * step]!) < 0x80;
}

/** The bytes that `text` takes in UTF-8, three for a lone surrogate as for the U+FFFD in its place. */
export function bytesOfText(text: string): number {
  if (text.length >= current().hostLength) {
    const { byteLength } = nodeFor(text.length);
    if (byteLength !== undefined) return byteLength(text);
  }
  return plain.bytesOfText(text);
}

/** Whether there is no lone surrogate in a string. */
export function isWellFormed(text: string): boolean {
  return typeof text.isWellFormed === "function" ? text.isWellFormed() : plain.firstLoneSurrogate(text) < 0;
}

/** The host's way to encode `length` code units into an array of its own (lossily), where it is faster than ours. */
export function hostEncode(length: number): ((text: string) => Uint8Array<ArrayBuffer>) | undefined {
  const { hostEncode, measureFirst } = current();
  if (length < hostEncode) return undefined;
  return length >= measureFirst && web.encodeInto !== undefined ? encodeMeasured : web.encode;
}

/** As the host's `encode`, which in Deno is the slower way, unless the text is ASCII. */
function encodeMeasured(text: string): Uint8Array<ArrayBuffer> {
  const length = bytesOfText(text);
  if (length === text.length && web.encode !== undefined) return web.encode(text);
  const bytes = new Uint8Array(length);
  web.encodeInto!(text, bytes);
  return bytes;
}

/** The host's `encodeInto` (lossy), where it is faster than our own loop for `length` code units. */
export function hostEncodeInto(length: number): WebCodec["encodeInto"] {
  return length >= current().hostWrite ? web.encodeInto : undefined;
}

/** The host's way to write `length` code units to a place in an array (lossily), where it is faster than our own loop. */
export function hostWrite(length: number): NodeCodec["write"] {
  if (length < current().hostWrite) return undefined;
  return nodeFor(length).write ?? (web.encodeInto === undefined ? undefined : writeByView);
}

function writeByView(text: string, target: Uint8Array, offset: number): number {
  return web.encodeInto!(text, lanes.viewOf(target, offset, target.length)).written;
}
