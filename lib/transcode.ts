/**
 * Bytes to bytes: from one encoding to another, without a string between.
 *
 * All goes by way of code points, some hundred at a time: one loop reads them, another writes them. What both encodings
 * write alike is copied.
 *
 * @module
 */

import { parseRow } from "./automaton/form.ts";
import { LATIN1_ROWS } from "./automaton/forms.ts";
import { bytesOf, type ByteSource, checkTarget, copyOf, endOfRange, isShared, typeName } from "./bytes.ts";
import { type Codec, codecOfRows, illFormed, isScalar, isSurrogate, replacementIn } from "./codec.ts";
import { codePoint, hex, Utf8Error, type Utf8Problem } from "./error.ts";
import { codecOf, type EncodingForm, utf8 } from "./forms.ts";
import { commonMachine, type Cursor, firstIllFormed, type Machine } from "./kernel/machine.ts";

/**
 * An encoding of bytes: a form, or the name of one. UTF-16 and UTF-32 are without a byte order mark of their own: U+FEFF
 * is a character like any other. Latin-1 is ISO/IEC 8859-1, in which byte and code point are the same number (and not
 * Windows-1252, which the Encoding Standard calls so).
 */
export type Encoding = EncodingForm | "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be" | "latin1";

/** What may be said to {@linkcode transcode} and its relatives. */
export interface TranscodeOptions {
  /** Where to start, in bytes from the start of the source: 0 if left out. */
  readonly start?: number;
  /** Where to end, likewise; the end of the source if left out. */
  readonly end?: number;
  /**
   * Whether a replacement stands for each ill-formed sequence and for each character that the target cannot write,
   * instead of an error: U+FFFD, or `?` where there is none, as in Latin-1.
   */
  readonly lossy?: boolean;
}

/** How much was converted, and into how much. */
export interface TranscodeIntoResult {
  /** The bytes read, from where the reading started. */
  read: number;
  /** The bytes written. */
  written: number;
}

/**
 * Converts bytes from one encoding to another.
 *
 * What both write alike is copied; else it takes some nanoseconds for each character.
 *
 * ```ts
 * import { cesu8, transcode, utf8 } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const dump = Uint8Array.of(0x61, 0xED, 0xA1, 0x8C, 0xED, 0xBE, 0xB4);
 * assertEquals(transcode(dump, cesu8, utf8), Uint8Array.of(0x61, 0xF0, 0xA3, 0x8E, 0xB4));
 * assertEquals(transcode(dump, cesu8, "utf-16le"), Uint8Array.of(0x61, 0, 0x4C, 0xD8, 0xB4, 0xDF));
 * assertThrows(() => transcode(dump, cesu8, "latin1"), TypeError, "byte 1");
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is read.
 * @param from How they are encoded.
 * @param to How they shall be encoded.
 * @param options A range of `source`; and whether problems are replaced.
 * @throws {Utf8Error} If the bytes are not well-formed in `from` (UTF-16: Unicode §3.9 D91; UTF-32: D90), or with the
 * kind `unrepresentable` if `to` cannot write a character. Its offset counts bytes from the start of `source`.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function transcode(
  source: ByteSource,
  from: Encoding,
  to: Encoding,
  options?: TranscodeOptions,
): Uint8Array<ArrayBuffer> {
  const job = jobOf(source, from, to, options);
  const output = growingSink(job.to, job.end - job.start);
  convert(job, output);
  return output.bytes.length === output.written ? output.bytes : output.bytes.slice(0, output.written);
}

/**
 * Converts as much as fits, and splits no character.
 *
 * ```ts
 * import { transcodeInto } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const target = new Uint8Array(5);
 * const text = Uint8Array.of(0x41, 0, 0xAC, 0x20, 0x42, 0, 0xAC, 0x20); // A€B€
 * assertEquals(transcodeInto(text, "utf-16le", "utf-8", target), { read: 6, written: 5 });
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is read.
 * @param from How they are encoded.
 * @param to How they shall be encoded.
 * @param target Where the result goes, from its start. It must not be the memory that is read.
 * @param options A range of `source`; and whether problems are replaced.
 * @return How many bytes were read and how many were written.
 * @throws {Utf8Error} As {@linkcode transcode} does, if the problem comes before `target` is full.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function transcodeInto(
  source: ByteSource,
  from: Encoding,
  to: Encoding,
  target: Uint8Array,
  options?: TranscodeOptions,
): TranscodeIntoResult {
  const job = jobOf(source, from, to, options);
  checkTarget(target);
  const output = fixedSink(job.to, target);
  const stop = convert(job, output);
  return { read: stop - job.start, written: output.written };
}

/**
 * The bytes that {@linkcode transcode} would give, without converting.
 *
 * ```ts
 * import { encode, transcodedLength } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(transcodedLength(encode("a€😀"), "utf-8", "utf-16le"), 2 + 2 + 4);
 * ```
 *
 * @param source The bytes. Shared memory is copied before it is read.
 * @param from How they are encoded.
 * @param to How they shall be encoded.
 * @param options A range of `source`; and whether problems are replaced.
 * @throws {Utf8Error} As {@linkcode transcode} does.
 * @throws {TypeError} If an argument is of the wrong type, or the source is detached.
 * @throws {RangeError} If not 0 ≤ start ≤ end ≤ length, or not integers.
 */
export function transcodedLength(source: ByteSource, from: Encoding, to: Encoding, options?: TranscodeOptions): number {
  const job = jobOf(source, from, to, options);
  const output = measuringSink(job.to);
  convert(job, output);
  return output.written;
}

/** What is to be converted. */
interface Job {
  readonly from: Codec;
  readonly to: Codec;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Where `bytes` start in what the caller passed in. */
  readonly origin: number;
  readonly isLossy: boolean;
}

function jobOf(source: ByteSource, from: Encoding, to: Encoding, options: TranscodeOptions = {}): Job {
  const bytes = bytesOf(source);
  const start = options.start ?? 0;
  const end = endOfRange(bytes.length, start, options.end);
  const common = { from: encodingOf("from", from), to: encodingOf("to", to), isLossy: options.lossy === true };
  return isShared(bytes)
    ? { ...common, bytes: copyOf(bytes, start, end), start: 0, end: end - start, origin: start }
    : { ...common, bytes, start, end, origin: 0 };
}

const byName: Partial<Record<string, Codec>> = {};

function encodingOf(argument: string, encoding: Encoding): Codec {
  if (typeof encoding === "object" && encoding !== null) {
    const codec = codecOf(encoding);
    if (codec !== undefined) return codec;
  } else if (typeof encoding === "string") {
    const codec = Object.hasOwn(byName, encoding) ? byName[encoding] : makeCodec(encoding);
    if (codec !== undefined) return byName[encoding] = codec;
  }
  const got = typeof encoding === "string" ? `"${encoding}"` : typeName(encoding);
  throw new TypeError(`${argument} must be a form or the name of an encoding, got ${got}`);
}

function makeCodec(name: string): Codec | undefined {
  switch (name) {
    case "utf-8":
      return codecOf(utf8);
    case "latin1":
      return codecOfRows("Latin-1", LATIN1_ROWS.map(parseRow), {});
    case "utf-16le":
      return utf16Codec("UTF-16LE", 0);
    case "utf-16be":
      return utf16Codec("UTF-16BE", 1);
    case "utf-32le":
      return utf32Codec("UTF-32LE", 0);
    case "utf-32be":
      return utf32Codec("UTF-32BE", 3);
    default:
      return undefined;
  }
}

/** Where a conversion goes. */
interface Sink {
  /** How many bytes have gone there. */
  written: number;
  /** For how many bytes there is room. */
  room(): number;
  /** Takes bytes as they are. */
  copy(bytes: Uint8Array, start: number, end: number): void;
  /** Takes code points, up to the first for which there is no room or that cannot be written; says how many. */
  put(points: Int32Array, count: number): number;
}

/** How many code points are read at a time. */
const MANY = 1024;

/** The same, where what comes next can perhaps be copied. */
const FEW = 16;

let scratch: { many: Int32Array; few: Int32Array } | undefined;

function scratchArrays(): { many: Int32Array; few: Int32Array } {
  if (scratch === undefined) {
    const many = new Int32Array(MANY);
    scratch = { many, few: many.subarray(0, FEW) };
  }
  return scratch;
}

/** From how many bytes on a run is worth a copy. */
const WORTH_COPYING = 32;

/** Converts until the end, or until there is no room, and gives back the offset of what comes next. */
function convert({ from, to, bytes, start, end, origin, isLossy }: Job, sink: Sink): number {
  const common = commonOf(from, to);
  const { many, few } = scratchArrays();
  // What is half a pair in one form and just a number in the other cannot pass: two of them would become a pair.
  const isNumber = from.pairs === undefined && to.pairs !== undefined;
  const cursor: Cursor = { offset: start };
  let points = many;
  let p = start;
  while (true) {
    if (common !== undefined) {
      const stop = firstIllFormed(common, bytes, p, Math.min(end, p + sink.room()));
      // Where little is alike, reading more at a time costs less than looking again.
      points = stop - p < WORTH_COPYING ? many : few;
      sink.copy(bytes, p, stop);
      p = stop;
    }
    if (p === end) return p;
    cursor.offset = p;
    const count = from.read(bytes, cursor, end, points);
    const wanted = isNumber ? firstSurrogate(points, count) : count;
    const taken = sink.put(points, wanted);
    if (count > 0 && taken === count) {
      p = cursor.offset;
      continue;
    }
    p += from.measure(points, taken);
    let next: number;
    if (count === 0) {
      const problem = from.problemAt(bytes, p, end);
      if (!isLossy) throw illFormed(from, bytes, problem, end, origin);
      next = p + problem.length;
    } else {
      const point = points[taken]!;
      if (taken < wanted && to.sizeOf(point) > 0) return p; // No room.
      next = p + from.sizeOf(point);
      if (!isLossy) throw unrepresentable(from, to, p + origin, next - p, point);
    }
    many[0] = replacementIn(to);
    if (to.sizeOf(many[0]) === 0) throw new TypeError(`${to.name} has no character that could replace another one`);
    if (sink.put(many, 1) === 0) return p;
    p = next;
  }
}

function unrepresentable(
  from: Codec,
  to: Codec,
  offset: number,
  length: number,
  point: number,
): Utf8Error {
  return new Utf8Error(
    { kind: "unrepresentable", offset, length },
    `${from.name} at byte ${offset}: ${codePoint(point)} cannot be written in ${to.name}`,
  );
}

function firstSurrogate(points: Int32Array, count: number): number {
  for (let i = 0; i < count; i++) {
    if (isSurrogate(points[i]!)) return i;
  }
  return count;
}

const commons = new WeakMap<Codec, WeakMap<Codec, Machine | null>>();

/** The machine for what two encodings write alike, made at its first use. */
function commonOf(from: Codec, to: Codec): Machine | undefined {
  if (from.machine === undefined || to.machine === undefined) return undefined;
  let known = commons.get(from);
  if (known === undefined) commons.set(from, known = new WeakMap());
  let common = known.get(to);
  if (common === undefined) known.set(to, common = commonMachine(from.machine, to.machine) ?? null);
  return common ?? undefined;
}

function growingSink(to: Codec, guess: number): Sink & { bytes: Uint8Array<ArrayBuffer> } {
  const reserve = (more: number) => {
    const needed = sink.written + more;
    if (needed <= sink.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, Math.ceil(1.5 * sink.bytes.length)));
    grown.set(sink.bytes);
    sink.bytes = grown;
  };
  const sink = {
    bytes: new Uint8Array(guess),
    written: 0,
    room: () => Infinity,
    copy(bytes: Uint8Array, start: number, end: number): void {
      reserve(end - start);
      copyBytes(bytes, start, end, sink.bytes, sink.written);
      sink.written += end - start;
    },
    put(points: Int32Array, count: number): number {
      if (sink.written + count * to.longest > sink.bytes.length) reserve(to.measure(points, count));
      return putInto(to, sink, sink.bytes, points, count);
    },
  };
  return sink;
}

function fixedSink(to: Codec, target: Uint8Array): Sink {
  const sink = {
    written: 0,
    room: () => target.length - sink.written,
    copy(bytes: Uint8Array, start: number, end: number): void {
      copyBytes(bytes, start, end, target, sink.written);
      sink.written += end - start;
    },
    put(points: Int32Array, count: number): number {
      let fitting = count;
      let left = sink.room();
      if (count * to.longest > left) {
        fitting = 0;
        while (fitting < count && (left -= to.sizeOf(points[fitting]!)) >= 0) fitting++;
      }
      return putInto(to, sink, target, points, fitting);
    },
  };
  return sink;
}

function measuringSink(to: Codec): Sink {
  const sink = {
    written: 0,
    room: () => Infinity,
    copy(_bytes: Uint8Array, start: number, end: number): void {
      sink.written += end - start;
    },
    put(points: Int32Array, count: number): number {
      let i = 0;
      while (i < count && to.sizeOf(points[i]!) > 0) i++;
      sink.written += to.measure(points, i);
      return i;
    },
  };
  return sink;
}

function putInto(to: Codec, sink: Sink, target: Uint8Array, points: Int32Array, count: number): number {
  const end = to.write(points, count, target, sink.written);
  sink.written = end >= 0 ? end : sink.written + to.measure(points, ~end);
  return end >= 0 ? count : ~end;
}

/** As `target.set(bytes.subarray(start, end), offset)`, without a view for a few bytes. */
function copyBytes(bytes: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): void {
  if (end - start > 2 * WORTH_COPYING) target.set(bytes.subarray(start, end), offset);
  else for (let p = start; p < end; p++) target[offset + p - start] = bytes[p]!;
}

/** UTF-16 (Unicode §3.10 D96 to D98): the more significant byte of a code unit is at 0 if `low` is 1, and at 1 if 0. */
function utf16Codec(name: string, low: 0 | 1): Codec {
  const high = 1 - low;
  const unitAt = (bytes: Uint8Array, p: number) => bytes[p + high]! << 8 | bytes[p + low]!;
  return {
    name,
    longest: 4,
    pairs: undefined,
    machine: undefined,
    read: (bytes, cursor, end, points) => readUtf16(bytes, cursor, end, points, low),
    problemAt: (bytes, offset, end) => {
      if (offset + 1 === end) return { kind: "incomplete", offset, length: 1 };
      const isCut = unitAt(bytes, offset) < 0xdc00 && offset + 4 > end;
      return isCut
        ? { kind: "incomplete", offset, length: end - offset }
        : { kind: "lone-surrogate", offset, length: 2 };
    },
    reason: (bytes, { kind, offset, length }) => {
      if (kind === "incomplete") return cutOff(bytes, offset, length, length === 1 ? 2 : 4);
      const unit = unitAt(bytes, offset);
      return `${hex(bytes, offset, offset + 2)} is ${codePoint(unit)}, ${
        unit < 0xdc00 ? "a high surrogate without a low one behind it" : "a low surrogate without a high one before it"
      }`;
    },
    sizeOf: (point) => isScalar(point) ? point < 0x1_0000 ? 2 : 4 : 0,
    measure: (points, count) => {
      let size = 0;
      for (let i = 0; i < count; i++) size += isScalar(points[i]!) ? points[i]! < 0x1_0000 ? 2 : 4 : 0;
      return size;
    },
    write: (points, count, target, offset) => writeUtf16(points, count, target, offset, low),
  };
}

/** The low byte of each unit is at `low`. */
function readUtf16(bytes: Uint8Array, cursor: Cursor, end: number, points: Int32Array, low: 0 | 1): number {
  const high = 1 - low;
  let p = cursor.offset;
  let count = 0;
  while (p + 2 <= end && count < points.length) {
    let point = bytes[p + high]! << 8 | bytes[p + low]!;
    if ((point & 0xf800) === 0xd800) {
      if (point >= 0xdc00 || p + 4 > end) break;
      const next = bytes[p + 2 + high]! << 8 | bytes[p + 2 + low]!;
      if ((next & 0xfc00) !== 0xdc00) break;
      point = 0x1_0000 + ((point & 0x3ff) << 10 | next & 0x3ff);
      p += 2;
    }
    points[count++] = point;
    p += 2;
  }
  cursor.offset = p;
  return count;
}

function writeUtf16(points: Int32Array, count: number, target: Uint8Array, offset: number, low: 0 | 1): number {
  const high = 1 - low;
  let p = offset;
  for (let i = 0; i < count; i++) {
    let unit = points[i]!;
    if (!isScalar(unit)) return ~i;
    if (unit >= 0x1_0000) {
      const first = 0xd7c0 + (unit >> 10);
      target[p + low] = first & 0xff;
      target[p + high] = first >> 8;
      p += 2;
      unit = 0xdc00 + (unit & 0x3ff);
    }
    target[p + low] = unit & 0xff;
    target[p + high] = unit >> 8;
    p += 2;
  }
  return p;
}

/** UTF-32 (Unicode §3.10 D99 to D101): byte `k` of a code unit, counted from the least significant one, is at `k ^ low`. */
function utf32Codec(name: string, low: 0 | 3): Codec {
  const pointAt = (bytes: Uint8Array, p: number) =>
    (bytes[p + low]! | bytes[p + (1 ^ low)]! << 8 | bytes[p + (2 ^ low)]! << 16 | bytes[p + (3 ^ low)]! << 24) >>> 0;
  const read: Codec["read"] = (bytes, cursor, end, points) => {
    let p = cursor.offset;
    let count = 0;
    while (p + 4 <= end && count < points.length) {
      const point = pointAt(bytes, p);
      if (!isScalar(point)) break;
      points[count++] = point;
      p += 4;
    }
    cursor.offset = p;
    return count;
  };
  return {
    name,
    longest: 4,
    pairs: undefined,
    machine: undefined,
    read,
    problemAt: (bytes, offset, end): Utf8Problem => {
      if (offset + 4 > end) return { kind: "incomplete", offset, length: end - offset };
      return { kind: isSurrogate(pointAt(bytes, offset)) ? "surrogate" : "too-large", offset, length: 4 };
    },
    reason: (bytes, { kind, offset, length }) =>
      kind === "incomplete"
        ? cutOff(bytes, offset, length, 4)
        : `${hex(bytes, offset, offset + 4)} is ${kind === "surrogate" ? "the surrogate " : ""}${
          codePoint(pointAt(bytes, offset))
        }${kind === "too-large" ? ", beyond U+10FFFF" : ""}`,
    sizeOf: (point) => isScalar(point) ? 4 : 0,
    measure: (points, count) => {
      let size = 0;
      for (let i = 0; i < count; i++) size += isScalar(points[i]!) ? 4 : 0;
      return size;
    },
    write: (points, count, target, offset) => {
      let p = offset;
      for (let i = 0; i < count; i++) {
        const point = points[i]!;
        if (!isScalar(point)) return ~i;
        target[p + low] = point & 0xff;
        target[p + (1 ^ low)] = point >> 8 & 0xff;
        target[p + (2 ^ low)] = point >> 16;
        target[p + (3 ^ low)] = 0;
        p += 4;
      }
      return p;
    },
  };
}

function cutOff(bytes: Uint8Array, offset: number, length: number, wanted: number): string {
  return `${
    hex(bytes, offset, offset + length)
  } is cut off after ${length} of ${wanted} bytes by the end of the input; ` +
    "more input could complete it";
}
