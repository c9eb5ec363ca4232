/**
 * Lines for people and for other programs.
 *
 * @module
 */

import { writeSync } from "node:fs";

/** Nothing more can be written. The message is empty if the reader has gone, as in `utf8 … | head -1`. */
export class OutputError extends Error {}

/** Writes a line to standard output. */
export function print(line: string): void {
  writeAll(1, line);
}

/** Writes a line to standard error. If nobody reads that, nobody can be told. */
export function complain(line: string): void {
  try {
    writeAll(2, line);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
  }
}

function writeAll(file: number, line: string): void {
  const bytes = new TextEncoder().encode(line + "\n");
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(file, bytes, written);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === "EPIPE") throw new OutputError();
      if (code !== "EAGAIN") throw new OutputError(`the output cannot be written: ${message}`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/**
 * A file's name on one line. One with characters that cannot be seen or that would disturb a terminal is put in double
 * quotes, with these escaped as in JavaScript.
 */
export function shownName(name: string): string {
  if (!/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^"/u.test(name)) return name;
  return `"${name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"\\]/gu, escaped)}"`;
}

function escaped(character: string): string {
  if (character === '"' || character === "\\") return "\\" + character;
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  return `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;
}

/** `12,345 bytes`, `1 byte`. */
export function counted(count: number, noun: string): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${noun}${count === 1 ? "" : "s"}`;
}
