/** Which sessions an event's session was forked from. */

import type { InputOf } from "../../clients/index.ts";
import { forkOf, type Lineage, likelyForked, originsOf } from "../../clients/transcripts/lineage.ts";
import { markFork } from "../../clients/transcripts/offsets.ts";
import { Lru } from "../../platform/lru.ts";
import type { Store } from "../../store/store.ts";

interface ForkedSession {
  sessionId: string;
  transcriptPath?: string | undefined;
}

const MOST = 100;

export function createLineages(store: Store) {
  /** Computed again only when the transcript has grown. */
  const known = new Lru<string, { fork: string; lineage: Lineage }>(MOST);
  return {
    /** A fork says that it is one before there is a line to tell it by. */
    async started(input: InputOf<"SessionStart">, at: number): Promise<void> {
      const { source, sessionId, transcriptPath, secondsSinceLastResponse: ago } = input;
      if (source !== "fork" || transcriptPath === undefined) return;
      const likely = ago === undefined ? [] : await likelyForked(at, ago, store);
      await markFork(
        store,
        transcriptPath,
        at,
        likely.filter((id) => id !== sessionId),
      );
    },
    async of({ sessionId, transcriptPath: path }: ForkedSession): Promise<Lineage> {
      const fork = path === undefined ? undefined : await forkOf(path, store);
      if (path === undefined || fork === undefined) return { sessions: new Set([sessionId]) };
      const stamp = JSON.stringify(fork);
      const found = known.get(sessionId);
      if (found?.fork === stamp) return found.lineage;
      const sessions = new Set([sessionId, ...(await originsOf(fork, path, store))]);
      const lineage = { sessions, forkedAt: fork.at };
      // The other session may be imported yet.
      if (sessions.size > 1) known.set(sessionId, { fork: stamp, lineage });
      return lineage;
    },
  };
}
