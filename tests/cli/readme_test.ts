/** The tables of the README against the code. Its examples are run as documentation tests. */

import { assert, assertEquals } from "@std/assert";
import * as octolane from "../../mod.ts";

const README = Deno.readTextFileSync(`${import.meta.dirname}/../../README.md`);

/** The cells of the table whose head starts with `head`. */
function tableOf(head: string): string[][] {
  const [, table] = README.split(new RegExp(`\\| ${head} +\\|`));
  return table!.split("\n\n")[0]!.split("\n").slice(2).map((row) => row.split("|").slice(1, -1).map((c) => c.trim()));
}

function bytesOf(cell: string): Uint8Array {
  return Uint8Array.from(cell.replaceAll("`", "").split(" "), (hex) => parseInt(hex, 16));
}

Deno.test("the README names every function and every form", () => {
  const named = tableOf("function").map(([cell]) => /^`(?:new )?(\w+)\(/.exec(cell!)![1]!);
  const forms = tableOf("form").map(([cell]) => cell!.replaceAll("`", ""));
  const exported = Object.keys(octolane).filter((name) => !/^Utf8\w*Error$/.test(name));
  assertEquals([...named, ...forms].sort(), exported.sort());
});

Deno.test("the tasks that the README names are there", () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${import.meta.dirname}/../../deno.json`));
  for (const [command, name] of README.matchAll(/deno(?:@\S+)? task ([\w:]+)/g)) assert(name! in tasks, command);
});

Deno.test("the README's kinds of error have the messages that it says", () => {
  for (const [kind, example, message] of tableOf("kind")) {
    if (kind === "`lone-surrogate`") {
      try {
        octolane.encode(JSON.parse(example!.replaceAll("`", "")));
      } catch (error) {
        assertEquals((error as Error).message, `ill-formed UTF-16 at position 1: ${message}`);
        continue;
      }
    }
    const bytes = bytesOf(example!);
    const problem = octolane.findError(bytes)!;
    assertEquals([`\`${problem.kind}\``, octolane.explain(bytes, problem)], [kind, message]);
  }
});

Deno.test("the README's characters have the bytes and bits that it says", () => {
  const rows = tableOf("character");
  assertEquals(rows.length, 5);
  for (const [character, point, bytes, bits] of rows) {
    const text = character!.replaceAll("`", "");
    assertEquals(point, `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`);
    assertEquals(octolane.encode(text), bytesOf(bytes!));
    const inBinary = Array.from(octolane.encode(text), (byte) => byte.toString(2).padStart(8, "0")).join("");
    assertEquals(bits!.replace(/[` ]/g, ""), inBinary);
  }
});
