/**
 * The errors: what is wrong, where, and how it is said.
 *
 * @module
 */

import { bytesOf, type ByteSource, endOfRange } from "./bytes.ts";
import { sequenceLength } from "./kernel/automaton.ts";

/**
 * What is wrong with an ill-formed sequence.
 *
 * - `unexpected-continuation`: 80..BF where a character should start.
 * - `invalid-byte`: F5..FF, which UTF-8 never uses.
 * - `overlong`: a character written longer than need be (C0, C1, E0 80..9F, F0 80..8F).
 * - `surrogate`: half of a UTF-16 pair (ED A0..BF).
 * - `too-large`: a value beyond U+10FFFF (F4 90..BF).
 * - `truncated`: a lead byte that is followed too early by something else.
 * - `incomplete`: the input ends inside a character; more input could complete it.
 * - `lone-surrogate`: in a string or in UTF-16, a surrogate without its partner.
 * - `unrepresentable`: a character that the target of a conversion cannot write.
 *
 * The bytes are those of UTF-8. Other forms have the same kinds, where they can occur.
 */
export type Utf8ErrorKind =
  | "unexpected-continuation"
  | "invalid-byte"
  | "overlong"
  | "surrogate"
  | "too-large"
  | "truncated"
  | "incomplete"
  | "lone-surrogate"
  | "unrepresentable";

/**
 * One ill-formed sequence. It ends where the Unicode Standard (§3.9, "U+FFFD Substitution of Maximal Subparts") and the
 * Encoding Standard (§8.1.1) say: one U+FFFD stands for each.
 */
export interface Utf8Problem {
  /** What is wrong. */
  readonly kind: Utf8ErrorKind;
  /** Where it starts: bytes from the start of the source; for `lone-surrogate`, UTF-16 code units in the string. */
  readonly offset: number;
  /** How long it is, in the same unit: 1 to 3, in other forms than UTF-8 up to 6. */
  readonly length: number;
}

/**
 * Ill-formed input to a strict function. It is a `TypeError`, as the platform's decoder throws, so that code which
 * catches that one keeps working.
 *
 * ```ts
 * import { decode, Utf8Error } from "@octolane/utf8";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const error = assertThrows(() => decode(Uint8Array.of(0x61, 0xC0, 0xAF)), Utf8Error);
 * assertEquals([error.kind, error.offset, error.length], ["overlong", 1, 1]);
 * assertEquals(error.message, "ill-formed UTF-8 at byte 1: C0 AF is an overlong form of U+002F '/'");
 * ```
 */
export class Utf8Error extends TypeError {
  /** Always `"Utf8Error"`. */
  override readonly name = "Utf8Error";
  /** What is wrong, and where. */
  readonly problem: Utf8Problem;

  /** Makes an error of a problem and a message. */
  constructor(problem: Utf8Problem, message: string) {
    super(message);
    this.problem = problem;
  }

  /** What is wrong. */
  get kind(): Utf8ErrorKind {
    return this.problem.kind;
  }

  /** Where the ill-formed sequence starts: bytes in the source; for `lone-surrogate`, code units in the string. */
  get offset(): number {
    return this.problem.offset;
  }

  /** How long the ill-formed sequence is, in the same unit. */
  get length(): number {
    return this.problem.length;
  }
}

/** The problem at `offset`, where an ill-formed sequence starts in `bytes`, of which only those before `end` count. */
export function problemAt(bytes: Uint8Array, offset: number, end: number): Utf8Problem {
  const length = -sequenceLength(bytes, offset, end);
  const kind = kindOf(bytes[offset]!, offset + length < end ? bytes[offset + length] : undefined);
  return { kind, offset, length };
}

/** Tells kinds apart by the lead byte and the first byte that does not belong to the sequence any more. */
function kindOf(lead: number, next: number | undefined): Utf8ErrorKind {
  if (lead < 0xc0) return "unexpected-continuation";
  if (lead < 0xc2) return "overlong";
  if (lead > 0xf4) return "invalid-byte";
  if (next === undefined) return "incomplete";
  if ((next & 0xc0) !== 0x80) return "truncated";
  // A continuation byte that does not go on is one that this lead byte does not allow behind it.
  return lead === 0xed ? "surrogate" : lead === 0xf4 ? "too-large" : "overlong";
}

/** An error for the problem at `offset`; `origin` is where `bytes` start in what the caller passed in. */
export function errorAt(bytes: Uint8Array, offset: number, end: number, origin: number): Utf8Error {
  const problem = problemAt(bytes, offset, end);
  const shifted = { ...problem, offset: offset + origin };
  return new Utf8Error(
    shifted,
    `ill-formed UTF-8 at byte ${shifted.offset}: ${reasonIn("UTF-8", bytes, problem, end)}`,
  );
}

/** An error for the lone surrogate at `position`; `origin` is where `text` starts in what the caller passed in. */
export function loneSurrogateError(text: string, position: number, origin = 0): Utf8Error {
  const unit = text.charCodeAt(position);
  const missing = unit < 0xdc00
    ? "high surrogate without a low one behind it"
    : "low surrogate without a high one before it";
  const offset = origin + position;
  return new Utf8Error(
    { kind: "lone-surrogate", offset, length: 1 },
    `ill-formed UTF-16 at position ${offset}: ${codePoint(unit)} is a ${missing}`,
  );
}

/**
 * Says in words what is wrong with a problem that {@linkcode findError} or {@linkcode problems} has found in `source`,
 * with its bytes. The end of `source`, or `end` if given, is the end of the input.
 *
 * ```ts
 * import { explain, findError } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = Uint8Array.of(0xE2, 0x82, 0x41);
 * assertEquals(explain(bytes, findError(bytes)!), "E2 82 is cut off after 2 of 3 bytes: 41 'A' follows");
 * ```
 *
 * @param source The bytes.
 * @param problem What was found in them.
 * @param end The end of the input, in bytes from the start of `source`; the end of `source` if left out.
 * @throws {TypeError} If an argument is of the wrong type, or the problem is one of a string.
 * @throws {RangeError} If the problem lies outside the bytes, or `end` does.
 */
export function explain(source: ByteSource, problem: Utf8Problem, end?: number): string {
  const bytes = bytesOf(source);
  const stop = endOfRange(bytes.length, 0, end);
  const { offset, length } = problem;
  if (!(offset >= 0 && length > 0 && offset + length <= stop)) {
    throw new RangeError(`problem is at ${offset}, ${length} long: not in the ${stop} bytes of source`);
  }
  return reasonIn("UTF-8", bytes, problem, stop);
}

/**
 * As {@linkcode explain}, for a form that has the lead bytes of UTF-8, be it with five and six bytes.
 *
 * @param wanted How many bytes the character should have, if the lead byte does not tell.
 */
export function reasonIn(
  form: string,
  bytes: Uint8Array,
  { kind, offset, length }: Utf8Problem,
  end: number,
  wanted: number = lengthByLead(bytes[offset]!),
): string {
  const lead = bytes[offset]!;
  const next = offset + length;
  const whole = 1 + continuationBytes(bytes, offset + 1, Math.min(end, offset + wanted));
  const all = hex(bytes, offset, offset + whole);
  const point = whole === wanted ? payload(bytes, offset, wanted) : undefined;
  switch (kind) {
    case "unexpected-continuation":
      return `${hex(bytes, offset, offset + 1)} is a continuation byte without a lead byte`;
    case "invalid-byte":
      return lead < 0xf8 || lead > 0xfd
        ? `${hex(bytes, offset, offset + 1)} never occurs in ${form}`
        : `${hex(bytes, offset, offset + 1)} starts a ${
          lead < 0xfc ? "five" : "six"
        }-byte character of RFC 2279, which ${form} has no more`;
    case "overlong":
      return `${all} is ${
        point === undefined ? "the start of an overlong form" : `an overlong form of ${codePoint(point)}`
      }`;
    case "surrogate":
      return `${all} is ${point === undefined ? "the start of a surrogate" : surrogate(bytes, point, offset + 3, end)}`;
    case "too-large":
      return `${all} is ${point === undefined ? "the start of a value" : codePoint(point) + ","} beyond U+10FFFF`;
    case "truncated":
      return `${hex(bytes, offset, next)} is cut off after ${length} of ${wanted} bytes: ` +
        `${hex(bytes, next, next + 1)}${bytes[next]! < 0x80 ? quoted(bytes[next]!) : ""} follows`;
    case "incomplete":
      return `${
        hex(bytes, offset, next)
      } is cut off after ${length} of ${wanted} bytes by the end of the input; more input could complete it`;
    case "lone-surrogate":
    case "unrepresentable":
      throw new TypeError("problem is one of a string or of a conversion, not of UTF-8: its error says what is wrong");
  }
}

function surrogate(bytes: Uint8Array, point: number, behind: number, end: number): string {
  const is = `the surrogate ${codePoint(point)}`;
  const isPair = point < 0xdc00 && bytes[behind] === 0xed && bytes[behind + 1]! >= 0xb0 &&
    continuationBytes(bytes, behind + 1, Math.min(end, behind + 3)) === 2;
  if (!isPair) return is;
  const whole = 0x1_0000 + ((point & 0x3ff) << 10 | payload(bytes, behind, 3) & 0x3ff);
  return `${is}; with ${hex(bytes, behind, behind + 3)} behind it, ${codePoint(whole)} in CESU-8`;
}

function lengthByLead(lead: number): number {
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : lead < 0xfc ? 5 : 6;
}

/** How many continuation bytes stand in a row from `start` on. */
function continuationBytes(bytes: Uint8Array, start: number, end: number): number {
  let p = start;
  while (p < end && (bytes[p]! & 0xc0) === 0x80) p++;
  return p - start;
}

/** The number in the payload bits of a lead byte and the continuation bytes behind it, whatever it is. */
function payload(bytes: Uint8Array, offset: number, length: number): number {
  let value = bytes[offset]! & 0x7f >> length;
  for (let i = 1; i < length; i++) value = value << 6 | bytes[offset + i]! & 0x3f;
  return value;
}

/** `C0 AF`. */
export function hex(bytes: Uint8Array, start: number, end: number): string {
  return Array.from(bytes.subarray(start, end), (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

/** `U+002F '/'`, the character itself only where it can be seen. */
export function codePoint(value: number): string {
  return `U+${value.toString(16).toUpperCase().padStart(4, "0")}${quoted(value)}`;
}

function quoted(value: number): string {
  if (value > 0x10_ffff) return "";
  const character = String.fromCodePoint(value);
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? ` '${character}'` : "";
}
