/** The pasts of projects, kept in memory: digests are read once, and a session that changes replaces its own. */

import { MOST_SESSIONS, type SessionDigest } from "../memory/digest/types.ts";
import { digestsIn } from "../memory/sql/index.ts";
import { Lru } from "../platform/lru.ts";
import type { Store } from "../store/store.ts";
import { createPast, type ProjectPast, type TeamKnowledge } from "./past/past.ts";
import { wordsOf } from "./past/session-words.ts";

const MOST_PROJECTS = 6;
/** Digests that are read at once: others are answered in between. */
const READ_SESSIONS = 32;
const WARM_SESSIONS = 4;
const WARM_PAUSE_MS = 15;
/** How often an event makes somebody look whether its project's past is there. */
const LOOK_MS = 1_000;
/** Pasts of one project: each running session leaves itself out, so each has its own. */
const MOST_PASTS = 12;

export interface Pasts {
  /** Without these sessions: whoever asks is in one of them, and knows it. */
  of(project: string, except: readonly string[]): Promise<ProjectPast>;
  /** Something happens in a project: its past is read while nobody waits for it, unless it is there. */
  prepare(project: string): void;
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
  store: Store,
  team: (project: string) => Promise<TeamKnowledge | undefined> = async () => undefined,
): Pasts {
  let projects = new Lru<string, Promise<Known>>(MOST_PROJECTS);
  let deleted = 0;
  let looked = { project: "", at: Number.NEGATIVE_INFINITY };

  /** What was forgotten is not recalled, whichever process forgot it. */
  async function dropForgotten(): Promise<void> {
    const now = await digestsIn(store).digestsDeleted();
    if (now !== deleted) projects = new Lru<string, Promise<Known>>(MOST_PROJECTS);
    deleted = now;
  }

  /** A few at a time, newest first. */
  async function readDigests(project: string): Promise<Map<string, SessionDigest>> {
    const before = await digestsIn(store).digestsDeleted();
    const ids = await digestsIn(store).digestedSessions({ project, limit: MOST_SESSIONS + 1 });
    const read = new Map<string, SessionDigest>();
    for (let at = 0; at < ids.length; at += READ_SESSIONS) {
      if (at > 0) await Bun.sleep(0);
      for (const digest of await digestsIn(store).digestsOf(ids.slice(at, at + READ_SESSIONS)))
        read.set(digest.sessionId, digest);
    }
    // Something was forgotten meanwhile, maybe one that was read before.
    if ((await digestsIn(store).digestsDeleted()) !== before) return readDigests(project);
    return new Map(ids.flatMap((id) => toEntries(id, read.get(id))));
  }

  function read(project: string): Promise<Known> {
    const known = projects.get(project);
    if (known !== undefined) return known;
    const reading = Promise.all([readDigests(project), team(project)]).then(([digests, others]) => ({
      team: others,
      digests,
      pasts: new Lru<string, ProjectPast>(MOST_PASTS),
    }));
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
    prepare(project) {
      const now = performance.now();
      if (project === "" || (looked.project === project && now - looked.at < LOOK_MS)) return;
      looked = { project, at: now };
      // What fails here fails again, and is told, when it is needed.
      dropForgotten()
        .then(() => read(project))
        .catch(() => undefined);
    },
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

function toEntries(id: string, digest: SessionDigest | undefined): [string, SessionDigest][] {
  return digest === undefined ? [] : [[id, digest]];
}
