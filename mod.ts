/**
 * Octolane: UTF-8 for JavaScript. A table-driven state machine over byte classes and an ASCII path that reads eight
 * bytes at a time, with WebAssembly SIMD and the runtime's own functions on top where they are faster.
 *
 * Strict functions throw a {@linkcode Utf8Error} that says what is wrong and where; lossy ones put one U+FFFD in the
 * place of each problem. All take a range of bytes, so that no `subarray` is made for each string.
 *
 * ```ts
 * import { decode, encode, findError } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(decode(encode("$ ¢ € 𐍈 א")), "$ ¢ € 𐍈 א");
 * assertEquals(findError(Uint8Array.of(0x61, 0xE2, 0x82)), { kind: "incomplete", offset: 1, length: 2 });
 * ```
 *
 * @module
 */

// Check
export { findError, isAscii, isUtf8, problems } from "./lib/validate.ts";
export { explain, Utf8Error, type Utf8ErrorKind, type Utf8Problem } from "./lib/error.ts";

// Decode
export { codePoints, cStringEnd, decode, decodeCodePoints, decodeCString, decodeLossy } from "./lib/decode.ts";
export type { ByteSource } from "./lib/bytes.ts";

// Encode
export {
  encode,
  encodeCodePoints,
  encodeInto,
  type EncodeIntoResult,
  encodeLossy,
  encodePooled,
  write,
} from "./lib/encode.ts";

// Measure, cut and order
export { byteLength, codePointCount, utf16Length, utf8Length } from "./lib/measure.ts";
export { ceilBoundary, floorBoundary, isBoundary, truncate, truncateBytes } from "./lib/boundary.ts";
export { compare } from "./lib/compare.ts";

// Detect
export {
  type ByteOrderMark,
  byteOrderMark,
  detect,
  type DetectedEncoding,
  type Detection,
  isUtf8Label,
  type MarkedEncoding,
  stripByteOrderMark,
} from "./lib/detect.ts";

// Repair
export { type ByteRepair, repairBytes, repairs, toWellFormed } from "./lib/repair.ts";
export { findMojibake, fixMojibake, type LegacyEncoding, type Mojibake, type MojibakeOptions } from "./lib/mojibake.ts";

// Columns
export {
  type ColumnNumbers,
  decodeColumn,
  type DecodeColumnOptions,
  decodeViews,
  encodeColumn,
  type EncodeColumnOptions,
  type EncodedColumn,
  Utf8RowError,
} from "./lib/column.ts";

// Other forms
export {
  bijective,
  cesu8,
  defineForm,
  type EncodingForm,
  type FormOptions,
  type ModifiedUtf8,
  mutf8,
  rfc2279,
  utf8,
  type Wtf8,
  wtf8,
} from "./lib/forms.ts";
export {
  type Encoding,
  transcode,
  transcodedLength,
  transcodeInto,
  type TranscodeIntoResult,
  type TranscodeOptions,
} from "./lib/transcode.ts";

// Stream
export {
  decodeChunks,
  StreamDecoder,
  StreamValidator,
  type StreamValidatorOptions,
  Utf8DecoderStream,
  Utf8EncoderStream,
  type Utf8EncoderStreamOptions,
} from "./lib/stream.ts";
export type { StreamDecoderOptions } from "./lib/seam.ts";
export { type Line, lines, type LinesOptions } from "./lib/lines.ts";
export { TextDecoder, TextEncoder } from "./lib/text_codec.ts";

// Kernels
export { forceRoute, type Route } from "./lib/kernel/choose.ts";
export { useSimd } from "./lib/kernel/simd.ts";
