/**
 * From a transition table to the shift form of an automaton: one 32-bit word for each byte value.
 *
 * The state is kept as a bit offset. The word of a byte holds, at the offset of each state, the five-bit offset of the
 * state that follows, so that a step is one load and one shift: `state = words[byte] >>> state`. Only the low five bits
 * of a state count, and a shift looks at no others. Fields may overlap wherever they agree.
 *
 * After Per Vognsen's shift-based DFA (2019), which has words of 64 bits and fields that stand apart.
 *
 * @module
 */

import type { Automaton } from "./compile.ts";

/** The bits of a packed state that count. */
export const STATE_BITS = 31;

/**
 * Packs an automaton.
 *
 * @param automaton What to pack.
 * @param offsets The bit offset of each state, 0 to 31 and no two the same, in the order of `automaton.states`.
 * @throws {RangeError} If the offsets are not such integers, or the fields do not fit: one overlaps another and
 * disagrees with it, or hangs over the end of the word and is not zero there. The message names byte and state.
 */
export function pack(automaton: Automaton, offsets: readonly number[]): Int32Array {
  const { classes, classCount, states, table } = automaton;
  if (offsets.length !== states.length) {
    throw new RangeError(`${states.length} states need as many offsets, got ${offsets.length}`);
  }
  if (offsets.some((offset, state) => offset !== (offset & 31) || offsets.indexOf(offset) !== state)) {
    throw new RangeError(`offsets must be different integers from 0 to 31, got ${offsets}`);
  }
  const words: number[] = [];
  for (let column = 0; column < classCount; column++) {
    let word = 0;
    let taken = 0;
    for (let state = 0; state < states.length; state++) {
      const offset = offsets[state]!;
      const next = offsets[table[state * classCount + column]!]!;
      const field = next << offset;
      const overlap = 31 << offset & taken;
      if (field >>> offset !== next || ((word ^ field) & overlap) !== 0) {
        const byte = classes.indexOf(column).toString(16).toUpperCase().padStart(2, "0");
        throw new RangeError(
          `these offsets do not fit: for byte ${byte}, the field of state ${state} ` +
            (field >>> offset !== next ? "hangs over the end of the word" : "disagrees with one that it overlaps"),
        );
      }
      word |= field;
      taken |= 31 << offset;
    }
    words.push(word);
  }
  return Int32Array.from(classes, (column) => words[column]!);
}
