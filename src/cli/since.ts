import { UsageError } from "./command.ts";
import { parseSince } from "./when.ts";
import { words } from "./words.ts";

/** A date or an age as a point in time; `option` is named in the error. */
export function toSince(option: string, value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const at = parseSince(value, now);
  if (at === undefined) throw new UsageError(words.errors.optionDate(option, value));
  return at;
}
