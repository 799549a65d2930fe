/** What an edit changed, line by line. */

import type { Observation } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";

const EDITS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

export function isEdit(toolName: string): boolean {
  return EDITS.has(toolName);
}

interface Change {
  removed: string[];
  added: string[];
}

/** The lines that differ, trimmed; a whole file that is written has only added lines. */
export function changeOf(call: Pick<Observation, "toolName" | "input">): Change {
  const pairs = pairsOf(call);
  const change: Change = { removed: [], added: [] };
  for (const [before, after] of pairs) {
    const old = linesOf(before);
    const now = linesOf(after);
    const oldSet = new Set(old);
    const nowSet = new Set(now);
    change.removed.push(...old.filter((line) => !nowSet.has(line)));
    change.added.push(...now.filter((line) => !oldSet.has(line)));
  }
  return change;
}

function linesOf(text: string): string[] {
  return text
    .slice(0, 20_000)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function pairsOf({ toolName, input }: Pick<Observation, "toolName" | "input">): [string, string][] {
  if (toolName === "Write") return [["", inputField(input, "content") ?? ""]];
  if (toolName === "NotebookEdit") return [["", inputField(input, "new_source") ?? ""]];
  const single: [string, string] = [
    inputField(input, "old_string") ?? "",
    inputField(input, "new_string") ?? "",
  ];
  return toolName === "MultiEdit" ? multiple(input) : [single];
}

function multiple(input: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    // Cut when it was stored: what was changed is not known any more.
    return [];
  }
  const edits: unknown =
    typeof value === "object" && value !== null && "edits" in value ? value.edits : undefined;
  if (!Array.isArray(edits)) return [];
  return edits.flatMap((edit: unknown): [string, string][] => {
    const json = JSON.stringify(edit) ?? "";
    return [[inputField(json, "old_string") ?? "", inputField(json, "new_string") ?? ""]];
  });
}
