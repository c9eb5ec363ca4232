/**
 * From the rows of a form to a state machine over byte classes.
 *
 * Plain loops throughout: this runs once, cold, in front of the first answer, where closures are what costs.
 *
 * @module
 */

import type { ByteRange, Row } from "./form.ts";

/** The state after a byte that no row allows. It is never left. */
export const ERROR = 0;

/** The state between two characters: where every input starts and where it may end. */
export const ACCEPT = 1;

/** A state machine that reads a form one byte at a time. */
export interface Automaton {
  /** The class of each of the 256 bytes. Bytes that no row tells apart share one. */
  readonly classes: Uint8Array;
  /** How many classes there are. */
  readonly classCount: number;
  /**
   * What each state waits for: the rests of the rows that may still come. {@linkcode ERROR} and {@linkcode ACCEPT} come
   * first, the others in the order in which the rows need them.
   */
  readonly states: readonly (readonly Rest[])[];
  /** The state that follows: `table[state * classCount + classes[byte]]`. */
  readonly table: Uint8Array;
}

/** The ranges of a row that are still to come. */
export type Rest = readonly ByteRange[];

/**
 * Compiles the rows of a form.
 *
 * @throws {SyntaxError} If two rows allow the same sequence, or one allows the beginning of a sequence of another.
 */
export function compile(rows: readonly Row[]): Automaton {
  refuseOverlaps(rows);
  return build(rows);
}

/** As {@linkcode compile}, of rows that a test has compiled: without looking for overlaps. */
export function build(rows: readonly Row[]): Automaton {
  const { classes, representatives } = classify(rows);
  const states: Rest[][] = [[], rows.map((row) => row.bytes)];
  const table: number[] = [];
  for (let state = 0; state < states.length; state++) {
    for (let column = 0; column < representatives.length; column++) {
      table.push(follow(states, state, representatives[column]!));
    }
  }
  return { classes, classCount: representatives.length, states, table: Uint8Array.from(table) };
}

/** The state after `byte` in `state`; a new one is appended to `states`. */
function follow(states: Rest[][], state: number, byte: number): number {
  const next: Rest[] = [];
  const rests = states[state]!;
  for (let i = 0; i < rests.length; i++) {
    const rest = rests[i]!;
    if (!contains(rest[0]!, byte)) continue;
    if (rest.length === 1) return ACCEPT;
    next.push(rest.slice(1));
  }
  if (next.length === 0) return ERROR;
  for (let known = ACCEPT + 1; known < states.length; known++) {
    if (areSame(states[known]!, next)) return known;
  }
  return states.push(next) - 1;
}

function contains(range: ByteRange, byte: number): boolean {
  return range.low <= byte && byte <= range.high;
}

function areSame(a: readonly Rest[], b: readonly Rest[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i]!.length !== b[i]!.length) return false;
    for (let k = 0; k < a[i]!.length; k++) {
      if (a[i]![k]!.low !== b[i]![k]!.low || a[i]![k]!.high !== b[i]![k]!.high) return false;
    }
  }
  return true;
}

function refuseOverlaps(rows: readonly Row[]): void {
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) {
      const a = rows[i]!;
      const b = rows[j]!;
      const common = Math.min(a.bytes.length, b.bytes.length);
      let k = 0;
      while (k < common && a.bytes[k]!.low <= b.bytes[k]!.high && b.bytes[k]!.low <= a.bytes[k]!.high) k++;
      if (k < common) continue;
      throw new SyntaxError(
        a.bytes.length === b.bytes.length
          ? `rows "${a.text}" and "${b.text}" allow the same bytes`
          : `rows "${a.text}" and "${b.text}" contradict each other: one ends where the other goes on`,
      );
    }
  }
}

/** Gives each byte its class, and for each class one byte that stands for it. */
function classify(rows: readonly Row[]): { classes: Uint8Array; representatives: number[] } {
  const borders = new Uint8Array(257);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < rows[i]!.bytes.length; k++) {
      borders[rows[i]!.bytes[k]!.low] = 1;
      borders[rows[i]!.bytes[k]!.high + 1] = 1;
    }
  }
  const classes = new Uint8Array(256);
  const representatives: number[] = [];
  const signatures: string[] = [];
  for (let byte = 0; byte < 256;) {
    const signature = rangesWith(rows, byte);
    let known = signatures.indexOf(signature);
    if (known < 0) {
      known = signatures.push(signature) - 1;
      representatives.push(byte);
    }
    const next = borders.indexOf(1, byte + 1);
    const end = next < 0 ? 256 : next;
    classes.fill(known, byte, end);
    byte = end;
  }
  return { classes, representatives };
}

/** Names the ranges that contain a byte, by row and place. */
function rangesWith(rows: readonly Row[], byte: number): string {
  let names = "";
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < rows[i]!.bytes.length; k++) {
      if (contains(rows[i]!.bytes[k]!, byte)) names += `${i}:${k} `;
    }
  }
  return names;
}
