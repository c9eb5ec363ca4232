#!/usr/bin/env -S deno run --allow-read
/**
 * The command `utf8`: `utf8 check FILE…` says whether files are well-formed UTF-8, and where and why not.
 *
 * ```sh
 * deno run --allow-read jsr:@octolane/utf8/cli check README.md
 * ```
 *
 * @module
 */

import process from "node:process";
import { parseArgs } from "node:util";
import { check, MOST_FINDINGS } from "./check.ts";
import { whyUnreadable, withInput } from "./files.ts";
import { complain, counted, OutputError, print, shownName } from "./print.ts";

const HELP = `utf8 check FILE…    Are the files well-formed UTF-8, and where and why not?

FILE      a file; - is standard input
--help    shows this

For each well-formed file:  FILE: UTF-8, 12,345 bytes, 11,987 code points
For each problem:           FILE:LINE:COLUMN byte OFFSET: MESSAGE
Lines and columns count from 1, offsets from 0. A line ends with a line feed. A column is a code point; a byte order
mark is one, and so is each problem. Only the first 20 problems of a file are shown; then comes a count of the others.

Exit code: 0 if all files are well-formed, 1 if some are not, 2 if one cannot be read or the command is wrong.`;

const WELL_FORMED = 0;
const ILL_FORMED = 1;
const FAILED = 2;

/** How much of a file is in memory. */
const PIECE_SIZE = 1 << 20;

process.exit(await run(process.argv.slice(2)));

/** Does what the arguments say and gives the exit code. */
async function run(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" } },
    });
    const [command, ...names] = positionals;
    if (values.help) {
      print(HELP);
      return WELL_FORMED;
    }
    if (command === undefined) return refuse("a command is missing");
    if (command !== "check") return refuse(`there is no command ${shownName(command)}, only check`);
    if (names.length === 0) return refuse("no file is named; - is standard input");
    return await checkAll(names);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code?.startsWith("ERR_PARSE_ARGS")) return refuse(firstSentence(message));
    if (message !== "") complain(`utf8: ${message}`);
    return FAILED;
  }
}

function firstSentence(text: string): string {
  return text.split(". ")[0]!;
}

function refuse(reason: string): number {
  complain(`utf8: ${reason}\nTry: utf8 --help`);
  return FAILED;
}

async function checkAll(names: string[]): Promise<number> {
  const buffer = new Uint8Array(PIECE_SIZE);
  let worst = WELL_FORMED;
  for (const name of names) worst = Math.max(worst, await checkOne(name, buffer));
  return worst;
}

async function checkOne(name: string, buffer: Uint8Array): Promise<number> {
  const shown = shownName(name);
  try {
    const { bytes, codePoints, problems } = await withInput(name, (input) => {
      return check(input, ({ line, column, offset, message }) => {
        print(`${shown}:${line}:${column} byte ${offset}: ${message}`);
      }, buffer);
    });
    if (problems === 0) print(`${shown}: UTF-8, ${counted(bytes, "byte")}, ${counted(codePoints, "code point")}`);
    if (problems > MOST_FINDINGS) print(`${shown}: ${counted(problems - MOST_FINDINGS, "more problem")}`);
    return problems === 0 ? WELL_FORMED : ILL_FORMED;
  } catch (error) {
    if (error instanceof OutputError) throw error;
    complain(`utf8: ${shown}: ${whyUnreadable(name, error)}`);
    return FAILED;
  }
}
