/**
 * An encoding form as data: one row for each line of a table like Table 3-7 of the Unicode Standard,
 * `"U+0800..U+0FFF  E0 A0..BF 80..BF"`.
 *
 * A row stands for every sequence that takes one byte from each of its ranges. In the order of those sequences (first
 * byte first) they write the code points of the row, one after the other, so that a row says all there is to know:
 * which bytes may follow each other, and what they mean.
 *
 * @module
 */

/** The bytes from `low` to `high`, both included. */
export interface ByteRange {
  readonly low: number;
  readonly high: number;
}

/** One row of a form, read. */
export interface Row {
  /** The row as it was written, for messages. */
  readonly text: string;
  /** The code point that the first sequence of the row writes. */
  readonly first: number;
  /** The code point that the last sequence of the row writes. */
  readonly last: number;
  /** The ranges that the first, second … byte of a sequence comes from. */
  readonly bytes: readonly ByteRange[];
}

const SHAPE = /^U\+[0-9A-F]{4,8}(\.\.U\+[0-9A-F]{4,8})?( +[0-9A-F]{2}(\.\.[0-9A-F]{2})?)+$/;

/**
 * Reads one row.
 *
 * @throws {SyntaxError} If the row is not of the shape `U+0800..U+0FFF  E0 A0..BF 80..BF`, if a range runs backwards,
 * or if the row has more or fewer sequences than code points.
 */
export function parseRow(text: string): Row {
  if (!SHAPE.test(text)) {
    throw new SyntaxError(`row "${text}" is not of the shape "U+0800..U+0FFF  E0 A0..BF 80..BF"`);
  }
  return readRow(text);
}

/** As {@linkcode parseRow}, of a row whose shape a test has seen: cold, looking at it takes a sixth of a millisecond. */
export function readRow(text: string): Row {
  const words = text.split(" ");
  const points = words[0]!;
  const first = parseInt(points.slice(2), 16);
  const last = parseInt(points.slice(points.lastIndexOf("+") + 1), 16);
  const bytes: ByteRange[] = [];
  let sequences = 1;
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!;
    if (word === "") continue;
    const low = parseInt(word, 16);
    const high = parseInt(word.slice(-2), 16);
    if (low > high) throw new SyntaxError(`row "${text}": the range ${word} runs backwards`);
    bytes.push({ low, high });
    sequences *= high - low + 1;
  }
  if (sequences !== last - first + 1) {
    throw new SyntaxError(`row "${text}" has ${sequences} byte sequences for ${last - first + 1} code points`);
  }
  return { text, first, last, bytes };
}
