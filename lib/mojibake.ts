/**
 * Text that was UTF-8, was read as something else and saved so, put right again.
 *
 * The way back is plain: characters to the bytes of the encoding that it was wrongly read in, bytes to characters as
 * UTF-8. What takes rules is to tell damage from text that only looks like it, since `Ã©` may be meant. So evidence is
 * counted, in points, for each word: `weightOf` and `scoreOf` have the rules.
 *
 * @module
 */

import { checkText, typeName } from "./bytes.ts";
import { sequenceLength } from "./kernel/automaton.ts";
import { pointAt } from "./kernel/text.ts";
import { KOI8_R, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252 } from "./legacy.ts";

/** An encoding in which UTF-8 is read by mistake. */
export type LegacyEncoding = "windows-1252" | "latin-1" | "windows-1250" | "windows-1251" | "koi8-r";

/** A piece of text that was damaged. */
export interface Mojibake {
  /** Where it starts, in UTF-16 code units. */
  readonly position: number;
  /** How long it is, in UTF-16 code units. */
  readonly length: number;
  /** What it is when put right. */
  readonly text: string;
  /**
   * What it was wrongly read in; the last mistake, which has to be undone first, comes first. `latin-1` stands for
   * Windows-1252 with C1 controls where that has other characters.
   */
  readonly chain: readonly LegacyEncoding[];
}

/** What {@linkcode fixMojibake} may be told. */
export interface MojibakeOptions {
  /**
   * How many points of evidence a word must have to be changed, 2 if left out. A lone `Ã©` has one, `cafÃ©` four, `donâ€™t`
   * three; with 1 more is put right, and more that was right is changed; with `Infinity` nothing is.
   */
  readonly minimum?: number;
}

/**
 * Puts text right that was UTF-8 and was read as Windows-1252, Latin-1, Windows-1250, Windows-1251 or KOI8-R, once or
 * several times over. All other text stays as it is, character for character.
 *
 * Each word is judged by itself; a doubtful one is changed if others nearby are beyond doubt. A few passes over the
 * text. No-break spaces (byte A0) that became plain ones are put right where the rest of the word tells it.
 *
 * ```ts
 * import { fixMojibake } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(fixMojibake("un cafÃ©, sûr à Noël"), "un café, sûr à Noël");
 * assertEquals(fixMojibake("ÃƒÂ©tÃƒÂ©"), "été"); // twice
 * assertEquals(fixMojibake("РџСЂРёРІРµС‚"), "Привет"); // Windows-1251
 * assertEquals(fixMojibake("é is read as Ã©."), "é is read as Ã©.");
 * ```
 *
 * @param text The text.
 * @param options The evidence that is asked for.
 * @throws {TypeError} If an argument is of the wrong type.
 * @throws {RangeError} If `minimum` is not a number from 0 on.
 */
export function fixMojibake(text: string, options?: MojibakeOptions): string {
  const found = findMojibake(text, options);
  if (found.length === 0) return text;
  const parts: string[] = [];
  let behind = 0;
  for (const { position, length, text: right } of found) {
    parts.push(text.slice(behind, position), right);
    behind = position + length;
  }
  parts.push(text.slice(behind));
  return parts.join("");
}

/**
 * Finds what {@linkcode fixMojibake} changes: what, where, and by which chain of mistakes it came about.
 *
 * ```ts
 * import { findMojibake } from "@octolane/utf8";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(findMojibake("un cafÃ©"), [
 *   { position: 6, length: 2, text: "é", chain: ["windows-1252"] },
 * ]);
 * ```
 *
 * @param text The text.
 * @param options The evidence that is asked for.
 * @return The damaged pieces, in order.
 * @throws {TypeError} If an argument is of the wrong type.
 * @throws {RangeError} If `minimum` is not a number from 0 on.
 */
export function findMojibake(text: string, { minimum = 2 }: MojibakeOptions = {}): Mojibake[] {
  checkText("text", text);
  if (typeof minimum !== "number") throw new TypeError(`minimum must be a number, got ${typeName(minimum)}`);
  if (!(minimum >= 0)) throw new RangeError(`minimum must be a number from 0 on, got ${minimum}`);
  let cells: Cell[] = [];
  let current = text;
  while (true) {
    const runs = damagedRuns(current, cells, minimum);
    if (runs.length === 0) return piecesOf(current, cells);
    ({ text: current, cells } = undo(current, cells, runs));
  }
}

/** A character that was put right, in the text as it is now (`start` to `end`), and what it was in the text passed in. */
interface Cell {
  readonly start: number;
  readonly end: number;
  readonly position: number;
  readonly length: number;
  readonly chain: readonly LegacyEncoding[];
}

/** A character of UTF-8 that was read as several. */
interface Unit {
  /** Where those start and end, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The character. */
  readonly point: number;
  readonly script: Script;
  /** The points of evidence that it has by itself. */
  readonly weight: number;
  readonly isLatin1: boolean;
}

/** Units with nothing between them. */
interface Run {
  readonly units: readonly Unit[];
  readonly start: number;
  readonly end: number;
  readonly encoding: LegacyEncoding;
  readonly script: Script;
  readonly score: number;
}

/** The runs of a word, all of the same encoding. */
interface Word {
  readonly runs: Run[];
  readonly start: number;
  end: number;
  /** How many of its code units are in runs. */
  damaged: number;
  readonly encoding: LegacyEncoding;
  script: Script;
  score: number;
}

/** So near, in UTF-16 code units, a word beyond doubt speaks more for a doubtful one. */
const NEAR = 200;

/** The runs to be undone, in order; no two overlap. */
function damagedRuns(text: string, cells: readonly Cell[], minimum: number): Run[] {
  const words = ENCODINGS.flatMap((encoding) => wordsOf(text, encoding, cells));
  const strong = withoutOverlaps(words.filter(({ score }) => score >= minimum), minimum);
  const proven = new Set(strong.map(nameOf));
  const isProven = (word: Word) =>
    word.score >= minimum || word.score >= 0 && word.score + supportOf(word, strong, proven) >= minimum;
  return withoutOverlaps(words.filter(isProven), minimum).flatMap(({ runs }) => runs);
}

/** What words that are beyond doubt say for a doubtful one: the same mistake happened, in the same script. */
function supportOf(word: Word, strong: readonly Word[], proven: ReadonlySet<string>): 0 | 1 | 2 {
  const isAlike = (other: string) =>
    nameOf(word) === other || nameOf({ ...word, script: "common" }) === other ||
    (word.script === "common" && other.startsWith(word.encoding));
  const next = indexBehind(strong, word.start);
  for (let i = next - 1; i >= 0 && word.start - strong[i]!.start <= NEAR; i--) {
    if (isAlike(nameOf(strong[i]!))) return 2;
  }
  for (let i = next; i < strong.length && strong[i]!.start - word.start <= NEAR; i++) {
    if (isAlike(nameOf(strong[i]!))) return 2;
  }
  return [...proven].some(isAlike) ? 1 : 0;
}

/** The mistake and the script of what comes out. */
function nameOf({ encoding, script }: Word): string {
  return `${encoding} ${script}`;
}

/**
 * Of words that overlap, the one that is beyond doubt; then the one that more is damaged in, then the one with more
 * evidence. What does not overlap it after all is found in the next round.
 */
function withoutOverlaps(words: readonly Word[], minimum: number): Word[] {
  const isBetter = (a: Word, b: Word) =>
    (Number(a.score >= minimum) - Number(b.score >= minimum) || a.damaged - b.damaged || a.score - b.score) > 0;
  const chosen: Word[] = [];
  for (const word of [...words].sort((a, b) => a.start - b.start)) {
    while (chosen.length > 0 && word.start < chosen.at(-1)!.end && isBetter(word, chosen.at(-1)!)) chosen.pop();
    if (chosen.length === 0 || word.start >= chosen.at(-1)!.end) chosen.push(word);
  }
  return chosen;
}

/** The index of the first one that starts behind `position`. */
function indexBehind(sorted: readonly { readonly start: number }[], position: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (sorted[middle]!.start > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

function wordsOf(text: string, encoding: LegacyEncoding, cells: readonly Cell[]): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  for (const run of withHistory(runsOf(text, encoding), cells)) {
    // What speaks against itself says nothing about its neighbours either.
    if (run.score < 0) continue;
    const { start, end, script, score } = run;
    const damaged = end - start;
    if (word !== undefined && !hasSpace(text, word.end, start)) {
      word.runs.push(run);
      word.end = end;
      word.damaged += damaged;
      if (word.script === "common") word.script = script;
      // Two in one word, each with something for it: that is no chance, but in Cyrillic words, where letters follow.
      word.score += score + (score > 0 && encoding !== "windows-1251" ? 1 : 0);
    } else {
      word = { runs: [run], start, end, damaged, encoding, script, score };
      words.push(word);
    }
  }
  return words;
}

function runsOf(text: string, encoding: LegacyEncoding): Run[] {
  const bytes = bytesOfCharacters(encoding);
  const runs: Run[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80 || unit >= MOST || bytes[unit]! < 0xc2) continue;
    const run = runAt(text, i, encoding);
    if (run === undefined) continue;
    runs.push(run);
    i = run.end - 1;
  }
  return runs;
}

function hasSpace(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isSpace(text[i])) return true;
  return false;
}

function runAt(text: string, start: number, encoding: LegacyEncoding): Run | undefined {
  const units: Unit[] = [];
  let end = start;
  for (let unit = unitAt(text, end, encoding); unit !== undefined; unit = unitAt(text, end, encoding)) {
    units.push(unit);
    end = unit.end;
  }
  if (units.length === 0) return undefined;
  const script = units.find((unit) => unit.script !== "common" && unit.script !== "rare")?.script ?? "common";
  return { encoding, units, start, end, script, score: scoreOf(text, units, encoding) };
}

/**
 * The runs with what history says. Text that was damaged twice is, when put right once, still damaged, all of it. So
 * if most of what was put right looks damaged still, that counts two. If only part of what was put right in one place
 * does, it is no more than that.
 */
function withHistory(runs: readonly Run[], cells: readonly Cell[]): readonly Run[] {
  const stretches = stretchesOf(cells);
  if (stretches.length === 0) return runs;
  const stretchOf = ({ start, end }: Run) => {
    const stretch = stretches[indexBehind(stretches, end - 1) - 1];
    return stretch !== undefined && stretch.end > start ? stretch : undefined;
  };
  const isWhole = (run: Run) => {
    const stretch = stretchOf(run);
    return stretch !== undefined && stretch.start === run.start && stretch.end === run.end;
  };
  const isMost = runs.filter(isWhole).length * 2 > stretches.length;
  return runs.map((run) => {
    if (stretchOf(run) === undefined) return run;
    return { ...run, score: run.score + (!isWhole(run) ? -4 : isMost ? 2 : 0) };
  });
}

/** What was put right in a row. */
function stretchesOf(cells: readonly Cell[]): { start: number; end: number }[] {
  const stretches: { start: number; end: number }[] = [];
  for (const { start, end } of cells) {
    const last = stretches.at(-1);
    if (last?.end === start) last.end = end;
    else stretches.push({ start, end });
  }
  return stretches;
}

/** The character that starts at `i`, if the ones there are the bytes of one, or a no-break space became a plain one. */
function unitAt(text: string, i: number, encoding: LegacyEncoding): Unit | undefined {
  const table = bytesOfCharacters(encoding);
  const byteAt = (k: number) => text.charCodeAt(k) < MOST ? table[text.charCodeAt(k)]! : 0;
  const lead = byteAt(i);
  if (lead < 0xc2 || lead > 0xf4) return undefined;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  scratch[0] = lead;
  let spaces = 0;
  let isLatin1 = false;
  for (let k = 1; k < length; k++) {
    const isPlainSpace = text[i + k] === " ";
    if (isPlainSpace && ++spaces > 1) return undefined;
    scratch[k] = isPlainSpace ? 0xa0 : byteAt(i + k);
    if ((scratch[k]! & 0xc0) !== 0x80) return undefined;
    const code = text.charCodeAt(i + k);
    if (code < 0xa0 && !isPlainSpace && WINDOWS_1252[code - 0x80] !== text[i + k]) isLatin1 = true;
  }
  if (sequenceLength(scratch, 0, length) !== length) return undefined;
  const point = pointAt(scratch, 0);
  const script = scriptOf(point);
  if (script === undefined) return undefined;
  // Of the characters of two bytes, those that are common: no-break space, "à" and Cyrillic "Р". Of longer ones, those
  // that have something for them: "ć” " is the end of a word.
  const isTold = length === 2
    ? point === 0xa0 || point === 0xe0 || point === 0x420
    : !isNatural(text[i + 1]!, text[i]!, encoding) || !isNatural(text[i + 2]!, text[i]!, encoding);
  if (spaces > 0 && !isTold) return undefined;
  const end = spaces > 0 && point === 0xe0 && isSpaceOfItsOwn(text, i) ? i + 1 : i + length;
  const weight = weightOf(text, i, length, script, encoding, spaces);
  return { start: i, end, point, script, weight, isLatin1: isLatin1 && encoding === "windows-1252" };
}

const scratch = new Uint8Array(4);

/**
 * Whether the space behind the `Ã` at `i` stands between words. "à la" is `Ã\xA0 la`, with two spaces; if there is only
 * one, the other is lost, unless it is Portuguese: "às", "àquele". No word goes on with another damaged letter.
 */
function isSpaceOfItsOwn(text: string, i: number): boolean {
  if (text[i + 2] === "Ã") return true;
  const isWord = i === 0 || isSpace(text[i - 1]);
  return isWord && isLetter(text[i + 2]) && !/^(s(?!\p{L})|quel)/u.test(text.slice(i + 2, i + 7));
}

/**
 * Evidence in one unit, by itself. A character that is not found directly behind a letter in any text counts one. A
 * unit of three or four needs more of them to come together by chance, which counts as well.
 */
function weightOf(
  text: string,
  start: number,
  length: number,
  script: Script,
  encoding: LegacyEncoding,
  spaces: number,
): number {
  let odd = 0;
  let weight = 0;
  for (let i = start + 1; i < start + length; i++) {
    const character = text[i]!;
    // C1 controls are in no text.
    if (character >= "\x80" && character < "\xA0") weight += 2;
    if (!isNatural(character, text[start]!, encoding)) odd++;
  }
  weight += odd;
  if (length === 4 || length === 3 && odd > 0) weight += length - 2;
  if (script === "rare") weight -= 2;
  // A plain space mostly is one, but "Ã" is a word in no language.
  if (spaces > 0 && text[start] !== "Ã") weight--;
  return weight;
}

/** What stands behind words: punctuation, spaces, marks of footnotes and of brands, units. */
const LOOSE = " \xA0…‚„‹›‘’“”•–—™®«»·²³¹°±№";

/** Letters in name only. */
const ODD_LETTERS = "ƒˆªºµ";

/**
 * Whether a character may well stand behind a letter: what is loose, and letters, as `ž` in "Úžasné", but for capitals
 * behind small ones. No language has `Ãœ` or `Ĺş`, though; "RĂŞINĂ" is Romanian.
 */
function isNatural(character: string, lead: string, encoding: LegacyEncoding): boolean {
  if (LOOSE.includes(character)) return true;
  if (ODD_LETTERS.includes(character) || !isLetter(character)) return false;
  if (encoding === "windows-1251" || encoding === "koi8-r") return true;
  if ("ÃĂĹ".includes(lead)) return character === "ş" || character === "Ş";
  return isLower(character) || isUpper(lead);
}

/** Evidence in a run: that of its units, that they are in a row, and how it stands in its word, before and after. */
function scoreOf(text: string, units: readonly Unit[], encoding: LegacyEncoding): number {
  const first = units[0]!;
  const last = units.at(-1)!;
  const lead = text[first.start]!;
  const tail = text[last.end - 1]!;
  const before = characterBefore(text, first.start);
  const after = characterAt(text, last.end);
  let score = units.length - 1;
  for (const unit of units) score += unit.weight;
  const scripts = new Set(units.map((unit) => unit.script));
  scripts.delete("common");
  if (scripts.size > 1) score -= 2;

  // A capital behind small letters, a letter of another script, `Â` behind a digit: damage begins in mid-word.
  const isCapital = isUpper(lead) && isLower(before) && !ODD_LETTERS.includes(before!) &&
    (encoding !== "windows-1251" || first.weight > 0);
  if (isCapital) score += isLetter(text[first.start - 2]) ? 3 : 1; // "5 mÅ²" may be meant
  else if (isForeign(before, lead.codePointAt(0)!) && scriptOf(before!.codePointAt(0)!) !== "east asian") score += 3;
  else if (isDigit(before) && (lead === "Â" || lead === "Ã")) score += 3;

  // A symbol in mid-word. An apostrophe or a dash may stand there; behind a dash, an opening quote ("и—«ёлка").
  const mayStand = last.end - last.start === 2 ? " ’–—" : " ’–—“‘„«‹";
  const isSymbol = !isLetter(tail) || ODD_LETTERS.includes(tail);
  if (isLetter(after) && isSymbol && !mayStand.includes(tail)) score++;
  // No word is `Ã` alone.
  if (isLetter(after) && lead === "Ã" && tail !== "’" && (!isLetter(before) || "–—".includes(tail))) score++;
  // A sign of currency before a number, a copyright sign before a year.
  if (/\p{Sc}/u.test(tail) && isDigit(after)) score++;
  if (tail === "©" && after === " " && isDigit(text[last.end + 1])) score++;

  // The result has to fit in: its script, and its small letters and capitals.
  const start = String.fromCodePoint(first.point);
  const end = String.fromCodePoint(last.point);
  if (isForeign(before, first.point) || isForeign(after, last.point)) score -= 2;
  if (units.length === 1 && (isLower(before) && isUpper(start) || isLower(end) && isUpper(after))) score -= 2;
  if (units.length === 1 && first.script === "control") score -= 2;
  // A quote is at the edge of a word, not between spaces.
  if ("‘’“”".includes(start) && units.length === 1 && isSpace(before) && isSpace(after)) score--;
  // Capitals before punctuation: “IRMÔ is more likely than "Ô" in mid-word.
  if (isUpper(before) && isUpper(lead) && lead !== "Â" && units.length === 1 && "…‘’“”«»–—".includes(tail)) score--;
  // In quotes, all by itself, it is talked about.
  if (QUOTES.includes(before ?? " ") && QUOTES.includes(after ?? " ")) score -= 2;
  return score;
}

const QUOTES = "\"'`“”„‘’‚«»‹›()[]";

/** Whether a letter stands beside a letter of another script. */
function isForeign(neighbour: string | undefined, point: number): boolean {
  if (!isLetter(neighbour) || !isLetter(String.fromCodePoint(point))) return false;
  const scripts = [scriptOf(neighbour!.codePointAt(0)!), scriptOf(point)];
  return scripts[0] !== scripts[1] && !scripts.includes("common");
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character);
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

/** Space, or the edge of the text. */
function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

function isUpper(character: string | undefined): boolean {
  return character !== undefined && /\p{Lu}/u.test(character);
}

function isLower(character: string | undefined): boolean {
  return character !== undefined && /\p{Ll}/u.test(character);
}

function characterAt(text: string, i: number): string | undefined {
  const point = text.codePointAt(i);
  return point === undefined ? undefined : String.fromCodePoint(point);
}

function characterBefore(text: string, i: number): string | undefined {
  const isPair = i > 1 && text.codePointAt(i - 2)! > 0xffff;
  return isPair ? text.slice(i - 2, i) : text[i - 1];
}

/** The text with runs put right, and where its new characters come from. */
function undo(text: string, cells: readonly Cell[], runs: readonly Run[]): { text: string; cells: Cell[] } {
  const parts: string[] = [];
  const result: Cell[] = [];
  let length = 0;
  let behind = 0;
  let next = 0; // the first cell that is not done with
  let shift = 0; // how far the text in front of it is longer in the text passed in than now
  const keepUntil = (position: number) => {
    for (; next < cells.length && cells[next]!.start < position; next++) {
      const cell = cells[next]!;
      const moved = length - behind;
      result.push({ ...cell, start: cell.start + moved, end: cell.end + moved });
      shift = cell.position + cell.length - cell.end;
    }
    parts.push(text.slice(behind, position));
    length += position - behind;
    behind = position;
  };
  for (const { encoding, units } of runs) {
    for (const unit of units) {
      keepUntil(unit.start);
      const position = unit.start + shift;
      let chain: readonly LegacyEncoding[] = [];
      for (; next < cells.length && cells[next]!.start < unit.end; next++) {
        const cell = cells[next]!;
        if (cell.chain.length > chain.length) chain = cell.chain;
        shift = cell.position + cell.length - cell.end;
      }
      const right = String.fromCodePoint(unit.point);
      result.push({
        start: length,
        end: length + right.length,
        position,
        length: unit.end + shift - position,
        chain: [...chain, unit.isLatin1 ? "latin-1" : encoding],
      });
      parts.push(right);
      length += right.length;
      behind = unit.end;
    }
  }
  keepUntil(text.length);
  return { text: parts.join(""), cells: result };
}

/** What was put right, cells in a row with the same chain as one piece. */
function piecesOf(text: string, cells: readonly Cell[]): Mojibake[] {
  const pieces: Mojibake[] = [];
  for (const { start, end, position, length, chain } of cells) {
    const last = pieces.at(-1);
    const right = text.slice(start, end);
    if (last && last.position + last.length === position && `${last.chain}` === `${chain}`) {
      pieces[pieces.length - 1] = { ...last, length: last.length + length, text: last.text + right };
    } else {
      pieces.push({ position, length, text: right, chain });
    }
  }
  return pieces;
}

/** The order in which they are tried: where evidence is the same, the first one is taken. */
const ENCODINGS = ["windows-1252", "windows-1250", "windows-1251", "koi8-r"] as const;

const UPPER_HALVES: Record<typeof ENCODINGS[number], string> = {
  "windows-1252": WINDOWS_1252,
  "windows-1250": WINDOWS_1250,
  "windows-1251": WINDOWS_1251,
  "koi8-r": KOI8_R,
};

/** No character of the tables is beyond the box-drawing and block ones. */
const MOST = 0x2600;

const tables: Partial<Record<LegacyEncoding, Uint8Array>> = {};

/** The byte of each character that is not ASCII, 0 if it has none; made at first use. */
function bytesOfCharacters(encoding: LegacyEncoding): Uint8Array {
  let table = tables[encoding];
  if (table === undefined) {
    table = tables[encoding] = new Uint8Array(MOST);
    // Latin-1 has the C1 controls where Windows-1252 has other characters. Text is often a mixture.
    if (encoding === "windows-1252") { for (let byte = 0x80; byte < 0xa0; byte++) table[byte] = byte; }
    const upper = UPPER_HALVES[encoding as typeof ENCODINGS[number]];
    for (let i = 0; i < 0x80; i++) table[upper.charCodeAt(i)] = 0x80 + i;
  }
  return table;
}

/** Scripts, as far as their letters do not stand in one word; `common` fits all, `rare` is hardly ever met with. */
type Script =
  | "common"
  | "control"
  | "latin"
  | "greek"
  | "cyrillic"
  | "armenian"
  | "hebrew"
  | "arabic"
  | "indic"
  | "thai"
  | "georgian"
  | "east asian"
  | "rare";

/** Blocks of the Unicode Standard, in order. What is in none of them is not taken for a result. */
const SCRIPTS: readonly (readonly [first: number, last: number, script: Script])[] = [
  [0x0000, 0x0040, "common"],
  [0x0041, 0x005a, "latin"],
  [0x005b, 0x0060, "common"],
  [0x0061, 0x007a, "latin"],
  [0x007b, 0x007f, "common"],
  [0x0080, 0x009f, "control"],
  [0x00a0, 0x00bf, "common"],
  [0x00c0, 0x017f, "latin"],
  [0x0180, 0x0191, "rare"],
  [0x0192, 0x0192, "common"], // ƒ, of Windows-1252
  [0x0193, 0x019f, "rare"],
  [0x01a0, 0x01b0, "latin"], // of Vietnamese: ơ, ư
  [0x01b1, 0x0217, "rare"],
  [0x0218, 0x021b, "latin"], // of Romanian: ș, ț
  [0x021c, 0x0258, "rare"],
  [0x0259, 0x0259, "latin"], // of Azerbaijani: ə
  [0x025a, 0x02c5, "rare"],
  [0x02c6, 0x02c7, "common"], // accents by themselves, of Windows-1252 and Windows-1250
  [0x02c8, 0x02d7, "rare"],
  [0x02d8, 0x02dd, "common"],
  [0x02de, 0x02ff, "rare"],
  [0x0300, 0x036f, "rare"],
  [0x0370, 0x03ff, "greek"],
  [0x0400, 0x045f, "cyrillic"],
  [0x0460, 0x048f, "rare"],
  [0x0490, 0x04ff, "cyrillic"],
  [0x0500, 0x052f, "rare"],
  [0x0531, 0x058f, "armenian"],
  [0x0591, 0x05f4, "hebrew"],
  [0x0600, 0x06ff, "arabic"],
  [0x0700, 0x08ff, "rare"],
  [0x0900, 0x0dff, "indic"],
  [0x0e01, 0x0e5b, "thai"],
  [0x0e80, 0x109f, "rare"],
  [0x10a0, 0x10ff, "georgian"],
  [0x1100, 0x1dff, "rare"],
  [0x1e00, 0x1eff, "latin"],
  [0x1f00, 0x1fff, "greek"],
  [0x2000, 0x2bff, "common"], // punctuation, currency, arrows, mathematics, symbols
  [0x2c00, 0x2fff, "rare"],
  [0x3000, 0x33ff, "east asian"],
  [0x3400, 0x4dbf, "rare"],
  [0x4e00, 0x9fff, "east asian"],
  [0xa000, 0xabff, "rare"],
  [0xac00, 0xd7a3, "east asian"],
  [0xf900, 0xfaff, "rare"],
  [0xfb00, 0xfb06, "latin"],
  [0xfb1d, 0xfb4f, "hebrew"],
  [0xfb50, 0xfdcf, "arabic"],
  [0xfe00, 0xfe0f, "common"], // variation selectors
  [0xfe30, 0xfe4f, "east asian"],
  [0xfe70, 0xfefc, "arabic"],
  [0xfeff, 0xfeff, "common"], // byte order mark
  [0xff01, 0xffee, "east asian"],
  [0xfffd, 0xfffd, "common"],
  [0x1d400, 0x1d7ff, "common"], // mathematical letters
  [0x1f000, 0x1faff, "common"], // emoji
  [0x20000, 0x323af, "rare"],
  [0xe0020, 0xe007f, "common"], // tags, in flags
];

function scriptOf(point: number): Script | undefined {
  for (const [first, last, script] of SCRIPTS) if (point <= last) return point >= first ? script : undefined;
  return undefined;
}
