// The SIMD kernel: where is the first ill-formed sequence of up to 64 KiB of UTF-8, by WebAssembly's 128-bit lanes.
//
// The method is published: John Keiser and Daniel Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte",
// Software: Practice and Experience 51 (5), 2021, https://arxiv.org/abs/2010.03090. We depart from it in three ways:
// firstly, the bytes one, two and three places earlier are loaded from memory instead of being shifted out of the
// vector before, so that what is carried from block to block is just those bytes; secondly, a block without three- and
// four-byte characters takes a way that is twice as fast; thirdly, the inner loops are not unrolled, which costs 3 to
// 10 % on today's engines but keeps the V8 of Node 20 and 22, which runs out of registers, from losing up to half.
//
// This is AssemblyScript, which has the syntax of TypeScript but not its types; `deno task build` makes `simd.wasm` and
// `simd.wasm.ts` of it.
// deno-fmt-ignore-file: it drops `@inline`, and takes the tables apart

// Memory: the tables from byte 16 on, then the end of what came before, then the input.

/** Where the input area starts. It is 64 KiB long; the 16 bytes in front of it end what came before. */
export const input: i32 = 256;

/** All lengths and offsets are in bytes. One block is what is examined, or skipped, in one go. */
const BLOCK: i32 = 64;

// What can be wrong with two bytes that follow each other, one bit each. Two of them share a bit, for no pair of bytes
// can be both.
const SHORT: u8 = 0x01; //  lead, then no continuation
const LONG: u8 = 0x02; //   ASCII, then a continuation
const TWICE: u8 = 0x80; //  two continuations: wrong unless a lead two or three places earlier asks for them
const TWO: u8 = 0x20; //    C0..C1: two bytes for U+0000..U+007F
const THREE: u8 = 0x04; //  E0 80..9F: three bytes for U+0000..U+07FF
const FOUR: u8 = 0x40; //   F0 80..8F: four bytes for U+0000..U+FFFF
const HALF: u8 = 0x10; //   ED A0..BF: U+D800..U+DFFF
const LARGE: u8 = 0x08; //  F4 90..BF, F5..FF 90..BF: beyond U+10FFFF
const LARGER: u8 = 0x40; // F5..FF 80..8F: beyond U+13FFFF

const ANY: u8 = SHORT | LONG | TWICE;
const CONTINUES: u8 = LONG | TWICE | TWO;

/** What can be wrong, going by the high half of the first byte. */
const firstHigh = memory.data<u8>([
  LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, //             0. to 7.
  TWICE, TWICE, TWICE, TWICE, //                                 8. to B.
  SHORT | TWO, //                                                C.
  SHORT, //                                                      D.
  SHORT | THREE | HALF, //                                       E.
  SHORT | FOUR | LARGE | LARGER, //                              F.
], 16);

/** What can be wrong, going by the low half of the first byte. */
const firstLow = memory.data<u8>([
  ANY | TWO | THREE | FOUR, //                                   .0
  ANY | TWO, //                                                  .1
  ANY, ANY, //                                                   .2 and .3
  ANY | LARGE, //                                                .4
  ANY | LARGE | LARGER, ANY | LARGE | LARGER, //                 .5 and .6
  ANY | LARGE | LARGER, ANY | LARGE | LARGER, //                 .7 and .8
  ANY | LARGE | LARGER, ANY | LARGE | LARGER, //                 .9 and .A
  ANY | LARGE | LARGER, ANY | LARGE | LARGER, //                 .B and .C
  ANY | LARGE | LARGER | HALF, //                                .D
  ANY | LARGE | LARGER, ANY | LARGE | LARGER, //                 .E and .F
], 16);

/** What can be wrong, going by the high half of the second byte. */
const secondHigh = memory.data<u8>([
  SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, //     0. to 7.
  CONTINUES | THREE | FOUR | LARGER, //                          8.
  CONTINUES | THREE | LARGE, //                                  9.
  CONTINUES | HALF | LARGE, CONTINUES | HALF | LARGE, //         A. and B.
  SHORT, SHORT, SHORT, SHORT, //                                 C. to F.
], 16);

/** Bytes that are wanted in all sixteen places of a vector. `v128.const` would build them anew in every turn. */
const everywhere = memory.data<u8>([0x0f, 0x60, 0x70, 0x80, 0xc0, 0x40, 0x82], 16);

/** Forgets what came before: a text begins. */
export function reset(): void {
  v128.store(input - 16, i8x16.splat(0));
}

/**
 * The offset of the first block in which the text is seen to be ill-formed, or `length`, 0 to 65536, if there is none.
 *
 * That block holds the byte at which the ill-formed sequence starts, or else the byte after its maximal subpart. So all
 * before the block is well-formed, but for at most three bytes at its end: look for the place from there.
 *
 * A `length` that is no multiple of 64 ends the text: zeros are written after it, so a character that is cut off is
 * ill-formed. With a multiple of 64 the text may go on in the next call: whether it is cut off inside a character, or
 * after a byte that never occurs in UTF-8, shows in `pending` or at the next call's first byte. (A piece of any length
 * that ends between two characters may be followed by another.) After an ill-formed block, `reset` comes first.
 */
export function firstBad(length: i32): i32 {
  pad(length);
  const bad = scan(length);
  v128.store(input - 16, v128.load(input - 16 + length));
  return bad;
}

/** How many bytes, 0 to 3, at the end of what `firstBad` found nothing wrong with are not yet a character. */
export function pending(): i32 {
  if (load<u8>(input - 1) >= 0xc0) return 1;
  if (load<u8>(input - 2) >= 0xe0) return 2;
  if (load<u8>(input - 3) >= 0xf0) return 3;
  return 0;
}

/** How many bytes are not continuation bytes 80..BF: the code points of a well-formed text. */
export function countLeads(length: i32): i32 {
  return count(length, 0x00, 0xbf) - (-length & (BLOCK - 1));
}

/** How many bytes are F0..FF: the four-byte characters of a well-formed text, two UTF-16 code units each. */
export function countFours(length: i32): i32 {
  return count(length, 0x80, 0x6f);
}

/** Zeros from `length` to the end of its block (and beyond, where nobody reads). */
@inline
function pad(length: i32): void {
  for (let p = input + length; p < input + length + BLOCK; p += 16) v128.store(p, i8x16.splat(0));
}

@inline
function splat(index: i32): v128 {
  return v128.load_splat<u8>(everywhere + index);
}

/** The greatest byte of each column of the block at `p`. */
@inline
function max(p: i32): v128 {
  return i8x16.max_u(
    i8x16.max_u(v128.load(p), v128.load(p, 16)),
    i8x16.max_u(v128.load(p, 32), v128.load(p, 48)),
  );
}

// Does each byte go with those before it? In a block of ASCII that follows ASCII: yes. In one of bytes below E0: if it
// is a continuation just when the byte before is a lead, and that is not C0 or C1. Else: if `first[before] &
// second[byte]` is zero, but for TWICE, which must be set just when the byte two places earlier is E0 or more, or the
// one three places earlier is F0 or more. Without the copy 10 to
// 11 GB/s, 18 to 23 below E0, 70 to 80 in ASCII; `deno task bench --job isUtf8` measures it with the copy.
function scan(length: i32): i32 {
  const t1 = v128.load(firstHigh), t2 = v128.load(firstLow), t3 = v128.load(secondHigh);
  const low = splat(0), e0 = splat(1), f0 = splat(2), top = splat(3), c0 = splat(4), flip = splat(5), c2 = splat(6);
  const end = input + length;
  for (let p = input; p < end; p += BLOCK) {
    const most = i8x16.max_u(max(p), v128.load(p - 3));
    if (!i8x16.bitmask(most)) continue;
    let wrong = i8x16.splat(0);
    if (i8x16.bitmask(i8x16.sub_sat_u(most, e0))) {
      for (let q = p - 3; q < p - 3 + BLOCK; q += 16) {
        const before = v128.load(q, 2);
        const pair = v128.and(
          v128.and(
            i8x16.swizzle(t1, v128.and(i16x8.shr_u(before, 4), low)),
            i8x16.swizzle(t2, v128.and(before, low)),
          ),
          i8x16.swizzle(t3, v128.and(i16x8.shr_u(v128.load(q, 3), 4), low)),
        );
        const asked = v128.or(i8x16.sub_sat_u(v128.load(q, 1), e0), i8x16.sub_sat_u(v128.load(q), f0));
        wrong = v128.or(wrong, v128.xor(v128.and(asked, top), pair));
      }
      if (v128.any_true(wrong)) return p - input;
    } else {
      let least = wrong;
      for (let q = p - 1; q < p - 1 + BLOCK; q += 16) {
        const before = v128.load(q);
        const lead = v128.and(before, i8x16.add(before, before));
        wrong = v128.or(wrong, v128.xor(lead, i8x16.gt_s(c0, v128.load(q, 1))));
        least = i8x16.min_s(least, v128.xor(before, flip));
      }
      if (i8x16.bitmask(v128.or(wrong, i8x16.gt_s(c2, least)))) return p - input;
    }
  }
  return length;
}

// How many bytes of all blocks, taken as signed numbers, have `(byte ^ flip) > limit`. The counts of 63 blocks fit the
// bytes of one vector: 4 * 63 = 252.
function count(length: i32, flip: u8, limit: u8): i32 {
  pad(length);
  const f = i8x16.splat(flip), l = i8x16.splat(limit), end = input + length;
  let sums = i32x4.splat(0);
  for (let p = input; p < end;) {
    let few = i8x16.splat(0);
    for (const stop = min(end, p + 63 * BLOCK); p < stop; p += BLOCK) {
      const ab = i8x16.add(above(v128.load(p), f, l), above(v128.load(p, 16), f, l));
      const cd = i8x16.add(above(v128.load(p, 32), f, l), above(v128.load(p, 48), f, l));
      few = i8x16.sub(few, i8x16.add(ab, cd));
    }
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(few)));
  }
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/** -1 in each place where `(byte ^ flip) > limit`. */
@inline
function above(bytes: v128, flip: v128, limit: v128): v128 {
  return i8x16.gt_s(v128.xor(bytes, flip), limit);
}
