/**
 * The encoding forms, as rows.
 *
 * @module
 */

import { type Automaton, build } from "./compile.ts";
import { readRow } from "./form.ts";
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

/** CESU-8: Unicode Technical Report #26 §2. Each half of a pair of surrogates takes three bytes. */
export const CESU8_ROWS: readonly string[] = [
  "U+0000..U+007F      00..7F",
  "U+0080..U+07FF      C2..DF 80..BF",
  "U+0800..U+0FFF      E0     A0..BF 80..BF",
  "U+1000..U+CFFF      E1..EC 80..BF 80..BF",
  "U+D000..U+D7FF      ED     80..9F 80..BF",
  "U+10000..U+10FFFF   ED     A0..AF 80..BF ED B0..BF 80..BF",
  "U+E000..U+FFFF      EE..EF 80..BF 80..BF",
];

/** Modified UTF-8: Java Virtual Machine Specification §4.4.7. Each UTF-16 code unit on its own; no byte 00. */
export const MUTF8_ROWS: readonly string[] = [
  "U+0000              C0     80",
  "U+0001..U+007F      01..7F",
  "U+0080..U+07FF      C2..DF 80..BF",
  "U+0800..U+0FFF      E0     A0..BF 80..BF",
  "U+1000..U+CFFF      E1..EC 80..BF 80..BF",
  "U+D000..U+D7FF      ED     80..9F 80..BF",
  "U+D800..U+DFFF      ED     A0..BF 80..BF",
  "U+E000..U+FFFF      EE..EF 80..BF 80..BF",
];

/** WTF-8: The WTF-8 encoding §3.2, generalized UTF-8. That no two surrogates may make a pair is no matter of rows. */
export const WTF8_ROWS: readonly string[] = [
  "U+0000..U+007F      00..7F",
  "U+0080..U+07FF      C2..DF 80..BF",
  "U+0800..U+0FFF      E0     A0..BF 80..BF",
  "U+1000..U+CFFF      E1..EC 80..BF 80..BF",
  "U+D000..U+D7FF      ED     80..9F 80..BF",
  "U+D800..U+DFFF      ED     A0..BF 80..BF",
  "U+E000..U+FFFF      EE..EF 80..BF 80..BF",
  "U+10000..U+3FFFF    F0     90..BF 80..BF 80..BF",
  "U+40000..U+FFFFF    F1..F3 80..BF 80..BF 80..BF",
  "U+100000..U+10FFFF  F4     80..8F 80..BF 80..BF",
];

/** UTF-8 as it was: RFC 2279 §2, one to six bytes. */
export const RFC2279_ROWS: readonly string[] = [
  "U+0000..U+007F          00..7F",
  "U+0080..U+07FF          C2..DF 80..BF",
  "U+0800..U+0FFF          E0     A0..BF 80..BF",
  "U+1000..U+CFFF          E1..EC 80..BF 80..BF",
  "U+D000..U+D7FF          ED     80..9F 80..BF",
  "U+E000..U+FFFF          EE..EF 80..BF 80..BF",
  "U+10000..U+3FFFF        F0     90..BF 80..BF 80..BF",
  "U+40000..U+1FFFFF       F1..F7 80..BF 80..BF 80..BF",
  "U+200000..U+FFFFFF      F8     88..BF 80..BF 80..BF 80..BF",
  "U+1000000..U+3FFFFFF    F9..FB 80..BF 80..BF 80..BF 80..BF",
  "U+4000000..U+3FFFFFFF   FC     84..BF 80..BF 80..BF 80..BF 80..BF",
  "U+40000000..U+7FFFFFFF  FD     80..BF 80..BF 80..BF 80..BF 80..BF",
];

/** The bijective variant: each length starts to count where the shorter one has ended. */
export const BIJECTIVE_ROWS: readonly string[] = [
  "U+0000..U+007F      00..7F",
  "U+0080..U+087F      C0..DF 80..BF",
  "U+0880..U+1087F     E0..EF 80..BF 80..BF",
  "U+10880..U+D087F    F0..F2 80..BF 80..BF 80..BF",
  "U+D0880..U+10F87F   F3     80..BE 80..BF 80..BF",
  "U+10F880..U+10FFFF  F3     BF     80..9D 80..BF",
];

/** Latin-1 (ISO/IEC 8859-1 with the control characters): a byte is its code point. */
export const LATIN1_ROWS: readonly string[] = [
  "U+0000..U+00FF      00..FF",
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

/**
 * The same for other automata, by how many states they have. The six-byte one of RFC 2279 has no offsets that fit.
 */
export const KNOWN_OFFSETS: readonly (readonly number[])[] = [
  UTF8_OFFSETS,
  [0, 6, 16, 19, 1, 13, 24, 11, 29], // WTF-8
  [0, 6, 12, 20, 11, 24, 30, 1, 16], // CESU-8
  [0, 4, 18, 10, 22, 14, 26], // Modified UTF-8
  [0, 4, 14, 10, 18, 20, 26], // bijective
  [0, 4, 10, 18, 14, 22], // what UTF-8, CESU-8 and Modified UTF-8 have in common
  [0, 4], // ASCII; Latin-1
];

/** The bit offset of the state between two characters. */
export const UTF8_ACCEPT = 6;

/** The bit offset of the error state. */
export const UTF8_ERROR = 0;

/** Compiles UTF-8's rows. A test does so with all checks. */
export function utf8Automaton(): Automaton {
  return build(UTF8_ROWS.map(readRow));
}

let words: Int32Array | undefined;

/** The shift form of UTF-8, built at its first use (a little under a millisecond in Deno, cold), then kept. */
export function utf8Words(): Int32Array {
  return words ??= pack(utf8Automaton(), UTF8_OFFSETS);
}
