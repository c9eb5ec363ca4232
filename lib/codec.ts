/**
 * What every encoding can do, in terms of code points: the forms made of rows, and UTF-8, which has faster kernels.
 *
 * @module
 */

import type { Row } from "./automaton/form.ts";
import { hex, problemAt, reasonIn, Utf8Error, type Utf8ErrorKind, type Utf8Problem } from "./error.ts";
import { firstIllFormed as firstIllFormedUtf8 } from "./kernel/choose.ts";
import * as kernel from "./kernel/machine.ts";
import type { Cursor, Machine, PairRule } from "./kernel/machine.ts";
import { lengthOfPoint, pointAt, putPoint } from "./kernel/text.ts";

/** An encoding, seen from the code points. Counts and offsets are checked by who calls. */
export interface Codec {
  readonly name: string;
  /** The most bytes that a code point takes. */
  readonly longest: number;
  /** How surrogates beside each other are taken. Without a rule, a surrogate is no text. */
  readonly pairs: PairRule | undefined;
  /** The rows, where there are some: what two encodings write alike is copied. */
  readonly machine: Machine | undefined;
  /**
   * Reads until `points` (eight at least) are full, or an ill-formed sequence begins, or the end is reached, moves the
   * cursor there, and gives back how many code points were read.
   */
  read(bytes: Uint8Array, cursor: Cursor, end: number, points: Int32Array): number;
  /** The problem at `offset`, where an ill-formed sequence starts. */
  problemAt(bytes: Uint8Array, offset: number, end: number): Utf8Problem;
  /** That problem in words. */
  reason(bytes: Uint8Array, problem: Utf8Problem, end: number): string;
  /** The bytes that a code point takes, or 0 if it cannot be written. */
  sizeOf(point: number): number;
  /** The bytes that code points take. Those that cannot be written take none. */
  measure(points: Int32Array, count: number): number;
  /**
   * Writes code points from `offset` on, where there is room, and gives back the offset behind them, or `~` the index of
   * the first that cannot be written; those before it were.
   */
  write(points: Int32Array, count: number, target: Uint8Array, offset: number): number;
}

/** The codec of a form. */
export interface FormCodec extends Codec {
  /** The offset at which the first ill-formed sequence in `[start, end)` begins, or `end`. */
  firstIllFormed(bytes: Uint8Array, start: number, end: number): number;
}

/** Whether a code point is half of a pair. */
export function isSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff;
}

/** What stands in the place of a problem: U+FFFD, or a question mark where there is none. */
export function replacementIn(codec: Codec): number {
  return codec.sizeOf(0xfffd) > 0 ? 0xfffd : 0x3f;
}

/** An error for a problem in `bytes`, which start at `origin` in what the caller passed in. */
export function illFormed(
  codec: Codec,
  bytes: Uint8Array,
  problem: Utf8Problem,
  end: number,
  origin: number,
): Utf8Error {
  const offset = problem.offset + origin;
  return new Utf8Error(
    { ...problem, offset },
    `ill-formed ${codec.name} at byte ${offset}: ${codec.reason(bytes, problem, end)}`,
  );
}

/** UTF-8 with its own kernels. */
export function utf8Codec(machine: Machine): FormCodec {
  return {
    name: "UTF-8",
    longest: 4,
    pairs: undefined,
    machine,
    firstIllFormed: firstIllFormedUtf8,
    read: readUtf8,
    problemAt,
    reason: (bytes, problem, end) => reasonIn("UTF-8", bytes, problem, end),
    sizeOf: (point) => isScalar(point) ? lengthOfPoint(point) : 0,
    measure(points, count) {
      let size = 0;
      for (let i = 0; i < count; i++) size += isScalar(points[i]!) ? lengthOfPoint(points[i]!) : 0;
      return size;
    },
    write: writeUtf8,
  };
}

/** Whether a number is a scalar value (Unicode §3.9 D76). */
export function isScalar(point: number): boolean {
  return point < 0xd800 || point > 0xdfff && point <= 0x10_ffff;
}

function readUtf8(bytes: Uint8Array, cursor: Cursor, end: number, points: Int32Array): number {
  const stop = firstIllFormedUtf8(bytes, cursor.offset, Math.min(end, cursor.offset + points.length));
  let count = 0;
  let p = cursor.offset;
  while (p < stop) {
    const lead = bytes[p]!;
    if (lead < 0x80) {
      points[count++] = lead;
      p++;
    } else {
      const point = pointAt(bytes, p);
      points[count++] = point;
      p += lengthOfPoint(point);
    }
  }
  cursor.offset = p;
  return count;
}

function writeUtf8(points: Int32Array, count: number, target: Uint8Array, offset: number): number {
  let p = offset;
  for (let i = 0; i < count; i++) {
    const point = points[i]!;
    if (point < 0x80) target[p++] = point;
    else if (isScalar(point)) p = putPoint(point, target, p);
    else return ~i;
  }
  return p;
}

/** What is known of a form beyond its rows. */
export interface Traits {
  readonly pairs?: PairRule | undefined;
  /** That lead and continuation bytes are those of UTF-8, with up to six bytes: problems are then named as in UTF-8. */
  readonly isLikeUtf8?: boolean;
  /** That all that is well-formed in UTF-8 is well-formed here and means the same: its kernels go first. */
  readonly extendsUtf8?: boolean;
}

/** A form made of rows. */
export function codecOfRows(name: string, rows: readonly Row[], traits: Traits): FormCodec {
  const machine = kernel.machineOf(rows, traits.pairs);
  return {
    name,
    longest: traits.pairs === "join" ? 2 * machine.stride : machine.stride,
    pairs: traits.pairs,
    machine,
    firstIllFormed(bytes, start, end) {
      const from = traits.extendsUtf8 ? firstIllFormedUtf8(bytes, start, end) : start;
      return from === end ? end : kernel.firstIllFormed(machine, bytes, from, end);
    },
    read: (bytes, cursor, end, points) => kernel.readPoints(machine, bytes, cursor, end, points),
    problemAt(bytes, offset, end) {
      const length = -kernel.sequenceLength(machine, bytes, offset, end);
      return { kind: kindOf(machine, traits, bytes, offset, length, end), offset, length };
    },
    reason: (bytes, problem, end) => reasonOf(name, machine, traits, bytes, problem, end),
    sizeOf: (point) => kernel.sizeOf(machine, point),
    measure(points, count) {
      let size = 0;
      for (let i = 0; i < count; i++) size += kernel.sizeOf(machine, points[i]!);
      return size;
    },
    write: (points, count, target, offset) => kernel.writePoints(machine, points, count, target, offset),
  };
}

function kindOf(
  { rows, rowOf }: Machine,
  { isLikeUtf8 }: Traits,
  bytes: Uint8Array,
  offset: number,
  length: number,
  end: number,
): Utf8ErrorKind {
  const lead = bytes[offset]!;
  if (rowOf[lead] === 0xff) {
    if (rows.some((row) => row.bytes.some(({ low, high }) => low <= lead && lead <= high))) {
      return isLikeUtf8 && lead >= 0xc0 ? "invalid-byte" : "unexpected-continuation";
    }
    return isLikeUtf8 && (lead === 0xc0 || lead === 0xc1) ? "overlong" : "invalid-byte";
  }
  // Rows that the lead byte and those behind it begin, and what they allow next.
  const begun = rows.filter((row) =>
    row.bytes.every(({ low, high }, k) => k >= length || isIn(bytes[offset + k], low, high))
  );
  if (begun.some((row) => row.bytes.length <= length)) return "surrogate"; // Whole characters: a pair that is refused.
  if (offset + length >= end) return "incomplete";
  const next = bytes[offset + length]!;
  if (isLikeUtf8 && lead === 0xed && length >= 3) return "surrogate";
  const isContinuation = rows.some(({ bytes: { [length]: range } }) => range && isIn(next, range.low, range.high));
  if (!isContinuation) return "truncated";
  if (isLikeUtf8 && lead === 0xed) return "surrogate";
  if (begun.every((row) => next > row.bytes[length]!.high) && lead !== 0xc0) return "too-large";
  return isLikeUtf8 ? "overlong" : "truncated";
}

function isIn(byte: number | undefined, low: number, high: number): boolean {
  return byte !== undefined && low <= byte && byte <= high;
}

function reasonOf(
  name: string,
  { rows }: Machine,
  { isLikeUtf8 }: Traits,
  bytes: Uint8Array,
  problem: Utf8Problem,
  end: number,
): string {
  const { kind, offset, length } = problem;
  const lead = bytes[offset]!;
  const isCut = kind === "truncated" || kind === "incomplete";
  if (isLikeUtf8 && !isCut) {
    return kind === "invalid-byte" && lead >= 0xf0 && lead <= 0xf4
      ? `${
        hex(bytes, offset, offset + 1)
      } starts a four-byte character of UTF-8, which ${name} writes as two surrogates`
      : reasonIn(name, bytes, problem, end);
  }
  const lengths = rows.filter((row) =>
    row.bytes.every(({ low, high }, k) => k >= length || isIn(bytes[offset + k], low, high))
  )
    .map((row) => row.bytes.length);
  if (isCut) return reasonIn(name, bytes, problem, end, Math.min(...lengths));
  const all = hex(bytes, offset, Math.min(end, offset + length + 1));
  switch (kind) {
    case "unexpected-continuation":
      return `${hex(bytes, offset, offset + 1)} starts no character`;
    case "too-large":
      return `${all} is beyond the last character`;
    case "surrogate":
      return `${hex(bytes, offset, offset + length)} is a pair of surrogates`;
    default:
      return `${hex(bytes, offset, offset + 1)} never occurs in ${name}`;
  }
}
