/**
 * The classic way: a class table, then a transition table, byte by byte. What the shift form is measured against.
 *
 * @module
 */

import { ACCEPT } from "../lib/automaton/compile.ts";
import { utf8Automaton } from "../lib/automaton/forms.ts";

const { classes, classCount, table } = utf8Automaton();
const rows = table.map((state) => state * classCount);

/** Whether the bytes are well-formed UTF-8. The error state is never left, so that one look at the end will do. */
export function classicIsUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  let row = ACCEPT * classCount;
  for (let p = start; p < end; p++) row = rows[row + classes[bytes[p]!]!]!;
  return row === ACCEPT * classCount;
}
