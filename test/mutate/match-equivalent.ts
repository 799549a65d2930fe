/** Finds the entry of the list of equivalent mutations that describes a mutation. */
import type { Equivalent } from "./equivalent-entry.ts";
import type { Mutation } from "./sites.ts";

/** One line of text for a report or a comparison. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function matchEquivalent(
  entries: Equivalent[],
  mutation: Mutation,
  sourceText: string,
): Equivalent | undefined {
  const line = collapse(sourceText.split("\n")[mutation.line - 1] ?? "");
  return entries.find(
    (entry) =>
      entry.file === mutation.file &&
      collapse(entry.line) === line &&
      collapse(entry.before) === collapse(mutation.before) &&
      collapse(entry.after) === collapse(mutation.after),
  );
}
