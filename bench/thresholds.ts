/**
 * Where one kernel overtakes another in the runtime that this runs in: what the table in `lib/kernel/choose.ts` was
 * filled in from. `deno task bench:thresholds` runs it in Deno, Bun and Node.
 *
 * @module
 */

import { runtime } from "../lib/kernel/host.ts";
import * as octolane from "../mod.ts";
import { SCRIPTS } from "../tests/samples.ts";
import { type Rival, run } from "./contest.ts";
import { onBytes, onText, read, type Sample, sample } from "./data.ts";

const SIZES = [4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 4096, 16384];

const decode = onBytes((bytes, start, end) => read(octolane.decode(bytes, start, end)));
const decodeLossy = onBytes((bytes, start, end) => read(octolane.decodeLossy(bytes, start, end)));
const isUtf8 = onBytes((bytes, start, end) => Number(octolane.isUtf8(bytes, start, end)));
const isAscii = onBytes((bytes, start, end) => Number(octolane.isAscii(bytes, start, end)));
const utf16Length = onBytes((bytes, start, end) => octolane.utf16Length(bytes, start, end));
const encode = onText((text) => octolane.encode(text)[0]!);
const write = onText((text, target) => octolane.write(text, target, 5));
const byteLength = onText((text) => octolane.byteLength(text));

type Job = (sample: Sample) => Rival;
type Crossing = [limit: string, job: Job, slow: octolane.Route, fast: octolane.Route, scripts?: string[]];

/** For each limit, the job and the routes below and above it. */
const CROSSINGS: Crossing[] = [
  ["hostDecode", decode, "plain", "node"],
  ["hostDecode (no node:buffer)", decode, "plain", "web"],
  ["webDecode", decodeLossy, "node", "web", ["latin", "cyrillic", "cjk", "emoji"]],
  ["webAscii", decodeLossy, "node", "web", ["ascii"]],
  ["webStrict", decode, "node", "web"],
  ["simd", isUtf8, "plain", "simd"],
  ["simdCount", utf16Length, "plain", "simd"],
  ["isUtf8", isUtf8, "plain", "node"],
  ["isUtf8 (against SIMD)", isUtf8, "simd", "node"],
  ["isAscii", isAscii, "plain", "node", ["ascii"]],
  ["hostEncode", encode, "plain", "node"],
  ["measureFirst", encode, "node", "web"],
  ["hostWrite", write, "plain", "node"],
  ["hostLength", byteLength, "plain", "node"],
];

function on(route: octolane.Route, rival: Rival): Rival {
  return (times) => {
    octolane.forceRoute(route);
    return rival(times);
  };
}

console.log(
  `${runtime()}: the size from which on the second route is the faster one, by script (bytes; text: code units)`,
);
for (const [limit, job, slow, fast, scripts = Object.keys(SCRIPTS)] of CROSSINGS) {
  const found = scripts.map((script) => {
    let crossing = "never";
    for (const size of SIZES.toReversed()) {
      const data = sample(script, size, 3);
      const { ratios } = run({
        job: limit,
        data: script,
        size,
        rivals: { [slow]: on(slow, job(data)), [fast]: on(fast, job(data)) },
      }, 5);
      if (ratios[fast]! > 1) break;
      crossing = String(size);
    }
    return `${script} ${crossing}`;
  });
  console.log(`${limit.padEnd(28)} ${`${slow} → ${fast}`.padEnd(16)} ${found.join(", ")}`);
}
