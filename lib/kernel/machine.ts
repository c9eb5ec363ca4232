/**
 * What any form can do with its rows: find what is ill-formed, read code points, write them.
 *
 * UTF-8 itself has faster kernels of its own. This one knows nothing of lead bytes and payload bits: it has the states
 * of the compiled automaton, and for each row where its code points start and what each of its bytes is worth.
 *
 * @module
 */

import { ACCEPT, type Automaton, compile, ERROR } from "../automaton/compile.ts";
import type { Row } from "../automaton/form.ts";
import { KNOWN_OFFSETS } from "../automaton/forms.ts";
import { pack, STATE_BITS } from "../automaton/pack.ts";
import { firstNonAscii } from "./choose.ts";

/**
 * What a high surrogate means that is followed by a low one, each written by a row of its own: one code point (`join`),
 * or nothing, since only one row may write that code point (`refuse`).
 */
export type PairRule = "join" | "refuse";

/** A form, ready to run. */
export interface Machine {
  readonly rows: readonly Row[];
  readonly pairs: PairRule | undefined;
  readonly automaton: Automaton;
  /** `steps[state + classes[byte]]`: the state that follows. A state is its number times the count of classes. */
  readonly steps: Uint16Array;
  /** The shift form and its accept state, where offsets are known that fit. */
  readonly words: Int32Array | undefined;
  readonly accept: number;
  /** Whether the bytes 00..7F mean what they mean in ASCII. */
  readonly isAsciiPlain: boolean;
  /** For each byte the first row that starts with it, and whether there are others. */
  readonly rowOf: Uint8Array;
  readonly isAmbiguous: Uint8Array;
  /** For each row its length, the limits of its code points, and its code point if all bytes were 00, modulo 2^32. */
  readonly lengths: Uint8Array;
  readonly firsts: Uint32Array;
  readonly lasts: Uint32Array;
  readonly bases: Int32Array;
  /**
   * For each byte of each row, `stride` a row: how many code points it is apart from the next byte value; its lowest
   * value; how many values it has, and the binary logarithm of that, -1 if there is none. The highest digit of a number
   * needs no division: it is what is left, and counts as one of 256.
   */
  readonly stride: number;
  readonly weights: Int32Array;
  readonly lows: Uint8Array;
  readonly sizes: Uint16Array;
  readonly shifts: Int8Array;
}

/** No row starts with this byte. */
const NO_ROW = 0xff;

/** So many bytes are read between two decisions. */
const BLOCK = 64;

/** Where a reader is. */
export interface Cursor {
  /** In bytes from the start of the view. */
  offset: number;
}

/**
 * Prepares rows.
 *
 * @throws {SyntaxError} As `compile` does; or if there are more rows or states than numbers for them.
 */
export function machineOf(rows: readonly Row[], pairs?: PairRule): Machine {
  const automaton = compile(rows);
  const { states, classCount, table } = automaton;
  if (rows.length >= NO_ROW || states.length > 256) throw new SyntaxError("a form has at most 254 rows and 256 states");
  const stride = rows.reduce((longest, { bytes }) => Math.max(longest, bytes.length), 1);
  const words = wordsFor(automaton);
  const machine = {
    rows,
    pairs,
    automaton,
    steps: Uint16Array.from(table, (state) => state * classCount),
    ...words,
    isAsciiPlain: rows.some(({ first, last, bytes }) =>
      first === 0 && last >= 0x7f && bytes.length === 1 && bytes[0]!.low === 0
    ),
    rowOf: new Uint8Array(256).fill(NO_ROW),
    isAmbiguous: new Uint8Array(256),
    lengths: Uint8Array.from(rows, ({ bytes }) => bytes.length),
    firsts: Uint32Array.from(rows, ({ first }) => first),
    lasts: Uint32Array.from(rows, ({ last }) => last),
    bases: new Int32Array(rows.length),
    stride,
    weights: new Int32Array(rows.length * stride),
    lows: new Uint8Array(rows.length * stride),
    sizes: new Uint16Array(rows.length * stride),
    shifts: new Int8Array(rows.length * stride),
  };
  for (let row = rows.length - 1; row >= 0; row--) {
    const { bytes, first } = rows[row]!;
    for (let byte = bytes[0]!.low; byte <= bytes[0]!.high; byte++) {
      machine.isAmbiguous[byte] = machine.rowOf[byte] === NO_ROW ? 0 : 1;
      machine.rowOf[byte] = row;
    }
    const highest = bytes.findIndex(({ low, high }) => low < high);
    let base = first;
    let weight = 1;
    for (let k = bytes.length - 1; k >= 0; k--) {
      const { low, high } = bytes[k]!;
      const at = row * stride + k;
      const size = k === highest ? 256 : high - low + 1;
      machine.weights[at] = weight;
      machine.lows[at] = low;
      machine.sizes[at] = size;
      machine.shifts[at] = Number.isInteger(Math.log2(size)) ? Math.log2(size) : -1;
      base = base - Math.imul(low, weight) | 0;
      weight = Math.imul(weight, high - low + 1);
    }
    machine.bases[row] = base;
  }
  return machine;
}

function wordsFor(automaton: Automaton): { words: Int32Array | undefined; accept: number } {
  for (const offsets of KNOWN_OFFSETS) {
    if (offsets.length !== automaton.states.length) continue;
    try {
      return { words: pack(automaton, offsets), accept: offsets[ACCEPT]! };
    } catch {
      // Another automaton of as many states.
    }
  }
  return { words: undefined, accept: ACCEPT * automaton.classCount };
}

/**
 * The machine for what two forms write alike, so that it can be copied. Surrogates are left out: whether they may stand
 * beside each other is another question in each form.
 */
export function commonMachine(a: Machine, b: Machine): Machine | undefined {
  const rows: Row[] = [];
  for (let i = 0; i < a.rows.length; i++) {
    for (let j = 0; j < b.rows.length; j++) {
      const row = commonRow(a, i, b, j);
      if (row !== undefined) rows.push(row);
    }
  }
  return rows.length > 0 ? machineOf(rows) : undefined;
}

function commonRow(a: Machine, i: number, b: Machine, j: number): Row | undefined {
  const ours = a.rows[i]!.bytes;
  const theirs = b.rows[j]!.bytes;
  if (ours.length !== theirs.length) return undefined;
  let first = a.bases[i]!;
  let last = first;
  let difference = a.bases[i]! - b.bases[j]!;
  const bytes = [];
  for (let k = 0; k < ours.length; k++) {
    const low = Math.max(ours[k]!.low, theirs[k]!.low);
    const high = Math.min(ours[k]!.high, theirs[k]!.high);
    const weight = a.weights[i * a.stride + k]!;
    const more = weight - b.weights[j * b.stride + k]!;
    if (low > high || low < high && more !== 0) return undefined;
    first += Math.imul(weight, low);
    last += Math.imul(weight, high);
    difference += Math.imul(more, low);
    bytes.push({ low, high });
  }
  first >>>= 0;
  last >>>= 0;
  if ((difference | 0) !== 0 || first <= 0xdfff && last >= 0xd800) return undefined;
  return { text: a.rows[i]!.text, first, last, bytes };
}

/** The offset at which the first ill-formed sequence in `[start, end)` begins, or `end`. */
export function firstIllFormed(machine: Machine, bytes: Uint8Array, start: number, end: number): number {
  const bad = machine.words === undefined
    ? skipBySteps(machine, machine.steps, machine.automaton.classes, bytes, start, end)
    : skipByWords(machine, machine.words, bytes, start, end);
  return machine.pairs === "refuse" ? firstPair(machine, bytes, start, bad) : bad;
}

/**
 * `while (start < end && sequenceLength(machine, bytes, start, end) > 0) start += sequenceLength(…); return start`, by
 * the shift form. Over ASCII the automaton rests.
 */
function skipByWords(machine: Machine, words: Int32Array, bytes: Uint8Array, start: number, end: number): number {
  const { accept, isAsciiPlain } = machine;
  let p = start;
  while (p + BLOCK <= end) {
    const from = p;
    let state = accept;
    let seen = 0;
    for (const stop = p + BLOCK; p < stop; p += 4) {
      const a = bytes[p]!;
      const b = bytes[p + 1]!;
      const c = bytes[p + 2]!;
      const d = bytes[p + 3]!;
      seen |= a | b | c | d;
      state = words[a]! >>> state;
      state = words[b]! >>> state;
      state = words[c]! >>> state;
      state = words[d]! >>> state;
    }
    state &= STATE_BITS;
    while (state !== accept && state !== 0 && p < end) state = words[bytes[p++]!]! >>> state & STATE_BITS;
    if (state !== accept) return walk(machine, bytes, from, end);
    if (seen < 0x80 && isAsciiPlain) p = firstNonAscii(bytes, p, end);
  }
  return walk(machine, bytes, p, end);
}

/** As `skipByWords`, by the table of classes and states, which takes any form, and thrice the time. */
function skipBySteps(
  machine: Machine,
  steps: Uint16Array,
  classes: Uint8Array,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const { accept, isAsciiPlain } = machine;
  let p = start;
  while (p + BLOCK <= end) {
    const from = p;
    let state = accept;
    let seen = 0;
    for (const stop = p + BLOCK; p < stop; p++) {
      const byte = bytes[p]!;
      seen |= byte;
      state = steps[state + classes[byte]!]!;
    }
    while (state !== accept && state !== ERROR && p < end) state = steps[state + classes[bytes[p++]!]!]!;
    if (state !== accept) return walk(machine, bytes, from, end);
    if (seen < 0x80 && isAsciiPlain) p = firstNonAscii(bytes, p, end);
  }
  return walk(machine, bytes, p, end);
}

function walk(machine: Machine, bytes: Uint8Array, start: number, end: number): number {
  const { steps, automaton: { classes, classCount } } = machine;
  const accept = ACCEPT * classCount;
  let lead = start;
  let state = accept;
  for (let p = start; p < end && state !== ERROR; p++) {
    state = steps[state + classes[bytes[p]!]!]!;
    if (state === accept) lead = p + 1;
  }
  return lead;
}

/** Where in the well-formed range a high surrogate is followed by a low one, or `end`. */
function firstPair(machine: Machine, bytes: Uint8Array, start: number, end: number): number {
  const { lengths, firsts, lasts } = machine;
  let high = -1;
  for (let p = start; p < end;) {
    const row = rowAt(machine, bytes, p);
    if (firsts[row]! <= 0xdfff && lasts[row]! >= 0xd800) {
      const point = pointIn(machine, row, bytes, p);
      if (isLow(point) && high >= 0) return high;
      high = isHigh(point) ? p : -1;
    } else {
      high = -1;
    }
    p += lengths[row]!;
  }
  return end;
}

function isHigh(point: number): boolean {
  return point >= 0xd800 && point < 0xdc00;
}

function isLow(point: number): boolean {
  return point >= 0xdc00 && point < 0xe000;
}

/**
 * What starts at `p`: the length of a well-formed sequence, or the length of the maximal subpart of an ill-formed one
 * (as many bytes as the automaton takes before it knows, at least one) as a negative number. A pair that is refused is
 * ill-formed as a whole.
 */
export function sequenceLength(machine: Machine, bytes: Uint8Array, p: number, end: number): number {
  const length = rowLength(machine, bytes, p, end);
  if (length < 0 || machine.pairs !== "refuse" || p + length >= end) return length;
  const next = rowLength(machine, bytes, p + length, end);
  const isPair = next > 0 && isHigh(pointAt(machine, bytes, p)) && isLow(pointAt(machine, bytes, p + length));
  return isPair ? -length - next : length;
}

function rowLength({ steps, automaton }: Machine, bytes: Uint8Array, p: number, end: number): number {
  const { classes, classCount } = automaton;
  const accept = ACCEPT * classCount;
  let state = accept;
  for (let q = p; q < end; q++) {
    state = steps[state + classes[bytes[q]!]!]!;
    if (state === ERROR) return -Math.max(q - p, 1);
    if (state === accept) return q + 1 - p;
  }
  return -Math.max(end - p, 1);
}

function rowAt(machine: Machine, bytes: Uint8Array, p: number): number {
  let row = machine.rowOf[bytes[p]!]!;
  if (machine.isAmbiguous[bytes[p]!] === 1) { while (!isRowAt(machine.rows[row]!, bytes, p)) row++; }
  return row;
}

function isRowAt(row: Row, bytes: Uint8Array, p: number): boolean {
  for (let k = 0; k < row.bytes.length; k++) {
    if (bytes[p + k]! < row.bytes[k]!.low || bytes[p + k]! > row.bytes[k]!.high) return false;
  }
  return true;
}

function pointIn(machine: Machine, row: number, bytes: Uint8Array, p: number): number {
  let point = machine.bases[row]!;
  for (let k = 0; k < machine.lengths[row]!; k++) {
    point = point + Math.imul(bytes[p + k]!, machine.weights[row * machine.stride + k]!) | 0;
  }
  return point >>> 0;
}

/** The code point of the well-formed sequence at `p`; half a pair counts as itself. */
function pointAt(machine: Machine, bytes: Uint8Array, p: number): number {
  return pointIn(machine, rowAt(machine, bytes, p), bytes, p);
}

/**
 * Reads code points until `points` are full, or up to the first ill-formed sequence, or to the end, and gives back how
 * many they are: `while (cursor.offset < end && sequenceLength(…) > 0) points[count++] = pointAt(…)`. If there are none
 * before the end, an ill-formed sequence starts where the cursor is. Pairs are joined if the form says so.
 */
export function readPoints(
  machine: Machine,
  bytes: Uint8Array,
  cursor: Cursor,
  end: number,
  points: Uint32Array,
): number {
  const start = cursor.offset;
  // No more code points than bytes.
  const stop = Math.min(end, start + points.length);
  const bad = firstIllFormed(machine, bytes, start, stop);
  const { pairs, lengths } = machine;
  let count = fill(machine, bytes, start, bad, points);
  let next = bad;
  if (pairs !== undefined && stop < end && count > 1 && isHigh(points[count - 1]!)) {
    // The low one may come behind `stop`: let both be read at once.
    count--;
    next -= lengths[rowFor(machine, points[count]!)]!;
  }
  cursor.offset = next;
  return pairs === "join" ? joinPairs(points, count) : count;
}

/** Reads the well-formed range `[start, end)`. */
function fill(machine: Machine, bytes: Uint8Array, start: number, end: number, points: Uint32Array): number {
  const { rowOf, isAmbiguous, lengths, bases, weights, stride } = machine;
  let count = 0;
  for (let p = start; p < end;) {
    const lead = bytes[p]!;
    const row = isAmbiguous[lead] === 0 ? rowOf[lead]! : rowAt(machine, bytes, p);
    let point = bases[row]!;
    let at = row * stride;
    for (const stop = p + lengths[row]!; p < stop; p++) point = point + Math.imul(bytes[p]!, weights[at++]!) | 0;
    points[count++] = point;
  }
  return count;
}

/** Joins surrogate pairs, in place (Unicode §3.9 D91). */
export function joinPairs(points: Uint32Array, count: number): number {
  let n = 0;
  for (let i = 0; i < count; i++) {
    const point = points[i]!;
    const isPair = (point & 0xffff_fc00) === 0xd800 && i + 1 < count && isLow(points[i + 1]!);
    points[n++] = isPair ? 0x1_0000 + ((point & 0x3ff) << 10 | points[++i]! & 0x3ff) : point;
  }
  return n;
}

/** The row that writes a code point, or -1. */
function rowFor({ firsts, lasts }: Machine, point: number): number {
  for (let row = 0; row < firsts.length; row++) {
    if (firsts[row]! <= point && point <= lasts[row]!) return row;
  }
  return -1;
}

/** The bytes that a code point takes, or 0 if the form cannot write it. */
export function sizeOf(machine: Machine, point: number): number {
  const row = rowFor(machine, point);
  if (row >= 0) return machine.lengths[row]!;
  if (machine.pairs !== "join" || point < 0x1_0000 || point > 0x10_ffff) return 0;
  return sizeOf(machine, highOf(point)) + sizeOf(machine, lowOf(point));
}

function highOf(point: number): number {
  return 0xd7c0 + (point >> 10);
}

function lowOf(point: number): number {
  return 0xdc00 + (point & 0x3ff);
}

/**
 * Writes code points from `offset` on, where there must be room, and gives back the offset behind them; or `~` the index
 * of the first that the form cannot write: those before it were written.
 */
export function writePoints(
  machine: Machine,
  points: Uint32Array,
  count: number,
  target: Uint8Array,
  offset: number,
): number {
  const { firsts, lasts, lengths } = machine;
  let p = offset;
  let row = 0;
  for (let i = 0; i < count; i++) {
    const point = points[i]!;
    // Neighbours in a text mostly come from the same row.
    if (!(row >= 0 && firsts[row]! <= point && point <= lasts[row]!)) row = rowFor(machine, point);
    if (row >= 0) {
      put(machine, row, point, target, p);
      p += lengths[row]!;
    } else if (sizeOf(machine, point) > 0) {
      for (const half of [highOf(point), lowOf(point)]) {
        row = rowFor(machine, half);
        put(machine, row, half, target, p);
        p += lengths[row]!;
      }
    } else {
      return ~i;
    }
  }
  return p;
}

/** Writes the digits of a code point, the last one first. */
function put(machine: Machine, row: number, point: number, target: Uint8Array, offset: number): void {
  const { firsts, lengths, lows, sizes, shifts, stride } = machine;
  let left = point - firsts[row]!;
  for (let k = lengths[row]! - 1; k >= 0; k--) {
    const at = row * stride + k;
    const shift = shifts[at]!;
    const higher = shift >= 0 ? left >>> shift : Math.floor(left / sizes[at]!);
    target[offset + k] = lows[at]! + left - higher * sizes[at]!;
    left = higher;
  }
}
