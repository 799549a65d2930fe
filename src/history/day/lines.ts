/** The number of lines an edit added and removed, as far as the call itself tells. */
import type { Observation } from "../../store/records/records.ts";

interface LineCount {
  added: number;
  removed: number;
}

type Pair = readonly [before: string, after: string];

/** `call`: a successful edit of one file. */
export function linesOf(call: Pick<Observation, "toolName" | "input" | "response">): LineCount {
  const patch = call.toolName === "Write" ? patchOf(call.response) : undefined;
  if (patch !== undefined) return patch;
  const total = { added: 0, removed: 0 };
  for (const pair of pairsOf(call)) {
    const { added, removed } = difference(pair);
    total.added += added;
    total.removed += removed;
  }
  return total;
}

/** For an existing file, only the client has the old content; its response contains the patch. */
function patchOf(response: string): LineCount | undefined {
  if (!response.includes('"structuredPatch"')) return undefined;
  const { structuredPatch: hunks } = fieldsOf(parse(response));
  if (!Array.isArray(hunks) || hunks.length === 0) return undefined;
  const lines = hunks.flatMap((hunk: unknown) => {
    const { lines: of } = fieldsOf(hunk);
    return Array.isArray(of) ? of.filter((line) => typeof line === "string") : [];
  });
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

function pairsOf({ toolName, input }: Pick<Observation, "toolName" | "input">): Pair[] {
  const fields = fieldsOf(parse(input));
  if (toolName === "Write") return [["", textOf(fields.content)]];
  if (toolName === "NotebookEdit") return [["", textOf(fields.new_source)]];
  if (toolName !== "MultiEdit") return [pairIn(fields)];
  return Array.isArray(fields.edits) ? fields.edits.map((edit) => pairIn(fieldsOf(edit))) : [];
}

const pairIn = (fields: Record<string, unknown>): Pair => [
  textOf(fields.old_string),
  textOf(fields.new_string),
];

/** Lines on one side only. Order is ignored: an edit is a few lines, and a moved line is no change. */
function difference([before, after]: Pair): LineCount {
  const left = new Map<string, number>();
  for (const line of toLines(before)) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of toLines(after)) {
    const there = left.get(line) ?? 0;
    if (there === 0) added++;
    else left.set(line, there - 1);
  }
  return { added, removed: [...left.values()].reduce((sum, times) => sum + times, 0) };
}

function toLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The response was cut when it was stored, so the changes are unknown.
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
