/**
 * Streams as they come from files, servers and decompressors, in Deno, Node and Bun. What a runtime has not, or has no
 * permission for, is skipped, with a line that says so.
 *
 *     deno test --allow-read --allow-write --allow-net=127.0.0.1 tests/streams
 */

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import {
  decodeChunks,
  encode,
  lines,
  StreamValidator,
  Utf8DecoderStream,
  Utf8EncoderStream,
  Utf8Error,
} from "../../mod.ts";
import { SCRIPTS, words } from "../samples.ts";
import { test } from "../test.ts";

/** What is used of `node:http`. */
interface Http {
  createServer(
    answer: (request: { url: string }, response: { write(chunk: Uint8Array): boolean; end(): void }) => void,
  ): Server;
}

interface Server {
  listen(port: number, host: string, done: () => void): void;
  on(event: "error", fail: (error: Error) => void): void;
  address(): { port: number };
  close(done?: () => void): void;
  closeAllConnections?(): void;
}

/** What is used of `node:fs`. */
interface Fs {
  mkdtempSync(prefix: string): string;
  writeFileSync(path: string, bytes: Uint8Array): void;
  rmSync(path: string, options: { recursive: boolean }): void;
  createReadStream(path: string, options: { highWaterMark: number }): AsyncIterable<Uint8Array>;
}

interface Host {
  process?: { getBuiltinModule?(name: string): unknown };
  Deno?: {
    open?(path: string): Promise<{ readable: ReadableStream<Uint8Array<ArrayBuffer>> }>;
    permissions: { querySync(of: { name: string; host: string }): { state: string } };
  };
  Bun?: { file(path: string): { stream(): ReadableStream<Uint8Array<ArrayBuffer>> } };
}

const host = globalThis as unknown as Host;
// Workers have modules of these names, but neither files nor servers.
const isWorker = globalThis.navigator?.userAgent === "Cloudflare-Workers";
const builtin = isWorker ? undefined : host.process?.getBuiltinModule?.bind(host.process);

/** Text of all scripts in lines, the last of which nothing ends. */
const TEXT = Object.keys(SCRIPTS).map((script, i) => words(script, 20_000, i + 1).replace(/(.{60,80}) /gu, "$1\n"))
  .join("\n").trimEnd();
const BYTES = encode(TEXT);

type Transform<I, O> = { readable: ReadableStream<O>; writable: WritableStream<I> };

async function textOf(stream: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of stream) text += piece;
  return text;
}

async function linesOf(source: AsyncIterable<Uint8Array>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines(source)) all.push(line);
  return all;
}

/** Runs `use` with a server that answers in chunks cut where its path says: `/3` sends three bytes at a time. */
async function withServer(bytes: Uint8Array, use: (url: string) => Promise<void>): Promise<void> {
  const http = builtin?.("node:http") as Http | undefined;
  if (http === undefined || typeof fetch !== "function") return console.log("skipped: no node:http or no fetch here");
  const permission = host.Deno?.permissions.querySync({ name: "net", host: "127.0.0.1" }).state ?? "granted";
  if (permission !== "granted") return console.log("skipped: no permission to start a server here");
  const server = http.createServer(async ({ url }, response) => {
    const step = Number(url.slice(1));
    for (let p = 0; p < bytes.length; p += step) {
      response.write(bytes.subarray(p, p + step));
      // Each chunk travels by itself.
      if (p < 20 * step) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    response.end();
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections?.();
    await new Promise<void>((resolve) => server.close(resolve));
  }
}

/** Runs `use` with a file. */
async function withFile(bytes: Uint8Array, use: (path: string, fs: Fs) => Promise<void>): Promise<void> {
  const fs = builtin?.("node:fs") as Fs | undefined;
  const os = builtin?.("node:os") as { tmpdir(): string } | undefined;
  if (fs === undefined || os === undefined) return console.log("skipped: no node:fs here");
  let folder: string;
  try {
    folder = fs.mkdtempSync(`${os.tmpdir()}/octolane-`);
  } catch (error) {
    return console.log(`skipped: no file may be written here (${(error as Error).message})`);
  }
  try {
    fs.writeFileSync(`${folder}/text`, bytes);
    await use(`${folder}/text`, fs);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test("a file, read as the runtime reads it", () =>
  withFile(BYTES, async (path, fs) => {
    // Neither divides the other: characters are cut.
    for (const highWaterMark of [7, 1021, 65536]) {
      assertStrictEquals(await textOf(decodeChunks(fs.createReadStream(path, { highWaterMark }))), TEXT);
      assertEquals(await linesOf(fs.createReadStream(path, { highWaterMark })), TEXT.split("\n"));
    }
    const readable = host.Deno?.open ? (await host.Deno.open(path)).readable : host.Bun?.file(path).stream();
    if (readable === undefined) return console.log("skipped: no Deno.open and no Bun.file here");
    assertStrictEquals(await textOf(readable.pipeThrough(new Utf8DecoderStream())), TEXT);
  }));

test("a file that ends inside a character", () =>
  withFile(encode("text €").subarray(0, 7), async (path, fs) => {
    const read = () => textOf(decodeChunks(fs.createReadStream(path, { highWaterMark: 1 })));
    const error = await assertRejects(read, Utf8Error, "byte 5");
    assertEquals(error.problem, { kind: "incomplete", offset: 5, length: 2 });
  }));

test("responses whose chunks cut characters", () =>
  withServer(BYTES, async (url) => {
    for (const step of [101, 4099]) {
      const { body } = await fetch(`${url}/${step}`);
      assertStrictEquals(await textOf(body!.pipeThrough(new Utf8DecoderStream())), TEXT);
    }
    assertEquals(await linesOf((await fetch(`${url}/1009`)).body!), TEXT.split("\n"));
    const validator = new StreamValidator({ count: true });
    for await (const chunk of (await fetch(`${url}/997`)).body!) validator.push(chunk);
    validator.finish();
    assertEquals(
      [validator.bytes, validator.codePoints, validator.lines],
      [BYTES.length, [...TEXT].length, TEXT.split("\n").length],
    );
  }));

test("a response of a few bytes, each by itself", () =>
  withServer(encode("¢€\u{1F600}z"), async (url) => {
    const { body } = await fetch(`${url}/1`);
    assertStrictEquals(await textOf(body!.pipeThrough(new Utf8DecoderStream())), "¢€\u{1F600}z");
  }));

test("an ill-formed response is an error with its place, and the connection is let go", async () => {
  const bytes = BYTES.slice();
  bytes[5000] = 0xff;
  await withServer(bytes, async (url) => {
    const { body } = await fetch(`${url}/103`);
    const error = await assertRejects(() => textOf(body!.pipeThrough(new Utf8DecoderStream())), Utf8Error);
    assert(error.kind === "invalid-byte" && error.offset === 5000);
  });
});

test("gzip, there and back", async () => {
  if (typeof CompressionStream !== "function") return console.log("skipped: no CompressionStream here");
  const encoder = new Utf8EncoderStream();
  const packed = encoder.readable.pipeThrough(
    new CompressionStream("gzip") as unknown as Transform<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
  );
  const unpacked = packed.pipeThrough(
    new DecompressionStream("gzip") as unknown as Transform<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
  );
  const writing = (async () => {
    const writer = encoder.writable.getWriter();
    for (let i = 0; i < TEXT.length; i += 1001) await writer.write(TEXT.slice(i, i + 1001));
    await writer.close();
  })();
  assertStrictEquals(await textOf(unpacked.pipeThrough(new Utf8DecoderStream())), TEXT);
  await writing;
});
