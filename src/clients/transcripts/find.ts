/**
 * Finds transcripts: `<claude dir>/projects/<project>/<session>.jsonl`, and those of subagents next to or below
 * them; of Codex see `codex/files`.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileState } from "./offsets.ts";

export interface FoundTranscript {
  path: string;
  size: number;
  mtimeMs: number;
}

/** Oldest first. `paths` are files or folders; missing ones are skipped. */
export async function findTranscripts(paths: readonly string[], since = 0): Promise<FoundTranscript[]> {
  const found = new Map<string, FoundTranscript>();
  for (const path of paths) {
    for (const file of await filesAt(path)) {
      const state = await fileState(file);
      if (state === undefined || state.mtimeMs < since) continue;
      found.set(file, { path: file, size: state.size, mtimeMs: state.mtimeMs });
    }
  }
  return [...found.values()].sort((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1));
}

/** All transcripts, including those of subagents. */
export function projectsDir(claudeDir: string): string {
  return join(claudeDir, "projects");
}

const ANY_TRANSCRIPT = new Bun.Glob("**/*.{jsonl,jsonl.zst}");

async function filesAt(path: string): Promise<string[]> {
  if ((await fileState(path)) === undefined) return [];
  const found = await stat(path);
  // Reading a pipe or a device may never end.
  if (!found.isDirectory()) return found.isFile() ? [path] : [];
  const files: string[] = [];
  for await (const name of ANY_TRANSCRIPT.scan({ cwd: path, onlyFiles: true, dot: true })) {
    files.push(join(path, name));
  }
  return files;
}
