/** What changed between two texts, line by line. */
import { diffArrays } from "diff/lib/diff/array.js";

export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Past this many changed lines, the shortest diff takes too long: all old lines are removed, all new ones added. */
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

export interface Hunk {
  /** The line numbers of its first line, before and after; absent if unknown. */
  start?: { before: number; after: number };
  lines: DiffLine[];
}

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** From two versions of a text: only what changed, with a few lines around it. */
export function toHunks(before: string, after: string): Hunk[] {
  const lines = diffLines(before, after);
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(({ kind }) => kind !== "same"),
  );
  const hunks: Hunk[] = [];
  lines.forEach((line, i) => {
    if (isNear[i] !== true) return;
    if (i === 0 || isNear[i - 1] !== true) hunks.push({ lines: [] });
    hunks.at(-1)?.lines.push(line);
  });
  return hunks;
}
