/** The pasts of projects, kept in memory: digests are read once, and a session that changes replaces its own. */
import { Lru } from "../../lru.ts";
import type { SessionDigest } from "../../memory/digest/types.ts";
import { createPast, MOST_SESSIONS, type ProjectPast } from "../../memory/past/past.ts";
import { wordsOf } from "../../memory/past/session-words.ts";
import type { TeamKnowledge } from "../../memory/team/knowledge.ts";
import type { Store } from "../../store/store.ts";

const MOST_PROJECTS = 6;
const WARM_SESSIONS = 4;
const WARM_PAUSE_MS = 15;
/** Pasts of one project: each running session leaves itself out, so each has its own. */
const MOST_PASTS = 12;

export interface Pasts {
  /** Without these sessions: whoever asks is in one of them, and knows it. */
  of(project: string, except: readonly string[]): Promise<ProjectPast>;
  /** A session has another digest now. */
  changed(project: string, digest: SessionDigest): void;
  /** Others wrote: everything is read anew. */
  reset(): void;
}

interface Known {
  team: TeamKnowledge | undefined;
  digests: Map<string, SessionDigest>;
  /** By the sessions that are left out. */
  pasts: Lru<string, ProjectPast>;
}

/** `team`: what others learned, where this machine is in a team. */
export function createPasts(
  store: Pick<Store, "digests" | "digestsDeleted">,
  team: (project: string) => Promise<TeamKnowledge | undefined> = async () => undefined,
): Pasts {
  let projects = new Lru<string, Promise<Known>>(MOST_PROJECTS);
  let deleted = 0;

  /** What was forgotten is not recalled, whichever process forgot it. */
  async function dropForgotten(): Promise<void> {
    const now = await store.digestsDeleted();
    if (now !== deleted) projects = new Lru<string, Promise<Known>>(MOST_PROJECTS);
    deleted = now;
  }

  function read(project: string): Promise<Known> {
    const known = projects.get(project);
    if (known !== undefined) return known;
    const reading = Promise.all([store.digests({ project, limit: MOST_SESSIONS + 1 }), team(project)]).then(
      ([digests, others]) => ({
        team: others,
        digests: new Map(digests.map((digest) => [digest.sessionId, digest])),
        pasts: new Lru<string, ProjectPast>(MOST_PASTS),
      }),
    );
    projects.set(project, reading);
    reading.then(
      ({ digests }) => warm([...digests.values()]),
      () => projects.delete(project),
    );
    return reading;
  }

  /** Reads the words of old sessions a few at a time, so that no prompt waits for all of them at once. */
  async function warm(digests: readonly SessionDigest[]): Promise<void> {
    for (let at = 0; at < digests.length; at += WARM_SESSIONS) {
      await Bun.sleep(WARM_PAUSE_MS);
      for (const digest of digests.slice(at, at + WARM_SESSIONS)) wordsOf(digest);
    }
  }

  return {
    async of(project, except) {
      await dropForgotten();
      const { digests, pasts, team: others } = await read(project);
      const left = except.filter((id) => digests.has(id)).sort();
      const key = left.join(" ");
      const known = pasts.get(key);
      if (known !== undefined) return known;
      const past = createPast(
        [...digests.values()].filter(({ sessionId }) => !left.includes(sessionId)),
        others,
      );
      pasts.set(key, past);
      return past;
    },
    changed(project, digest) {
      const reading = projects.get(project);
      if (reading === undefined) return;
      void reading.then((known) => {
        known.digests.set(digest.sessionId, digest);
        known.pasts = new Lru<string, ProjectPast>(MOST_PASTS);
      });
    },
    reset() {
      projects = new Lru<string, Promise<Known>>(MOST_PROJECTS);
    },
  };
}
