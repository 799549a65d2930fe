/** How many lines an edit added and removed. A line that only moved counts as neither. */
import type { Observation } from "../records/records.ts";
import { pairsOf } from "./edits.ts";

export interface ChangedLines {
  added: number;
  removed: number;
}

export function changedLines(call: Pick<Observation, "toolName" | "input">): ChangedLines {
  const lines: ChangedLines = { added: 0, removed: 0 };
  for (const [before, after] of pairsOf(call)) {
    const counts = new Map<string, number>();
    for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) - 1);
    for (const line of linesOf(after)) counts.set(line, (counts.get(line) ?? 0) + 1);
    for (const count of counts.values()) {
      if (count > 0) lines.added += count;
      else lines.removed -= count;
    }
  }
  return lines;
}

/** A final line break ends the last line; it does not begin another. */
function linesOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}
