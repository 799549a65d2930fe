/** An import from the command line, with redaction, projects and switched-off sessions. */

import { projectsDir } from "../../clients/transcripts/find.ts";
import {
  type ImportProgress,
  type ImportResult,
  importTranscripts,
} from "../../clients/transcripts/import.ts";
import { saveImportMark } from "../../daemon/import/upkeep.ts";
import { leavingOut } from "../../daemon/leave-out.ts";
import { userExclusion } from "../../hooks/config/user-settings.ts";
import { learnFrom } from "../../memory/learn/learn.ts";
import { offSpans } from "../../platform/off.ts";
import { claudeConfigDir, pawlHome } from "../../platform/paths.ts";
import { createProjectOf } from "../../platform/project.ts";
import { redactor } from "../../redact/redactor.ts";
import { wordIndexIn } from "../../store/index/lazy-index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { present } from "../../store/values.ts";

interface ImportRun {
  store: Store;
  paths: readonly string[];
  since?: number;
  signal?: AbortSignal;
  /** False skips learning, to measure its cost. */
  learns?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Everything is stored, and the index is being completed. */
  onIndexed?: (done: number, total: number) => void;
}

export async function runImport(run: ImportRun): Promise<{ result: ImportResult; sessions: number }> {
  const { store, onProgress = () => undefined } = run;
  const startedAt = Date.now();
  const home = pawlHome();
  const before = (await recordsIn(store).stats()).sessions;
  const learned = new Set<string>();
  const learn = async (sessionId: string) => {
    if (run.learns === false) return;
    await learnFrom(store, sessionId, { at: Date.now(), redaction: redactor.version, isImport: true });
  };
  const exclusion = userExclusion(home);
  const recording = leavingOut(store, exclusion);
  const imported = await importTranscripts({
    store: recording,
    offsets: recording,
    paths: run.paths,
    redact: redactor,
    projectOf: createProjectOf(),
    now: Date.now,
    offSpans: (sessionId) => offSpans(home.off, sessionId),
    // Learns while other files are read. Additions from subagents' files are learned at the end, once for all of them.
    onSession: async (sessionId, isOwn) => {
      learned.delete(sessionId);
      if (!isOwn) return;
      // Failed learning is retried at the end. The file is stored either way and must not count as unread.
      await learn(sessionId).then(
        () => learned.add(sessionId),
        () => undefined,
      );
    },
    onProgress,
    ...present({ since: run.since, signal: run.signal }),
  });
  // Even after Ctrl-C: a file is read only once, so this is the only chance to learn from it.
  for (const id of imported.changed) if (!learned.has(id)) await learn(id);
  await completeIndex(store, run.onIndexed ?? (() => undefined), run.signal).catch(() => undefined);
  const isWhole = run.since === undefined && run.paths.includes(projectsDir(claudeConfigDir()));
  if (isWhole && !imported.aborted) saveImportMark(home, { at: Date.now() });
  const result = { ...imported, seconds: (Date.now() - startedAt) / 1000 };
  return { result, sessions: (await recordsIn(store).stats()).sessions - before };
}

/** Completes it for the first search and the daemon. If this fails, they complete it later. */
async function completeIndex(
  store: Store,
  onProgress: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { unindexed, indexWords } = wordIndexIn(store);
  const total = await unindexed();
  let shownAt = performance.now();
  while (signal?.aborted !== true && (await indexWords()) > 0) {
    if (performance.now() - shownAt < SHOWN_EVERY_MS) continue;
    shownAt = performance.now();
    onProgress(total - (await unindexed()), total);
  }
}

const SHOWN_EVERY_MS = 100;
