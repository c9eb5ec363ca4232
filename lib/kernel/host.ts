/**
 * What the runtime itself offers, found without an import and without a permission.
 *
 * Each function is tried on a few bytes before it is trusted: what gives a wrong result, throws, or is not there, is
 * not used.
 *
 * @module
 */

/** A runtime whose functions were measured. */
export type Runtime = "deno" | "bun" | "node" | "other";

/** The Web's codec (Encoding Standard). */
export interface WebCodec {
  /** Decodes with one U+FFFD for each problem; a byte order mark stays. */
  readonly decode: ((bytes: Uint8Array) => string) | undefined;
  /** Decodes, or throws; a byte order mark stays. */
  readonly decodeStrict: ((bytes: Uint8Array) => string) | undefined;
  /** Encodes into an array of its own, with U+FFFD for each lone surrogate. */
  readonly encode: ((text: string) => Uint8Array<ArrayBuffer>) | undefined;
  /** Encodes what fits, with U+FFFD for each lone surrogate. */
  readonly encodeInto: ((text: string, target: Uint8Array) => { read: number; written: number }) | undefined;
}

/** Node's codec, `node:buffer`, which Deno and Bun have as well. */
export interface NodeCodec {
  /** Decodes a range with one U+FFFD for each problem; a byte order mark stays. */
  readonly slice?: ((bytes: Uint8Array, start: number, end: number) => string) | undefined;
  /** Encodes at an offset, where there is room, with U+FFFD for each lone surrogate; the number of bytes. */
  readonly write?: ((text: string, target: Uint8Array, offset: number) => number) | undefined;
  /** The bytes that a string takes. */
  readonly byteLength?: ((text: string) => number) | undefined;
  /** Whether all is well-formed. */
  readonly isUtf8?: ((bytes: Uint8Array) => boolean) | undefined;
  /** Whether all is ASCII. */
  readonly isAscii?: ((bytes: Uint8Array) => boolean) | undefined;
}

/** The parts of `globalThis` that are asked for. */
interface Globals {
  readonly Deno?: { readonly version?: unknown };
  readonly Bun?: unknown;
  readonly navigator?: { readonly userAgent?: unknown };
  readonly process?: {
    readonly versions?: { readonly node?: unknown };
    getBuiltinModule?(name: string): { Buffer: BufferClass; isUtf8: unknown; isAscii: unknown } | undefined;
  };
}

interface BufferClass {
  readonly prototype: {
    utf8Slice(start: number, end: number): string;
    utf8Write(text: string, offset: number, length: number): number;
  };
  byteLength(text: string): number;
}

const globals: Globals = globalThis as unknown as Globals;

/** Which runtime this is, as far as thresholds go. */
export function runtime(): Runtime {
  if (globals.Deno?.version) return "deno";
  if (globals.Bun) return "bun";
  // Workers look like Node in part, but not where it is fast.
  if (globals.navigator?.userAgent === "Cloudflare-Workers") return "other";
  return typeof globals.process?.versions?.node === "string" ? "node" : "other";
}

/** Finds the Web's codec. */
export function findWebCodec(): WebCodec {
  return {
    decode: trusted(() => {
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      return (bytes: Uint8Array) => decoder.decode(bytes);
    }, isRightDecoder),
    decodeStrict: trusted(() => {
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      return (bytes: Uint8Array) => decoder.decode(bytes);
    }, isRightStrictDecoder),
    encode: trusted(() => {
      const encoder = new TextEncoder();
      return (text: string) => encoder.encode(text);
    }, (encode) => isRightEncoder((text, target) => (target.set(encode(text), 1), encode(text).length))),
    encodeInto: trusted(() => {
      const encoder = new TextEncoder();
      return (text: string, target: Uint8Array) => encoder.encodeInto(text, target);
    }, (encodeInto) =>
      isRightEncoder((text, target) => encodeInto(text, target.subarray(1)).written) &&
      // Node from 25.4 on leaves room unused when the text is longer than 32 code units (nodejs/node#65994).
      encodeInto("\u0400".repeat(33), new Uint8Array(2)).written === 2 &&
      encodeInto("\xE9".repeat(33), new Uint8Array(2)).written === 2),
  };
}

/** Finds Node's codec. */
export function findNodeCodec(): NodeCodec {
  const module = trusted(() => globals.process!.getBuiltinModule!("node:buffer")!, (found) => found !== undefined);
  const buffer = module?.Buffer;
  const prototype = buffer?.prototype;
  return {
    slice: trusted(() => {
      const { utf8Slice } = prototype!;
      return (bytes: Uint8Array, start: number, end: number) => utf8Slice.call(bytes, start, end);
    }, (slice) => isRightDecoder((bytes) => slice(Uint8Array.of(0x41, ...bytes, 0x41), 1, 1 + bytes.length))),
    write: trusted(() => {
      const { utf8Write } = prototype!;
      return (text: string, target: Uint8Array, offset: number) =>
        utf8Write.call(target, text, offset, target.length - offset);
    }, (write) => isRightEncoder((text, target) => write(text, target, 1))),
    byteLength: trusted(
      () => (text: string) => buffer!.byteLength(text),
      (byteLength) => byteLength(TEXT) === GOOD.length && byteLength("\uDC00") === 3,
    ),
    isUtf8: trusted(() => module!.isUtf8 as (bytes: Uint8Array) => boolean, isRightVerdict),
    isAscii: trusted(
      () => module!.isAscii as (bytes: Uint8Array) => boolean,
      (isAscii) => isAscii(Uint8Array.of(0, 0x7f)) === true && isAscii(Uint8Array.of(0, 0x80)) === false,
    ),
  };
}

let isOnTrial = false;

/**
 * Throws while the host's functions are tried. Our own `TextDecoder` and `TextEncoder` call this before they do
 * anything: where they are the global ones, or somebody's wrapper ends up in them, they must not be taken for the host's
 * and be called by themselves for ever.
 */
export function refuseTrial(): void {
  if (isOnTrial) throw new Error("this is not the host's own codec");
}

/** What `make` makes, if it makes something that works. */
function trusted<F>(make: () => F, isRight: (made: F) => boolean): F | undefined {
  const before = isOnTrial;
  isOnTrial = true;
  try {
    const made = make();
    return isRight(made) ? made : undefined;
  } catch {
    return undefined;
  } finally {
    isOnTrial = before;
  }
}

/** A character of each length, and what it is in UTF-8; and each kind of problem, with what comes of it. */
const TEXT = "\uFEFFa\xA2\u20AC\u{1F600}";
const GOOD = [0xef, 0xbb, 0xbf, 0x61, 0xc2, 0xa2, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80];
const BAD = [0xc0, 0xaf, 0xe0, 0x80, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0xff, 0xe2, 0x82, 0x7a, 0xf0, 0x9f, 0x98];
const BAD_TEXT = "\uFFFD".repeat(11) + "z\uFFFD";

function isRightDecoder(decode: (bytes: Uint8Array) => string): boolean {
  return decode(Uint8Array.from(GOOD)) === TEXT && decode(Uint8Array.from(BAD)) === BAD_TEXT;
}

function isRightStrictDecoder(decode: (bytes: Uint8Array) => string): boolean {
  return decode(Uint8Array.from(GOOD)) === TEXT &&
    BAD.every((_, i) => trusted(() => decode(Uint8Array.from(BAD.slice(i))), () => true) === undefined);
}

/** `put` writes to offset 1 and gives back how many bytes that took. */
function isRightEncoder(put: (text: string, target: Uint8Array) => number): boolean {
  const target = new Uint8Array(1 + GOOD.length + 3);
  return put(TEXT + "\uD800", target) === GOOD.length + 3 && `${target}` === `0,${GOOD},239,191,189`;
}

function isRightVerdict(isUtf8: (bytes: Uint8Array) => boolean): boolean {
  return isUtf8(Uint8Array.from(GOOD)) === true && BAD.every((_, i) => isUtf8(Uint8Array.from(BAD.slice(i))) === false);
}
