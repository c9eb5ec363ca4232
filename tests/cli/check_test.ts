/** `utf8 check`: the command as a process, and the function that checks piece by piece, against the whole. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { check, type Finding, MOST_FINDINGS, MOST_KEPT, type Read } from "../../lib/cli/check.ts";
import { readerOf, whyUnreadable } from "../../lib/cli/files.ts";
import { countLineFeeds } from "../../lib/kernel/line_feeds.ts";
import { shownName } from "../../lib/cli/print.ts";
import { codePointCount, decodeLossy, encode, explain, problems } from "../../mod.ts";

const MAIN = `${import.meta.dirname}/../../lib/cli/main.ts`;

interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs a command with `input` as its standard input. */
async function run(command: string, args: string[], cwd: string, input: Uint8Array): Promise<Outcome> {
  const child = new Deno.Command(command, { args, cwd, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  // A command that does not read its input closes it.
  const written = writer.write(input).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await written;
  return { code, out: decodeLossy(stdout), err: decodeLossy(stderr) };
}

/** Runs `utf8` in a directory with the files given, some of them perhaps `null`, which makes a directory. */
async function utf8(
  args: string[],
  files: Record<string, Uint8Array | string | null> = {},
  { input = new Uint8Array(), permissions = ["--allow-read"] } = {},
): Promise<Outcome> {
  return await inDirectory(files, (cwd) => run(Deno.execPath(), ["run", ...permissions, MAIN, ...args], cwd, input));
}

/** Runs a line of shell, in which `utf8` is the command, behind the command in `$as` if there is one. */
async function shell(line: string, files: Record<string, Uint8Array | string> = {}): Promise<Outcome> {
  const script = `utf8() { $as "${Deno.execPath()}" run --allow-read "${MAIN}" "$@"; }\n${line}`;
  return await inDirectory(files, (cwd) => run("sh", ["-c", script], cwd, new Uint8Array()));
}

async function inDirectory<T>(
  files: Record<string, Uint8Array | string | null>,
  use: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = `${directory}/${name}`;
      if (content === null) await Deno.mkdir(path);
      else await Deno.writeFile(path, typeof content === "string" ? encode(content) : content);
    }
    return await use(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

function bytesOf(...parts: (string | number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => typeof part === "string" ? [...encode(part)] : part));
}

Deno.test("a well-formed file: its bytes and code points, exit code 0", async () => {
  assertEquals(await utf8(["check", "a.txt"], { "a.txt": "$¢€𐍈א\n".repeat(1000) }), {
    code: 0,
    out: "a.txt: UTF-8, 13,000 bytes, 6,000 code points\n",
    err: "",
  });
});

Deno.test("an empty file is well-formed, and one byte is one byte", async () => {
  const { code, out } = await utf8(["check", "empty", "one"], { empty: "", one: "x" });
  assertEquals(out, "empty: UTF-8, 0 bytes, 0 code points\none: UTF-8, 1 byte, 1 code point\n");
  assertEquals(code, 0);
});

Deno.test("a problem: line, column, offset, message, exit code 1", async () => {
  const { code, out, err } = await utf8(["check", "a.txt"], { "a.txt": bytesOf("ab\n€", [0xc0, 0xaf], "\n") });
  assertEquals(
    out,
    "a.txt:2:2 byte 6: C0 AF is an overlong form of U+002F '/'\n" +
      "a.txt:2:3 byte 7: AF is a continuation byte without a lead byte\n",
  );
  assertEquals([code, err], [1, ""]);
});

Deno.test("a character that the end cuts off", async () => {
  const { code, out } = await utf8(["check", "a"], { a: bytesOf("x", [0xe2, 0x82]) });
  assertStringIncludes(out, "a:1:2 byte 1: E2 82 is cut off after 2 of 3 bytes by the end of the input");
  assertEquals(code, 1);
});

Deno.test("a byte order mark and a carriage return are characters; only a line feed ends a line", async () => {
  const { out } = await utf8(["check", "bom", "crlf"], {
    bom: bytesOf([0xef, 0xbb, 0xbf, 0xff]),
    crlf: bytesOf("a\r\nb\rc", [0xff], "\r\n", [0xff]),
  });
  const message = "FF never occurs in UTF-8";
  assertEquals(
    out,
    `bom:1:2 byte 3: ${message}\ncrlf:2:4 byte 6: ${message}\ncrlf:3:1 byte 9: ${message}\n`,
  );
});

Deno.test("20 problems are shown, the others counted", async () => {
  for (const [count, rest] of [[20, []], [21, ["f: 1 more problem"]], [1_234, ["f: 1,214 more problems"]]] as const) {
    const { code, out } = await utf8(["check", "f"], { f: new Uint8Array(count).fill(0xff) });
    const lines = Array.from({ length: 20 }, (_, i) => `f:1:${i + 1} byte ${i}: FF never occurs in UTF-8`);
    assertEquals(out, [...lines, ...rest, ""].join("\n"));
    assertEquals(code, 1);
  }
});

Deno.test("the 20 problems are counted anew for each file", async () => {
  const bad = new Uint8Array(25).fill(0xff);
  const { out } = await utf8(["check", "a", "b"], { a: bad, b: bad });
  assertEquals(out.split("\n").filter((line) => line.endsWith(": 5 more problems")).length, 2);
  assertEquals(out.split("\n").length, 2 * 21 + 1);
});

Deno.test("- is standard input", async () => {
  const input = bytesOf("a\n\n€€", [0xff], "\n");
  const { code, out } = await utf8(["check", "-"], {}, { input });
  assertEquals([code, out], [1, "-:3:3 byte 9: FF never occurs in UTF-8\n"]);
  assertEquals((await utf8(["check", "-"], {})).out, "-: UTF-8, 0 bytes, 0 code points\n");
});

Deno.test("standard input may be a file, a pipe or a directory", async () => {
  const text = "строка\n".repeat(100_000);
  const line = "-: UTF-8, 1,300,000 bytes, 700,000 code points\n";
  const { out, err } = await shell("utf8 check - < f; cat f | utf8 check -; utf8 check - < .; echo $?", { f: text });
  assertEquals(out, `${line}${line}2\n`);
  assertEquals(err, "utf8: -: it is a directory; name the files in it\n");
});

Deno.test("a named pipe, which is read only once, has lines too", async () => {
  const content = bytesOf("строка\n".repeat(100_000), [0xff]);
  const { out } = await shell("mkfifo p; cat f > p & utf8 check p", { f: content });
  assertEquals(out, "p:100001:1 byte 1300000: FF never occurs in UTF-8\n");
});

Deno.test("a problem a few pieces into a file has its line, and those after it", async () => {
  const content = bytesOf("строка\n".repeat(200_000), "€", [0xff], "\n".repeat(1_500_000), "a", [0xff]);
  const { out } = await utf8(["check", "f"], { f: content });
  assertEquals(
    out,
    "f:200001:2 byte 2600003: FF never occurs in UTF-8\nf:1700001:2 byte 4100005: FF never occurs in UTF-8\n",
  );
});

Deno.test("what cannot be read is complained about, and the other files are checked", async () => {
  const { code, out, err } = await utf8(["check", "missing", "bad", "folder", "good"], {
    bad: Uint8Array.of(0x80),
    folder: null,
    good: "é",
  });
  assertEquals(code, 2);
  assertEquals(
    out,
    "bad:1:1 byte 0: 80 is a continuation byte without a lead byte\ngood: UTF-8, 2 bytes, 1 code point\n",
  );
  assertEquals(
    err,
    "utf8: missing: no such file; check the name and the directory you are in\n" +
      "utf8: folder: it is a directory; name the files in it\n",
  );
});

Deno.test("without the permission to read, Deno's flag is named", async () => {
  const { code, out, err } = await utf8(["check", "a"], { a: "a" }, { permissions: [] });
  assertEquals([code, out, err], [2, "", "utf8: a: Deno may not read it; run it with --allow-read\n"]);
});

Deno.test("a file that its mode protects", async () => {
  const denied = Object.assign(new Error("EACCES: permission denied, open 'a'"), { code: "EACCES" });
  assertEquals(whyUnreadable("a", denied), "permission denied; let the user you are read it, or be another one");
  assertEquals(whyUnreadable("a", new Error("EIO: i/o error, read")), "EIO: i/o error, read");
  // The mode stops root only without these two capabilities.
  const { code, err } = await shell(
    'chmod 000 a; [ "$(id -u)" = 0 ] && as="setpriv --bounding-set=-dac_override,-dac_read_search"; utf8 check a',
    { a: "a" },
  );
  assertEquals([code, err], [2, "utf8: a: permission denied; let the user you are read it, or be another one\n"]);
});

Deno.test("names with spaces and beyond ASCII stay as they are, others are quoted on one line", async () => {
  const names = ["with space", "naïve €", "new\nline", 'in "quotes"', '"quoted"', "back\\slash", "\x1b[31mred"];
  const files = Object.fromEntries(names.map((name) => [name, "a"]));
  const { code, out } = await utf8(["check", ...names], files);
  const shown = ["with space", "naïve €", '"new\\nline"', 'in "quotes"', '"\\"quoted\\""', "back\\slash"];
  shown.push('"\\u{1B}[31mred"');
  assertEquals(out, shown.map((name) => `${name}: UTF-8, 1 byte, 1 code point\n`).join(""));
  assertEquals(code, 0);
  assertEquals(shownName("a\t\r\u2028\u202e\ud800\\"), '"a\\t\\r\\u{2028}\\u{202E}\\u{D800}\\\\"');
});

Deno.test("a missing file whose name has a line feed is complained about on one line", async () => {
  const { err } = await utf8(["check", "new\nline"]);
  assertEquals(err, 'utf8: "new\\nline": no such file; check the name and the directory you are in\n');
});

Deno.test("a name that is not UTF-8: a way out is named, and works", async () => {
  const { out, err } = await shell(`f=$(printf 'bad\\377name'); cp a "$f"; utf8 check "$f" a; utf8 check - < "$f"`, {
    a: "€",
  });
  assertEquals(out, "a: UTF-8, 3 bytes, 1 code point\n-: UTF-8, 3 bytes, 1 code point\n");
  assertStringIncludes(err, "utf8: bad\uFFFDname: no such file; ");
  assertStringIncludes(err, "utf8 check - < FILE");
});

Deno.test("a file whose name starts with a dash comes behind --", async () => {
  const { code, out } = await utf8(["check", "--", "-x"], { "-x": "a" });
  assertEquals([code, out], [0, "-x: UTF-8, 1 byte, 1 code point\n"]);
});

Deno.test("--help shows how it is used, exit code 0", async () => {
  for (const args of [["--help"], ["-h"], ["check", "--help"]]) {
    const { code, out, err } = await utf8(args, {}, { permissions: [] });
    assertStringIncludes(out, "utf8 check FILE…");
    assertStringIncludes(out, "Exit code: 0");
    assertEquals([code, err], [0, ""]);
  }
});

Deno.test("wrong usage: exit code 2, the reason on standard error", async () => {
  const cases: [args: string[], reason: string][] = [
    [[], "a command is missing"],
    [["check"], "no file is named; - is standard input"],
    [["chekc", "a"], "there is no command chekc, only check"],
    [["check", "--fast", "a"], "Unknown option '--fast'"],
    [["check", "-x", "a"], "Unknown option '-x'"],
  ];
  for (const [args, reason] of cases) {
    assertEquals(await utf8(args, { a: "a" }), { code: 2, out: "", err: `utf8: ${reason}\nTry: utf8 --help\n` });
  }
});

Deno.test("a broken pipe ends it quietly, with exit code 2", async () => {
  const names = "f ".repeat(1000);
  const { out, err } = await shell(`{ utf8 check ${names}; echo $? >&2; } | head -1`, { f: new Uint8Array(25) });
  assertEquals(out, "f: UTF-8, 25 bytes, 25 code points\n");
  assertEquals(err, "2\n");
});

Deno.test("an output that cannot be written is complained about", async () => {
  const { out, err } = await shell("utf8 check a > /dev/full; echo $?", { a: "a" });
  assertEquals(out, "2\n");
  assert(/^utf8: the output cannot be written: .*\n$/.test(err), err);
});

/** Bytes with all kinds of problems, pairs of surrogates, long and short lines. */
function* samples(): Generator<Uint8Array> {
  yield bytesOf();
  yield bytesOf("plain\nASCII\n");
  yield bytesOf("\uFEFF$¢€𐍈א\r\n😀\n\n€");
  yield bytesOf([0xed, 0xa1, 0x8c, 0xed, 0xbe, 0xb4], "\n", [0xed, 0xa1, 0x8c], "a", [0xed, 0xa1, 0x8c, 0xed, 0xbe]);
  yield bytesOf("a\n", [0xf0, 0x80, 0x80, 0xaf, 0xe0, 0x80, 0xaf, 0xc0, 0xaf], "\n", [0xf4, 0x90, 0x80, 0x80]);
  yield bytesOf("€", [0xe2, 0x82], "€\n", [0xf0, 0x90, 0x8d], "\n", [0xf8, 0x88, 0x80, 0x80, 0x80], [0xf0, 0x90, 0x8d]);
  yield bytesOf("é\n".repeat(30), [0xff], "é\n".repeat(30), [0xe2, 0x82]);
  let seed = 1;
  const random = (below: number) => (seed = seed * 48271 % 0x7fff_ffff) % below;
  const parts = [0x0a, 0x41, 0x80, 0xa0, 0xbf, 0xc2, 0xe0, 0xe2, 0xed, 0xf0, 0xf4, 0xff];
  for (let n = 0; n < 200; n++) yield Uint8Array.from({ length: random(60) }, () => parts[random(parts.length)]!);
}

/** What `check` has to find, from the whole and without any cleverness. */
function findingsOf(bytes: Uint8Array): Finding[] {
  return [...problems(bytes)].slice(0, MOST_FINDINGS).map((problem) => {
    const lines = decodeLossy(bytes, 0, problem.offset).split("\n");
    const column = [...lines.at(-1)!].length + 1;
    return { line: lines.length, column, offset: problem.offset, message: explain(bytes, problem) };
  });
}

function readerInPieces(bytes: Uint8Array, size: number): Read {
  let position = 0;
  return (target) => {
    const piece = bytes.subarray(position, position + Math.min(size, target.length));
    target.set(piece);
    position += piece.length;
    return piece.length;
  };
}

Deno.test("in pieces of 1 to 9 bytes all is as in the whole, read once or again", async () => {
  for (const bytes of samples()) {
    const expected = findingsOf(bytes);
    const problemCount = [...problems(bytes)].length;
    for (let size = 1; size <= 9; size++) {
      for (const isFile of [true, false]) {
        const read = readerInPieces(bytes, size);
        const findings: Finding[] = [];
        const totals = await check(
          isFile ? { read, readAgain: readerInPieces(bytes, size) } : { read },
          (finding) => findings.push(finding),
          new Uint8Array(MOST_KEPT + size),
        );
        assertEquals(findings, expected, `${bytes} in pieces of ${size}`);
        assertEquals([totals.bytes, totals.problems], [bytes.length, problemCount]);
        if (problemCount === 0) assertEquals(totals.codePoints, codePointCount(bytes));
      }
    }
  }
});

Deno.test("pieces of any length are read through a target of any length", async () => {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (const text of ["", "a", "", "bcdefg", "hi", ""]) yield await Promise.resolve(encode(text));
  };
  for (let size = 1; size <= 12; size++) {
    const read = readerOf(pieces());
    const target = new Uint8Array(size);
    let text = "";
    for (let got = await read(target); got > 0; got = await read(target)) text += decodeLossy(target, 0, got);
    assertEquals(text, "abcdefghi");
    assertEquals(await read(target), 0);
  }
});

Deno.test("offsets, columns and counts beyond 2^32", async () => {
  const pieces = 2 ** 12 + 1;
  /** Gives pieces of what is in `target` already. */
  const reader = (last: number): Read => {
    let left = pieces;
    return (target) => {
      if (left-- <= 0) return 0;
      if (left === 0) target[target.length - 1] = last;
      return target.length;
    };
  };
  const input = { read: reader(0xff), readAgain: reader(0x61) };
  const buffer = new Uint8Array(2 ** 20).fill(0x61);
  const findings: Finding[] = [];
  const totals = await check(input, (finding) => findings.push(finding), buffer);
  assert(totals.bytes > 2 ** 32);
  assertEquals(totals.problems, 1);
  const offset = totals.bytes - 1;
  assertEquals(findings, [{ line: 1, column: offset + 1, offset, message: "FF never occurs in UTF-8" }]);
});

Deno.test("line feeds are counted at every offset and length", () => {
  const bytes = Uint8Array.from({ length: 2_100 }, (_, i) => [0x0a, 0x0a, 0x8a, 0x0b, 0x00, 0x0a, 0xff][i * i % 7]!);
  const naive = (start: number, end: number) => bytes.subarray(start, end).filter((byte) => byte === 0x0a).length;
  for (let start = 0; start < 9; start++) {
    for (const end of [start, start + 1, start + 7, start + 8, start + 9, 30, 1_030, 2_099, 2_100]) {
      assertEquals(countLineFeeds(bytes, start, end), naive(start, end));
    }
  }
  assertEquals(countLineFeeds(new Uint8Array(10_000).fill(0x0a), 0, 10_000), 10_000);
});
