/** One patch of Codex may change several files: what is learned from edits is learned file by file. */
import type { Observation } from "../../store/records/records.ts";

interface FileEdit {
  file_path: string;
  moved_from?: string;
  change?: string;
  new_string?: string;
}

/** The same observations, those that change several files as one per file. */
export function eachEdit(observations: readonly Observation[]): Observation[] {
  return observations.flatMap((call) => {
    if (call.toolName !== "MultiEdit" || call.files.length < 2) return [call];
    const edits = editsIn(call.input);
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

function editsIn(input: string): FileEdit[] {
  try {
    const { edits } = JSON.parse(input) as { edits?: unknown };
    return Array.isArray(edits) ? edits.filter(isFileEdit) : [];
  } catch {
    // Not JSON: it stays one call.
    return [];
  }
}

function isFileEdit(value: unknown): value is FileEdit {
  return typeof value === "object" && value !== null && "file_path" in value;
}
