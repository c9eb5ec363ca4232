/**
 * Lines of text that comes in pieces.
 *
 * @module
 */

import { type ByteSource, typeName } from "./bytes.ts";
import { errorAt } from "./error.ts";
import { firstIllFormed, lossyText, shortText, strictText } from "./kernel/choose.ts";
import { LINE_FEED } from "./kernel/line_feeds.ts";
import {
  checkChoice,
  decoderOptions,
  hasMark,
  MARK_LENGTH,
  missingMarkError,
  pieceOf,
  type StreamDecoderOptions,
} from "./seam.ts";

const CARRIAGE_RETURN = 0x0d;

/** So many bytes are looked at one by one, before the runtime's own search is called. */
const NEAR = 16;

/**
 * How many bytes of lines are decoded as one string. More is hardly faster, and a line that is kept may keep its whole
 * block alive.
 */
const BLOCK = 32768;

/** So few bytes are not worth a block. */
const SMALL = 1024;

/** From so many lines on, no more are looked for before they are given. */
const MOST_LINES = 1024;

/** How lines are cut and decoded. */
export interface LinesOptions extends StreamDecoderOptions {
  /**
   * What ends a line: `"lf"` or `"crlf"` only that; `"either"` of them, as if left out; `"any"` of them or a carriage
   * return alone.
   */
  readonly ending?: "lf" | "crlf" | "either" | "any";
  /** The longest line, in bytes without its ending; `Infinity` if left out. */
  readonly maxBytes?: number;
  /** Whether to say at which byte each line starts. */
  readonly offsets?: boolean;
}

/** A line, and where it is. */
export interface Line {
  /** Its text, without its ending. */
  text: string;
  /** Where its text starts, in bytes from the start of the stream. */
  offset: number;
}

/**
 * Goes through the lines of a stream, each with the byte offset of its text.
 *
 * ```ts
 * import { encode, lines } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const found = await Array.fromAsync(lines([encode("€\r"), encode("\na")], { offsets: true }));
 * assertEquals(found, [{ text: "€", offset: 0 }, { text: "a", offset: 5 }]);
 * ```
 *
 * @param source As below.
 * @param options As below.
 */
export function lines(
  source: Iterable<ByteSource> | AsyncIterable<ByteSource>,
  options: LinesOptions & { readonly offsets: true },
): AsyncIterableIterator<Line, undefined, undefined>;
/**
 * Goes through the lines of a stream, without their endings. What stands behind the last ending is a line if it is not
 * empty.
 *
 * Memory is bounded by the longest line and one chunk, however long the stream is; set `maxBytes` where the stream is not
 * yours. A line may be cut from a string of up to 32 KiB, which it keeps alive: where a few lines out of many are kept
 * for long, keep a copy, such as `decode(encode(line))`. A chunk must not be written to before the next is asked for.
 *
 * ```ts
 * import { encode, lines } from "@octolane/utf8";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const log = new Response("one\ntwo\r\n\nfour").body!;
 * assertEquals(await Array.fromAsync(lines(log)), ["one", "two", "", "four"]);
 *
 * const endless = [encode("x".repeat(1000))];
 * await assertRejects(() => lines(endless, { maxBytes: 80 }).next(), RangeError, "longer than 80 bytes");
 * ```
 *
 * @param source The chunks. Leaving the loop early closes it.
 * @param options What ends a line, how long one may be, and how to decode: strictly and without a byte order mark, if
 * they do not say otherwise.
 * @return The lines. Its `next` rejects with a {@linkcode Utf8Error} if a line is ill-formed, its offset in bytes from
 * the start of the stream; with a `RangeError` if a line is too long, as soon as that is known; with a `TypeError` if a
 * chunk is not bytes, or a byte order mark is required and missing; and with the errors of the source. All lines before
 * have been given then.
 * @throws {TypeError} If an option is of the wrong type.
 * @throws {RangeError} If `maxBytes` is negative or not a number.
 */
export function lines(
  source: Iterable<ByteSource> | AsyncIterable<ByteSource>,
  options?: LinesOptions & { readonly offsets?: false },
): AsyncIterableIterator<string, undefined, undefined>;
export function lines(
  source: Iterable<ByteSource> | AsyncIterable<ByteSource>,
  options: LinesOptions = {},
): AsyncIterableIterator<string | Line, undefined, undefined> {
  return new OneByOne(batches(source, new Cutter(options)));
}

async function* batches(
  source: Iterable<ByteSource> | AsyncIterable<ByteSource>,
  cutter: Cutter,
): AsyncGenerator<(string | Line)[], undefined, undefined> {
  for await (const chunk of source) {
    cutter.push(pieceOf(chunk));
    for (let batch = cutter.next(); batch.length > 0; batch = cutter.next()) yield batch;
  }
  yield cutter.finish();
  return undefined;
}

/** What comes in batches, one by one: as `for await (const b of batches) yield* b`, at half the cost. */
class OneByOne<T> implements AsyncIterableIterator<T, undefined, undefined> {
  readonly #batches: AsyncGenerator<T[], undefined, undefined>;
  #batch: T[] = [];
  #i = 0;
  #filling: Promise<boolean> | undefined;

  constructor(batches: AsyncGenerator<T[], undefined, undefined>) {
    this.#batches = batches;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#i === this.#batch.length) return this.#wait();
    return Promise.resolve({ value: this.#batch[this.#i++]!, done: false });
  }

  async #wait(): Promise<IteratorResult<T, undefined>> {
    while (this.#i === this.#batch.length) {
      // Those who ask at the same time wait for the same batch, and take from it in their order.
      if (!await (this.#filling ??= this.#fill())) return { value: undefined, done: true };
    }
    return { value: this.#batch[this.#i++]!, done: false };
  }

  async #fill(): Promise<boolean> {
    try {
      const { value } = await this.#batches.next();
      this.#batch = value ?? [];
      this.#i = 0;
      return value !== undefined;
    } finally {
      this.#filling = undefined;
    }
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#batch = [];
    this.#i = 0;
    await this.#batches.return(undefined);
    return { value: undefined, done: true };
  }
}

/** Cuts pieces into lines. */
class Cutter {
  readonly #isLossy: boolean;
  readonly #mark: "drop" | "keep" | "require";
  readonly #ending: "lf" | "crlf" | "either" | "any";
  readonly #maxBytes: number;
  readonly #hasOffsets: boolean;

  #lineNumber = 1;
  /** Where the line starts that comes next, in bytes from the start of the stream. */
  #lineStart = 0;
  /** What earlier pieces have of it. */
  #kept: Uint8Array = new Uint8Array(256);
  #keptLength = 0;

  #piece: Uint8Array = new Uint8Array(0);
  /** Where the stream has the piece. */
  #origin = 0;
  /** Where the line starts in the piece, or goes on. */
  #p = 0;
  /** The next line feed and the next carriage return in the piece, or its length, once they have been looked for. */
  #feed = -1;
  #return = -1;
  /** Whether a line ended with a carriage return at the end of a piece, to which a line feed may still belong. */
  #isAfterReturn = false;
  /** Whether blocks of lines will do: there was nothing wrong in the piece, and a line feed ends all lines. */
  #hasBlocks = true;
  /** What is wrong behind the lines that were given. */
  #error: unknown;

  constructor(options: LinesOptions) {
    const { lossy, byteOrderMark } = decoderOptions(options);
    const { ending = "either", maxBytes = Infinity, offsets = false } = options;
    checkChoice("ending", ending, ["lf", "crlf", "either", "any"]);
    if (typeof maxBytes !== "number") throw new TypeError(`maxBytes must be a number, got ${typeName(maxBytes)}`);
    if (!(maxBytes >= 0)) throw new RangeError(`maxBytes must be a number from 0 on, got ${maxBytes}`);
    this.#isLossy = lossy;
    this.#mark = byteOrderMark;
    this.#ending = ending;
    this.#maxBytes = maxBytes;
    this.#hasOffsets = offsets;
  }

  /** Takes the next piece. All lines that end in the one before must have been given. */
  push(piece: Uint8Array): void {
    this.#origin += this.#piece.length;
    this.#piece = piece;
    this.#p = 0;
    this.#feed = -1;
    this.#return = -1;
    this.#hasBlocks = this.#ending === "lf" || this.#ending === "either";
    if (this.#isAfterReturn && piece.length > 0) {
      this.#isAfterReturn = false;
      if (piece[0] === LINE_FEED) this.#startAt(1);
    }
  }

  /** The next lines that end in the piece; none if there are no more. */
  next(): (string | Line)[] {
    if (this.#error !== undefined) throw this.#error;
    const batch: (string | Line)[] = [];
    try {
      while (batch.length < MOST_LINES) {
        if (this.#cutBlock(batch)) continue;
        const line = this.#nextLine();
        if (line === undefined) break;
        batch.push(line);
      }
    } catch (error) {
      if (batch.length === 0) throw error;
      this.#error = error;
    }
    return batch;
  }

  /** The line that nothing ends but the stream, if there is one. */
  finish(): (string | Line)[] {
    if (this.#keptLength === 0) {
      if (this.#lineNumber === 1 && this.#mark === "require") throw missingMarkError();
      return [];
    }
    const line = this.#lineOf(this.#kept, 0, this.#keptLength, this.#keptLength);
    const isEmpty = (typeof line === "string" ? line : line.text) === "";
    return isEmpty ? [] : [line];
  }

  /**
   * Decodes whole lines as one string and cuts that, if there are some in the next bytes and all is well: four times as
   * fast as line by line.
   */
  #cutBlock(batch: (string | Line)[]): boolean {
    const piece = this.#piece;
    const start = this.#p;
    if (!this.#hasBlocks || this.#keptLength > 0 || this.#lineNumber === 1 || piece.length - start < SMALL) {
      return false;
    }
    const end = piece.lastIndexOf(LINE_FEED, start + BLOCK - 1) + 1;
    if (end <= start || end - start > this.#maxBytes) return false;
    const text = this.#isLossy ? lossyText(piece, start, end) : strictText(piece, start, end);
    this.#hasBlocks = text !== undefined;
    if (text === undefined) return false;
    const before = batch.length;
    this.#cut(text, start, end, batch);
    this.#lineNumber += batch.length - before;
    this.#startAt(end);
    return true;
  }

  /** Cuts the text of whole lines, which are the bytes in `[start, end)`. */
  #cut(text: string, start: number, end: number, batch: (string | Line)[]): void {
    const isAscii = text.length === end - start;
    let p = start;
    for (let i = 0; i < text.length;) {
      const feed = text.indexOf("\n", i);
      const isPair = this.#ending !== "lf" && feed > i && text.charCodeAt(feed - 1) === CARRIAGE_RETURN;
      const line = text.slice(i, isPair ? feed - 1 : feed);
      i = feed + 1;
      if (!this.#hasOffsets) {
        batch.push(line);
      } else {
        batch.push({ text: line, offset: this.#origin + p });
        p = isAscii ? start + i : find(this.#piece, LINE_FEED, p) + 1;
      }
    }
  }

  /** The next line that ends in the piece, by itself. */
  #nextLine(): string | Line | undefined {
    const piece = this.#piece;
    for (let from = this.#p;;) {
      const at = this.#findEnd(from);
      if (at === piece.length) return this.#keepRest();
      const isPair = this.#ending !== "lf" && piece[at] === LINE_FEED && this.#isReturn(at - 1);
      if (isPair || this.#ending !== "crlf") return this.#lineTo(at, isPair);
      from = at + 1;
    }
  }
  /** Where the next byte is that can end a line, or the length of the piece. */
  #findEnd(from: number): number {
    if (this.#feed < from) this.#feed = find(this.#piece, LINE_FEED, from);
    if (this.#ending !== "any") return this.#feed;
    if (this.#return < from) this.#return = find(this.#piece, CARRIAGE_RETURN, from);
    return Math.min(this.#feed, this.#return);
  }

  /** Whether the line has a carriage return at `p`, which may be the last byte before the piece. */
  #isReturn(p: number): boolean {
    if (p >= this.#p) return this.#piece[p] === CARRIAGE_RETURN;
    return this.#keptLength > 0 && this.#kept[this.#keptLength - 1] === CARRIAGE_RETURN;
  }

  /** The line that ends before the byte at `at`, or before the carriage return in front of it. */
  #lineTo(at: number, isPair: boolean): string | Line {
    const piece = this.#piece;
    const unread = isPair ? 2 : 1;
    let line: string | Line;
    if (this.#keptLength === 0) {
      line = this.#lineOf(piece, this.#p, at + 1 - unread, at + 1);
    } else {
      this.#keep(at + 1);
      line = this.#lineOf(this.#kept, 0, this.#keptLength - unread, this.#keptLength);
      this.#keptLength = 0;
    }
    this.#lineNumber++;
    this.#startAt(at + 1);
    if (piece[at] === CARRIAGE_RETURN) {
      if (at + 1 === piece.length) this.#isAfterReturn = true;
      else if (piece[at + 1] === LINE_FEED) this.#startAt(at + 2);
    }
    return line;
  }

  #startAt(p: number): void {
    this.#p = p;
    this.#lineStart = this.#origin + p;
  }

  /** Keeps what the piece has of a line that does not end in it. */
  #keepRest(): undefined {
    const { length } = this.#piece;
    if (this.#p === length) return undefined;
    const isEnding = this.#ending !== "lf" && this.#isReturn(length - 1);
    this.#checkLength(this.#keptLength + length - this.#p - Number(isEnding));
    this.#keep(length);
    this.#p = length;
    return undefined;
  }

  #keep(end: number): void {
    const needed = this.#keptLength + end - this.#p;
    if (needed > this.#kept.length) {
      const longer = new Uint8Array(Math.max(needed, 2 * this.#kept.length));
      longer.set(this.#kept.subarray(0, this.#keptLength));
      this.#kept = longer;
    }
    this.#kept.set(this.#piece.subarray(this.#p, end), this.#keptLength);
    this.#keptLength = needed;
  }

  #checkLength(length: number): void {
    if (length <= this.#maxBytes) return;
    throw new RangeError(
      `line ${this.#lineNumber}, which starts at byte ${this.#lineStart}, is longer than ${this.#maxBytes} bytes`,
    );
  }

  /** The line in `[start, end)`; its ending goes to `limit`. */
  #lineOf(bytes: Uint8Array, start: number, end: number, limit: number): string | Line {
    this.#checkLength(end - start);
    let from = start;
    if (this.#lineNumber === 1 && this.#mark !== "keep") {
      if (hasMark(bytes)) from += MARK_LENGTH;
      else if (this.#mark === "require") throw missingMarkError();
    }
    const text = shortText(bytes, from, end) ??
      (this.#isLossy ? lossyText(bytes, from, end) : strictText(bytes, from, end));
    if (text === undefined) throw errorAt(bytes, firstIllFormed(bytes, from, end), limit, this.#lineStart - start);
    return this.#hasOffsets ? { text, offset: this.#lineStart + from - start } : text;
  }
}

/** Where the first such byte is from `start` on, or the length. */
function find(bytes: Uint8Array, byte: number, start: number): number {
  const near = Math.min(bytes.length, start + NEAR);
  for (let p = start; p < near; p++) {
    if (bytes[p] === byte) return p;
  }
  const far = near === bytes.length ? -1 : bytes.indexOf(byte, near);
  return far < 0 ? bytes.length : far;
}
