/** What changed between two texts, line by line. */
import { diffArrays } from "diff/lib/diff/array.js";

export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Beyond so many changed lines the shortest diff is not worth its time: all goes and all comes. */
const MOST_CHANGES = 1_000;

export function diffLines(before: string, after: string): DiffLine[] {
  const gone = before.split("\n");
  const come = after.split("\n");
  const changes = diffArrays(gone, come, { maxEditLength: MOST_CHANGES }) ?? [
    { value: gone, added: false, removed: true },
    { value: come, added: true, removed: false },
  ];
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? "added" : removed ? "removed" : "same", text })),
  );
}
