/**
 * The relatives of UTF-8, each an object with the functions of the codec, all made by the same means out of their rows.
 *
 * @module
 */

import { parseRow } from "./automaton/form.ts";
import { BIJECTIVE_ROWS, CESU8_ROWS, MUTF8_ROWS, RFC2279_ROWS, UTF8_ROWS, WTF8_ROWS } from "./automaton/forms.ts";
import {
  bytesOf,
  type ByteSource,
  checkOffset,
  checkTarget,
  checkText,
  copyOf,
  endOfRange,
  isShared,
  typeName,
} from "./bytes.ts";
import { codecOfRows, type FormCodec, illFormed, isSurrogate, replacementIn, type Traits, utf8Codec } from "./codec.ts";
import { decode, decodeCodePoints, decodeLossy } from "./decode.ts";
import { encode, encodeCodePoints } from "./encode.ts";
import { codePoint, hex, loneSurrogateError, Utf8Error, type Utf8Problem } from "./error.ts";
import { bytesOfText as utf8LengthOf, firstIllFormed, isWellFormed, strictText } from "./kernel/choose.ts";
import { type Cursor, joinPairs, machineOf } from "./kernel/machine.ts";
import { byteLength } from "./measure.ts";
import { findError, isUtf8 } from "./validate.ts";

/**
 * An encoding form: the functions of the codec for a relative of UTF-8. They need no `this`.
 *
 * `source` is bytes of any kind; `start` and `end` are offsets in bytes from its start, and may be left out. All
 * functions throw a `TypeError` if an argument is of the wrong type or the source is detached, and a `RangeError` if not
 * 0 ≤ start ≤ end ≤ length, or not integers. What a function says of ill-formed input is a {@linkcode Utf8Error} with the
 * name of the form in its message. Shared memory is copied before it is decoded.
 */
export interface EncodingForm {
  /** What it is called in messages. */
  readonly name: string;
  /** Its rows, as {@linkcode defineForm} takes them. */
  readonly rows: readonly string[];
  /** Whether the bytes are well-formed. */
  isValid(source: ByteSource, start?: number, end?: number): boolean;
  /**
   * The first ill-formed sequence, its offset in bytes from the start of `source`, or `undefined` if there is none. It
   * is as long as what could begin a well-formed one (the maximal subpart of Unicode §3.9), but at least one byte.
   */
  findError(source: ByteSource, start?: number, end?: number): Utf8Problem | undefined;
  /** The text. Throws a {@linkcode Utf8Error} if the bytes are ill-formed or mean what is no text. */
  decode(source: ByteSource, start?: number, end?: number): string;
  /** The text, with one U+FFFD for each ill-formed sequence and for each code point that is no text. */
  decodeLossy(source: ByteSource, start?: number, end?: number): string;
  /** The code points, also those that are no text. Throws a {@linkcode Utf8Error} if the bytes are ill-formed. */
  decodeCodePoints(source: ByteSource, start?: number, end?: number): Uint32Array<ArrayBuffer>;
  /**
   * The bytes of a text. Throws a {@linkcode Utf8Error}, with the position in UTF-16 code units, if there is a lone
   * surrogate (and the form has none) or a character that the form cannot write (`unrepresentable`).
   */
  encode(text: string): Uint8Array<ArrayBuffer>;
  /** The bytes of code points. Throws a `RangeError` with the index if the form cannot write one. */
  encodeCodePoints(codePoints: ArrayLike<number>): Uint8Array<ArrayBuffer>;
  /** The bytes that a text takes. What cannot be written counts as the U+FFFD in its place. */
  byteLength(text: string): number;
}

/** What may be said about a form to {@linkcode defineForm}. */
export interface FormOptions {
  /**
   * What it means that a high surrogate is followed by a low one, if rows of the form write surrogates (U+D800..U+DFFF):
   * the character of the pair (`"join"`), as in Modified UTF-8, or nothing, that is, both together are ill-formed
   * (`"refuse"`), as in WTF-8. Lone surrogates are text then. Left out, surrogates are numbers that are no text.
   */
  readonly pairs?: "join" | "refuse";
}

/** What is known of a form of ours. A text that it writes as UTF-8 does is the business of UTF-8's codec. */
interface Origin extends Traits {
  /** What the form writes otherwise than UTF-8, surrogates included; left out if it writes all that UTF-8 can write alike. */
  readonly differs?: RegExp;
}

const codecs = new WeakMap<EncodingForm, () => FormCodec>();

/** What is behind a form, or `undefined` if the object is none. */
export function codecOf(form: EncodingForm): FormCodec | undefined {
  return codecs.get(form)?.();
}

/** UTF-8 itself (RFC 3629, Unicode §3.9 D92): `isUtf8`, `decode`, `encode` and so on as a form. */
export const utf8: EncodingForm = /* @__PURE__ */ register(
  {
    name: "UTF-8",
    rows: UTF8_ROWS,
    isValid: isUtf8,
    findError,
    decode,
    decodeLossy,
    decodeCodePoints,
    encode,
    encodeCodePoints,
    byteLength,
  },
  /* @__PURE__ */ onceMade(() => utf8Codec(machineOf(UTF8_ROWS.map(parseRow)))),
);

/**
 * CESU-8 (Unicode Technical Report #26), as Oracle's `UTF8` and old MySQL dumps have it: supplementary characters are
 * written as two surrogates of three bytes each, always in pairs. Four-byte sequences are ill-formed.
 *
 * ```ts
 * import { cesu8 } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(cesu8.decode(Uint8Array.of(0xED, 0xA1, 0x8C, 0xED, 0xBE, 0xB4)), "\u{233B4}");
 * assertEquals(cesu8.findError(Uint8Array.of(0xF0, 0xA3, 0x8E, 0xB4)), { kind: "invalid-byte", offset: 0, length: 1 });
 * ```
 */
export const cesu8: EncodingForm = /* @__PURE__ */ formOf("CESU-8", CESU8_ROWS, {
  isLikeUtf8: true,
  differs: /[\ud800-\udfff]/,
});

/** Modified UTF-8, with the strings of `java.io`. */
export interface ModifiedUtf8 extends EncodingForm {
  /**
   * Reads what `DataOutput.writeUTF` has written: two bytes of length (big-endian), then as many bytes.
   *
   * @param offset Where the length stands, in bytes from the start of `source`; 0 if left out.
   * @return The text, and the offset behind it.
   * @throws {Utf8Error} If the bytes are ill-formed, or (`incomplete`) fewer than the length says.
   */
  readUTF(source: ByteSource, offset?: number): { text: string; end: number };
  /**
   * Writes as `DataOutput.writeUTF` does.
   *
   * @param offset Where the length goes, in bytes from the start of `target`.
   * @return How many bytes were written, the length's two among them: `mutf8.byteLength(text) + 2`.
   * @throws {RangeError} If the text takes more than 65,535 bytes, or more than there is room for. Nothing was written.
   */
  writeUTF(text: string, target: Uint8Array, offset: number): number;
}

/**
 * Modified UTF-8 (Java Virtual Machine Specification §4.4.7; `java.io.DataInput`; JNI): each UTF-16 code unit is written
 * on its own, and U+0000 as C0 80, so that no byte is 00. Lone surrogates are text like any other, and a pair is one
 * character however it came together: any string comes back as it was.
 *
 * ```ts
 * import { mutf8 } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(mutf8.encode("\0é"), Uint8Array.of(0xC0, 0x80, 0xC3, 0xA9));
 * assertEquals(mutf8.decode(mutf8.encode("\uD800")), "\uD800");
 *
 * const stream = new Uint8Array(8);
 * assertEquals(mutf8.writeUTF("né", stream, 0), 5);
 * assertEquals(mutf8.readUTF(stream), { text: "né", end: 5 });
 * ```
 */
export const mutf8: ModifiedUtf8 = /* @__PURE__ */ modifiedUtf8();

function modifiedUtf8(): ModifiedUtf8 {
  const form = formOf("Modified UTF-8", MUTF8_ROWS, {
    pairs: "join",
    isLikeUtf8: true,
    differs: /[\0\ud800-\udfff]/,
  });
  return Object.assign(form, {
    readUTF(source: ByteSource, offset = 0): { text: string; end: number } {
      const bytes = bytesOf(source);
      checkOffset("offset", offset, bytes.length);
      const start = offset + 2;
      const length = bytes[offset]! << 8 | bytes[offset + 1]!;
      const end = start + length;
      if (start <= bytes.length && end <= bytes.length) return { text: form.decode(source, start, end), end };
      throw new Utf8Error(
        { kind: "incomplete", offset, length: bytes.length - offset },
        `ill-formed ${form.name} at byte ${offset}: ` +
          (start > bytes.length
            ? "two bytes should say how long the text is"
            : `the text should be ${length} bytes long, but only ${bytes.length - start} are left`),
      );
    },
    writeUTF(text: string, target: Uint8Array, offset: number): number {
      checkText("text", text);
      checkTarget(target);
      checkOffset("offset", offset, target.length);
      const length = form.byteLength(text);
      if (length > 0xffff) {
        throw new RangeError(`text takes ${length} bytes, more than the 65535 that its length can say`);
      }
      if (offset + 2 + length > target.length) {
        const left = target.length - offset;
        throw new RangeError(
          `text needs ${length + 2} bytes, but only ${left} are left in target behind offset ${offset}`,
        );
      }
      target[offset] = length >> 8;
      target[offset + 1] = length & 0xff;
      target.set(form.encode(text), offset + 2);
      return length + 2;
    },
  });
}

/** WTF-8, with the one operation that needs care. */
export interface Wtf8 extends EncodingForm {
  /**
   * Puts WTF-8 behind WTF-8. A high surrogate at the end of one and a low one at the start of the next become one
   * character (The WTF-8 encoding §4.3).
   *
   * @throws {Utf8Error} If one is ill-formed, with its offset there.
   */
  concat(...sources: ByteSource[]): Uint8Array<ArrayBuffer>;
}

/**
 * WTF-8 (The WTF-8 encoding, §3), for strings that should be UTF-16 and may not be, as in file names of Windows: UTF-8,
 * in which lone surrogates are written with three bytes. Two that make a pair are ill-formed, as one problem of six
 * bytes, since the pair has four of its own. Any string comes back as it was.
 *
 * ```ts
 * import { wtf8 } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(wtf8.encode("\uD83D"), Uint8Array.of(0xED, 0xA0, 0xBD));
 * assertEquals(wtf8.concat(wtf8.encode("\uD83D"), wtf8.encode("\uDE00")), wtf8.encode("😀"));
 * ```
 */
export const wtf8: Wtf8 = /* @__PURE__ */ generalizedUtf8();

function generalizedUtf8(): Wtf8 {
  const form = formOf("WTF-8", WTF8_ROWS, {
    pairs: "refuse",
    isLikeUtf8: true,
    extendsUtf8: true,
  });
  return Object.assign(form, {
    concat(...sources: ByteSource[]): Uint8Array<ArrayBuffer> {
      const codec = codecOf(form)!;
      const parts = sources.map((source) => inputOf(source, 0, undefined));
      const joined = new Uint8Array(parts.reduce((length, { bytes }) => length + bytes.length, 0));
      let length = 0;
      for (const { bytes, end } of parts) {
        checkForm(codec, bytes, 0, end, 0);
        joined.set(bytes, length);
        const low = surrogateIn(bytes, 0);
        const high = length < 3 ? 0 : surrogateIn(joined, length - 3);
        length += end;
        if (!(low >= 0xdc00 && high > 0 && high < 0xdc00)) continue;
        const seam = length - end - 3;
        const pair = Int32Array.of(0x1_0000 + ((high & 0x3ff) << 10 | low & 0x3ff));
        joined.copyWithin(codec.write(pair, 1, joined, seam), seam + 6, length);
        length -= 2;
      }
      return joined.slice(0, length);
    },
  });
}

/** The surrogate that starts at `p` in WTF-8, or 0 if there is none. */
function surrogateIn(bytes: Uint8Array, p: number): number {
  return bytes[p] === 0xed && bytes[p + 1]! >= 0xa0 ? 0xd000 | (bytes[p + 1]! & 0x3f) << 6 | bytes[p + 2]! & 0x3f : 0;
}

/**
 * UTF-8 as RFC 2279 had it: one to six bytes, up to 7FFFFFFF. Overlong forms are refused at every length, and so are
 * surrogates, which have to be turned into the character of the pair first (§2). Code points beyond U+10FFFF come out
 * of `decodeCodePoints`; they are no text, so that `decode` refuses them.
 *
 * ```ts
 * import { rfc2279 } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const last = Uint8Array.of(0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF);
 * assertEquals(rfc2279.decodeCodePoints(last), Uint32Array.of(0x7FFFFFFF));
 * assertThrows(() => rfc2279.decode(last), TypeError, "beyond U+10FFFF");
 * ```
 */
export const rfc2279: EncodingForm = /* @__PURE__ */ formOf("UTF-8 of RFC 2279", RFC2279_ROWS, {
  isLikeUtf8: true,
  extendsUtf8: true,
});

/**
 * The variant of UTF-8 in which each length starts to count where the shorter one has ended: two bytes write 80 to 87F,
 * three 880 to 1087F, four 10880 to 10FFFF. Nothing can be written twice, so that overlong forms cannot exist, and every
 * sequence of the right shape up to the limit means exactly one number; surrogates are numbers that are no text. It is
 * of historical and teaching interest only: nobody uses it.
 *
 * ```ts
 * import { bijective } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(bijective.decodeCodePoints(Uint8Array.of(0xC0, 0x80, 0xE0, 0x80, 0x80)), Uint32Array.of(0x80, 0x880));
 * assertEquals(bijective.decode(bijective.encode("$¢€😀")), "$¢€😀");
 * ```
 */
export const bijective: EncodingForm = /* @__PURE__ */ formOf("bijective UTF-8", BIJECTIVE_ROWS, {
  differs: /[^\0-\x7f]/,
});

/**
 * Makes a form of rows. A row says which bytes come behind each other and which code points they write, both in order:
 * the first byte counts most.
 *
 * ```ts
 * import { defineForm } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const utf16be = defineForm("UTF-16BE", [
 *   "U+0000..U+D7FF      00..D7 00..FF",
 *   "U+E000..U+FFFF      E0..FF 00..FF",
 *   "U+10000..U+10FFFF   D8..DB 00..FF DC..DF 00..FF",
 * ]);
 * assertEquals(utf16be.encode("A😀"), Uint8Array.of(0, 0x41, 0xD8, 0x3D, 0xDE, 0x00));
 * ```
 *
 * @param name What messages call it.
 * @param rows The rows. A code point that several of them write is written by the first.
 * @param options What is to be said about surrogates.
 * @throws {SyntaxError} If a row is not of that shape, if it has more or fewer byte sequences than code points, or if
 * two of them allow the same bytes or contradict each other.
 */
export function defineForm(name: string, rows: readonly string[], options: FormOptions = {}): EncodingForm {
  checkText("name", name);
  const kept = [...rows];
  const codec = codecOfRows(name, kept.map(parseRow), { pairs: options.pairs });
  return register(methods(name, kept, () => codec, {}), () => codec);
}

function formOf(name: string, rows: readonly string[], origin: Origin): EncodingForm {
  const made = onceMade(() => codecOfRows(name, rows.map(parseRow), origin));
  return register(methods(name, rows, made, origin), made);
}

/** Rows are compiled at the first use of a form, not when the module is loaded. */
function onceMade(make: () => FormCodec): () => FormCodec {
  let codec: FormCodec | undefined;
  return () => codec ??= make();
}

function register(form: EncodingForm, codec: () => FormCodec): EncodingForm {
  codecs.set(form, codec);
  return form;
}

/** Everything that a form can do. The codec is made at its first use. */
function methods(
  name: string,
  rows: readonly string[],
  made: () => FormCodec,
  { differs, extendsUtf8 = false }: Origin,
): EncodingForm {
  const isLike = (text: string) => differs === undefined ? extendsUtf8 : !differs.test(text);
  const isAsInUtf8 = (text: string) => isLike(text) && (differs !== undefined || isWellFormed(text));
  const decodeAs = (source: ByteSource, start: number, end: number | undefined, isLossy: boolean) => {
    const input = inputOf(source, start, end);
    // A look for problems first: to decode what is full of them takes the host long.
    if (
      (extendsUtf8 || differs !== undefined) && firstIllFormed(input.bytes, input.start, input.end) === input.end
    ) {
      const text = strictText(input.bytes, input.start, input.end);
      if (text !== undefined && isLike(text)) return text;
    }
    return textOf(made(), input, isLossy);
  };
  return {
    name,
    rows,
    isValid(source, start = 0, end) {
      const bytes = bytesOf(source);
      const stop = endOfRange(bytes.length, start, end);
      return made().firstIllFormed(bytes, start, stop) === stop;
    },
    findError(source, start = 0, end) {
      const input = inputOf(source, start, end);
      const offset = made().firstIllFormed(input.bytes, input.start, input.end);
      if (offset === input.end) return undefined;
      const problem = made().problemAt(input.bytes, offset, input.end);
      return { ...problem, offset: offset + input.origin };
    },
    decode: (source, start = 0, end) => decodeAs(source, start, end, false),
    decodeLossy: (source, start = 0, end) => decodeAs(source, start, end, true),
    decodeCodePoints: (source, start = 0, end) => pointsOf(made(), inputOf(source, start, end)),
    encode(text) {
      checkText("text", text);
      if (isAsInUtf8(text)) return encode(text);
      return bytesOfText(made(), text);
    },
    encodeCodePoints: (codePoints) => bytesOfPoints(made(), codePoints),
    byteLength(text) {
      checkText("text", text);
      return isAsInUtf8(text) ? utf8LengthOf(text) : lengthOf(made(), text);
    },
  };
}

/** A checked range of bytes, in memory that nobody else writes to. */
interface Input {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Where `bytes` start in what the caller passed in. */
  readonly origin: number;
}

function inputOf(source: ByteSource, start: number, end: number | undefined): Input {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, start, end);
  return isShared(bytes)
    ? { bytes: copyOf(bytes, start, stop), start: 0, end: stop - start, origin: start }
    : { bytes, start, end: stop, origin: 0 };
}

function checkForm(codec: FormCodec, bytes: Uint8Array, start: number, end: number, origin: number): void {
  const bad = codec.firstIllFormed(bytes, start, end);
  if (bad < end) throw illFormed(codec, bytes, codec.problemAt(bytes, bad, end), end, origin);
}

/** How many code points are read at a time. */
const CHUNK = 1024;

let scratch: { points: Int32Array; units: Uint16Array } | undefined;

function scratchArrays(): { points: Int32Array; units: Uint16Array } {
  return scratch ??= { points: new Int32Array(CHUNK), units: new Uint16Array(2 * CHUNK) };
}

function textOf(codec: FormCodec, { bytes, start, end, origin }: Input, isLossy: boolean): string {
  const { points, units } = scratchArrays();
  const cursor: Cursor = { offset: start };
  const pieces: string[] = [];
  while (cursor.offset < end) {
    const from = cursor.offset;
    const count = codec.read(bytes, cursor, end, points);
    if (count === 0) {
      const problem = codec.problemAt(bytes, from, end);
      if (!isLossy) throw illFormed(codec, bytes, problem, end, origin);
      cursor.offset += problem.length;
      pieces.push("\uFFFD");
      continue;
    }
    const length = putUnits(points, count, units, codec.pairs !== undefined, isLossy);
    if (length < 0) throw noText(codec, bytes, from, points, ~length, origin);
    pieces.push(String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[]));
  }
  return pieces.join("");
}

/**
 * Code points as UTF-16: `String.fromCodePoint(...points.subarray(0, count))`, and how many units that are. What is no
 * text becomes U+FFFD if `isLossy`; else what comes back is `~` its index.
 */
function putUnits(
  points: Int32Array,
  count: number,
  units: Uint16Array,
  hasSurrogates: boolean,
  isLossy: boolean,
): number {
  let n = 0;
  for (let i = 0; i < count; i++) {
    const point = points[i]!;
    if (point < 0xd800 || point > 0xdfff && point < 0x1_0000) {
      units[n++] = point;
    } else if (point >= 0x1_0000 && point <= 0x10_ffff) {
      units[n++] = 0xd7c0 + (point >> 10);
      units[n++] = 0xdc00 + (point & 0x3ff);
    } else if (hasSurrogates && point < 0xe000) {
      units[n++] = point;
    } else if (isLossy) {
      units[n++] = 0xfffd;
    } else {
      return ~i;
    }
  }
  return n;
}

function noText(
  codec: FormCodec,
  bytes: Uint8Array,
  from: number,
  points: Int32Array,
  index: number,
  origin: number,
): Utf8Error {
  const point = points[index]!;
  const start = from + codec.measure(points, index);
  const length = codec.sizeOf(point);
  const isHalf = isSurrogate(point);
  const offset = start + origin;
  return new Utf8Error(
    { kind: isHalf ? "surrogate" : "too-large", offset, length },
    `no text in ${codec.name} at byte ${offset}: ${hex(bytes, start, start + length)} is ` +
      (isHalf ? `the surrogate ${codePoint(point)}` : `${codePoint(point)}, beyond U+10FFFF`),
  );
}

function pointsOf(codec: FormCodec, { bytes, start, end, origin }: Input): Uint32Array<ArrayBuffer> {
  checkForm(codec, bytes, start, end, origin);
  const { points } = scratchArrays();
  const cursor: Cursor = { offset: start };
  let all = new Uint32Array(Math.min(end - start, CHUNK));
  let length = 0;
  while (cursor.offset < end) {
    const count = codec.read(bytes, cursor, end, points);
    if (length + count > all.length) {
      const grown = new Uint32Array(2 * all.length + count);
      grown.set(all);
      all = grown;
    }
    all.set(points.subarray(0, count), length);
    length += count;
  }
  return all.slice(0, length);
}

/**
 * Reads code points of a text until `points` are full, and moves the cursor, here in UTF-16 code units. What is no text
 * in this form, half a pair, ends the reading if `isStrict`, else it counts as U+FFFD.
 */
function readText(codec: FormCodec, text: string, cursor: Cursor, points: Int32Array, isStrict: boolean): number {
  const hasSurrogates = codec.pairs !== undefined;
  let i = cursor.offset;
  let count = 0;
  while (i < text.length && count < points.length) {
    let point = text.charCodeAt(i);
    if ((point & 0xf800) === 0xd800) {
      point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      else if (isStrict && !hasSurrogates) break;
      else if (!hasSurrogates) point = 0xfffd;
    }
    points[count++] = point;
    i++;
  }
  cursor.offset = i;
  return count;
}

function lengthOf(codec: FormCodec, text: string): number {
  const { points } = scratchArrays();
  const replacement = codec.sizeOf(replacementIn(codec));
  const cursor: Cursor = { offset: 0 };
  let length = 0;
  while (cursor.offset < text.length) {
    const count = readText(codec, text, cursor, points, false);
    for (let i = 0; i < count; i++) length += codec.sizeOf(points[i]!) || replacement;
  }
  return length;
}

function bytesOfText(codec: FormCodec, text: string): Uint8Array<ArrayBuffer> {
  const { points } = scratchArrays();
  const cursor: Cursor = { offset: 0 };
  let bytes = new Uint8Array(Math.min(text.length, CHUNK) * codec.longest);
  let length = 0;
  while (cursor.offset < text.length) {
    const start = cursor.offset;
    const count = readText(codec, text, cursor, points, true);
    if (count === 0) throw loneSurrogateError(text, start);
    if (length + count * codec.longest > bytes.length) {
      const grown = new Uint8Array(2 * bytes.length + count * codec.longest);
      grown.set(bytes.subarray(0, length));
      bytes = grown;
    }
    const end = codec.write(points, count, bytes, length);
    if (end < 0) throw unrepresentable(codec, text, start, points, ~end);
    length = end;
  }
  return bytes.slice(0, length);
}

function unrepresentable(codec: FormCodec, text: string, start: number, points: Int32Array, index: number): Utf8Error {
  let position = start;
  for (let i = 0; i < index; i++) position += points[i]! > 0xffff ? 2 : 1;
  const point = text.codePointAt(position)!;
  if (isSurrogate(point)) return loneSurrogateError(text, position);
  return new Utf8Error(
    { kind: "unrepresentable", offset: position, length: point > 0xffff ? 2 : 1 },
    `text at position ${position}: ${codePoint(point)} cannot be written in ${codec.name}`,
  );
}

function bytesOfPoints(codec: FormCodec, codePoints: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  if (codePoints === null || typeof codePoints !== "object") {
    throw new TypeError(`codePoints must be an array, got ${typeName(codePoints)}`);
  }
  const points = new Int32Array(codePoints.length);
  for (let i = 0; i < points.length; i++) {
    const point = codePoints[i]!;
    if (typeof point !== "number") throw new TypeError(`codePoints[${i}] must be a number, got ${typeName(point)}`);
    if (!(Number.isInteger(point) && point >= 0 && point <= 0x7fff_ffff)) {
      throw new RangeError(`codePoints[${i}] must be a code point, got ${point}`);
    }
    if (codec.sizeOf(point) === 0) {
      throw new RangeError(`codePoints[${i}] is ${codePoint(point)}, which ${codec.name} cannot write`);
    }
    points[i] = point;
  }
  const count = codec.pairs === undefined ? points.length : joinPairs(points, points.length);
  const bytes = new Uint8Array(codec.measure(points, count));
  codec.write(points, count, bytes, 0);
  return bytes;
}
