/**
 * Files and standard input, read in pieces.
 *
 * @module
 */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import process from "node:process";
import type { Input, Read } from "./check.ts";

/** Opens a file, or standard input if the name is `-`, and closes it when `use` is done. */
export async function withInput<T>(name: string, use: (input: Input) => Promise<T>): Promise<T> {
  if (name === "-") {
    // Not every runtime refuses to read a directory here.
    if (fstatSync(0).isDirectory()) throw Object.assign(new Error("it is a directory"), { code: "EISDIR" });
    return await use({ read: readerOf(process.stdin) });
  }
  const file = openSync(name, "r");
  try {
    const read: Read = (target) => readSync(file, target, 0, target.length, null);
    // Pipes and devices give their bytes only once.
    return await use(fstatSync(file).isFile() ? { read, readAgain: readerAt(file) } : { read });
  } finally {
    closeSync(file);
  }
}

function readerAt(file: number): Read {
  let position = 0;
  return (target) => {
    const got = readSync(file, target, 0, target.length, position);
    position += got;
    return got;
  };
}

/** Reads what comes in pieces of any length. */
export function readerOf(pieces: AsyncIterable<Uint8Array>): Read {
  const iterator = pieces[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  return async (target) => {
    while (rest.length === 0) {
      const { done, value } = await iterator.next();
      if (done) return 0;
      rest = value;
    }
    const got = Math.min(rest.length, target.length);
    target.set(rest.subarray(0, got));
    rest = rest.subarray(got);
    return got;
  };
}

/** Why a file could not be read, and what to do about it. */
export function whyUnreadable(name: string, error: unknown): string {
  const { code, name: type, message } = error as { code?: string; name?: string; message?: string };
  if (type === "NotCapable") return "Deno may not read it; run it with --allow-read";
  switch (code) {
    case "ENOENT":
      return name.includes("\uFFFD")
        ? "no such file; a name that is not UTF-8 gets lost on the way, so pass the file by: utf8 check - < FILE"
        : "no such file; check the name and the directory you are in";
    case "EISDIR":
      return "it is a directory; name the files in it";
    case "EACCES":
    case "EPERM":
      return "permission denied; let the user you are read it, or be another one";
    default:
      return message ?? String(error);
  }
}
