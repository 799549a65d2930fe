/** Caches the pasts of projects: digests are read once, and a changed session replaces its own. */

import { MOST_SESSIONS, type SessionDigest } from "../memory/digest/types.ts";
import { digestsIn } from "../memory/sql/index.ts";
import { Lru } from "../platform/lru.ts";
import type { Store } from "../store/store.ts";
import { createPast, type ProjectPast, type TeamKnowledge } from "./past/past.ts";
import { readWords } from "./past/session-words.ts";

const LIMITS = {
  projects: 6,
  /** Cached pasts per project: each running session excludes itself, so each has its own. */
  pasts: 12,
  /** Digests read in one batch; others are served in between. */
  digests: 32,
  /** The pause between slices of reading words in advance. */
  pauseMs: 15,
};

export interface Pasts {
  /** Excludes these sessions: the current session already contains its own work. */
  of(project: string, except: readonly string[]): Promise<ProjectPast>;
  /** Called on activity in a project: reads its past in the background, unless it is cached. */
  prepare(project: string): void;
  /** Called when a session's digest has changed. */
  changed(project: string, digest: SessionDigest): void;
  /** Called after writes of another process: everything is read again. */
  reset(): void;
}

interface Known {
  team: TeamKnowledge | undefined;
  digests: Map<string, SessionDigest>;
  /** Keyed by the excluded sessions. */
  pasts: Lru<string, ProjectPast>;
}

/** `team`: knowledge of other members, if this machine is in a team. */
export function createPasts(
  store: Store,
  team: (project: string) => Promise<TeamKnowledge | undefined> = async () => undefined,
): Pasts {
  let projects = new Lru<string, Promise<Known>>(LIMITS.projects);
  let deleted = 0;
  const reset = () => {
    projects = new Lru(LIMITS.projects);
  };

  /** Drops everything that any process has forgotten. */
  async function dropForgotten(): Promise<void> {
    const now = await digestsIn(store).digestsDeleted();
    if (now !== deleted) reset();
    deleted = now;
  }

  /** A few at a time, newest first. */
  async function readDigests(project: string): Promise<Map<string, SessionDigest>> {
    const before = await digestsIn(store).digestsDeleted();
    const ids = await digestsIn(store).digestedSessions({ project, limit: MOST_SESSIONS + 1 });
    const read = new Map<string, SessionDigest | undefined>(ids.map((id) => [id, undefined]));
    for (let at = 0; at < ids.length; at += LIMITS.digests) {
      if (at > 0) await Bun.sleep(0);
      for (const digest of await digestsIn(store).digestsOf(ids.slice(at, at + LIMITS.digests)))
        read.set(digest.sessionId, digest);
    }
    // A forget happened meanwhile, possibly of a digest that was read before it.
    if ((await digestsIn(store).digestsDeleted()) !== before) return readDigests(project);
    return new Map(
      [...read].flatMap(([id, digest]) => (digest === undefined ? [] : [[id, digest] as const])),
    );
  }

  function read(project: string): Promise<Known> {
    const cached = projects.get(project);
    if (cached !== undefined) return cached;
    const reading = Promise.all([readDigests(project), team(project)]).then(([digests, others]) => ({
      team: others,
      digests,
      pasts: new Lru<string, ProjectPast>(LIMITS.pasts),
    }));
    projects.set(project, reading);
    reading.then(
      // In advance, so that no prompt has to wait for all of them.
      ({ digests }) => readWords([...digests.values()], () => Bun.sleep(LIMITS.pauseMs)),
      () => projects.delete(project),
    );
    return reading;
  }

  return {
    prepare(project) {
      if (project === "") return;
      // An error here recurs, and is reported, when the past is needed.
      dropForgotten()
        .then(() => read(project))
        .catch(() => undefined);
    },
    async of(project, except) {
      await dropForgotten();
      const { digests, pasts, team: others } = await read(project);
      const left = except.filter((id) => digests.has(id)).sort();
      const key = left.join(" ");
      const past =
        pasts.get(key) ??
        createPast(
          [...digests.values()].filter(({ sessionId }) => !left.includes(sessionId)),
          others,
        );
      pasts.set(key, past);
      return past;
    },
    changed(project, digest) {
      void projects.get(project)?.then((known) => {
        known.digests.set(digest.sessionId, digest);
        known.pasts = new Lru(LIMITS.pasts);
      });
    },
    reset,
  };
}
