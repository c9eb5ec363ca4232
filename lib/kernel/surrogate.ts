/**
 * Surrogates written as three bytes each, as CESU-8 and Modified UTF-8 do.
 *
 * @module
 */

/** The surrogate that the three bytes at `p` write (ED A0..BF 80..BF), or 0 if they are none. */
export function surrogateAt(bytes: Uint8Array, p: number, end: number): number {
  if (p + 3 > end || bytes[p] !== 0xed || bytes[p + 1]! < 0xa0) return 0;
  if ((bytes[p + 1]! & 0xc0) !== 0x80 || (bytes[p + 2]! & 0xc0) !== 0x80) return 0;
  return 0xd000 | (bytes[p + 1]! & 0x3f) << 6 | bytes[p + 2]! & 0x3f;
}

/** The code point that the six bytes at `p` write as a pair of surrogates (UTR #26), or 0 if they are none. */
export function pairAt(bytes: Uint8Array, p: number, end: number): number {
  const high = surrogateAt(bytes, p, end);
  if (high === 0 || high >= 0xdc00) return 0;
  const low = surrogateAt(bytes, p + 3, end);
  return low < 0xdc00 ? 0 : 0x1_0000 + ((high & 0x3ff) << 10 | low & 0x3ff);
}
