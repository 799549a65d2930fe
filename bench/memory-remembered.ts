/** A session as memory holds it, and asked as Pawl asks: the store proposes, recall decides. */
import { momentsIn } from "../src/memory/learn/moments.ts";
import type { Moment, SessionMaterial } from "../src/memory/learn/types.ts";
import { rankSessions, recallForPrompt } from "../src/memory/recall/prompt.ts";
import { type Query, toQuery } from "../src/memory/recall/query.ts";
import type { Recall } from "../src/memory/recall/types.ts";
import { toWords } from "../src/memory/telling-words.ts";
import type { Store } from "../src/store/store.ts";
import type { PastSession } from "./past-sessions.ts";

/** What a store is asked for per kind of record, and how many sessions are looked at. */
const HITS = 40;
const CANDIDATES = 40;

export interface Remembered {
  id: string;
  project: string;
  material: SessionMaterial;
  firstPrompt: string;
  prompts: string[];
  /** From the project's root. */
  changed: Set<string>;
  /** The words of each of their names. */
  changedWords: string[][];
  moments: Moment[];
  rank(store: Store, prompt: string, known: readonly Remembered[]): Promise<string[]>;
  recall(
    store: Store,
    prompt: string,
    known: readonly Remembered[],
    told: { uris: Set<string>; texts: Set<string> },
  ): Promise<Recall>;
}

export function createRemembered(session: PastSession, project: string): Remembered {
  const { id, startedAt, observations, responses, prompts } = session;
  const material = { sessionId: id, project: session.cwd, prompts, observations, responses };
  const moments = momentsIn(material);
  const changed = new Set(moments.flatMap((moment) => moment.changed));
  return {
    id,
    project,
    material,
    firstPrompt: prompts[0]?.text ?? "",
    prompts: prompts.map(({ text }) => text),
    changed,
    changedWords: [...changed].map((path) => toWords(path)),
    moments,
    async rank(store, prompt, known) {
      const query = toQuery(prompt);
      const found = rankSessions(query, await candidates(store, query, project, known), startedAt);
      const rest = [...known].reverse().map((one) => one.id);
      return [...new Set([...found.map((one) => one.id), ...rest])];
    },
    async recall(store, prompt, known, told) {
      const query = toQuery(prompt);
      const found = await candidates(store, query, project, known);
      const sessions = new Set([id]);
      return recallForPrompt({ query, moments: found, now: startedAt, told: { ...told, sessions } });
    },
  };
}

/** The moments of the sessions that full text, or the names of changed files, propose. */
async function candidates(store: Store, query: Query, project: string, known: readonly Remembered[]) {
  const ids = new Set(known.map(({ id }) => id));
  const votes = new Map<string, number>();
  const vote = (id: string, value: number) => votes.set(id, Math.max(votes.get(id) ?? 0, value));
  for (const type of ["prompt", "response", "observation"] as const) {
    // More than are used: what was taken out of memory must not take the place of what is in it.
    const hits = await store.search({ text: query.searches, project, type, limit: 5 * HITS });
    const held = hits.filter(({ sessionId }) => ids.has(sessionId)).slice(0, HITS);
    for (const [place, { sessionId }] of held.entries()) vote(sessionId, 1 / (place + 1));
  }
  const words = new Set(query.words);
  for (const { id, changedWords: changed } of known) {
    const best = Math.max(0, ...changed.map((path) => path.filter((word) => words.has(word)).length));
    if (best > 0) vote(id, best / 10);
  }
  const chosen = new Set(
    [...votes]
      .sort(([, a], [, b]) => b - a)
      .slice(0, CANDIDATES)
      .map(([id]) => id),
  );
  return known.filter(({ id }) => chosen.has(id)).flatMap(({ moments }) => moments);
}
