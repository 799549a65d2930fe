/** Reads events that no hook delivered from the client's own transcript: see `transcript/`. */

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { addTo, catchUp, noneAdded, type TimeSpan } from "../../clients/transcripts/catch-up.ts";
import { findTranscripts, formatOf } from "../../clients/transcripts/find.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Added } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";

interface CatchUpDeps {
  store: Store;
  /** Reads the files of one session; see `session-files`. */
  read(sessionId: string, transcriptPath: string): Promise<Added>;
  now: Clock;
  log: Log;
  /** Called for sessions with new records. */
  onAdded(sessionId: string): Promise<void>;
}

const RECENT_MS = 7 * 86_400_000;
const RECENT_SESSIONS = 500;

export function createCatchUps(deps: CatchUpDeps) {
  const { store, log } = deps;
  /** The last read of each file: a file has one reader at a time. */
  const last = new Map<string, Promise<void>>();

  async function read(sessionId: string, transcriptPath: string): Promise<void> {
    const added = await deps.read(sessionId, transcriptPath);
    if (isAny(added)) {
      log.info("caught up from the transcript", { session: sessionId, ...added });
      await deps.onAdded(sessionId);
    }
  }

  /** One session's transcript and those of its subagents. Resolves when all of it is stored. */
  function session(sessionId: string, transcriptPath: string): Promise<void> {
    const before = last.get(transcriptPath) ?? Promise.resolve();
    const own = before.catch(() => undefined).then(() => read(sessionId, transcriptPath));
    last.set(transcriptPath, own);
    const isLast = () => last.get(transcriptPath) === own;
    return own.finally(() => isLast() && last.delete(transcriptPath));
  }

  return {
    session,
    /** What was missed while no daemon ran: sessions of the last days. */
    async recent(): Promise<void> {
      const since = deps.now() - RECENT_MS;
      for (const { id, lastEventAt, transcriptPath } of await recordsIn(store).sessions({
        limit: RECENT_SESSIONS,
      })) {
        if (lastEventAt < since) break;
        if (transcriptPath !== undefined) await session(id, transcriptPath);
      }
    },
  };
}

function isAny({ prompts, observations, responses }: Added): boolean {
  return prompts + observations + responses > 0;
}

// Reads a session's transcript, and those of its subagents, into the store.

interface ReadingDeps {
  store: Store;
  redact: Redactor;
  projectOf(cwd: string): string;
  offSpans(sessionId: string): readonly TimeSpan[];
}

export async function readSessionFiles(
  sessionId: string,
  transcriptPath: string,
  { store, redact, projectOf, offSpans }: ReadingDeps,
): Promise<Added> {
  const added = noneAdded();
  if (!(await isTranscript(transcriptPath))) return added;
  const below = transcriptPath.slice(0, -".jsonl".length);
  for (const { path } of await findTranscripts([transcriptPath, join(below, "subagents")])) {
    const seen = await catchUp({
      store,
      offsets: store,
      path,
      sessionId,
      redact,
      projectOf,
      offSpans,
    });
    addTo(added, seen.added);
  }
  return added;
}

/** The path comes from an event: a pipe at that path would block. */
async function isTranscript(path: string): Promise<boolean> {
  if (formatOf(path).database !== undefined) return true;
  if (!path.endsWith(".jsonl")) return false;
  return stat(path).then(
    (file) => file.isFile(),
    () => false,
  );
}
