import type { Contest } from "./contest.ts";
import type { Sample } from "./data.ts";
/** x */
export function peers(_job: string, _data: Sample): Contest["rivals"] {
  return {};
}
