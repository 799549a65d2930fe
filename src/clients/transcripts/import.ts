/** Imports a machine's whole history: catches up on every transcript. */

import type { Redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { RUNNING_MS } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { addTo, catchUp, noneAdded, type TimeSpan } from "./catch-up.ts";
import type { FoundTranscript } from "./entries.ts";
import { findTranscripts, formatOf } from "./find.ts";

export interface ImportOptions {
  store: Store;
  offsets: Store;
  /** Files, or folders that are searched for transcripts; see `projectsDir`. */
  paths: readonly string[];
  redact: Redactor;
  projectOf: (cwd: string) => string;
  now: () => number;
  /** Skip files last written before this. */
  since?: number;
  offSpans?: (sessionId: string) => readonly TimeSpan[];
  /**
   * Called for every session with new records, once the file that contains them is stored. `isOwn`: it was the
   * session's own transcript, not one of a subagent.
   */
  onSession?: (sessionId: string, isOwn: boolean) => Promise<void>;
  signal?: AbortSignal;
  /** Called often: with every step that is stored. */
  onProgress?: (progress: Readonly<ImportProgress>) => void;
}

export interface ImportProgress {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
}

export interface ImportResult {
  files: number;
  /** Files with new records. */
  read: number;
  /** All sessions in the files, including those already stored. */
  sessions: number;
  /** Sessions with new records to learn from. */
  changed: string[];
  prompts: number;
  observations: number;
  /** Lines that could not be read. */
  skipped: number;
  /** Lines of unknown types, by type. */
  unknown: Record<string, number>;
  /** Files that could not be read, with the reason. */
  failed: { path: string; error: unknown }[];
  bytes: number;
  seconds: number;
  aborted: boolean;
}

/** Reads one file after another. Stop it with the signal; it is safe to run again. */
export async function importTranscripts(options: ImportOptions): Promise<ImportResult> {
  const { now, signal, store, onProgress = () => undefined } = options;
  const startedAt = now();
  const overBefore = startedAt - RUNNING_MS;
  const files = await findTranscripts(options.paths, options.since);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const progress: ImportProgress = { files: files.length, filesDone: 0, bytes, bytesDone: 0 };
  const added = noneAdded();
  const failed: ImportResult["failed"] = [];
  const unknown: Record<string, number> = Object.create(null);
  const sessions = new Set<string>();
  const changed = new Set<string>();
  let skipped = 0;
  let bytesRead = 0;
  let filesRead = 0;

  const importFile = async ({ path, size }: FoundTranscript) => {
    const doneBefore = progress.bytesDone;
    const onStep = (read: number) => {
      progress.bytesDone += read;
      onProgress(progress);
    };
    const seen = await catchUp({ ...options, path, overBefore, onStep });
    addTo(added, seen.added);
    bytesRead += seen.bytes;
    if (seen.bytes > 0) filesRead++;
    if (signal?.aborted) return;
    for (const [id, newest] of seen.sessions) {
      sessions.add(id);
      if (newest < overBefore || !(await isRecordedLive(id, store)))
        await recordsIn(store).endSession(id, newest, "imported");
      if (seen.bytes === 0) continue;
      changed.add(id);
      await options.onSession?.(id, formatOf(path).sessionOf(path) === id);
    }
    skipped += seen.skipped;
    for (const [type, count] of Object.entries(seen.unknown)) unknown[type] = (unknown[type] ?? 0) + count;
    progress.filesDone++;
    // Records that are stored already count as done too.
    progress.bytesDone = doneBefore + size;
    onProgress(progress);
  };

  for (const file of files) {
    if (signal?.aborted) break;
    try {
      await importFile(file);
    } catch (error) {
      // An unreadable file must not affect the others; it is reported at the end.
      failed.push({ path: file.path, error });
      progress.filesDone++;
    }
  }
  return {
    files: progress.filesDone,
    read: filesRead,
    sessions: sessions.size,
    changed: [...changed],
    prompts: added.prompts,
    observations: added.observations,
    skipped,
    unknown,
    failed,
    bytes: bytesRead,
    seconds: (now() - startedAt) / 1000,
    aborted: signal?.aborted ?? false,
  };
}

/** Without a hook's event, nothing shows that a session is still running. */
async function isRecordedLive(id: string, store: Store): Promise<boolean> {
  const records = await recordsIn(store).session(id);
  return records?.events.some(({ event }) => LIVE_EVENTS.has(event)) === true;
}

const LIVE_EVENTS: ReadonlySet<string> = new Set(["SessionStart", "Stop", "PreToolUse"]);
