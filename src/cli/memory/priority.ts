import { UsageError } from "../command.ts";
import { words } from "../words.ts";

/** Any number; the memory itself checks the range. */
export function toPriority(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const priority = Number(value);
  if (value.trim() === "" || Number.isNaN(priority)) {
    throw new UsageError(words.errors.optionNumber("--priority", 0, 10, value));
  }
  return priority;
}
