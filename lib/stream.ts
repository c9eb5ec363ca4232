/**
 * Text that comes in pieces.
 *
 * @module
 */

import { type ByteSource, typeName } from "./bytes.ts";
import { encode, encodeLossy } from "./encode.ts";
import { errorAt, loneSurrogateError, problemAt, Utf8Error, type Utf8Problem } from "./error.ts";
import { countWellFormed, firstIllFormed, nextIllFormed } from "./kernel/choose.ts";
import { countLineFeeds, LINE_FEED } from "./kernel/line_feeds.ts";
import {
  checkOptions,
  decoderOptions,
  hasMark,
  MARK_LENGTH,
  missingMarkError,
  pieceOf,
  Seam,
  type StreamDecoderOptions,
} from "./seam.ts";

/** Throws if an earlier error has stopped a decoder or a validator. */
function refuseAfter(error: unknown): void {
  if (error === undefined) return;
  throw new TypeError(`stopped by an error until reset() is called: ${(error as Error).message}`, { cause: error });
}

/** From so many code units on, two texts are better passed on as they are than joined. */
const LONG = 4096;

/** What {@linkcode StreamDecoder} does, with its text in two parts. */
class Decoding {
  readonly #isLossy: boolean;
  readonly #mark: "drop" | "keep" | "require";
  readonly #seam = new Seam();
  #isAtStart: boolean;
  #error: unknown;

  constructor(options: StreamDecoderOptions | undefined) {
    const { lossy, byteOrderMark } = decoderOptions(options);
    this.#isLossy = lossy;
    this.#mark = byteOrderMark;
    this.#isAtStart = byteOrderMark !== "keep";
  }

  /** Decodes the next chunk: `head` is the character that it completed, and what comes back the text of its rest. */
  push(chunk: ByteSource): string {
    refuseAfter(this.#error);
    const piece = pieceOf(chunk);
    try {
      let unit = this.#seam.open(piece);
      if (this.#isAtStart) unit = this.#skipMark(unit, piece);
      return this.#seam.text(unit, piece, this.#isLossy);
    } catch (error) {
      throw this.#error = error;
    }
  }

  get head(): string {
    return this.#seam.head;
  }

  /** Steps over a byte order mark as soon as the first character is there. */
  #skipMark(unit: number, piece: Uint8Array): number {
    const seam = this.#seam;
    if (unit === 0 && seam.start === seam.stop) return 0;
    this.#isAtStart = false;
    const isInPiece = unit === 0;
    if (hasMark(isInPiece ? piece : seam.bytes)) {
      if (isInPiece) seam.start = MARK_LENGTH;
      return 0;
    }
    if (this.#mark === "require") throw missingMarkError();
    return unit;
  }

  finish(): string {
    refuseAfter(this.#error);
    try {
      if (this.#isAtStart && this.#mark === "require") throw missingMarkError();
      const text = this.#seam.lastText(this.#isLossy);
      this.reset();
      return text;
    } catch (error) {
      throw this.#error = error;
    }
  }

  reset(): void {
    this.#seam.reset();
    this.#error = undefined;
    this.#isAtStart = this.#mark !== "keep";
  }
}

/**
 * Decodes UTF-8 that comes in chunks, however they cut it. At most three bytes are held back; all others are decoded
 * where they are, and a chunk may be written to again when `push` is done.
 *
 * ```ts
 * import { StreamDecoder, Utf8Error } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const decoder = new StreamDecoder();
 * assertEquals(decoder.push(Uint8Array.of(0x31, 0xE2, 0x82)), "1");
 * assertEquals(decoder.push(Uint8Array.of(0xAC)), "€");
 * assertEquals(decoder.finish(), "");
 *
 * decoder.push(Uint8Array.of(0x31, 0xE2, 0x82));
 * assertThrows(() => decoder.push(Uint8Array.of(0x32)), Utf8Error, "byte 1");
 * ```
 */
export class StreamDecoder {
  readonly #decoding: Decoding;

  /**
   * Makes a decoder: a strict one that drops a byte order mark, if `options` do not say otherwise.
   *
   * @throws {TypeError} If an option is of the wrong type.
   */
  constructor(options?: StreamDecoderOptions) {
    this.#decoding = new Decoding(options);
  }

  /**
   * Decodes the next chunk.
   *
   * @param chunk The bytes. Shared memory is copied before it is checked.
   * @return The text up to the last character that is complete.
   * @throws {Utf8Error} If the stream is ill-formed (RFC 3629 §4), with the offset from its start. The decoder is of no
   * use then until {@linkcode reset} is called.
   * @throws {TypeError} If a byte order mark is required and missing, likewise; if the chunk is of the wrong type or
   * detached; after an error, whose message and `cause` it has.
   */
  push(chunk: ByteSource): string {
    const rest = this.#decoding.push(chunk);
    return this.#decoding.head + rest;
  }

  /**
   * Ends the stream. The decoder is ready for the next one.
   *
   * @return The rest of the text: a lossy decoder's U+FFFD if the stream ends inside a character, else nothing.
   * @throws {Utf8Error} If the stream ends inside a character.
   * @throws {TypeError} If a byte order mark is required and missing; after an error.
   */
  finish(): string {
    return this.#decoding.finish();
  }

  /** Forgets the stream and its error. What comes next is the start of another one. */
  reset(): void {
    this.#decoding.reset();
  }
}

/** What a validator does beside the check. */
export interface StreamValidatorOptions {
  /** Whether to count code points and lines, which takes as long again as the check; `false` if left out. */
  readonly count?: boolean;
  /**
   * Called with each problem, its offset in bytes from the start of the stream. The check goes on then, and nothing is
   * thrown for it.
   */
  readonly onProblem?: (problem: Utf8Problem) => void;
}

/**
 * Checks UTF-8 that comes in chunks, however they cut it, and makes no string. At most three bytes are held back.
 *
 * ```ts
 * import { encode, StreamValidator, Utf8Error } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const validator = new StreamValidator({ count: true });
 * validator.push(encode("one\n€").subarray(0, 6));
 * validator.push(encode("€").subarray(2));
 * validator.finish();
 * assertEquals([validator.bytes, validator.codePoints, validator.lines], [7, 5, 2]);
 *
 * validator.reset();
 * assertThrows(() => validator.push(Uint8Array.of(0x31, 0xC0)), Utf8Error, "byte 1");
 * ```
 */
export class StreamValidator {
  readonly #isCounting: boolean;
  readonly #onProblem: ((problem: Utf8Problem) => void) | undefined;
  readonly #seam = new Seam();
  #isFinished = false;
  #codePoints = 0;
  #lineFeeds = 0;
  #isInLine = false;
  #error: unknown;

  /**
   * Makes a validator that throws at the first problem and counts bytes only, if `options` do not say otherwise.
   *
   * @throws {TypeError} If an option is of the wrong type.
   */
  constructor(options: StreamValidatorOptions = {}) {
    checkOptions(options);
    const { count = false, onProblem } = options;
    if (onProblem !== undefined && typeof onProblem !== "function") {
      throw new TypeError(`onProblem must be a function, got ${typeName(onProblem)}`);
    }
    this.#isCounting = count;
    this.#onProblem = onProblem;
  }

  /** How many bytes came since the stream started. */
  get bytes(): number {
    return this.#seam.offset;
  }

  /**
   * How many code points are complete; each problem counts as one, as its U+FFFD. `NaN` if they are not counted. Like
   * all counts, it stays until the next stream starts.
   */
  get codePoints(): number {
    return this.#isCounting ? this.#codePoints : NaN;
  }

  /**
   * How many lines have begun: one for each line feed, and one if there is something behind the last of them. `NaN` if
   * they are not counted.
   */
  get lines(): number {
    return this.#isCounting ? this.#lineFeeds + Number(this.#isInLine) : NaN;
  }

  /**
   * Checks the next chunk.
   *
   * @param chunk The bytes. Shared memory is copied before it is checked.
   * @throws {Utf8Error} If the stream is ill-formed (RFC 3629 §4) and there is no `onProblem`, with the offset from its
   * start. The validator is of no use then until {@linkcode reset} is called.
   * @throws {TypeError} If the chunk is of the wrong type or detached; after an error, whose message and `cause` it has.
   */
  push(chunk: ByteSource): void {
    refuseAfter(this.#error);
    const piece = pieceOf(chunk);
    if (this.#isFinished) this.reset();
    try {
      this.#check(this.#seam.open(piece), piece);
    } catch (error) {
      throw this.#error = error;
    }
    this.#seam.close(piece);
  }

  #check(unit: number, piece: Uint8Array): void {
    const seam = this.#seam;
    if (unit < 0) this.#meet(seam.bytes, 0, seam.filled, seam.origin);
    if (unit !== 0) this.#codePoints++;
    let p = seam.start;
    let bad = firstIllFormed(piece, p, seam.stop);
    while (bad < seam.stop) {
      const { length } = this.#meet(piece, bad, piece.length, seam.offset);
      if (this.#isCounting) this.#codePoints += countWellFormed(piece, p, bad, 1) + 1;
      p = bad + length;
      bad = nextIllFormed(piece, p, seam.stop);
    }
    if (!this.#isCounting || piece.length === 0) return;
    this.#codePoints += countWellFormed(piece, p, seam.stop, 1);
    this.#lineFeeds += countLineFeeds(piece, 0, piece.length);
    this.#isInLine = piece[piece.length - 1] !== LINE_FEED;
  }

  /** Reports the problem at `offset`, or throws it. */
  #meet(bytes: Uint8Array, offset: number, end: number, origin: number): Utf8Problem {
    if (this.#onProblem === undefined) throw errorAt(bytes, offset, end, origin);
    const { kind, length } = problemAt(bytes, offset, end);
    const problem: Utf8Problem = { kind, offset: offset + origin, length };
    this.#onProblem(problem);
    return problem;
  }

  /**
   * Ends the stream. The next chunk is the start of another one.
   *
   * @throws {Utf8Error} If the stream ends inside a character and there is no `onProblem`.
   * @throws {TypeError} After an error.
   */
  finish(): void {
    refuseAfter(this.#error);
    if (this.#isFinished) this.reset();
    const { bytes, held, offset } = this.#seam;
    try {
      if (held > 0) this.#meet(bytes, 0, held, offset - held);
    } catch (error) {
      throw this.#error = error;
    }
    if (held > 0) this.#codePoints++;
    this.#isFinished = true;
  }

  /** Forgets the stream, its counts and its error. What comes next is the start of another one. */
  reset(): void {
    this.#seam.reset();
    this.#codePoints = 0;
    this.#lineFeeds = 0;
    this.#isInLine = false;
    this.#isFinished = false;
    this.#error = undefined;
  }
}

/**
 * A transform stream from bytes to text, as the platform's `TextDecoderStream` (Encoding Standard §7.2), but strict
 * unless told otherwise, and with errors that say what and where.
 *
 * A chunk that is not bytes, and in a strict stream ill-formed bytes, end it: both sides are rejected with the error, a
 * {@linkcode Utf8Error} with the offset in the whole stream. Chunks of no text are left out.
 *
 * ```ts
 * import { encode, Utf8DecoderStream } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = encode("€€");
 * const texts = new ReadableStream({
 *   start(controller) {
 *     controller.enqueue(bytes.subarray(0, 5));
 *     controller.enqueue(bytes.subarray(5));
 *     controller.close();
 *   },
 * }).pipeThrough(new Utf8DecoderStream());
 * assertEquals(await Array.fromAsync(texts), ["€", "€"]);
 * ```
 */
export class Utf8DecoderStream {
  /** The text. */
  readonly readable: ReadableStream<string>;
  /** Where the bytes go. Shared memory is copied. */
  readonly writable: WritableStream<ByteSource>;

  /**
   * Makes a stream: a strict one that drops a byte order mark, if `options` do not say otherwise.
   *
   * @throws {TypeError} If an option is of the wrong type.
   */
  constructor(options?: StreamDecoderOptions) {
    const decoding = new Decoding(options);
    const { readable, writable } = new TransformStream<ByteSource, string>({
      transform(chunk, controller) {
        const rest = decoding.push(chunk);
        if (rest.length < LONG) return put(decoding.head + rest, controller);
        put(decoding.head, controller);
        put(rest, controller);
      },
      flush(controller) {
        put(decoding.finish(), controller);
      },
    });
    this.readable = readable;
    this.writable = writable;
  }
}

/** Passes on what is not empty. */
function put<T extends { length: number }>(chunk: T, controller: TransformStreamDefaultController<T>): void {
  if (chunk.length > 0) controller.enqueue(chunk);
}

/** How a stream of text is encoded. */
export interface Utf8EncoderStreamOptions {
  /** Whether U+FFFD stands for each lone surrogate, which else is an error; `false` if left out. */
  readonly lossy?: boolean;
}

/**
 * A transform stream from text to bytes, as the platform's `TextEncoderStream` (Encoding Standard §7.4), but strict
 * unless told otherwise. A surrogate pair that is split over chunks is one character.
 *
 * Chunks become strings by the language's own rules, as the standard has it. What cannot, and in a strict stream a lone
 * surrogate, ends the stream: both sides are rejected with the error, a {@linkcode Utf8Error} with the position in
 * UTF-16 code units from the start of the stream.
 *
 * ```ts
 * import { encode, Utf8EncoderStream } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const stream = new Utf8EncoderStream();
 * const chunks = Array.fromAsync(stream.readable);
 * const writer = stream.writable.getWriter();
 * for (const text of ["a\uD83D", "\uDE00"]) await writer.write(text);
 * await writer.close();
 * assertEquals(await chunks, [encode("a"), encode("\u{1F600}")]);
 * ```
 */
export class Utf8EncoderStream {
  /** The bytes. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Where the text goes. */
  readonly writable: WritableStream<string>;

  /**
   * Makes a stream: a strict one, if `options` do not say otherwise.
   *
   * @throws {TypeError} If an option is of the wrong type.
   */
  constructor(options: Utf8EncoderStreamOptions = {}) {
    checkOptions(options);
    const { lossy = false } = options;
    // A high surrogate at the end of a chunk, and where the stream has it.
    let held = "";
    let origin = 0;
    const { readable, writable } = new TransformStream<string, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        const text = `${held}${chunk}`;
        const stop = isHigh(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
        held = text.slice(stop);
        put(bytesOfPiece(text.slice(0, stop), origin, lossy), controller);
        origin += stop;
      },
      flush(controller) {
        put(bytesOfPiece(held, origin, lossy), controller);
      },
    });
    this.readable = readable;
    this.writable = writable;
  }
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function bytesOfPiece(text: string, origin: number, isLossy: boolean): Uint8Array<ArrayBuffer> {
  if (isLossy) return encodeLossy(text);
  try {
    return encode(text);
  } catch (error) {
    throw error instanceof Utf8Error ? loneSurrogateError(text, error.offset, origin) : error;
  }
}

/**
 * Decodes chunks of bytes: those of a file, a response, a request, a socket, an array.
 *
 * ```ts
 * import { decodeChunks } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const { body } = new Response("€".repeat(3));
 * assertEquals((await Array.fromAsync(decodeChunks(body!))).join(""), "€€€");
 * ```
 *
 * @param source The chunks, all from the one on that comes next. Leaving the loop early closes it.
 * @param options How to decode: strictly and without a byte order mark, if they do not say otherwise.
 * @return The text, in pieces that are not empty. Its `next` rejects with the errors of {@linkcode StreamDecoder} and
 * those of the source.
 * @throws {TypeError} If an option is of the wrong type.
 */
export function decodeChunks(
  source: Iterable<ByteSource> | AsyncIterable<ByteSource>,
  options?: StreamDecoderOptions,
): AsyncGenerator<string, undefined, undefined> {
  return texts(source, new Decoding(options));
}

async function* texts(
  source: Iterable<ByteSource> | AsyncIterable<ByteSource>,
  decoding: Decoding,
): AsyncGenerator<string, undefined, undefined> {
  for await (const chunk of source) {
    const rest = decoding.push(chunk);
    const { head } = decoding;
    if (head !== "" && rest.length >= LONG) yield head;
    const text = rest.length >= LONG ? rest : head + rest;
    if (text !== "") yield text;
  }
  const last = decoding.finish();
  if (last !== "") yield last;
  return undefined;
}
