/** Parses the text of `apply_patch`: the changed files, and their changes. */

export interface PatchChange {
  kind: "added" | "changed" | "deleted" | "renamed";
  /** As the patch names it; after a rename, the new name. */
  path: string;
  /** The name before a rename. */
  from?: string;
  /** The lines of the patch before and after the change, including context. Empty for a deleted file. */
  before: string;
  after: string;
}

const HEADER = /^\*\*\* (Add File|Update File|Delete File): (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const KINDS = { "Add File": "added", "Update File": "changed", "Delete File": "deleted" } as const;

/** Lenient: lines outside of the format are skipped. A text without any file is not a patch and gives an empty list. */
export function parsePatch(text: string): PatchChange[] {
  const changes: PatchChange[] = [];
  let sides: { before: string[]; after: string[] } | undefined;
  const close = () => {
    const change = changes.at(-1);
    if (change === undefined || sides === undefined) return;
    change.before = sides.before.join("\n");
    change.after = sides.after.join("\n");
  };
  for (const line of text.split(/\r?\n/)) {
    const header = HEADER.exec(line);
    const move = MOVE.exec(line)?.[1];
    const change = changes.at(-1);
    if (header?.[1] !== undefined && header[2] !== undefined) {
      close();
      const kind = KINDS[header[1] as keyof typeof KINDS];
      changes.push({ kind, path: header[2].trim(), before: "", after: "" });
      sides = { before: [], after: [] };
    } else if (move !== undefined && change?.kind === "changed") {
      Object.assign(change, { kind: "renamed", from: change.path, path: move.trim() });
    } else if (sides !== undefined) addLine(line, sides);
  }
  close();
  return changes;
}

function addLine(line: string, { before, after }: { before: string[]; after: string[] }): void {
  const rest = line.slice(1);
  if (line.startsWith("+")) after.push(rest);
  else if (line.startsWith("-")) before.push(rest);
  else if (line.startsWith(" ")) {
    before.push(rest);
    after.push(rest);
  }
}
