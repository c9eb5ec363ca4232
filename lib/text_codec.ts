/**
 * The Web's codec, for UTF-8.
 *
 * @module
 */

import { bytesOf, type ByteSource, copyOf, isBuffer, isShared, typeName } from "./bytes.ts";
import { encodeInto, type EncodeIntoResult, encodeLossy } from "./encode.ts";
import { errorAt, Utf8Error } from "./error.ts";
import { firstIllFormed, lossyText, shortText, strictText } from "./kernel/choose.ts";
import { refuseTrial } from "./kernel/host.ts";
import { hasMark, MARK_LENGTH, Seam } from "./seam.ts";

/** The labels of UTF-8 (Encoding Standard §4.2). */
const LABELS = ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"];

const ASCII_WHITESPACE_AROUND = /^[\t\n\f\r ]+|[\t\n\f\r ]+$/g;

const NOTHING = new Uint8Array(0);

/**
 * The `TextDecoder` of the Encoding Standard (§7.1), for UTF-8 alone: the same constructor, attributes, defaults,
 * results and types of errors. It needs none of the platform's under it, and uses it where there is one.
 *
 * What is more: the errors of a fatal one are {@linkcode Utf8Error}s that say what is wrong and where, and resizable
 * memory is taken by all runtimes.
 *
 * After a fatal error, the standard's text is followed. With `stream`, what stands behind the problem stays queued and
 * comes out of the next call, before its own input; the text before the problem is lost; and a byte order mark is still
 * looked for if none of the calls before gave any text. Without `stream` the next call starts anew. Today's runtimes
 * differ: Deno, Node and Bun drop what is queued, and Deno looks for no byte order mark any more.
 *
 * ```ts
 * import { TextDecoder } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(new TextDecoder().decode(Uint8Array.of(0xEF, 0xBB, 0xBF, 0x61, 0xFF)), "a\uFFFD");
 *
 * const fatal = new TextDecoder("utf8", { fatal: true });
 * assertEquals(fatal.decode(Uint8Array.of(0xE2, 0x82), { stream: true }), "");
 * assertThrows(() => fatal.decode(Uint8Array.of(0x61, 0x62), { stream: true }), TypeError, "byte 0");
 * assertEquals(fatal.decode(), "ab");
 * ```
 */
export class TextDecoder {
  readonly #isFatal: boolean;
  readonly #ignoresMark: boolean;
  readonly #seam = new Seam();
  #doesNotFlush = false;
  #hasSeenMark = false;
  /** The bytes behind a problem. */
  #queue: Uint8Array<ArrayBuffer> = NOTHING;

  /**
   * Makes a decoder.
   *
   * @param label One of UTF-8's labels, in any case, with ASCII whitespace around it or not.
   * @param options `fatal`: whether ill-formed bytes are errors, instead of one U+FFFD each. `ignoreBOM`: whether a byte
   * order mark is text. Both are `false` if left out.
   * @throws {RangeError} If the label is not one of UTF-8's.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  constructor(label: string = "utf-8", options: { readonly fatal?: boolean; readonly ignoreBOM?: boolean } = {}) {
    const name = `${label}`;
    const { fatal, ignoreBOM } = dictionary(options);
    if (!LABELS.includes(name.replace(ASCII_WHITESPACE_AROUND, "").toLowerCase())) {
      throw new RangeError(`label must be "utf-8" or another name of it, since only UTF-8 is done here, got "${name}"`);
    }
    this.#isFatal = Boolean(fatal);
    this.#ignoresMark = Boolean(ignoreBOM);
  }

  /** Always `"utf-8"`. */
  get encoding(): "utf-8" {
    return "utf-8";
  }

  /** Whether ill-formed bytes are errors. */
  get fatal(): boolean {
    return this.#isFatal;
  }

  /** Whether a byte order mark is text. */
  get ignoreBOM(): boolean {
    return this.#ignoresMark;
  }

  /** Always `"TextDecoder"`. */
  get [Symbol.toStringTag](): string {
    return "TextDecoder";
  }

  /**
   * Decodes bytes, behind those of the call before if that one was with `stream`.
   *
   * @param input The bytes. Shared memory is copied before it is checked; there are none if it is left out or detached.
   * @param options `stream`: whether more bytes follow in another call; `false` if left out.
   * @throws {Utf8Error} A `TypeError`: if the bytes are ill-formed and the decoder is fatal. Its offset counts from the
   * start of the stream.
   * @throws {TypeError} If an argument is of the wrong type.
   * @throws {RangeError} If the text is longer than strings can be.
   */
  decode(input: ByteSource = NOTHING, options: { readonly stream?: boolean } = {}): string {
    refuseTrial();
    const bytes = bytesGiven(input);
    const isStream = Boolean(dictionary(options).stream);
    if (!this.#doesNotFlush && !isStream) return this.#decodeWhole(bytes);
    return this.#decodePart(isShared(bytes) ? copyOf(bytes, 0, bytes.length) : bytes, isStream);
  }

  #decodeWhole(bytes: Uint8Array): string {
    const short = shortText(bytes, 0, bytes.length);
    if (short !== undefined) return this.#withoutMark(short);
    const own = isShared(bytes) ? copyOf(bytes, 0, bytes.length) : bytes;
    const start = !this.#ignoresMark && hasMark(own) ? MARK_LENGTH : 0;
    if (!this.#isFatal) return lossyText(own, start, own.length);
    const text = strictText(own, start, own.length);
    if (text === undefined) throw errorAt(own, firstIllFormed(own, start, own.length), own.length, 0);
    return text;
  }

  #withoutMark(text: string): string {
    return !this.#ignoresMark && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  #decodePart(bytes: Uint8Array, isStream: boolean): string {
    const seam = this.#seam;
    if (!this.#doesNotFlush) {
      seam.reset();
      this.#queue = NOTHING;
      this.#hasSeenMark = false;
    }
    this.#doesNotFlush = isStream;
    const piece = this.#queue.length === 0 ? bytes : joined(this.#queue, bytes);
    this.#queue = NOTHING;
    let text: string;
    try {
      const rest = seam.text(seam.open(piece), piece, !this.#isFatal);
      text = seam.head + rest;
      if (!isStream) text += seam.lastText(!this.#isFatal);
    } catch (error) {
      if (isStream && error instanceof Utf8Error) this.#goOnBehind(error, piece);
      throw error;
    }
    if (this.#hasSeenMark || text === "") return text;
    this.#hasSeenMark = true;
    return this.#withoutMark(text);
  }

  #goOnBehind({ offset, length }: Utf8Error, piece: Uint8Array): void {
    const next = offset + length;
    this.#queue = copyOf(piece, next - this.#seam.offset, piece.length);
    this.#seam.reset(next);
  }
}

/** Options as the Web takes them: `null` will do for none. */
function dictionary<T extends object>(options: T): Partial<T> {
  if (options === null) return {};
  if (typeof options === "object" || typeof options === "function") return options;
  throw new TypeError(`options must be an object, got ${typeName(options)}`);
}

/** The bytes of an argument. To the Web, what is detached has none. */
function bytesGiven(input: ByteSource): Uint8Array {
  if (input instanceof Uint8Array && input.length > 0) return input;
  const buffer = ArrayBuffer.isView(input) ? input.buffer : input;
  return isBuffer(buffer) && buffer.byteLength === 0 ? NOTHING : bytesOf(input);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/**
 * The `TextEncoder` of the Encoding Standard (§7.3). It needs none of the platform's under it, and uses it where there
 * is one.
 *
 * ```ts
 * import { TextEncoder } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const encoder = new TextEncoder();
 * assertEquals(encoder.encode("€\uD800"), Uint8Array.of(0xE2, 0x82, 0xAC, 0xEF, 0xBF, 0xBD));
 * assertEquals(encoder.encodeInto("a€", new Uint8Array(3)), { read: 1, written: 1 });
 * ```
 */
export class TextEncoder {
  /** Always `"utf-8"`. */
  get encoding(): "utf-8" {
    return "utf-8";
  }

  /** Always `"TextEncoder"`. */
  get [Symbol.toStringTag](): string {
    return "TextEncoder";
  }

  /**
   * Encodes a string into an array of its own, with U+FFFD for each lone surrogate.
   *
   * @param input The string, or what becomes one; `""` if left out.
   * @throws {TypeError} If it is a symbol, or an object that becomes no string.
   */
  encode(input: string = ""): Uint8Array<ArrayBuffer> {
    refuseTrial();
    return encodeLossy(`${input}`);
  }

  /**
   * Encodes as much of a string as fits, with U+FFFD for each lone surrogate and no character split.
   *
   * @param source The string, or what becomes one.
   * @param destination Where the bytes go, from its start. If it is detached, none fit.
   * @return How many UTF-16 code units were read and how many bytes written.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  encodeInto(source: string, destination: Uint8Array): EncodeIntoResult {
    refuseTrial();
    const text = `${source}`;
    if (destination instanceof Uint8Array && destination.length === 0) return { read: 0, written: 0 };
    return encodeInto(text, destination);
  }
}
