/**
 * Rivals measured against each other in one run: A B A B, medians of times and of ratios. These machines are shared and
 * noisy, so that only ratios count.
 *
 * @module
 */

/** Does its work `times` times over and gives back a number that depends on all results. */
export type Rival = (times: number) => number;

/** Several ways to do the same. */
export interface Contest {
  /** What is done: `decode`, `isUtf8` … */
  job: string;
  /** On what: `cyrillic`, `ascii` … */
  data: string;
  /** How many bytes (or characters) one turn takes. */
  size: number;
  /** Ours comes first. */
  rivals: Record<string, Rival>;
}

/** What came out. */
export interface Outcome {
  job: string;
  data: string;
  size: number;
  /** Nanoseconds a turn, the median of all rounds. */
  nanoseconds: Record<string, number>;
  /** How many times as fast ours is: the median over the rounds of (time of the rival / our time). */
  ratios: Record<string, number>;
}

/** What the results add up to, so that no work can be left out. */
export let sink = 0;

const ROUND_NANOSECONDS = 2e6;

/** Runs the rivals in turn, `rounds` times. */
export function run(contest: Contest, rounds = 15): Outcome {
  const names = Object.keys(contest.rivals);
  const turns = new Map<string, number>();
  for (const name of names) turns.set(name, calibrate(contest.rivals[name]!));
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    // In a new order each round, so that nobody always comes after the same.
    for (let k = 0; k < names.length; k++) {
      const name = names[(k + round) % names.length]!;
      times.get(name)!.push(time(contest.rivals[name]!, turns.get(name)!));
    }
  }
  const ours = times.get(names[0]!)!;
  const nanoseconds: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  for (const name of names) {
    const theirs = times.get(name)!;
    nanoseconds[name] = median(theirs);
    if (name !== names[0]) ratios[name] = median(theirs.map((value, i) => value / ours[i]!));
  }
  return { job: contest.job, data: contest.data, size: contest.size, nanoseconds, ratios };
}

/** How many turns fill a round, found while the rival warms up. */
function calibrate(rival: Rival): number {
  let turns = 1;
  for (let warm = 0; warm < 20 || turns === 1;) {
    const nanoseconds = time(rival, turns) * turns;
    if (nanoseconds < ROUND_NANOSECONDS) turns = Math.ceil(turns * Math.min(8, 1.2 * ROUND_NANOSECONDS / nanoseconds));
    else if (++warm >= 3 && turns > 1 || nanoseconds > 10 * ROUND_NANOSECONDS) break;
  }
  return turns;
}

function time(rival: Rival, turns: number): number {
  const start = performance.now();
  sink += rival(turns);
  return (performance.now() - start) * 1e6 / turns;
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/** One line a contest: our time, and for each rival its time and how many times as fast ours is. */
export function line({ job, data, size, nanoseconds, ratios }: Outcome): string {
  const [ours, ...others] = Object.keys(nanoseconds);
  return `${job.padEnd(16)} ${data.padEnd(9)} ${String(size).padStart(9)}  ${figure(nanoseconds[ours!]!)} ` +
    others.map((name) => `| ${name} ${figure(nanoseconds[name]!)} ${ratios[name]!.toFixed(2).padStart(6)}×`).join(" ");
}

function figure(nanoseconds: number): string {
  if (nanoseconds < 1e4) return `${nanoseconds.toFixed(0).padStart(5)} ns`;
  return `${(nanoseconds / 1e3).toFixed(0).padStart(5)} µs`;
}
