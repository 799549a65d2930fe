/**
 * The other notes that clients load by themselves: CLAUDE.md, CLAUDE.local.md, `.claude/rules`, AGENTS.md. They are found
 * by a search, and whatever stands in them is known already: it is not injected again.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { FoundFile } from "./files.ts";
import { listFiles } from "./files.ts";
import { NEVER, type SyncDeps, saveFile } from "./sync.ts";
import { clientUri } from "./uri.ts";

const NAMES = ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"];
const RULES = ".claude/rules";
const LARGEST = 1 << 20;

export async function noteFiles(project: string): Promise<FoundFile[]> {
  const single = NAMES.flatMap((file): FoundFile[] => {
    const path = join(project, file);
    try {
      const stats = statSync(path);
      return stats.isFile() && stats.size <= LARGEST
        ? [{ file, path, mtimeMs: stats.mtimeMs, size: stats.size }]
        : [];
    } catch {
      // Most projects have one of them at most.
      return [];
    }
  });
  const rules = (await listFiles(join(project, RULES))) ?? [];
  return [...single, ...rules.map((found) => ({ ...found, file: `${RULES}/${found.file}` }))];
}

function noteUri(file: string): string {
  return clientUri(`notes/${file}`);
}

/** Into the store, for search. `seen`: times of the files at the last look, which this changes. */
export async function scanNotes(project: string, seen: Map<string, string>, deps: SyncDeps): Promise<number> {
  let changed = 0;
  for (const file of await noteFiles(project)) {
    const stamp = `${file.mtimeMs} ${file.size}`;
    if (seen.get(file.path) === stamp) continue;
    seen.set(file.path, stamp);
    if (await saveFile(project, { file, uri: noteUri(file.file), priority: NEVER }, deps)) changed++;
  }
  return changed;
}
