/**
 * Streams, in chunks of 64 KiB and of 64 bytes, against what the runtime offers, in Deno, Bun and Node:
 *
 *     deno task bench:stream [--job "validate;lines"] [--data ascii,cjk] [--size 64,65536] [--rounds 15]
 *
 * The times are those of one chunk, of processor time.
 *
 * @module
 */

import process from "node:process";
import { parseArgs } from "node:util";
import {
  decode,
  encode,
  encodeLossy,
  lines,
  StreamDecoder,
  StreamValidator,
  TextDecoder,
  truncateBytes,
  Utf8DecoderStream,
  Utf8EncoderStream,
} from "../mod.ts";
import { SCRIPTS, words } from "../tests/samples.ts";
import { line } from "./contest.ts";

const { values: options } = parseArgs({
  options: {
    job: { type: "string" },
    data: { type: "string", default: Object.keys(SCRIPTS).join() },
    size: { type: "string", default: "64,65536" },
    rounds: { type: "string", default: "15" },
  },
});

/** A stream in chunks, of bytes and of text. */
interface Sample {
  chunks: Uint8Array<ArrayBuffer>[];
  texts: string[];
}

/** Takes a stream from its start to its end, and gives back a number that depends on all results. */
type Rival = (sample: Sample) => number | Promise<number>;

/** The platform's, under a name of its own. */
const HostDecoder = globalThis.TextDecoder;

/** Lines of some 80 code units; chunks cut characters wherever they fall. */
function sample(script: string, size: number): Sample {
  const count = Math.max(16, Math.min(2048, 2 ** 21 / size));
  const text = words(script, size * count, 1).replace(/(.{60,80}) /gu, "$1\n");
  const bytes = truncateBytes(encode(text), size * count);
  const chunks = Array.from({ length: count }, (_, i) => bytes.slice(i * size, (i + 1) * size));
  const units = decode(encodeLossy(text.slice(0, size * count)));
  const texts = Array.from({ length: count }, (_, i) => units.slice(i * size, (i + 1) * size));
  return { chunks, texts };
}

/** A character of each string is read: a string that nobody reads may be no more than a promise of one. */
function read(text: string): number {
  return text === "" ? 0 : text.charCodeAt(text.length - 1);
}

/** The chunks as a stream that gives one for each pull. */
function streamOf<T>(chunks: readonly T[]): ReadableStream<T> {
  let i = 0;
  return new ReadableStream({
    pull(controller) {
      if (i < chunks.length) controller.enqueue(chunks[i++]!);
      else controller.close();
    },
  });
}

interface Transform<I, O> {
  readable: ReadableStream<O>;
  writable: WritableStream<I>;
}

/** Bytes through a stream to text. */
function decoded(make: () => unknown): Rival {
  return async ({ chunks }) => {
    let sum = 0;
    const reader = streamOf(chunks).pipeThrough(make() as Transform<Uint8Array<ArrayBuffer>, string>).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) sum += read(next.value);
    return sum;
  };
}

/** Text through a stream to bytes. */
function encoded(make: () => unknown): Rival {
  return async ({ texts }) => {
    let sum = 0;
    const reader = streamOf(texts).pipeThrough(make() as Transform<string, Uint8Array>).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) sum += next.value.length;
    return sum;
  };
}

/** Bytes through `decode` with `stream`. */
function pushed(make: () => { decode(bytes?: Uint8Array<ArrayBuffer>, options?: { stream: boolean }): string }): Rival {
  return ({ chunks }) => {
    let sum = 0;
    const decoder = make();
    for (const chunk of chunks) sum += read(decoder.decode(chunk, { stream: true }));
    return sum + read(decoder.decode());
  };
}

function validated(make: () => StreamValidator): Rival {
  return ({ chunks }) => {
    const validator = make();
    for (const chunk of chunks) validator.push(chunk);
    validator.finish();
    return validator.bytes;
  };
}

/** As `TextLineStream` of `@std/streams`. */
class LineSplitter extends TransformStream<string, string> {
  constructor() {
    let rest = "";
    super({
      transform(chunk, controller) {
        let start = 0;
        const text = rest + chunk;
        for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
          controller.enqueue(text.slice(start, text[end - 1] === "\r" ? end - 1 : end));
          start = end + 1;
        }
        rest = text.slice(start);
      },
      flush(controller) {
        if (rest !== "") controller.enqueue(rest);
      },
    });
  }
}

const JOBS: Record<string, Record<string, Rival>> = {
  stream: {
    ours: decoded(() => new Utf8DecoderStream({ lossy: true })),
    TextDecoderStream: decoded(() => new TextDecoderStream()),
  },
  "stream, strict": {
    ours: decoded(() => new Utf8DecoderStream()),
    TextDecoderStream: decoded(() => new TextDecoderStream("utf-8", { fatal: true })),
  },
  "encode": {
    ours: encoded(() => new Utf8EncoderStream({ lossy: true })),
    TextEncoderStream: encoded(() => new TextEncoderStream()),
  },
  "encode, strict": {
    ours: encoded(() => new Utf8EncoderStream()),
    TextEncoderStream: encoded(() => new TextEncoderStream()),
  },
  push: {
    ours: ({ chunks }) => {
      let sum = 0;
      const decoder = new StreamDecoder({ lossy: true });
      for (const chunk of chunks) sum += read(decoder.push(chunk));
      return sum + read(decoder.finish());
    },
    TextDecoder: pushed(() => new HostDecoder()),
    ourTextDecoder: pushed(() => new TextDecoder()),
  },
  "push, strict": {
    ours: ({ chunks }) => {
      let sum = 0;
      const decoder = new StreamDecoder();
      for (const chunk of chunks) sum += read(decoder.push(chunk));
      return sum + read(decoder.finish());
    },
    TextDecoder: pushed(() => new HostDecoder("utf-8", { fatal: true })),
    ourTextDecoder: pushed(() => new TextDecoder("utf-8", { fatal: true })),
  },
  validate: {
    ours: validated(() => new StreamValidator()),
    TextDecoder: pushed(() => new HostDecoder("utf-8", { fatal: true })),
  },
  "validate, count": {
    ours: validated(() => new StreamValidator({ count: true })),
    TextDecoder: pushed(() => new HostDecoder("utf-8", { fatal: true })),
  },
  lines: {
    ours: async ({ chunks }) => {
      let sum = 0;
      for await (const text of lines(streamOf(chunks))) sum += read(text);
      return sum;
    },
    splitter: async ({ chunks }) => {
      let sum = 0;
      const texts = streamOf(chunks).pipeThrough(
        new TextDecoderStream() as Transform<Uint8Array<ArrayBuffer>, string>,
      );
      for await (const text of texts.pipeThrough(new LineSplitter())) sum += read(text);
      return sum;
    },
  },
};

/**
 * Nanoseconds of processor time, of all threads: half of what a stream costs may be its garbage, and on a shared machine
 * a clock on the wall shows the neighbours.
 */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e3;
}

/** Nanoseconds that a rival takes for one chunk. */
async function time(rival: Rival, sample: Sample): Promise<number> {
  const start = now();
  let turns = 0;
  let nanoseconds = 0;
  // Enough turns that the clock does not matter.
  while (nanoseconds < 5e6) {
    if (Number.isNaN(await rival(sample))) throw new Error("no result");
    turns++;
    nanoseconds = now() - start;
  }
  return nanoseconds / turns / sample.chunks.length;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

console.log(`${process.version} ${process.versions["deno"] ?? process.versions["bun"] ?? ""}`);
const rounds = Number(options.rounds);
for (const [job, rivals] of Object.entries(JOBS)) {
  if (options.job !== undefined && !options.job.split(";").includes(job)) continue;
  const names = Object.keys(rivals);
  for (const size of options.size.split(",").map(Number)) {
    for (const data of options.data.split(",")) {
      const chunks = sample(data, size);
      const times: Record<string, number[]> = {};
      for (let round = -3; round < rounds; round++) {
        for (let k = 0; k < names.length; k++) {
          const name = names[(k + round + 3) % names.length]!;
          const nanoseconds = await time(rivals[name]!, chunks);
          if (round >= 0) (times[name] ??= []).push(nanoseconds);
        }
      }
      const [ours, ...others] = names;
      const nanoseconds = Object.fromEntries(names.map((name) => [name, median(times[name]!)]));
      const ratios = Object.fromEntries(
        others.map((name) => [name, median(times[name]!.map((value, i) => value / times[ours!]![i]!))]),
      );
      console.log(line({ job, data, size, nanoseconds, ratios }));
    }
  }
}
