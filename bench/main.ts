/**
 * Every job, on every script and size, against what the runtime offers and against the packages that people use today:
 *
 *     deno task bench [--job decode,encode] [--data ascii,cjk] [--size 16,65536] [--rounds 15] [--peers] [--json FILE]
 *
 * The same file runs in Deno, Bun and Node (`deno task bench:all`).
 *
 * @module
 */

import { writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { runtime } from "../lib/kernel/host.ts";
import * as ours from "../mod.ts";
import { SCRIPTS } from "../tests/samples.ts";
import { type Contest, line, type Outcome, run } from "./contest.ts";
import { onBytes, onText, read, type Sample, sample } from "./data.ts";
import { classicIsUtf8 } from "./yardstick.ts";

const { values: options } = parseArgs({
  options: {
    job: { type: "string" },
    data: { type: "string", default: Object.keys(SCRIPTS).join() },
    size: { type: "string", default: "4,8,16,32,64,256,1024,4096,65536,1048576" },
    rounds: { type: "string", default: "15" },
    peers: { type: "boolean", default: false },
    json: { type: "string" },
  },
});

const { Buffer, isUtf8, isAscii } = process.getBuiltinModule("node:buffer");
const { utf8Slice, utf8Write } = Buffer.prototype as unknown as {
  utf8Slice(start: number, end: number): string;
  utf8Write(text: string, offset: number, length: number): number;
};
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder();
const encoder = new TextEncoder();

type Jobs = Record<string, (sample: Sample) => Contest["rivals"]>;

function rivals(makers: Record<string, (sample: Sample) => (times: number) => number>) {
  return (data: Sample): Contest["rivals"] =>
    Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make(data)]));
}

const JOBS: Jobs = {
  isUtf8: rivals({
    ours: onBytes((bytes, start, end) => Number(ours.isUtf8(bytes, start, end))),
    "node:buffer": onBytes((bytes, start, end) => Number(isUtf8(bytes.subarray(start, end)))),
    classic: onBytes((bytes, start, end) => Number(classicIsUtf8(bytes, start, end))),
  }),
  isAscii: rivals({
    ours: onBytes((bytes, start, end) => Number(ours.isAscii(bytes, start, end))),
    "node:buffer": onBytes((bytes, start, end) => Number(isAscii(bytes.subarray(start, end)))),
  }),
  findError: rivals({
    ours: onBytes((bytes, start, end) => ours.findError(bytes, start, end) === undefined ? 1 : 0),
    "node:buffer": onBytes((bytes, start, end) => Number(isUtf8(bytes.subarray(start, end)))),
  }),
  decode: rivals({
    ours: onBytes((bytes, start, end) => read(ours.decode(bytes, start, end))),
    strict: onBytes((bytes, start, end) => read(strict.decode(bytes.subarray(start, end)))),
    lossy: onBytes((bytes, start, end) => read(lossy.decode(bytes.subarray(start, end)))),
    slice: onBytes((bytes, start, end) => read(utf8Slice.call(bytes, start, end))),
  }),
  decodeLossy: rivals({
    ours: onBytes((bytes, start, end) => read(ours.decodeLossy(bytes, start, end))),
    lossy: onBytes((bytes, start, end) => read(lossy.decode(bytes.subarray(start, end)))),
    slice: onBytes((bytes, start, end) => read(utf8Slice.call(bytes, start, end))),
  }),
  codePointCount: rivals({
    ours: onBytes((bytes, start, end) => ours.codePointCount(bytes, start, end)),
    loop: onBytes((bytes, start, end) => {
      let count = 0;
      for (let p = start; p < end; p++) if ((bytes[p]! & 0xc0) !== 0x80) count++;
      return count;
    }),
  }),
  utf16Length: rivals({
    ours: onBytes((bytes, start, end) => ours.utf16Length(bytes, start, end)),
    loop: onBytes((bytes, start, end) => {
      let count = 0;
      for (let p = start; p < end; p++) if ((bytes[p]! & 0xc0) !== 0x80) count += bytes[p]! >= 0xf0 ? 2 : 1;
      return count;
    }),
  }),
  encode: rivals({
    ours: onText((text) => ours.encode(text)[0]!),
    encode: onText((text) => encoder.encode(text)[0]!),
  }),
  encodeLossy: rivals({
    ours: onText((text) => ours.encodeLossy(text)[0]!),
    encode: onText((text) => encoder.encode(text)[0]!),
  }),
  encodePooled: rivals({
    ours: onText((text) => ours.encodePooled(text)[0]!),
    encode: onText((text) => encoder.encode(text)[0]!),
    "Buffer.from": onText((text) => Buffer.from(text)[0]!),
  }),
  encodeInto: rivals({
    ours: onText((text, target) => ours.encodeInto(text, target).written),
    encodeInto: onText((text, target) => encoder.encodeInto(text, target).written),
  }),
  write: rivals({
    ours: onText((text, target) => ours.write(text, target, 5)),
    encodeInto: onText((text, target) => encoder.encodeInto(text, target.subarray(5)).written),
    utf8Write: onText((text, target) => utf8Write.call(target, text, 5, target.length - 5)),
  }),
  byteLength: rivals({
    ours: onText((text) => ours.byteLength(text)),
    "Buffer.byteLength": onText((text) => Buffer.byteLength(text)),
  }),
};

const scripts = options.data.split(",");
const sizes = options.size.split(",").map(Number);
const jobs = options.job?.split(",") ?? Object.keys(JOBS);

// As real programs do, see all shapes of input before anything is measured.
for (const script of Object.keys(SCRIPTS)) {
  for (const size of [1, 7, 20, 60, 300, 5000, 100_000]) {
    const data = sample(script, size, 1);
    for (const job of Object.keys(JOBS)) JOBS[job]!(data).ours!(size > 1000 ? 50 : 2000);
  }
}

const { Deno: deno, Bun: bun } = globalThis as { Deno?: { version: { deno: string } }; Bun?: { version: string } };
const version = deno?.version.deno ?? bun?.version ?? process.version;
console.log(`${runtime()} ${version}, ${process.platform} ${process.arch}; × = how many times as fast ours is`);
const outcomes: Outcome[] = [];
const peers = options.peers ? (await import("./peers.ts")).peers : () => ({});
for (const job of jobs) {
  const make = JOBS[job];
  if (make === undefined) throw new Error(`there is no job "${job}"; there are ${Object.keys(JOBS).join(", ")}`);
  for (const script of scripts) {
    for (const size of sizes) {
      const data = sample(script, size, 2);
      const contest = { job, data: script, size, rivals: { ...make(data), ...peers(job, data) } };
      const outcome = run(contest, Number(options.rounds));
      outcomes.push(outcome);
      console.log(line(outcome));
    }
  }
}
if (options.json) {
  writeFileSync(options.json, JSON.stringify({ runtime: runtime(), version, outcomes }, null, 1));
}
