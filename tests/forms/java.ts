/** Modified UTF-8 as Java writes and reads it. Deno only; what needs a JDK is skipped where there is none. */

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { mutf8 } from "../../mod.ts";
import { randomInts, randomText } from "../samples.ts";

/** The strings of a class file's constant pool (JVMS §4.4): entries of tag 1, each behind its length. */
function stringsOf(classFile: Uint8Array): string[] {
  const view = new DataView(classFile.buffer, classFile.byteOffset, classFile.length);
  assertStrictEquals(view.getUint32(0), 0xcafe_babe);
  const strings: string[] = [];
  const count = view.getUint16(8);
  for (let index = 1, p = 10; index < count; index++) {
    const tag = classFile[p++]!;
    if (tag === 1) {
      const { text, end } = mutf8.readUTF(classFile, p);
      strings.push(text);
      p = end;
    } else {
      p += tag === 7 || tag === 8 || tag === 16 || tag === 19 || tag === 20
        ? 2
        : tag === 15
        ? 3
        : tag === 5 || tag === 6
        ? 8
        : 4;
      if (tag === 5 || tag === 6) index++; // Long and Double take two places.
    }
  }
  return strings;
}

Deno.test("the constant pool of a class file, built by hand", () => {
  const strings = ["Hello", "nul\0byte", "na\u00EFve", "\u6F22\u5B57", "\u{1F600}", "lone \uD800", ""];
  const file = new Uint8Array(1000);
  const view = new DataView(file.buffer);
  view.setUint32(0, 0xcafe_babe);
  view.setUint16(6, 61); // Java 17
  view.setUint16(8, strings.length + 4);
  let p = 10;
  file.set([7, 0, 2], p); // a class
  p += 3;
  file.set([5, 0, 0, 0, 0, 0, 0, 0, 1], p); // a long
  p += 9;
  for (const text of strings) {
    file[p++] = 1;
    p += mutf8.writeUTF(text, file, p);
  }
  assertEquals(stringsOf(file.subarray(0, p)), strings);
});

const ECHO = `
import java.io.*;

/** Reads strings that writeUTF has written, writes them again, and says in hexadecimal what it has read. */
class Echo {
  static final String SEEN = "\\0\\u00e9\\u6f22\\ud83d\\ude00\\ud800";

  public static void main(String[] arguments) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
    for (int count = in.readInt(); count > 0; count--) {
      String text = in.readUTF();
      out.writeUTF(text);
      out.writeInt(text.length());
      out.writeChars(text);
    }
    out.flush();
  }
}
`;

Deno.test("java.io.DataOutputStream writes what we write, and a class file has what we read", async () => {
  const directory = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${directory}/Echo.java`, ECHO);
    let compiled: Deno.CommandOutput;
    try {
      compiled = await new Deno.Command("javac", { args: ["-d", directory, `${directory}/Echo.java`] }).output();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      console.log("  skipped: no JDK on this machine");
      return;
    }
    assertStrictEquals(compiled.code, 0, new TextDecoder().decode(compiled.stderr));
    assert(stringsOf(Deno.readFileSync(`${directory}/Echo.class`)).includes("\0\u00E9\u6F22\u{1F600}\uD800"));

    const random = randomInts(14);
    const texts = ["", "\0", "\u{1F600}", "\uDE00\uD83D", "a".repeat(0xffff), "\uFFFF".repeat(21_845)];
    for (let i = 0; i < 500; i++) texts.push(randomText(random(100), random));
    const input = new Uint8Array(texts.reduce((sum, text) => sum + 2 + mutf8.byteLength(text), 4));
    new DataView(input.buffer).setInt32(0, texts.length);
    let p = 4;
    for (const text of texts) p += mutf8.writeUTF(text, input, p);
    assertStrictEquals(p, input.length);

    const java = new Deno.Command("java", { args: ["-cp", directory, "Echo"], stdin: "piped", stdout: "piped" })
      .spawn();
    const writer = java.stdin.getWriter();
    // Both at once: a pipe holds less than all of it.
    const [{ code, stdout }] = await Promise.all([java.output(), writer.write(input).then(() => writer.close())]);
    assertStrictEquals(code, 0);
    const view = new DataView(stdout.buffer, stdout.byteOffset, stdout.length);
    let q = 0;
    for (const text of texts) {
      const { text: read, end } = mutf8.readUTF(stdout, q);
      assertStrictEquals(read, text);
      assertEquals(stdout.slice(q + 2, end), mutf8.encode(text));
      assertStrictEquals(view.getInt32(end), text.length);
      for (let i = 0; i < text.length; i++) {
        const unit = view.getUint16(end + 4 + 2 * i);
        if (unit !== text.charCodeAt(i)) assertStrictEquals(unit, text.charCodeAt(i));
      }
      q = end + 4 + 2 * text.length;
    }
    assertStrictEquals(q, stdout.length);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});
