/**
 * The encoding forms, as rows.
 *
 * @module
 */

import { type Automaton, compile } from "./compile.ts";
import { parseRow } from "./form.ts";
import { pack } from "./pack.ts";

/** UTF-8: Table 3-7 of the Unicode Standard, "Well-Formed UTF-8 Byte Sequences". */
export const UTF8_ROWS: readonly string[] = [
  "U+0000..U+007F      00..7F",
  "U+0080..U+07FF      C2..DF 80..BF",
  "U+0800..U+0FFF      E0     A0..BF 80..BF",
  "U+1000..U+CFFF      E1..EC 80..BF 80..BF",
  "U+D000..U+D7FF      ED     80..9F 80..BF",
  "U+E000..U+FFFF      EE..EF 80..BF 80..BF",
  "U+10000..U+3FFFF    F0     90..BF 80..BF 80..BF",
  "U+40000..U+FFFFF    F1..F3 80..BF 80..BF 80..BF",
  "U+100000..U+10FFFF  F4     80..8F 80..BF 80..BF",
];

/**
 * Where the states of UTF-8 lie in a word of the shift form, in the order in which `compile` finds them. Found by
 * search; `deno task search-offsets` finds them again.
 */
export const UTF8_OFFSETS: readonly number[] = [
  0, // error
  6, // accept
  16, // 80..BF
  19, // A0..BF 80..BF, after E0
  1, // 80..BF 80..BF
  25, // 80..9F 80..BF, after ED
  24, // 90..BF 80..BF 80..BF, after F0
  11, // 80..BF 80..BF 80..BF
  30, // 80..8F 80..BF 80..BF, after F4
];

/** The bit offset of the state between two characters. */
export const UTF8_ACCEPT = 6;

/** The bit offset of the error state. */
export const UTF8_ERROR = 0;

/** Compiles UTF-8's rows. */
export function utf8Automaton(): Automaton {
  return compile(UTF8_ROWS.map(parseRow));
}

let words: Int32Array | undefined;

/** The shift form of UTF-8, built at its first use (0.3 ms), then kept. */
export function utf8Words(): Int32Array {
  return words ??= pack(utf8Automaton(), UTF8_OFFSETS);
}
