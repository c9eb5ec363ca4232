/**
 * The packages that people use today, each in its own way of being called.
 *
 * @module
 */

import { utf8fromString, utf8toString } from "@exodus/bytes/utf8.js";
import * as msgpack from "@msgpack/msgpack";
import protobufjs from "@protobufjs/utf8";
import * as stablelib from "@stablelib/utf8";
import utf8 from "utf8";
import type { Contest } from "./contest.ts";
import { onBytes, onText, read, type Sample } from "./data.ts";

/** `fast-text-encoding` puts its classes into the place of the platform's, if that is empty. */
async function loadFastTextEncoding(): Promise<{ TextDecoder: typeof TextDecoder; TextEncoder: typeof TextEncoder }> {
  const { TextDecoder, TextEncoder } = globalThis;
  const scope = globalThis as Record<string, unknown>;
  scope.TextDecoder = scope.TextEncoder = undefined;
  await import("fast-text-encoding");
  const found = { TextDecoder: globalThis.TextDecoder, TextEncoder: globalThis.TextEncoder };
  Object.assign(globalThis, { TextDecoder, TextEncoder });
  return found;
}

const fast = await loadFastTextEncoding();
const fastDecoder = new fast.TextDecoder();
const fastEncoder = new fast.TextEncoder();

/** The peers that do this job. */
export function peers(job: string, data: Sample): Contest["rivals"] {
  if (job === "decode") {
    // A message that is one string, and the byte strings that `utf8` works on, are made beforehand.
    const messages = data.texts.map((text) => msgpack.encode(text));
    const strings = data.texts.map((text) => utf8.encode(text));
    return {
      "@exodus/bytes": onBytes((bytes, start, end) => read(utf8toString(bytes.subarray(start, end))))(data),
      "@protobufjs/utf8": onBytes((bytes, start, end) => read(protobufjs.read(bytes, start, end)))(data),
      "@msgpack/msgpack": (times) => {
        let sum = 0;
        for (let i = 0; i < times; i++) sum += read(msgpack.decode(messages[i % messages.length]!) as string);
        return sum;
      },
      utf8: (times) => {
        let sum = 0;
        for (let i = 0; i < times; i++) sum += read(utf8.decode(strings[i % strings.length]!));
        return sum;
      },
      "@stablelib/utf8": onBytes((bytes, start, end) => read(stablelib.decode(bytes.subarray(start, end))))(data),
      "fast-text-encoding": onBytes((bytes, start, end) => read(fastDecoder.decode(bytes.subarray(start, end))))(data),
    };
  }
  if (job === "encode") {
    return {
      "@exodus/bytes": onText((text) => utf8fromString(text)[0]!)(data),
      "@msgpack/msgpack": onText((text) => msgpack.encode(text)[0]!)(data),
      utf8: onText((text) => read(utf8.encode(text)))(data),
      "@stablelib/utf8": onText((text) => stablelib.encode(text)[0]!)(data),
      "fast-text-encoding": onText((text) => fastEncoder.encode(text)[0]!)(data),
    };
  }
  if (job === "write") {
    return { "@protobufjs/utf8": onText((text, target) => protobufjs.write(text, target, 5))(data) };
  }
  if (job === "byteLength") return { "@protobufjs/utf8": onText((text) => protobufjs.length(text))(data) };
  return {};
}
