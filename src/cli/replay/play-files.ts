/** Plays transcripts through the whole service, on a store of its own that is deleted at the end. */
import { openScratchService } from "../../daemon/scratch-service.ts";
import type { Settings } from "../../hooks/config/schema.ts";
import { createProjectOf } from "../../platform/project.ts";
import { type PlayedSession, playSessions } from "../../recall/replay/play.ts";
import type { TranscriptFile } from "../../recall/replay/read-session.ts";
import type { Store } from "../../store/store.ts";

interface PlayFilesOptions<R> {
  settings: Settings;
  /** All sessions belong to this folder's project, whose CLAUDE.md they read; undefined: each to its own. */
  project: string | undefined;
  onProgress(done: number): void;
  signal: AbortSignal;
  /** Reads the store before it is gone. */
  readRules: ((store: Store) => Promise<R[]>) | undefined;
}

export async function playFiles<R>(
  files: readonly TranscriptFile[],
  { settings, project, onProgress, signal, readRules }: PlayFilesOptions<R>,
): Promise<{ played: PlayedSession[]; rules: R[] }> {
  const projectOf = project === undefined ? createPastProjectOf() : () => project;
  // The hold-out would leave out what is to be judged.
  const recall = { ...settings.recall, holdout: 0 };
  await using scratch = await openScratchService({ settings: { ...settings, recall }, projectOf });
  const { service, setTime } = scratch;
  const { store, hook, idle, knowledge } = service;
  const player = { store, hook, idle, knowledge, projectOf, setTime };
  const played = await playSessions(player, { files, onProgress, signal });
  return { played, rules: readRules === undefined ? [] : await readRules(store) };
}

/** A worktree that is gone cannot be asked for its repository; the usual folder for worktrees tells. */
function createPastProjectOf(): (cwd: string) => string {
  const projectOf = createProjectOf();
  return (cwd) => projectOf(cwd.replace(/[\\/]\.(?:claude[\\/])?worktrees[\\/].*$/, ""));
}
