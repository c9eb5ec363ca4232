/** Every kind of source and every kind of range, for every function that takes bytes. */

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  type ByteSource,
  ceilBoundary,
  codePointCount,
  codePoints,
  cStringEnd,
  decode,
  decodeCodePoints,
  decodeCString,
  decodeLossy,
  encodeInto,
  explain,
  findError,
  floorBoundary,
  isAscii,
  isBoundary,
  isUtf8,
  problems,
  truncateBytes,
  utf16Length,
  Utf8Error,
  write,
} from "../mod.ts";
import { bytesOfText } from "./reference.ts";
import { onAllRoutes, test } from "./test.ts";

type OnRange = (source: ByteSource, start?: number, end?: number) => unknown;

/** The functions that take a range. */
const ON_RANGES: Record<string, OnRange> = {
  isUtf8,
  isAscii,
  findError,
  problems: (source, start, end) => [...problems(source, start, end)],
  decode,
  decodeLossy,
  decodeCodePoints: (source, start, end) => [...decodeCodePoints(source, start, end)],
  codePoints: (source, start, end) => [...codePoints(source, start, end)],
  codePointCount,
  utf16Length,
};

/** The functions that take where to start. */
const ON_STARTS: Record<string, OnRange> = { decodeCString, cStringEnd };

/** The functions that take one offset, which has no default. */
const ON_OFFSETS: Record<string, (source: ByteSource, offset: number) => unknown> = {
  isBoundary,
  floorBoundary,
  ceilBoundary,
};

const ALL: Record<string, OnRange> = {
  ...ON_RANGES,
  ...ON_STARTS,
  ...Object.fromEntries(
    Object.entries(ON_OFFSETS).map(([name, call]) => [name, (source, start = 0) => call(source, start)] as const),
  ),
  truncateBytes: (source, start = 0) => [...truncateBytes(source, start)],
  explain: (source, start) => {
    const problem = findError(source, start);
    return problem && explain(source, problem);
  },
};

/** What a call gives back or throws, so that two calls can be compared. */
function outcomeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error instanceof Utf8Error ? { ...error.problem, message: error.message } : String(error);
  }
}

/** What not every runtime has. */
interface Host {
  Buffer?: { from(buffer: ArrayBufferLike, byteOffset: number, length: number): Uint8Array };
  WebAssembly?: typeof WebAssembly;
}

/** Whatever kinds of memory and views this runtime has, holding the same bytes (a multiple of 16). */
function sourcesOf(bytes: Uint8Array): [name: string, source: ByteSource][] {
  const host = globalThis as unknown as Host;
  const size = bytes.length;
  const into = <View extends Uint8Array>(view: View): View => {
    view.set(bytes);
    return view;
  };
  const alone = () => into(new Uint8Array(new ArrayBuffer(size))).buffer;
  /** In the middle of other bytes, which must not be seen. */
  const amid = (buffer: ArrayBufferLike, offset: number) => {
    new Uint8Array(buffer).fill(0xff);
    return into(new Uint8Array(buffer, offset, size));
  };
  const middle = (offset: number) => amid(new ArrayBuffer(size + 64), offset).buffer;
  class Bytes extends Uint8Array {}
  const sources: [name: string, source: ByteSource][] = [
    ["ArrayBuffer", alone()],
    ["a view of the middle", amid(new ArrayBuffer(size + 64), 8)],
    ["a view that is not aligned", amid(new ArrayBuffer(size + 64), 13)],
    ["a subclass", into(new Bytes(size))],
    ["Uint8ClampedArray", new Uint8ClampedArray(middle(3), 3, size)],
    ["Int8Array", new Int8Array(middle(5), 5, size)],
    ["Uint16Array", new Uint16Array(middle(6), 6, size / 2)],
    ["Int32Array", new Int32Array(middle(4), 4, size / 4)],
    ["Float32Array", new Float32Array(middle(12), 12, size / 4)],
    ["Float64Array", new Float64Array(middle(8), 8, size / 8)],
    ["BigUint64Array", new BigUint64Array(middle(16), 16, size / 8)],
    ["DataView", new DataView(alone())],
    ["DataView of the middle", new DataView(middle(7), 7, size)],
    ...overResizable("resizable ArrayBuffer", (most) => new ArrayBuffer(size, { maxByteLength: most } as never)),
  ];
  if (typeof SharedArrayBuffer === "function") {
    sources.push(
      ["SharedArrayBuffer", into(new Uint8Array(new SharedArrayBuffer(size))).buffer],
      ["a view of shared memory", amid(new SharedArrayBuffer(size + 64), 9)],
      ["a DataView of shared memory", new DataView(amid(new SharedArrayBuffer(size + 64), 9).buffer, 9, size)],
      ...overResizable(
        "growable SharedArrayBuffer",
        (most) => new SharedArrayBuffer(size, { maxByteLength: most } as never),
      ),
    );
  }
  if (host.Buffer) {
    sources.push(["Buffer", host.Buffer.from(middle(11), 11, size)]);
    if (typeof SharedArrayBuffer === "function") {
      sources.push([
        "Buffer of shared memory",
        host.Buffer.from(amid(new SharedArrayBuffer(size + 64), 2).buffer, 2, size),
      ]);
    }
  }
  if (host.WebAssembly) {
    const memory = new host.WebAssembly.Memory({ initial: 1 });
    sources.push(["a view of a WebAssembly memory", amid(memory.buffer, 1024 + 1)]);
    if (typeof SharedArrayBuffer === "function") {
      const shared = new host.WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
      sources.push(["a view of a shared WebAssembly memory", amid(shared.buffer, 1024 + 3)]);
    }
  }
  return sources;

  function overResizable(name: string, make: (most: number) => ArrayBufferLike): typeof sources {
    const whole = into(new Uint8Array(make(size * 2 + 64)));
    const resizable = whole.buffer as { resizable?: boolean; growable?: boolean };
    if (!resizable.resizable && !resizable.growable) return []; // this runtime knows no such buffers
    const grow = (buffer: ArrayBufferLike, to: number) => {
      const { resize, grow } = buffer as unknown as Record<string, (size: number) => void>;
      (resize ?? grow)!.call(buffer, to);
    };
    const tracking = new Uint8Array(make(size * 2 + 64), 16);
    grow(tracking.buffer, size + 16);
    const fixed = new Uint8Array(make(size * 2 + 64), 0, size);
    grow(fixed.buffer, size + 32);
    return [
      [name, whole.buffer],
      [`a view of a ${name}`, into(fixed)],
      [`a view that tracks the length of a ${name}`, into(tracking)],
    ];
  }
}

const CONTENTS: Record<string, string | number[]> = {
  "ASCII, short": "0123456789abcdef",
  "ASCII, long": "0123456789abcdef".repeat(20),
  "text, short": "aé€😀 жшыю\0 z",
  "text, long": "aé€😀 жшыю-abc\0 日本語テキスト zz".repeat(16),
  "ill-formed, short": [0x41, 0xe2, 0x82, 0x41, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xff, 0x41, 0, 0xf0, 0x9f, 0x98, 0x41],
  "ill-formed, long": [...bytesOfText("é€😀abc".repeat(40)), 0xe2, 0x82, ...bytesOfText("щ€".repeat(40))],
};

for (const [contents, data] of Object.entries(CONTENTS)) {
  test(`${contents}: every kind of source gives what a plain Uint8Array gives`, () => {
    const list = typeof data === "string" ? bytesOfText(data) : [...data];
    while (list.length % 16 > 0) list.push(0x2e);
    const plain = Uint8Array.from(list);
    for (const [name, source] of sourcesOf(plain)) {
      assertStrictEquals(source.byteLength, plain.length, name);
      for (const [job, call] of Object.entries(ALL)) {
        for (const [start, end] of [[], [0], [1], [3, 13], [5, plain.length - 2], [plain.length]]) {
          const expected = outcomeOf(() => call(plain, start, end));
          assertEquals(outcomeOf(() => call(source, start, end)), expected, `${job}(${name}, ${start}, ${end})`);
        }
      }
    }
  });
}

test("no bytes at all", () => {
  const expected: Record<string, unknown> = {
    isUtf8: true,
    isAscii: true,
    findError: undefined,
    problems: [],
    decode: "",
    decodeLossy: "",
    decodeCodePoints: [],
    codePoints: [],
    codePointCount: 0,
    utf16Length: 0,
    decodeCString: "",
    cStringEnd: 0,
    isBoundary: true,
    floorBoundary: 0,
    ceilBoundary: 0,
    truncateBytes: [],
    explain: undefined,
  };
  const sources = [new Uint8Array(0), new ArrayBuffer(0), new DataView(new ArrayBuffer(4), 4), new Float64Array(0)];
  for (const [job, call] of Object.entries(ALL)) {
    for (const source of sources) assertEquals(call(source), expected[job], job);
    assertEquals(call(new Uint8Array(4).subarray(4), 0, 0), expected[job], job);
  }
});

test("offsets count from the start of the source, not of the range nor of the buffer", () => {
  const bytes = [...bytesOfText("é".repeat(100)), 0xe2, 0x82, 0x41, 0x00, 0xff];
  const buffers: ArrayBufferLike[] = [new ArrayBuffer(256), new ArrayBuffer(256, { maxByteLength: 512 } as never)];
  if (typeof SharedArrayBuffer === "function") buffers.push(new SharedArrayBuffer(256));
  for (const buffer of buffers) {
    const source = new Uint8Array(buffer, 11, bytes.length);
    source.set(bytes);
    for (const start of [0, 2, 100, 198, 200]) {
      const problem = { kind: "truncated" as const, offset: 200, length: 2 };
      assertEquals(findError(source, start), problem);
      assertEquals([...problems(source, start)], [problem, { kind: "invalid-byte", offset: 204, length: 1 }]);
      const strict: OnRange[] = [decode, decodeCString, decodeCodePoints, ON_RANGES.codePoints!];
      for (const call of strict) {
        const error = assertThrows(() => call(source, start), Utf8Error, "at byte 200: E2 82 is cut off");
        assertEquals(error.problem, problem);
      }
      const cut = { kind: "incomplete" as const, offset: 200, length: 1 };
      assertEquals(findError(source, start, 201), cut);
      assertEquals(assertThrows(() => decode(source, start, 201), Utf8Error, "by the end of the input").problem, cut);
      assertStrictEquals(cStringEnd(source, start), 203);
      assertStrictEquals(floorBoundary(source, 201), 200);
      assertStrictEquals(ceilBoundary(source, 201), 202);
    }
  }
});

test("whatever holds no bytes is refused, and named", () => {
  const cases: [source: unknown, name: string][] = [
    [undefined, "undefined"],
    [null, "null"],
    ["text", "string"],
    [1, "number"],
    [1n, "bigint"],
    [true, "boolean"],
    [Symbol("s"), "symbol"],
    [[0x41], "Array"],
    [{}, "Object"],
    [{ length: 1, 0: 0x41 }, "Object"],
    [{ buffer: new ArrayBuffer(1), byteOffset: 0, byteLength: 1 }, "Object"],
    [{ toString: () => "a" }, "Object"],
    [Object("text"), "String"],
    [new Map(), "Map"],
    [() => 0, "function"],
  ];
  for (const [source, name] of cases) {
    for (const [job, call] of Object.entries(ALL)) {
      const error = assertThrows(() => call(source as ByteSource), TypeError, "", job);
      assertStrictEquals(error.constructor, TypeError, job);
      assertStrictEquals(error.message, `source must be an ArrayBuffer or a view of one, got ${name}`, job);
    }
  }
});

test("a source that is detached is refused", () => {
  const makers: [name: string, make: (buffer: ArrayBuffer) => ByteSource][] = [
    ["ArrayBuffer", (buffer) => buffer],
    ["Uint8Array", (buffer) => new Uint8Array(buffer)],
    ["Uint8Array of the middle", (buffer) => new Uint8Array(buffer, 8, 8)],
    ["Float64Array", (buffer) => new Float64Array(buffer)],
    ["DataView", (buffer) => new DataView(buffer)],
  ];
  for (const [name, make] of makers) {
    const buffer = new ArrayBuffer(32);
    const source = make(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    for (const [job, call] of Object.entries(ALL)) {
      const { message } = assertThrows(() => call(source), TypeError, "", `${job}(${name})`);
      assert(message.includes("detached"), `${job}(${name}) says: ${message}`);
    }
  }
});

test("a view of a WebAssembly memory is detached when the memory grows, and a new view is not", () => {
  const { WebAssembly } = globalThis as unknown as Host;
  if (!WebAssembly) return console.log("  no WebAssembly here");
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
  const view = new Uint8Array(memory.buffer);
  view.set(bytesOfText("growing\0"));
  assertStrictEquals(decodeCString(view), "growing");
  memory.grow(1);
  for (const [job, call] of Object.entries(ALL)) assertThrows(() => call(view), TypeError, "detached", job);
  assertStrictEquals(decodeCString(memory.buffer), "growing");
  assertStrictEquals(codePointCount(memory.buffer), 2 << 16);
});

test("a source that shrinks and grows between two calls", () => {
  const buffer = new ArrayBuffer(200, { maxByteLength: 400 } as never) as ArrayBuffer & { resize?(size: number): void };
  if (!buffer.resize) return console.log("  no resizable buffers here");
  const tracking = new Uint8Array(buffer).fill(0x41);
  assertStrictEquals(decode(tracking), "A".repeat(200));
  buffer.resize(100);
  assertStrictEquals(decode(tracking), "A".repeat(100));
  assertThrows(() => decode(tracking, 0, 101), RangeError, "end is 101, beyond the length, which is 100");
  buffer.resize(400);
  assertStrictEquals(decode(tracking), "A".repeat(100) + "\0".repeat(300));
  assertStrictEquals(cStringEnd(tracking), 100);
  buffer.resize(0);
  for (const [job, call] of Object.entries(ALL)) assertEquals(call(tracking), call(new Uint8Array(0)), job);
});

const NOT_OFFSETS: [value: unknown, type: typeof TypeError | typeof RangeError, tail: string][] = [
  [-1, RangeError, "is -1, before the first byte"],
  [-Number.MAX_VALUE, RangeError, `is ${-Number.MAX_VALUE}, before the first byte`],
  [0.5, RangeError, "must be an integer, got 0.5"],
  [-0.5, RangeError, "must be an integer, got -0.5"],
  [NaN, RangeError, "must be an integer, got NaN"],
  [Infinity, RangeError, "must be an integer, got Infinity"],
  [-Infinity, RangeError, "must be an integer, got -Infinity"],
  [9, RangeError, "is 9, beyond the length, which is 8"],
  [2 ** 32 + 1, RangeError, "is 4294967297, beyond the length, which is 8"],
  ["1", TypeError, "must be a number, got string"],
  ["", TypeError, "must be a number, got string"],
  [null, TypeError, "must be a number, got null"],
  [1n, TypeError, "must be a number, got bigint"],
  [true, TypeError, "must be a number, got boolean"],
  [Symbol("1"), TypeError, "must be a number, got symbol"],
  [[1], TypeError, "must be a number, got Array"],
  [{ valueOf: () => 1 }, TypeError, "must be a number, got Object"],
];

/** Checks that a call is refused with exactly this class and message. */
function assertRefused(call: () => unknown, type: typeof TypeError | typeof RangeError, message: string): void {
  const error = assertThrows(call, type, "", message);
  assertStrictEquals(error.constructor, type, message);
  assertStrictEquals(error.message, message);
}

test("a start or end that is none is refused, and named with its value", () => {
  const sources: ByteSource[] = [new Uint8Array(8).fill(0x41), new ArrayBuffer(8), new DataView(new ArrayBuffer(9), 1)];
  if (typeof SharedArrayBuffer === "function") sources.push(new SharedArrayBuffer(8));
  for (const source of sources) {
    for (const [value, type, tail] of NOT_OFFSETS) {
      const wrong = value as number;
      for (const call of Object.values(ON_RANGES)) {
        assertRefused(() => call(source, wrong), type, `start ${tail}`);
        assertRefused(() => call(source, wrong, 4), type, `start ${tail}`);
        assertRefused(() => call(source, wrong, wrong), type, `start ${tail}`);
        assertRefused(() => call(source, 0, wrong), type, `end ${tail}`);
        assertRefused(() => call(source, undefined, wrong), type, `end ${tail}`);
      }
      for (const call of Object.values(ON_STARTS)) assertRefused(() => call(source, wrong), type, `start ${tail}`);
      for (const call of Object.values(ON_OFFSETS)) assertRefused(() => call(source, wrong), type, `offset ${tail}`);
    }
  }
});

test("a start behind the end is refused", () => {
  for (const call of Object.values(ON_RANGES)) {
    assertRefused(() => call(new Uint8Array(8), 3, 2), RangeError, "start is 3, behind end, which is 2");
    assertRefused(() => call(new Uint8Array(8), 8, 0), RangeError, "start is 8, behind end, which is 0");
  }
});

test("an offset that is left out is refused where it has no default", () => {
  for (const call of Object.values(ON_OFFSETS)) {
    assertRefused(() => call(new Uint8Array(8), undefined!), TypeError, "offset must be a number, got undefined");
  }
  const truncate = () => truncateBytes(new Uint8Array(8), undefined!);
  assertRefused(truncate, TypeError, "maxBytes must be a number, got undefined");
});

test("truncateBytes: a number of bytes that is none is refused, one beyond the length is not", () => {
  for (const [value, type, tail] of NOT_OFFSETS) {
    const call = () => truncateBytes(new Uint8Array(8), value as number);
    if (tail.includes("beyond")) assertStrictEquals(call().length, 8);
    else assertRefused(call, type, `maxBytes ${tail}`);
  }
});

test("minus zero and the length itself are offsets", () => {
  const source = new Uint8Array(8).fill(0x41);
  for (const call of Object.values(ON_RANGES)) {
    assertEquals(call(source, -0, -0), call(source, 0, 0));
    assertEquals(call(source, 8, 8), call(source, 0, 0));
    assertEquals(call(source, undefined, undefined), call(source, 0, 8));
  }
});

test("shared memory is written to like any other", () => {
  if (typeof SharedArrayBuffer !== "function") return console.log("  no SharedArrayBuffer here");
  const target = new Uint8Array(new SharedArrayBuffer(8), 1, 6);
  assertStrictEquals(write("é€", target, 1), 5);
  assertStrictEquals(decode(target, 1), "é€");
  assertEquals(encodeInto("€€€", target), { read: 2, written: 6 });
  assertStrictEquals(decode(target), "€€");
});

test("a subclass whose constructor wants something else is bytes like any other", () => {
  class Odd extends Uint8Array {
    constructor() {
      super(3000);
    }
  }
  const odd = new Odd().fill(0x41);
  onAllRoutes(() => {
    assertStrictEquals(decode(odd, 1, 2999), "A".repeat(2998));
    assertStrictEquals(isUtf8(odd, 1, 2999), true);
    assertStrictEquals(codePointCount(odd, 1, 2999), 2998);
    assertStrictEquals(truncateBytes(odd, 2000).length, 2000);
    assertStrictEquals(write("é".repeat(500), odd, 7), 1000);
    odd.fill(0x41);
  });
});

test("what only calls itself a buffer is refused", () => {
  for (
    const forged of [{ [Symbol.toStringTag]: "ArrayBuffer" }, { [Symbol.toStringTag]: "ArrayBuffer", 0: 65, length: 1 }]
  ) {
    assertThrows(() => decode(forged as never), TypeError, "calls itself an ArrayBuffer");
  }
});
