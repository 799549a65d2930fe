import { UsageError } from "../command.ts";

/** A number as it was typed; whether it is a priority is the memory's to say. */
export function toPriority(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const priority = Number(value);
  if (value.trim() === "" || Number.isNaN(priority)) {
    throw new UsageError(`--priority takes a number from 0 to 10, not ${value}`);
  }
  return priority;
}
