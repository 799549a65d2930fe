/**
 * Finds transcripts: `<claude dir>/projects/<project>/<session>.jsonl`, and those of subagents next to or below
 * them; of Codex see `codex/files`. A file's name shows its client; files of no other client belong to Claude Code.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../../platform/files.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "../index.ts";
import type { Transcripts } from "../setup.ts";
import { connections, SETUPS } from "../setups.ts";
import type { FileState, FoundTranscript } from "./entries.ts";

const OTHERS = CLIENT_NAMES.filter((name) => name !== DEFAULT_CLIENT);

export function formatOf(path: string): Transcripts & { client: ClientName } {
  const client = OTHERS.find((name) => SETUPS[name].transcripts.isOwn(path)) ?? DEFAULT_CLIENT;
  return { client, ...SETUPS[client].transcripts };
}

export function transcriptDirs(client: ClientName): string[] {
  return SETUPS[client].transcripts.dirs();
}

/** Folders that are imported automatically: Claude Code's, and those of every other connected client. */
export function connectedTranscriptDirs(claudeDir: string = claudeConfigDir()): string[] {
  const others = connections(process.cwd()).filter(
    ({ client, isConnected }) => isConnected && client !== DEFAULT_CLIENT,
  );
  return [projectsDir(claudeDir), ...others.flatMap(({ client }) => transcriptDirs(client))];
}

/** Oldest first. `paths` are files or folders; missing ones are skipped. */
export async function findTranscripts(paths: readonly string[], since = 0): Promise<FoundTranscript[]> {
  const found = new Map<string, FoundTranscript>();
  for (const path of paths) {
    const { database } = formatOf(path);
    for (const each of database?.sessions(path) ?? []) if (each.mtimeMs >= since) found.set(each.path, each);
    if (database !== undefined) continue;
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
  // Reading a pipe or a device may block forever.
  if (!found.isDirectory()) return found.isFile() ? [path] : [];
  const files: string[] = [];
  for await (const name of ANY_TRANSCRIPT.scan({ cwd: path, onlyFiles: true, dot: true })) {
    files.push(join(path, name));
  }
  return files;
}

/** Undefined if the file does not exist. */
export async function fileState(path: string): Promise<FileState | undefined> {
  const { database } = formatOf(path);
  if (database !== undefined) return database.state(path);
  try {
    const { size, mtimeMs, dev, ino } = await stat(path);
    return { size, mtimeMs, dev, ino };
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}
