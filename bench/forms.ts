/**
 * The other forms and the conversions, against the classic automaton of UTF-8 and, where there is something of the
 * kind, against what the platform offers:
 *
 *     deno task bench:forms [--data ascii,cjk] [--size 64,65536] [--rounds 15]
 *
 * @module
 */

import process from "node:process";
import { parseArgs } from "node:util";
import * as ours from "../mod.ts";
import { SCRIPTS } from "../tests/samples.ts";
import { type Contest, line, run } from "./contest.ts";
import { sample } from "./data.ts";
import { classicIsUtf8 } from "./yardstick.ts";

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    data: { type: "string", default: Object.keys(SCRIPTS).join() },
    size: { type: "string", default: "64,65536" },
    rounds: { type: "string", default: "15" },
  },
});

const FORMS = {
  cesu8: ours.cesu8,
  mutf8: ours.mutf8,
  wtf8: ours.wtf8,
  rfc2279: ours.rfc2279,
  bijective: ours.bijective,
};
/** Nothing is known of this one but its rows, and no offsets fit it. */
const defined = ours.defineForm("RFC 2279", ours.rfc2279.rows);

function* contests(script: string, size: number): Generator<Contest, undefined, undefined> {
  const [text] = sample(script, size, 1).texts;
  const plain = ours.encode(text!);
  const classic = (times: number) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += Number(classicIsUtf8(plain, 0, plain.length));
    return sum;
  };
  const rival = (work: () => { length: number } | number | boolean) => (times: number) => {
    let sum = 0;
    for (let i = 0; i < times; i++) {
      const result = work();
      sum += typeof result === "object" ? result.length : Number(result);
    }
    return sum;
  };
  const text1 = (work: () => string) => (times: number) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += work().charCodeAt(3);
    return sum;
  };
  const contest = (job: string, rivals: Contest["rivals"]) => ({ job, data: script, size: plain.length, rivals });
  for (const [name, form] of Object.entries({ ...FORMS, defined })) {
    const bytes = form.encode(text!);
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    yield contest(`${name} isValid`, { ours: rival(() => form.isValid(bytes)), classic });
    yield contest(`${name} decode`, {
      ours: text1(() => form.decode(bytes)),
      classic,
      TextDecoder: text1(() => decoder.decode(plain)),
    });
    yield contest(`${name} encode`, {
      ours: rival(() => form.encode(text!)),
      classic,
      TextEncoder: rival(() => encoder.encode(text!)),
    });
    if (name === "defined") continue;
    yield contest(`${name} to utf8`, { ours: rival(() => ours.transcode(bytes, form, ours.utf8)), classic });
    yield contest(`utf8 to ${name}`, { ours: rival(() => ours.transcode(plain, ours.utf8, form)), classic });
  }
  const target = new Uint8Array(4 * plain.length);
  for (const name of ["utf-16le", "utf-32be", "latin1"] as const) {
    if (name === "latin1" && /[^\0-\xff]/.test(text!)) continue;
    const bytes = ours.transcode(plain, "utf-8", name);
    const decoder = name === "utf-16le" ? new TextDecoder("utf-16le") : undefined;
    const encoder = new TextEncoder();
    yield contest(`utf8 to ${name}`, {
      ours: rival(() => ours.transcodeInto(plain, "utf-8", name, target).written),
      classic,
    });
    yield contest(`${name} to utf8`, {
      ours: rival(() => ours.transcodeInto(bytes, name, "utf-8", target).written),
      classic,
      ...decoder && { "TextDecoder+Encoder": rival(() => encoder.encodeInto(decoder.decode(bytes), target).written) },
    });
  }
}

for (const script of options.data.split(",")) {
  for (const size of options.size.split(",").map(Number)) {
    for (const contest of contests(script, size)) console.log(line(run(contest, Number(options.rounds))));
  }
}
