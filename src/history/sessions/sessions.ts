/** Running sessions beyond their records: notes, project, and the sessions they were forked from. */

import type { InputOf, KnownInput } from "../../clients/index.ts";
import { forkOf, type Lineage, likelyForked, originsOf } from "../../clients/transcripts/lineage.ts";
import { markFork } from "../../clients/transcripts/offsets.ts";
import { Lru } from "../../platform/lru.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { createSessionMemory } from "./session-notes.ts";

export type Sessions = ReturnType<typeof createSessions>;

/** `fallback`: the project of a session without a folder. */
export function createSessions(deps: {
  store: Store;
  redaction: number;
  projectOf(cwd: string): string;
  fallback: string;
}) {
  return {
    notes: createSessionMemory(deps.store, deps.redaction),
    lineages: createLineages(deps.store),
    /** Not the current folder: a session belongs to the project where it started. */
    projectOf: createSessionProjects(deps),
  };
}

// Decides whose hooks apply to a session. `cwd` follows every `cd`, also into a nested repository. If each event used it, a
// session could escape a gate with `cd`. So a session keeps the project where it started.

const MAX_SESSIONS = 1000;

export function createSessionProjects(deps: {
  store: Store;
  projectOf(cwd: string): string;
  /** For a session without a folder. */
  fallback: string;
}): (input: KnownInput) => Promise<string> {
  const known = new Lru<string, string>(MAX_SESSIONS);

  return async (input) => {
    const here = deps.projectOf(input.cwd ?? "");
    // A compaction is in the middle of a session; every other start determines its project.
    const starts = input.event === "SessionStart" && input.source !== "compact";
    const found = starts ? undefined : (known.get(input.sessionId) ?? (await recorded(input.sessionId)));
    const project = found ?? (here === "" ? deps.fallback : here);
    known.set(input.sessionId, project);
    return project;
  };

  /** The daemon was restarted in the middle of the session. */
  async function recorded(sessionId: string): Promise<string | undefined> {
    // A failing store reports its error at the commit. Until then, hooks of the current folder are better than none.
    const project = await recordsIn(deps.store)
      .sessionProject(sessionId)
      .catch(() => undefined);
    return project === "" ? undefined : project;
  }
}

// Finds the sessions that an event's session was forked from.

interface ForkedSession {
  sessionId: string;
  transcriptPath?: string | undefined;
}

const MOST = 100;

function createLineages(store: Store) {
  /** Computed again only after the transcript has grown. */
  const known = new Lru<string, { fork: string; lineage: Lineage }>(MOST);
  return {
    /** A fork is announced before its transcript has a line to detect it by. */
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
      // The other session may still be imported.
      if (sessions.size > 1) known.set(sessionId, { fork: stamp, lineage });
      return lineage;
    },
  };
}
