/**
 * Forms to test with, and what their rows say, read off their texts the slow way. Shares nothing with `lib/`.
 *
 * @module
 */

/** Forms of all shapes: the real ones, and small ones that hold what the real ones have not. */
export const FORMS: Record<string, readonly string[]> = {
  "UTF-8": [
    "U+0000..U+007F      00..7F",
    "U+0080..U+07FF      C2..DF 80..BF",
    "U+0800..U+0FFF      E0     A0..BF 80..BF",
    "U+1000..U+CFFF      E1..EC 80..BF 80..BF",
    "U+D000..U+D7FF      ED     80..9F 80..BF",
    "U+E000..U+FFFF      EE..EF 80..BF 80..BF",
    "U+10000..U+3FFFF    F0     90..BF 80..BF 80..BF",
    "U+40000..U+FFFFF    F1..F3 80..BF 80..BF 80..BF",
    "U+100000..U+10FFFF  F4     80..8F 80..BF 80..BF",
  ],
  "CESU-8": [
    "U+0000..U+007F      00..7F",
    "U+0080..U+07FF      C2..DF 80..BF",
    "U+0800..U+0FFF      E0     A0..BF 80..BF",
    "U+1000..U+CFFF      E1..EC 80..BF 80..BF",
    "U+D000..U+D7FF      ED     80..9F 80..BF",
    "U+10000..U+10FFFF   ED     A0..AF 80..BF ED B0..BF 80..BF",
    "U+E000..U+FFFF      EE..EF 80..BF 80..BF",
  ],
  "RFC 2279": [
    "U+0000..U+007F          00..7F",
    "U+0080..U+07FF          C2..DF 80..BF",
    "U+0800..U+0FFF          E0     A0..BF 80..BF",
    "U+1000..U+FFFF          E1..EF 80..BF 80..BF",
    "U+10000..U+3FFFF        F0     90..BF 80..BF 80..BF",
    "U+40000..U+1FFFFF       F1..F7 80..BF 80..BF 80..BF",
    "U+200000..U+FFFFFF      F8     88..BF 80..BF 80..BF 80..BF",
    "U+1000000..U+3FFFFFF    F9..FB 80..BF 80..BF 80..BF 80..BF",
    "U+4000000..U+3FFFFFFF   FC     84..BF 80..BF 80..BF 80..BF 80..BF",
    "U+40000000..U+7FFFFFFF  FD     80..BF 80..BF 80..BF 80..BF 80..BF",
  ],
  "one byte": ["U+0041 41"],
  "all bytes": ["U+0000..U+00FF 00..FF"],
  "no bytes": [],
  "the same lead byte in two rows": ["U+0000..U+000F 80 00..0F", "U+0010..U+001F 80 10..1F"],
  "lead bytes that are continuation bytes too": ["U+0000..U+0003 00..01 00..01", "U+0004 02 01 02"],
  "rows that share their ends": ["U+0100 F0 80 80", "U+0101 F1 81 80", "U+0102 F2 80"],
};

/** The ranges of a row: `[low, high]` for each byte. */
export function rangesOf(row: string): [low: number, high: number][] {
  const [, ...words] = row.trim().split(/ +/);
  return words.map((word) => {
    const [low, high = low] = word.split("..").map((digits) => parseInt(digits, 16));
    return [low!, high!];
  });
}

/**
 * What may still come behind `prefix`: the ends of the rows that it begins, as texts. No text at all means that no row
 * begins so; an empty text, that a row ends here.
 */
export function endsBehind(rows: readonly string[], prefix: readonly number[]): string[] {
  return rows
    .filter((row) => {
      const ranges = rangesOf(row);
      return prefix.every((byte, k) => k < ranges.length && ranges[k]![0] <= byte && byte <= ranges[k]![1]);
    })
    .map((row) => row.trim().split(/ +/).slice(1 + prefix.length).join(" "));
}
