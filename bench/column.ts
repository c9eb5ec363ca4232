/**
 * Columns of 1,000,000 rows of 4 to 24 characters, against the ways they are decoded and encoded today, and the memory
 * that both sides keep:
 *
 *     deno task bench:column [--data ascii,cjk] [--rows 1000000] [--rounds 7]
 *
 * Of each result one character is read. Each turn starts without garbage. Times are nanoseconds a row; × = how many times as fast ours is.
 *
 * @module
 */

import { Utf8, vectorFromArray } from "apache-arrow";
import process from "node:process";
import { parseArgs } from "node:util";
import { runtime } from "../lib/kernel/host.ts";
import { decode, decodeColumn, decodeViews, encodeColumn, write } from "../mod.ts";
import { randomInts, SCRIPTS } from "../tests/samples.ts";
import { median } from "./contest.ts";

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: [...Object.keys(SCRIPTS), "mixed", "few"].join() },
    rows: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "7" },
  },
});
const COUNT = Number(options.rows);

/** A column as Arrow has it, and its rows as strings. */
interface Column {
  data: Uint8Array<ArrayBuffer>;
  offsets: Int32Array<ArrayBuffer>;
  texts: string[];
}

/**
 * Words of a script between spaces. Every tenth row of `mixed` is Cyrillic, the others are ASCII; `few` has a hundred
 * distinct rows.
 */
function column(script: string): Column {
  const random = randomInts(7);
  const makeRow = (name: string): string => {
    const ranges = SCRIPTS[name]!;
    let text = "";
    for (let left = 4 + random(21); left > 0; left--) {
      const [low, high] = ranges[random(ranges.length)]!;
      text += random(7) === 0 ? " " : String.fromCodePoint(low + random(high - low + 1));
    }
    return text;
  };
  const few = Array.from({ length: 100 }, () => makeRow("latin"));
  const rows = Array.from({ length: COUNT }, (_, i) => {
    if (script === "few") return few[random(few.length)]!;
    return makeRow(script !== "mixed" ? script : i % 10 === 0 ? "cyrillic" : "ascii");
  });
  const { data, offsets } = encodeColumn(rows);
  // Each a string of its own, as those of a program are.
  return { data, offsets, texts: rows.map((_, i) => decode(data, offsets[i], offsets[i + 1])) };
}

/** A rival that gives rows, of each of which a character is read. */
function reading(decodeAll: () => ArrayLike<string | null>): () => number {
  return () => {
    const rows = decodeAll();
    let read = 0;
    for (let row = 0; row < rows.length; row++) read += rows[row]!.charCodeAt(rows[row]!.length - 1);
    return read;
  };
}

function oneByOne({ offsets }: Column, decodeRow: (start: number, end: number) => string): () => string[] {
  return () => {
    const rows = new Array<string>(COUNT);
    for (let i = 0; i < COUNT; i++) rows[i] = decodeRow(offsets[i]!, offsets[i + 1]!);
    return rows;
  };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The ways to decode a column. */
function decoders(column: Column): Record<string, () => ArrayLike<string | null>> {
  const { data, offsets, texts } = column;
  const vector = vectorFromArray(texts, new Utf8());
  return {
    decodeColumn: () => decodeColumn(data, offsets),
    strict: oneByOne(column, (start, end) => strict.decode(data.subarray(start, end))),
    decode: oneByOne(column, (start, end) => decode(data, start, end)),
    "apache-arrow": () => vector.toArray() as unknown as string[],
  };
}

/** Our own ways among each other: what an option costs. */
function variants({ data, offsets }: Column): Record<string, () => ArrayLike<string | null>> {
  const starts = offsets.subarray(0, COUNT);
  const lengths = starts.map((start, i) => offsets[i + 1]! - start);
  const gaps = shuffled(COUNT);
  const far = { starts: gaps.map((i) => starts[i]!), lengths: gaps.map((i) => lengths[i]!) };
  const bigints = BigInt64Array.from(offsets, BigInt);
  const numbers = [...offsets];
  const validity = new Uint8Array(Math.ceil(COUNT / 8)).fill(0xff);
  return {
    decodeColumn: () => decodeColumn(data, offsets),
    BigInt64Array: () => decodeColumn(data, bigints),
    "number[]": () => decodeColumn(data, numbers),
    validity: () => decodeColumn(data, offsets, { validity }),
    lossy: () => decodeColumn(data, offsets, { lossy: true }),
    detach: () => decodeColumn(data, offsets, { detach: true }),
    intern: () => decodeColumn(data, offsets, { intern: true }),
    views: () => decodeViews(data, starts, lengths),
    "shuffled views": () => decodeViews(data, far.starts, far.lengths),
  };
}

function shuffled(count: number): Int32Array {
  const random = randomInts(9);
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

const encoder = new TextEncoder();

/** The ways to encode a column. */
function encoders({ texts }: Column): Record<string, () => Pick<Column, "data" | "offsets">> {
  return {
    encodeColumn: () => encodeColumn(texts),
    encode: () => {
      const offsets = new Int32Array(COUNT + 1);
      const rows = new Array<Uint8Array>(COUNT);
      for (let i = 0, end = 0; i < COUNT; i++) {
        rows[i] = encoder.encode(texts[i]);
        offsets[i + 1] = end += rows[i]!.length;
      }
      const data = new Uint8Array(offsets[COUNT]!);
      for (let i = 0; i < COUNT; i++) data.set(rows[i]!, offsets[i]);
      return { data, offsets };
    },
    write: () => {
      const offsets = new Int32Array(COUNT + 1);
      const data = new Uint8Array(3 * texts.reduce((sum, { length }) => sum + length, 0));
      for (let i = 0; i < COUNT; i++) offsets[i + 1] = offsets[i]! + write(texts[i]!, data, offsets[i]!);
      return { data: data.slice(0, offsets[COUNT]), offsets };
    },
  };
}

function encoding(encodeAll: () => Pick<Column, "data">): () => number {
  return () => encodeAll().data.length;
}

/** What all results add up to, so that no work can be left out. */
let sum = 0;

interface Host {
  Bun?: { gc(force: boolean): void };
}

const collect = collector();

/** What collects all garbage; nothing, where there is no way to ask for it. */
function collector(): () => void {
  const { Bun } = globalThis as Host;
  if (Bun) return () => Bun.gc(true);
  try {
    process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
    return process.getBuiltinModule("node:vm").runInNewContext("gc");
  } catch {
    console.log("no garbage collector to call: run it with --expose-gc");
    return (globalThis as { gc?(): void }).gc ?? (() => {});
  }
}

/** Bytes in use after a collection. */
function inUse(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What the result of each keeps in memory, in bytes a row. */
function printMemory(data: string, makers: Record<string, () => unknown>): void {
  const figures = Object.entries(makers).map(([name, make]) => {
    const before = inUse();
    const result = make();
    const size = inUse() - before;
    // The result is still there when it is counted.
    return result === undefined ? "" : `${name} ${(size / COUNT).toFixed(0)}`;
  });
  console.log(`memory   ${data.padEnd(9)} ${figures.join(" | ")} bytes a row`);
}

/** Runs the rivals in turn, each on a heap without garbage; medians of times and of ratios. */
function compete(job: string, data: string, rivals: Record<string, () => number>): void {
  const names = Object.keys(rivals);
  const times: Record<string, number[]> = {};
  for (let round = -1; round < Number(options.rounds); round++) {
    for (const name of names) {
      collect();
      const start = performance.now();
      sum += rivals[name]!();
      if (round >= 0) (times[name] ??= []).push((performance.now() - start) * 1e6 / COUNT);
    }
  }
  const ours = times[names[0]!]!;
  const figures = names.map((name, i) => {
    const ratio = median(times[name]!.map((time, round) => time / ours[round]!));
    return `${name} ${median(times[name]!).toFixed(0).padStart(4)}${
      i === 0 ? "" : ` ${ratio.toFixed(1).padStart(4)}×`
    }`;
  });
  console.log(`${job.padEnd(8)} ${data.padEnd(9)} ${figures.join(" | ")}`);
}

function mapped<T>(makers: Record<string, T>, fn: (maker: T) => () => number): Record<string, () => number> {
  return Object.fromEntries(Object.entries(makers).map(([name, maker]) => [name, fn(maker)]));
}

console.log(`${runtime()} ${process.version}, ${process.platform} ${process.arch}; nanoseconds a row`);
for (const script of options.data.split(",")) {
  const data = column(script);
  compete("decode", script, mapped(decoders(data), reading));
  compete("options", script, mapped(variants(data), reading));
  compete("encode", script, mapped(encoders(data), encoding));
  printMemory(script, { ...decoders(data), ...variants(data), ...encoders(data) });
}
if (sum === 0) throw new Error("nothing was done");
