/** Tools that change a file, with the text before and after. */
import type { Observation } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";

export const EDIT_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

export function isEdit(toolName: string): boolean {
  return EDIT_TOOLS.has(toolName);
}

export type ChangePair = readonly [before: string, after: string];

/** As far as known: a newly written file was empty before. */
export function pairsOf({ toolName, input }: Pick<Observation, "toolName" | "input">): ChangePair[] {
  if (toolName === "Write") return [["", inputField(input, "content") ?? ""]];
  if (toolName === "NotebookEdit") return [["", inputField(input, "new_source") ?? ""]];
  return toolName === "MultiEdit"
    ? editsIn(input).map((edit) => pairOf(JSON.stringify(edit)))
    : [pairOf(input)];
}

const pairOf = (input: string): ChangePair => [
  inputField(input, "old_string") ?? "",
  inputField(input, "new_string") ?? "",
];

/** The single edits of a multi-edit call; none if its input was cut. */
function editsIn(input: string): unknown[] {
  try {
    const { edits } = Object(JSON.parse(input)) as { edits?: unknown };
    return Array.isArray(edits) ? edits : [];
  } catch {
    return [];
  }
}

/** The lines that an edit adds, trimmed. */
export function addedLines(call: Pick<Observation, "toolName" | "input">): string[] {
  return pairsOf(call).flatMap(([before, after]) => {
    const old = new Set(linesOf(before));
    return linesOf(after).filter((line) => !old.has(line));
  });
}

const linesOf = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

interface FileEdit {
  file_path: string;
  moved_from?: string;
  change?: string;
  new_string?: string;
}

/** One patch of Codex may change several files, but learning works file by file. */
export function eachEdit(observations: readonly Observation[]): Observation[] {
  return observations.flatMap((call) => {
    if (call.toolName !== "MultiEdit" || call.files.length < 2) return [call];
    const edits = editsIn(call.input).filter(isFileEdit);
    return edits.length === 0 ? [call] : edits.map((edit) => toSingle(call, edit));
  });
}

function toSingle(call: Observation, edit: FileEdit): Observation {
  const { file_path: file, moved_from: from } = edit;
  const files = from === undefined ? [file] : [file, from];
  if (edit.change !== "added") return { ...call, toolName: "Edit", files, input: JSON.stringify(edit) };
  const input = JSON.stringify({ file_path: file, content: edit.new_string ?? "" });
  return { ...call, toolName: "Write", files, input };
}

const isFileEdit = (value: unknown): value is FileEdit =>
  typeof value === "object" && value !== null && "file_path" in value;
