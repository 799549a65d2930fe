/** Imports a machine's whole history: catches up on every transcript, in parallel. */

import type { Redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Added } from "../../store/records/records.ts";
import { RUNNING_MS } from "../../store/records/running.ts";
import { override, type Store } from "../../store/store.ts";
import { addTo, catchUp, noneAdded, type TimeSpan } from "./catch-up.ts";
import type { FoundTranscript } from "./entries.ts";
import { findTranscripts } from "./find.ts";
import { formatOf } from "./format.ts";
import { openReaders, type Readers } from "./workers.ts";

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
  /** Number of reader threads; 0 reads in this thread. */
  threads?: number;
  signal?: AbortSignal;
}

export interface ImportProgress {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
  added: Added;
  /** The folder of the last finished file. */
  path?: string;
}

export interface ImportResult {
  files: number;
  /** Files with new records. */
  read: number;
  /** Sessions in the files, known ones included. */
  sessions: number;
  /** Sessions with new records: there is something to learn. */
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

const PROGRESS_EVERY_MS = 100;

/**
 * Yields its progress a few times per second and returns the result. Stop it with the signal; it is safe to run
 * again.
 */
export async function* importTranscripts(
  options: ImportOptions,
): AsyncGenerator<ImportProgress, ImportResult> {
  const { now, threads = 1 } = options;
  const startedAt = now();
  const files = await findTranscripts(options.paths, options.since);
  const progress: ImportProgress = {
    files: files.length,
    filesDone: 0,
    bytes: files.reduce((sum, file) => sum + file.size, 0),
    bytesDone: 0,
    added: noneAdded(),
  };
  const failed: ImportResult["failed"] = [];
  const unknown: Record<string, number> = Object.create(null);
  const sessions = new Set<string>();
  const changed = new Set<string>();
  let skipped = 0;
  let bytesRead = 0;
  let filesRead = 0;
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const context = { ...options, signal, overBefore: startedAt - RUNNING_MS };

  const importFile = async (file: FoundTranscript, readers: Readers | undefined) => {
    let left = file.size;
    const seen = await catchUp({
      ...context,
      path: file.path,
      ...(readers === undefined ? {} : { read: readers.read }),
      onStep: (bytes, added) => {
        left -= bytes;
        progress.bytesDone += bytes;
        addTo(progress.added, added);
      },
    });
    bytesRead += seen.bytes;
    if (seen.bytes > 0) filesRead++;
    if (signal.aborted) return;
    for (const [id, newest] of seen.sessions) {
      sessions.add(id);
      if (newest < context.overBefore || !(await isRecordedLive(id, options.store)))
        await recordsIn(options.store).endSession(id, newest, "imported");
      if (seen.bytes === 0) continue;
      changed.add(id);
      await options.onSession?.(id, formatOf(file.path).sessionOf(file.path) === id);
    }
    skipped += seen.skipped;
    for (const [type, count] of Object.entries(seen.unknown)) unknown[type] = (unknown[type] ?? 0) + count;
    progress.filesDone++;
    // Already known records count as done too.
    progress.bytesDone += Math.max(0, left);
    progress.path = file.path;
  };

  const queue = files.values();
  const work = async (readers: Readers | undefined) => {
    for (const file of queue) {
      if (signal.aborted) return;
      try {
        await importFile(file, readers);
      } catch (error) {
        // An unreadable file must not affect the others; it is reported at the end.
        failed.push({ path: file.path, error });
        progress.filesDone++;
      }
    }
  };

  const readers = threads > 0 && files.length > 0 ? openReaders(threads) : undefined;
  let running = true;
  // One more than there are slots, so that the next file is ready when one becomes free.
  const atOnce = (readers?.places ?? 0) + 1;
  const all = Promise.all(Array.from({ length: atOnce }, () => work(readers))).finally(() => {
    running = false;
  });
  try {
    while (running) {
      await Promise.race([all, Bun.sleep(PROGRESS_EVERY_MS)]);
      yield { ...progress, added: { ...progress.added } };
    }
  } finally {
    // Also if the consumer stopped early: nothing keeps running.
    stop.abort();
    await all;
    await readers?.close();
  }
  return {
    files: progress.filesDone,
    read: filesRead,
    sessions: sessions.size,
    changed: [...changed],
    prompts: progress.added.prompts,
    observations: progress.added.observations,
    skipped,
    unknown,
    failed,
    bytes: bytesRead,
    seconds: (now() - startedAt) / 1000,
    aborted: options.signal?.aborted ?? false,
  };
}

/** Without an event of a hook, nothing says that a session still runs. */
async function isRecordedLive(id: string, store: Store): Promise<boolean> {
  const records = await recordsIn(store).session(id);
  return records?.events.some(({ event }) => LIVE_EVENTS.has(event)) === true;
}

const LIVE_EVENTS: ReadonlySet<string> = new Set(["SessionStart", "Stop", "PreToolUse"]);
