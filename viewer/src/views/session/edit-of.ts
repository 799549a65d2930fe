/** The changes of a call, as the client reported them; from its input if there is no report. */
import { type DiffLine, type Hunk, toHunks } from "../../parts/diff-lines.ts";
import type { FullRecord } from "../../state/types.ts";

interface FileEdit {
  file: string;
  hunks: Hunk[];
  isNew: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export function editsOf({ tool, input = "", response = "", files = [] }: FullRecord): FileEdit[] {
  const fields = parse(input);
  if (fields === undefined) return [];
  const file = text(fields.file_path) || text(fields.notebook_path) || (files[0] ?? "");
  if (tool === "Write" || tool === "NotebookEdit" || tool === "Edit") {
    const reported = patchIn(parse(response));
    if (reported.length > 0) return [{ file, hunks: reported, isNew: false }];
  }
  switch (tool) {
    case "Write":
      return [{ file, hunks: toHunks("", text(fields.content)).map(withoutEmptyStart), isNew: true }];
    case "NotebookEdit":
      return [{ file, hunks: toHunks("", text(fields.new_source)).map(withoutEmptyStart), isNew: false }];
    case "Edit":
      return [{ file, hunks: hunksOf(fields), isNew: false }];
    case "MultiEdit":
      return list(fields.edits).map((edit) => ({
        file: text(edit.file_path) || file,
        hunks: hunksOf(edit),
        isNew: edit.change === "added",
      }));
    default:
      return [];
  }
}

/** The path and the text of what Codex or Claude Code replaced. */
function hunksOf(fields: Fields): Hunk[] {
  return toHunks(text(fields.old_string), text(fields.new_string)).map(withoutEmptyStart);
}

/** The diff to an empty text begins with a removed empty line that was never there. */
function withoutEmptyStart(hunk: Hunk): Hunk {
  const isReal = ({ kind, text }: DiffLine) => kind !== "removed" || text !== "";
  return hunk.lines.filter(({ kind }) => kind === "removed").length === 1
    ? { ...hunk, lines: hunk.lines.filter(isReal) }
    : hunk;
}

const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { "+": "added", "-": "removed", " ": "same" };

/** Claude Code's `structuredPatch`: the change as it was in the file, with line numbers. */
function patchIn(response: Fields | undefined): Hunk[] {
  return list(response?.structuredPatch).map((hunk) => ({
    start: { before: Number(hunk.oldStart), after: Number(hunk.newStart) },
    lines: (Array.isArray(hunk.lines) ? hunk.lines : [])
      .map(String)
      .filter((line) => !line.startsWith("\\"))
      .map((line) => ({ kind: KINDS[line[0] ?? " "] ?? "same", text: line.slice(1) })),
  }));
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

function parse(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Fields) : undefined;
  } catch {
    // Cut when it was stored.
    return undefined;
  }
}
