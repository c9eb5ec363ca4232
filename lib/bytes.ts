/**
 * What may be passed in, turned into a `Uint8Array` and a checked range.
 *
 * @module
 */

import { viewOf } from "./kernel/lanes.ts";

/**
 * Bytes in any of the shapes in which JavaScript keeps them: a `Uint8Array`, another typed array, a `DataView`, an
 * `ArrayBuffer` or a `SharedArrayBuffer`. Only the bytes count, whatever the type of the elements.
 */
export type ByteSource = ArrayBufferView | ArrayBufferLike;

/** The bytes of `source`, without copying them. */
export function bytesOf(source: ByteSource): Uint8Array {
  return source instanceof Uint8Array && source.length > 0 ? source : convert(source);
}

function convert(source: ByteSource): Uint8Array {
  let view: Uint8Array;
  if (source instanceof Uint8Array) view = source;
  else if (ArrayBuffer.isView(source)) view = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  else if (isBuffer(source)) view = new Uint8Array(source, 0);
  else throw new TypeError(`source must be an ArrayBuffer or a view of one, got ${typeName(source)}`);
  if (view.length === 0) refuseDetached("source", view.buffer);
  // An object that only calls itself a buffer is copied by `Uint8Array`, to whatever it makes of it.
  if (view.buffer !== source && !ArrayBuffer.isView(source)) {
    throw new TypeError("source calls itself an ArrayBuffer, but is none");
  }
  return view;
}

/** Whether it is an `ArrayBuffer` or a `SharedArrayBuffer`, of whatever realm. */
export function isBuffer(value: unknown): value is ArrayBufferLike {
  const tag = Object.prototype.toString.call(value);
  return tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]";
}

function refuseDetached(name: string, buffer: ArrayBufferLike): void {
  try {
    new Uint8Array(buffer, 0);
  } catch {
    throw new TypeError(`${name} is detached: its buffer was transferred, and the bytes are gone`);
  }
}

/**
 * Checks the range from `start` to `end` and gives back its end, which is `length` if `end` is left out.
 *
 * @throws {TypeError} If an offset is not a number.
 * @throws {RangeError} If the offsets are not two integers with 0 ≤ start ≤ end ≤ length.
 */
export function endOfRange(length: number, start: number, end: number | undefined): number {
  const stop = end === undefined ? length : end;
  if (!(Number.isInteger(start) && Number.isInteger(stop) && 0 <= start && start <= stop && stop <= length)) {
    refuseRange(length, start, stop);
  }
  return stop;
}

function refuseRange(length: number, start: number, end: number): never {
  refuseOffset("start", start, length);
  refuseOffset("end", end, length);
  throw new RangeError(`start is ${start}, behind end, which is ${end}`);
}

/** Throws unless `offset` is an integer from 0 to `length`. */
export function checkOffset(name: string, offset: number, length: number): void {
  if (!(Number.isInteger(offset) && 0 <= offset && offset <= length)) refuseOffset(name, offset, length);
}

function refuseOffset(name: string, offset: number, length: number): void {
  if (typeof offset !== "number") throw new TypeError(`${name} must be a number, got ${typeName(offset)}`);
  if (!Number.isInteger(offset)) throw new RangeError(`${name} must be an integer, got ${offset}`);
  if (offset < 0) throw new RangeError(`${name} is ${offset}, before the first byte`);
  if (offset > length) throw new RangeError(`${name} is ${offset}, beyond the length, which is ${length}`);
}

/** Throws unless `text` is a string. */
export function checkText(name: string, text: string): void {
  if (typeof text !== "string") throw new TypeError(`${name} must be a string, got ${typeName(text)}`);
}

/** Throws unless `target` can be written to. */
export function checkTarget(target: Uint8Array): void {
  if (!(target instanceof Uint8Array)) throw new TypeError(`target must be a Uint8Array, got ${typeName(target)}`);
  if (target.length === 0) refuseDetached("target", target.buffer);
}

/** Throws unless `value` is a scalar value (Unicode §3.9 D76). */
export function checkScalar(name: string, value: number): void {
  if (Number.isInteger(value) && 0 <= value && value <= 0x10_ffff && (value & 0xff_f800) !== 0xd800) return;
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, got ${typeName(value)}`);
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`${name} must be a code point, got ${value}`);
  const hex = `U+${value.toString(16).toUpperCase()}`;
  throw new RangeError(`${name} is ${hex}, ${value > 0x10_ffff ? "beyond U+10FFFF" : "a surrogate"}`);
}

/** Names the type of a value that was not wanted. */
export function typeName(value: unknown): string {
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Whether another thread can write to the bytes between a check and their use. Such memory is copied first. */
export function isShared(bytes: Uint8Array): boolean {
  return !(bytes.buffer instanceof ArrayBuffer);
}

/** A copy of `[start, end)` in memory of its own. (`slice` of a Node `Buffer` would be none.) */
export function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(end - start);
  copy.set(viewOf(bytes, start, end));
  return copy;
}
