/**
 * Finds bit offsets for the states of an automaton, so that the fields of its shift form fit 32-bit words: plain
 * backtracking, the offsets from 0 to 31, the states that most bytes lead to first.
 *
 * Run as a program, it prints those of UTF-8.
 *
 * @module
 */

import type { Automaton } from "../../lib/automaton/compile.ts";
import { utf8Automaton } from "../../lib/automaton/forms.ts";

/** The first offsets that fit, in the order of `automaton.states`, or `undefined` if none do. */
export function searchOffsets(automaton: Automaton): number[] | undefined {
  const weights = bytesInto(automaton);
  const order = weights.map((_, state) => state).sort((a, b) => weights[b]! - weights[a]!);
  const offsets: (number | undefined)[] = automaton.states.map(() => undefined);
  return place(0) ? offsets as number[] : undefined;

  function place(k: number): boolean {
    if (k === order.length) return true;
    for (let offset = 0; offset < 32; offset++) {
      if (offsets.includes(offset)) continue;
      offsets[order[k]!] = offset;
      if (fits(automaton, offsets) && place(k + 1)) return true;
      offsets[order[k]!] = undefined;
    }
    return false;
  }
}

/** How many bytes lead to each state, in all states together. */
function bytesInto({ classes, classCount, states, table }: Automaton): number[] {
  const counts = states.map(() => 0);
  for (let state = 0; state < states.length; state++) {
    for (const column of classes) counts[table[state * classCount + column]!]! += 1;
  }
  return counts;
}

/** Whether the fields whose place and content are known agree with each other in each class of bytes. */
function fits({ classCount, table }: Automaton, offsets: readonly (number | undefined)[]): boolean {
  for (let column = 0; column < classCount; column++) {
    let word = 0;
    let taken = 0;
    for (let state = 0; state < offsets.length; state++) {
      const offset = offsets[state];
      const next = offsets[table[state * classCount + column]!];
      if (offset === undefined || next === undefined) continue;
      if (next >= 2 ** (32 - offset)) return false;
      const bits = 31 << offset;
      const field = next << offset;
      if (((word ^ field) & bits & taken) !== 0) return false;
      word |= field;
      taken |= bits;
    }
  }
  return true;
}

if ((import.meta as { main?: boolean }).main) {
  const automaton = utf8Automaton();
  const offsets = searchOffsets(automaton);
  automaton.states.forEach((rests, state) => {
    const texts = rests.map((rest) =>
      rest.map(({ low, high }) => `${low.toString(16)}..${high.toString(16)}`.toUpperCase()).join(" ")
    );
    const waits = ["error", "accept"][state] ?? texts.join(" or ");
    console.log(`  ${offsets ? offsets[state] : "no fit"}, // ${waits}`);
  });
}
