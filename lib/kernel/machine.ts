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
  /** For each byte the first row that starts with it; and where its second bytes are listed, if there are other rows. */
  readonly rowOf: Uint8Array;
  readonly listOf: Uint8Array;
  /** In lists of 256: for each second byte the row, if it decides. (The first list is not used.) */
  readonly rowBySecond: Uint8Array;
  /** For each count of bits the first row that writes a code point of so many. */
  readonly rowOfBits: Uint8Array;
  /** For each row its length, the limits of its code points, and its code point if all bytes were 00, modulo 2^32. */
  readonly lengths: Uint8Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  readonly bases: Int32Array;
  /**
   * For each byte of each row, `stride` a row: its limits; how many code points it is apart from the next byte value;
   * and where it is found in the number of a code point within the row, as a shift and a mask. (The highest digit needs
   * no mask.) Rows whose digits are no powers of two, from the second on, have no such places and need division.
   */
  readonly stride: number;
  readonly lows: Uint8Array;
  readonly highs: Uint8Array;
  readonly weights: Int32Array;
  readonly shifts: Uint8Array;
  readonly masks: Uint8Array;
  readonly needsDivision: Uint8Array;
}

/** The last number that a row may write: RFC 2279's last one, so that all are integers of 32 bits. */
const LAST = 0x7fff_ffff;

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
 * @throws {SyntaxError} As `compile` does; or if there are more rows or states than numbers for them, or code points
 * beyond 7FFFFFFF.
 */
export function machineOf(rows: readonly Row[], pairs?: PairRule): Machine {
  for (const { text, last } of rows) {
    if (last > LAST) throw new SyntaxError(`row "${text}" goes beyond U+7FFFFFFF`);
  }
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
    listOf: new Uint8Array(256),
    rowBySecond: new Uint8Array(0),
    rowOfBits: Uint8Array.from({ length: 33 }, (_, bits) => {
      const row = rows.findIndex(({ first, last }) => bitsOf(first) <= bits && bits <= bitsOf(last));
      return row < 0 ? rows.length : row;
    }),
    lengths: Uint8Array.from(rows, ({ bytes }) => bytes.length),
    firsts: Int32Array.from(rows, ({ first }) => first),
    lasts: Int32Array.from(rows, ({ last }) => last),
    bases: new Int32Array(rows.length),
    stride,
    lows: new Uint8Array(rows.length * stride),
    highs: new Uint8Array(rows.length * stride),
    weights: new Int32Array(rows.length * stride),
    shifts: new Uint8Array(rows.length * stride),
    masks: new Uint8Array(rows.length * stride),
    needsDivision: new Uint8Array(rows.length),
  };
  for (let row = rows.length - 1; row >= 0; row--) {
    const { bytes, first } = rows[row]!;
    for (let byte = bytes[0]!.low; byte <= bytes[0]!.high; byte++) {
      if (machine.rowOf[byte] !== NO_ROW) machine.listOf[byte] = 1;
      machine.rowOf[byte] = row;
    }
    const highest = bytes.findIndex(({ low, high }) => low < high);
    let base = first;
    let weight = 1;
    for (let k = bytes.length - 1; k >= 0; k--) {
      const { low, high } = bytes[k]!;
      const at = row * stride + k;
      const bits = Math.log2(weight);
      machine.lows[at] = low;
      machine.highs[at] = high;
      machine.weights[at] = weight;
      machine.shifts[at] = bits;
      machine.masks[at] = k === highest ? 0xff : high - low;
      if (!Number.isInteger(bits) && low < high) machine.needsDivision[row] = 1;
      base = base - Math.imul(low, weight) | 0;
      if (low < high) weight = Math.imul(weight, high - low + 1);
    }
    machine.bases[row] = base;
  }
  machine.rowBySecond = listSeconds(rows, machine.listOf);
  return machine;
}

/** Numbers the lists of the bytes that several rows start with, and fills them. */
function listSeconds(rows: readonly Row[], listOf: Uint8Array): Uint8Array<ArrayBuffer> {
  let lists = 1;
  for (let lead = 0; lead < 256; lead++) listOf[lead] = listOf[lead] === 0 ? 0 : lists++;
  const rowBySecond = new Uint8Array(256 * lists).fill(NO_ROW);
  for (let lead = 0; lead < 256; lead++) {
    if (listOf[lead] === 0) continue;
    for (let second = 0; second < 256; second++) {
      const starts = ({ bytes: [a, b] }: Row) =>
        a!.low <= lead && lead <= a!.high && b !== undefined && b.low <= second && second <= b.high;
      const row = rows.findIndex(starts);
      if (row >= 0 && !rows.some((other, k) => k > row && starts(other))) {
        rowBySecond[256 * listOf[lead]! + second] = row;
      }
    }
  }
  return rowBySecond;
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
  first |= 0;
  last |= 0;
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
  const lead = bytes[p]!;
  const list = machine.listOf[lead]!;
  let row = list === 0 ? machine.rowOf[lead]! : machine.rowBySecond[256 * list + bytes[p + 1]!]!;
  if (row === NO_ROW) {
    row = machine.rowOf[lead]!;
    while (!isRowAt(machine, row, bytes, p)) row++;
  }
  return row;
}

function isRowAt({ lengths, lows, highs, stride }: Machine, row: number, bytes: Uint8Array, p: number): boolean {
  const at = row * stride;
  for (let k = 0; k < lengths[row]!; k++) {
    const byte = bytes[p + k]!;
    if (byte < lows[at + k]! || byte > highs[at + k]!) return false;
  }
  return true;
}

function pointIn(machine: Machine, row: number, bytes: Uint8Array, p: number): number {
  let point = machine.bases[row]!;
  for (let k = 0; k < machine.lengths[row]!; k++) {
    point = point + Math.imul(bytes[p + k]!, machine.weights[row * machine.stride + k]!) | 0;
  }
  return point;
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
  points: Int32Array,
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
function fill(machine: Machine, bytes: Uint8Array, start: number, end: number, points: Int32Array): number {
  const { rowOf, listOf, lengths, bases, weights, stride } = machine;
  let count = 0;
  for (let p = start; p < end;) {
    const lead = bytes[p]!;
    const row = listOf[lead] === 0 ? rowOf[lead]! : rowAt(machine, bytes, p);
    const at = row * stride;
    const length = lengths[row]!;
    let point = bases[row]! + Math.imul(lead, weights[at]!) | 0;
    for (let k = 1; k < length; k++) point = point + Math.imul(bytes[p + k]!, weights[at + k]!) | 0;
    points[count++] = point;
    p += length;
  }
  return count;
}

/** Joins surrogate pairs, in place (Unicode §3.9 D91). */
export function joinPairs(points: Int32Array, count: number): number {
  let n = 0;
  for (let i = 0; i < count; i++) {
    const point = points[i]!;
    const isPair = (point & ~0x3ff) === 0xd800 && i + 1 < count && isLow(points[i + 1]!);
    points[n++] = isPair ? 0x1_0000 + ((point & 0x3ff) << 10 | points[++i]! & 0x3ff) : point;
  }
  return n;
}

/** The row that writes a code point, or -1. */
function rowFor({ firsts, lasts, rowOfBits }: Machine, point: number): number {
  for (let row = rowOfBits[bitsOf(point)]!; row < firsts.length; row++) {
    if (firsts[row]! <= point && point <= lasts[row]!) return row;
  }
  return -1;
}

function bitsOf(point: number): number {
  return 32 - Math.clz32(point);
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
  points: Int32Array,
  count: number,
  target: Uint8Array,
  offset: number,
): number {
  const { firsts, lasts, lengths, lows, shifts, masks, needsDivision, stride, pairs } = machine;
  let p = offset;
  let row = 0;
  let low = 0; // Half of a pair that is still to be written.
  for (let i = 0; i < count;) {
    let point = low === 0 ? points[i]! : low;
    // Neighbours in a text mostly come from the same row.
    if (row < 0 || !(firsts[row]! <= point && point <= lasts[row]!)) row = rowFor(machine, point);
    if (row < 0 && pairs === "join" && point > 0xffff && point <= 0x10_ffff) {
      const high = highOf(point);
      row = rowFor(machine, lowOf(point)) < 0 ? -1 : rowFor(machine, high);
      if (row < 0) return ~i;
      low = lowOf(point);
      point = high;
    } else {
      low = 0;
      i++;
    }
    if (row < 0) return ~(i - 1);
    const place = point - firsts[row]!;
    const length = lengths[row]!;
    if (needsDivision[row] === 1) {
      putByDivision(machine, row, place, target, p);
    } else {
      const at = row * stride;
      for (let k = 0; k < length; k++) target[p + k] = lows[at + k]! + (place >>> shifts[at + k]! & masks[at + k]!);
    }
    p += length;
  }
  return p;
}

/** Writes the digits of a number, the last one first. */
function putByDivision(machine: Machine, row: number, place: number, target: Uint8Array, offset: number): void {
  const { lengths, lows, highs, stride } = machine;
  let left = place;
  for (let k = lengths[row]! - 1; k >= 0; k--) {
    const low = lows[row * stride + k]!;
    const size = highs[row * stride + k]! - low + 1;
    target[offset + k] = low + left % size;
    left = Math.floor(left / size);
  }
}
