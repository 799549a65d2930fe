/** A session as memory holds it, queried as Pawl does: the store proposes, recall decides. */

import { pastTurnsIn } from "../src/memory/learn/past-turns.ts";
import type { PastTurn, SessionMaterial } from "../src/memory/learn/types.ts";
import { rankSessions, recallForPrompt } from "../src/memory/recall/prompt.ts";
import { type Query, toQuery } from "../src/memory/recall/query.ts";
import type { Recall } from "../src/memory/recall/types.ts";
import { candidatesFor } from "../src/services/recall/candidates.ts";
import type { Store } from "../src/store/store.ts";
import type { PastSession } from "./past-sessions.ts";

export interface Remembered {
  id: string;
  project: string;
  material: SessionMaterial;
  firstPrompt: string;
  prompts: string[];
  /** Relative to the project's root. */
  changed: Set<string>;
  pastTurns: PastTurn[];
  rank(store: Store, prompt: string, known: readonly Remembered[]): Promise<string[]>;
  recall(
    store: Store,
    prompt: string,
    known: readonly Remembered[],
    injected: { uris: Set<string>; texts: Set<string> },
  ): Promise<Recall>;
}

export function createRemembered(session: PastSession, project: string): Remembered {
  const { id, startedAt, observations, responses, prompts } = session;
  const material = { sessionId: id, project: session.cwd, prompts, observations, responses };
  const pastTurns = pastTurnsIn(material);
  const changed = new Set(pastTurns.flatMap((pastTurn) => pastTurn.changed));
  return {
    id,
    project,
    material,
    firstPrompt: prompts[0]?.text ?? "",
    prompts: prompts.map(({ text }) => text),
    changed,
    pastTurns,
    async rank(store, prompt, known) {
      const query = toQuery(prompt);
      const found = rankSessions(query, await candidates(store, query, project, known), startedAt);
      const rest = [...known].reverse().map((one) => one.id);
      return [...new Set([...found.map((one) => one.id), ...rest])];
    },
    async recall(store, prompt, known, injected) {
      const query = toQuery(prompt);
      const found = await candidates(store, query, project, known);
      const sessions = new Set([id]);
      return recallForPrompt({
        query,
        pastTurns: found,
        now: startedAt,
        injected: { ...injected, sessions },
      });
    },
  };
}

/** The same candidates as in the daemon, with only these sessions in memory. */
async function candidates(store: Store, query: Query, project: string, known: readonly Remembered[]) {
  const byId = new Map(known.map((one) => [one.id, one]));
  const found = await candidatesFor(query, {
    store,
    project,
    pastTurns: async (ids) => ids.flatMap((id) => byId.get(id)?.pastTurns ?? []),
    isMuted: () => false,
    isKnown: (id) => byId.has(id),
  });
  return found.pastTurns;
}
