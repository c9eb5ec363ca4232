/**
 * Lines and columns, as people count them: from 1.
 *
 * @module
 */

import { codePointCount } from "../../mod.ts";
import { countLineFeeds, LINE_FEED } from "../kernel/line_feeds.ts";

/** A place in a text. */
export interface Place {
  /** One more than the line feeds before it. */
  line: number;
  /** One more than the code points between the start of the line and it. */
  column: number;
}

/** Moves a place over `[start, end)`, in which all is well-formed. */
export function advance(place: Place, bytes: Uint8Array, start: number, end: number): void {
  const last = bytes.subarray(start, end).lastIndexOf(LINE_FEED);
  if (last >= 0) {
    place.line += countLineFeeds(bytes, start, end);
    place.column = 1;
  }
  place.column += codePointCount(bytes, start + last + 1, end);
}
