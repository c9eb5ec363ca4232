/**
 * The order of code points.
 *
 * @module
 */

import { checkText } from "./bytes.ts";
import { isPairAt } from "./kernel/text.ts";

/**
 * Compares two strings by their code points, which is the order of their UTF-8 bytes (Unicode §2.5) and of databases,
 * but not of `<` and of `sort()` without an argument: those go by UTF-16 code units and put U+1F600 before U+FF5E.
 *
 * ```ts
 * import { compare } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["😀", "～", "a"].sort(compare), ["a", "～", "😀"]);
 * ```
 *
 * @param a One string.
 * @param b The other.
 * @return -1 if `a` comes first, 1 if `b` does, 0 if they are the same. A lone surrogate is compared as its code point.
 * @throws {TypeError} If an argument is not a string.
 */
export function compare(a: string, b: string): -1 | 0 | 1 {
  checkText("a", a);
  checkText("b", b);
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue;
    return rank(a, i) < rank(b, i) ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

/** Where the code unit at `i` stands in the order of code points: those of pairs behind all others. */
function rank(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  return isPairAt(text, i) || isPairAt(text, i - 1) ? unit + 0x1_0000 : unit;
}
