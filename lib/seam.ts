/**
 * Where the pieces of a text meet: a character that is split over them is put together here.
 *
 * @module
 */

import { bytesOf, type ByteSource, copyOf, isShared, typeName } from "./bytes.ts";
import { errorAt, type Utf8Error } from "./error.ts";
import { sequenceLength } from "./kernel/automaton.ts";
import { firstIllFormed, lossyText, shortText, strictText } from "./kernel/choose.ts";
import { pointAt } from "./kernel/text.ts";

/** A character without its last byte. */
const MOST_HELD = 3;

/** Room for what is held back and for as much behind it as an error message shows. */
const ROOM = 8;

/** How a stream is decoded. */
export interface StreamDecoderOptions {
  /** Whether one U+FFFD stands for each ill-formed sequence, and nothing is an error; `false` if left out. */
  readonly lossy?: boolean;
  /**
   * What to do with a byte order mark (EF BB BF) at the start: `"drop"` it, as if left out, since a whole stream is what
   * it signs (RFC 3629 §6); `"keep"` it as U+FEFF; or `"require"` and drop it.
   */
  readonly byteOrderMark?: "drop" | "keep" | "require";
}

/** Checks options and fills in what is left out. */
export function decoderOptions(options: StreamDecoderOptions = {}): Required<StreamDecoderOptions> {
  checkOptions(options);
  const { lossy = false, byteOrderMark = "drop" } = options;
  checkChoice("byteOrderMark", byteOrderMark, ["drop", "keep", "require"]);
  return { lossy, byteOrderMark };
}

/** Throws unless options are an object. */
export function checkOptions(options: object): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`options must be an object, got ${typeName(options)}`);
  }
}

/** Throws unless the option has one of the values that it may have. */
export function checkChoice(name: string, value: unknown, choices: readonly string[]): void {
  if (choices.includes(value as string)) return;
  throw new TypeError(`${name} must be ${choices.map((choice) => `"${choice}"`).join(" or ")}, got ${String(value)}`);
}

/** How many bytes a byte order mark has. */
export const MARK_LENGTH = 3;

/** Whether a byte order mark stands at the start. */
export function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The error for a byte order mark that was required and is not there. */
export function missingMarkError(): TypeError {
  return new TypeError("a byte order mark is required, but the stream does not start with EF BB BF");
}

/** The bytes of the next piece, in memory that no other thread can write to. */
export function pieceOf(chunk: ByteSource): Uint8Array {
  const bytes = bytesOf(chunk);
  return isShared(bytes) ? copyOf(bytes, 0, bytes.length) : bytes;
}

/**
 * Cuts each piece where no character and no maximal subpart (Unicode §3.9) is split. The beginning of a character at its
 * end, three bytes at most, is held back.
 *
 * For each piece: `open`, then what stands in `bytes` if it was held back and is complete now, then `[start, stop)` of
 * the piece itself, in place, then `close`.
 */
export class Seam {
  /** What was held back, and the bytes that came behind it. */
  readonly bytes: Uint8Array<ArrayBuffer> = new Uint8Array(ROOM);
  /** How many of `bytes` are there. */
  filled = 0;
  /** How many of `bytes` are held back. */
  held = 0;
  /** Where the stream has `bytes`, in bytes from its start. */
  origin = 0;
  /** Where the stream has the piece, likewise; behind `close`, where it has the next one. */
  offset = 0;
  /** Where the piece goes on behind what it completed. */
  start = 0;
  /** Where the piece's own beginning of a character starts. */
  stop = 0;
  /** The text of what the piece completed. */
  head = "";

  /** Starts again with a piece that the stream has at `offset`. */
  reset(offset = 0): void {
    this.held = 0;
    this.offset = offset;
  }

  /**
   * Takes a piece. If it completes what was held back, what comes back is the length of that: of a character, or as a
   * negative number that of an ill-formed sequence. Else it is 0.
   */
  open(piece: Uint8Array): number {
    const { held } = this;
    this.start = 0;
    const unit = held === 0 ? 0 : this.#complete(piece);
    this.stop = piece.length - tailLength(piece, this.start);
    return unit;
  }

  #complete(piece: Uint8Array): number {
    const { held } = this;
    this.origin = this.offset - held;
    this.filled = held;
    for (let p = 0; p < piece.length && this.filled < ROOM; p++) this.bytes[this.filled++] = piece[p]!;
    const unit = sequenceLength(this.bytes, 0, this.filled);
    if (-unit === this.filled) {
      // The piece went on with the character, and ended before the character did.
      this.held = this.filled;
      this.start = piece.length;
      return 0;
    }
    this.held = 0;
    this.start = Math.abs(unit) - held;
    return unit;
  }

  /** Holds back the end of the piece. */
  close(piece: Uint8Array): void {
    for (let p = this.stop; p < piece.length; p++) this.bytes[this.held++] = piece[p]!;
    this.offset += piece.length;
  }

  /**
   * The text of the rest of the piece; that of `unit`, as `open` gave it, is in `head` then. (Joined to a long text, it
   * would have the text copied when somebody reads it.) Closes the piece.
   *
   * @throws {Utf8Error} If it is not lossy and there is a problem; its offset counts from the start of the stream.
   */
  text(unit: number, piece: Uint8Array, isLossy: boolean): string {
    if (unit < 0 && !isLossy) throw errorAt(this.bytes, 0, this.filled, this.origin);
    const { start, stop } = this;
    this.head = unit === 0 ? "" : unit < 0 ? "\uFFFD" : String.fromCodePoint(pointAt(this.bytes, 0));
    const rest = start === stop ? "" : shortText(piece, start, stop) ??
      (isLossy ? lossyText(piece, start, stop) : strictText(piece, start, stop));
    if (rest === undefined) throw errorAt(piece, firstIllFormed(piece, start, stop), piece.length, this.offset);
    this.close(piece);
    return rest;
  }

  /**
   * What is held back at the end of the stream: U+FFFD or nothing.
   *
   * @throws {Utf8Error} If it is not lossy and there is something.
   */
  lastText(isLossy: boolean): string {
    if (this.held === 0) return "";
    if (!isLossy) throw this.lastError();
    return "\uFFFD";
  }

  /** The error for what is held back at the end of the stream. */
  lastError(): Utf8Error {
    return errorAt(this.bytes, 0, this.held, this.offset - this.held);
  }
}

/** How many bytes at the end of a piece, behind `start`, are the beginning of a character. */
function tailLength(piece: Uint8Array, start: number): number {
  const end = piece.length;
  for (let p = end - 1; p >= start && p >= end - MOST_HELD; p--) {
    const byte = piece[p]!;
    if ((byte & 0xc0) === 0x80) continue;
    const isLead = byte >= 0xc2 && byte <= 0xf4;
    return isLead && sequenceLength(piece, p, end) === p - end ? end - p : 0;
  }
  return 0;
}
