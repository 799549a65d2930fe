/** Reads back from the client's own record what no hook has told: see `transcript/`. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Redactor } from "../../memory/records/observation.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Added, Store } from "../../store/store.ts";
import { addTo, catchUp, noneAdded, type Span } from "../../transcripts/catch-up.ts";
import { findTranscripts } from "../../transcripts/find.ts";
import { readTranscript } from "../../transcripts/read.ts";

interface CatchUpDeps {
  store: Store;
  redact: Redactor;
  projectOf(cwd: string): string;
  offSpans(sessionId: string): readonly Span[];
  now: Clock;
  log: Log;
  /** Hears of sessions that have got something new. */
  onAdded(sessionId: string): Promise<void>;
}

export interface CatchUps {
  /** One session's transcript and those of its subagents. Resolves when all of it is stored. */
  session(sessionId: string, transcriptPath: string): Promise<void>;
  /** What was missed while no daemon ran: sessions of the last days. */
  recent(): Promise<void>;
}

const RECENT_MS = 7 * 86_400_000;
const RECENT_SESSIONS = 500;
/** Small pieces: between two of them the hooks are answered. */
const CHUNK_BYTES = 1 << 17;

export function createCatchUps(deps: CatchUpDeps): CatchUps {
  const { store, redact, projectOf, offSpans, log } = deps;
  /** What is being read; one reader per file, and at most one more that waits. */
  const running = new Map<string, { now: Promise<void>; next?: Promise<void> }>();

  async function read(sessionId: string, transcriptPath: string): Promise<void> {
    if (!(await isTranscript(transcriptPath))) return;
    const added = noneAdded();
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
        read: (options) => readTranscript({ ...options, lines: { chunkBytes: CHUNK_BYTES } }),
      });
      addTo(added, seen.added);
    }
    if (isAny(added)) {
      log.info("caught up from the transcript", { session: sessionId, ...added });
      await deps.onAdded(sessionId);
    }
  }

  function session(sessionId: string, transcriptPath: string): Promise<void> {
    const current = running.get(transcriptPath);
    if (current === undefined) {
      const entry: { now: Promise<void>; next?: Promise<void> } = { now: Promise.resolve() };
      entry.now = read(sessionId, transcriptPath).finally(() => {
        if (entry.next === undefined) running.delete(transcriptPath);
      });
      running.set(transcriptPath, entry);
      return entry.now;
    }
    // Whoever comes while one waits is served by it: it has not begun to read.
    current.next ??= current.now
      .catch(() => undefined)
      .then(() => {
        running.delete(transcriptPath);
        return session(sessionId, transcriptPath);
      });
    return current.next;
  }

  return {
    session,
    async recent() {
      const since = deps.now() - RECENT_MS;
      for (const { id, lastEventAt, transcriptPath } of await store.sessions({ limit: RECENT_SESSIONS })) {
        if (lastEventAt < since) break;
        if (transcriptPath !== undefined) await session(id, transcriptPath);
      }
    },
  };
}

/** The path comes with an event: a pipe in its place would be waited for. */
async function isTranscript(path: string): Promise<boolean> {
  if (!path.endsWith(".jsonl")) return false;
  return stat(path).then(
    (file) => file.isFile(),
    () => false,
  );
}

function isAny({ prompts, observations, responses }: Added): boolean {
  return prompts + observations + responses > 0;
}
