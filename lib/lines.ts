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
): AsyncGenerator<Line, undefined, undefined>;
/**
 * Goes through the lines of a stream, without their endings. What stands behind the last ending is a line if it is not
 * empty.
 *
 * Each line is a string of its own, which keeps nothing else alive. Memory is bounded by the longest line and the chunk
 * that it ends in, however long the stream is; set `maxBytes` where the stream is not yours.
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
): AsyncGenerator<string, undefined, undefined>;
export function lines(
  source: Iterable<ByteSource> | AsyncIterable<ByteSource>,
  options: LinesOptions = {},
): AsyncGenerator<string | Line, undefined, undefined> {
  return cut(source, new Cutter(options), Boolean(options.offsets));
}

async function* cut(
  source: Iterable<ByteSource> | AsyncIterable<ByteSource>,
  cutter: Cutter,
  hasOffsets: boolean,
): AsyncGenerator<string | Line, undefined, undefined> {
  for await (const chunk of source) {
    cutter.push(pieceOf(chunk));
    for (let text = cutter.next(); text !== undefined; text = cutter.next()) {
      yield hasOffsets ? { text, offset: cutter.offset } : text;
    }
  }
  const text = cutter.finish();
  if (text !== undefined) yield hasOffsets ? { text, offset: cutter.offset } : text;
  return undefined;
}

/** Cuts pieces into lines. */
class Cutter {
  readonly #isLossy: boolean;
  readonly #mark: "drop" | "keep" | "require";
  readonly #ending: "lf" | "crlf" | "either" | "any";
  readonly #maxBytes: number;

  /** Where the text of the line that was given last starts, in bytes from the start of the stream. */
  offset = 0;
  #lineNumber = 1;
  /** Where the line starts that comes next, likewise. */
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

  constructor(options: LinesOptions) {
    const { lossy, byteOrderMark } = decoderOptions(options);
    const { ending = "either", maxBytes = Infinity } = options;
    checkChoice("ending", ending, ["lf", "crlf", "either", "any"]);
    if (typeof maxBytes !== "number") throw new TypeError(`maxBytes must be a number, got ${typeName(maxBytes)}`);
    if (!(maxBytes >= 0)) throw new RangeError(`maxBytes must be a number from 0 on, got ${maxBytes}`);
    this.#isLossy = lossy;
    this.#mark = byteOrderMark;
    this.#ending = ending;
    this.#maxBytes = maxBytes;
  }

  /** Takes the next piece. All lines that end in the one before must have been given. */
  push(piece: Uint8Array): void {
    this.#origin += this.#piece.length;
    this.#piece = piece;
    this.#p = 0;
    this.#feed = -1;
    this.#return = -1;
    if (this.#isAfterReturn && piece.length > 0) {
      this.#isAfterReturn = false;
      if (piece[0] === LINE_FEED) this.#startAt(1);
    }
  }

  /** The next line that ends in the piece. */
  next(): string | undefined {
    const piece = this.#piece;
    for (let from = this.#p;;) {
      const at = this.#findEnd(from);
      if (at === piece.length) return this.#keepRest();
      const isPair = this.#ending !== "lf" && piece[at] === LINE_FEED && this.#isReturn(at - 1);
      if (isPair || this.#ending !== "crlf") return this.#lineTo(at, isPair);
      from = at + 1;
    }
  }

  /** The line that nothing ends but the stream. */
  finish(): string | undefined {
    if (this.#keptLength > 0) return this.#textOf(this.#kept, 0, this.#keptLength, this.#keptLength) || undefined;
    if (this.#lineNumber === 1 && this.#mark === "require") throw missingMarkError();
    return undefined;
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
  #lineTo(at: number, isPair: boolean): string {
    const piece = this.#piece;
    const unread = isPair ? 2 : 1;
    let text: string;
    if (this.#keptLength === 0) {
      text = this.#textOf(piece, this.#p, at + 1 - unread, at + 1);
    } else {
      this.#keep(at + 1);
      text = this.#textOf(this.#kept, 0, this.#keptLength - unread, this.#keptLength);
      this.#keptLength = 0;
    }
    this.#lineNumber++;
    this.#startAt(at + 1);
    if (piece[at] === CARRIAGE_RETURN) {
      if (at + 1 === piece.length) this.#isAfterReturn = true;
      else if (piece[at + 1] === LINE_FEED) this.#startAt(at + 2);
    }
    return text;
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

  /** The text of a line in `[start, end)`; its ending goes to `limit`. */
  #textOf(bytes: Uint8Array, start: number, end: number, limit: number): string {
    this.#checkLength(end - start);
    let from = start;
    if (this.#lineNumber === 1 && this.#mark !== "keep") {
      if (hasMark(bytes)) from += MARK_LENGTH;
      else if (this.#mark === "require") throw missingMarkError();
    }
    this.offset = this.#lineStart + from - start;
    const text = shortText(bytes, from, end) ??
      (this.#isLossy ? lossyText(bytes, from, end) : strictText(bytes, from, end));
    if (text === undefined) throw errorAt(bytes, firstIllFormed(bytes, from, end), limit, this.#lineStart - start);
    return text;
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
