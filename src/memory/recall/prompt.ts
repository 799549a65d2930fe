/** UserPromptSubmit: the two or three past moments and memories that bear on a prompt, or nothing. */
import type { PastTurn } from "../learn/types.ts";
import { nearWorth } from "../rank/meaning.ts";
import { toAllWords } from "../text/distinctive-words.ts";
import { RECALL_DEFAULTS } from "./defaults.ts";
import { type Candidate, type Fused, fuse, MOMENT_WEIGHTS } from "./fuse.ts";
import type { Query } from "./query.ts";
import { dayOf, listed, quoted, renderFacts, sameness } from "./render.ts";
import { evidenceOf, MEMORY_SHARE } from "./threshold.ts";
import type { AlreadyInjected, Considered, Fact, Limits, MemoryFact, Recall, Similar } from "./types.ts";

export const PROMPT_LIMITS: Limits = {
  budget: RECALL_DEFAULTS.promptTokens,
  most: 3,
  threshold: RECALL_DEFAULTS.threshold,
};

export interface PromptRecallInput {
  query: Query;
  /** Of the sessions that the store's search proposes: all their moments. */
  pastTurns: readonly PastTurn[];
  /** Memories that the search proposes, of this project or the user's own. */
  memories?: readonly MemoryFact[];
  /** What is near in meaning, where there are vectors; each URI once. */
  similar?: readonly Similar[];
  now: number;
  injected: AlreadyInjected;
  limits?: Limits;
  heading?: string;
}

/** What is looked at closely; the rest of a long list can only be worse. */
const CLOSELY = 8;
/** A session that changed nothing has one field less to agree: the others must say more. */
const WITHOUT_CHANGES = 1.15;

interface Ranked extends Considered {
  fact: Fact;
}

export function recallForPrompt(input: PromptRecallInput): Recall {
  const limits = input.limits ?? PROMPT_LIMITS;
  if (input.query.words.length === 0) return { considered: [] };
  const ranked = [...rankPastTurns(input, limits.threshold), ...rankMemories(input, limits.threshold)];
  const chosen: Ranked[] = [];
  const texts = new Set(input.injected.texts);
  for (const one of ranked.sort((a, b) => b.evidence - a.evidence)) {
    if (one.outcome !== "injected") continue;
    const same = sameness(one.fact.text);
    if (texts.has(same)) one.outcome = "injected before";
    else if (chosen.length >= limits.most) one.outcome = "not needed";
    else {
      texts.add(same);
      chosen.push(one);
    }
  }
  const heading = input.heading ?? "Earlier work in this project that may bear on this:";
  const facts = chosen.map(({ fact }) => fact);
  const { block, left } = renderFacts(heading, facts, limits.budget);
  for (const one of chosen) if (left.includes(one.uri)) one.outcome = "over budget";
  const considered = ranked.map(({ fact: _, ...rest }) => rest);
  return block === undefined ? { considered } : { block, considered };
}

/** The order of past sessions for a prompt, without threshold or budget: what `pawl search --why` and the bench ask. */
export function rankSessions(query: Query, pastTurns: readonly PastTurn[], now: number): Fused[] {
  return fuse(query.words, toCandidates(pastTurns), now);
}

function toCandidates(pastTurns: readonly PastTurn[], similar: SimilarByUri = NONE_SIMILAR): Candidate[] {
  const sessions = new Map<string, { at: number; asked: string[]; answered: string[]; changed: string[] }>();
  for (const { sessionId, at, words } of pastTurns) {
    const session = sessions.get(sessionId) ?? { at: 0, asked: [], answered: [], changed: [] };
    session.at = Math.max(session.at, at);
    for (const field of ["asked", "answered", "changed"] as const) {
      if (words[field] !== "") session[field].push(...words[field].split(" "));
    }
    sessions.set(sessionId, session);
  }
  return [...sessions].map(([id, { at, ...fields }]) => {
    const strength = similar.get(`session://${id}`)?.strength;
    return { id, at, fields, ...(strength === undefined ? {} : { similar: strength }) };
  });
}

type SimilarByUri = ReadonlyMap<string, Similar>;
const NONE_SIMILAR: SimilarByUri = new Map();

function toNearby(similar: readonly Similar[] | undefined): SimilarByUri {
  return similar === undefined ? NONE_SIMILAR : new Map(similar.map((one) => [one.uri, one]));
}

/** Words and meaning add up: what neither says alone, both may say together. */
function withMeaning(evidence: number, bar: number, near: Similar | undefined): number {
  return near === undefined ? evidence : evidence + bar * nearWorth(near.strength);
}

function rankPastTurns(
  { query, pastTurns, similar, now, injected }: PromptRecallInput,
  threshold: number,
): Ranked[] {
  // What Pawl told is not what happened: a moment that quotes it would tell it again.
  const own = pastTurns.filter((pastTurn) => !/<pawl-/i.test(pastTurn.asked));
  const nearby = toNearby(similar);
  const candidates = toCandidates(own, nearby);
  const fieldsOf = new Map(candidates.map((candidate) => [candidate.id, candidate.fields]));
  return fuse(query.words, candidates, now)
    .slice(0, CLOSELY)
    .flatMap((fused): Ranked[] => {
      const fields = Object.entries(fieldsOf.get(fused.id) ?? {});
      const has = fields.filter(([, words]) => words.length > 0).map(([field]) => field);
      const bar = has.includes("changed") ? threshold : threshold * WITHOUT_CHANGES;
      const uri = `session://${fused.id}`;
      const near = nearby.get(uri);
      const words = evidenceOf(fused.evidence, has, query.words.length);
      const evidence = withMeaning(words, bar, near);
      const ofSession = own.filter(({ sessionId }) => sessionId === fused.id);
      const pastTurn =
        words < bar && evidence >= bar ? pastTurnAt(ofSession, near) : bestPastTurn(ofSession, query);
      if (pastTurn === undefined) return [];
      const outcome = injected.sessions.has(fused.id)
        ? "own session"
        : injected.uris.has(uri)
          ? "injected before"
          : evidence < bar
            ? "below the threshold"
            : "injected";
      return [
        {
          uri,
          score: fused.score,
          evidence,
          why: fused.why,
          outcome,
          fact: toFact(pastTurn, uri, evidence, words < bar ? near : undefined),
        },
      ];
    });
}

/** Of a session, the prompt that has most of the words; of equals the one that changed something, then the last. */
function bestPastTurn(pastTurns: readonly PastTurn[], { words }: Query): PastTurn | undefined {
  const wanted = new Set(words);
  const value = (pastTurn: PastTurn): number => {
    const said = new Set(`${pastTurn.words.asked} ${pastTurn.words.changed}`.split(" "));
    const shared = [...wanted].filter((word) => said.has(word)).length;
    return shared + (pastTurn.changed.length > 0 ? 0.5 : 0);
  };
  return pastTurns.reduce<PastTurn | undefined>(
    (best, pastTurn) => (best === undefined || value(pastTurn) >= value(best) ? pastTurn : best),
    undefined,
  );
}

/** The one that the nearest text belongs to: the last that had begun by then. */
function pastTurnAt(pastTurns: readonly PastTurn[], near: Similar | undefined): PastTurn | undefined {
  const until = near?.at ?? Number.POSITIVE_INFINITY;
  return pastTurns.findLast(({ at }) => at <= until) ?? pastTurns[0];
}

function toFact(pastTurn: PastTurn, uri: string, evidence: number, near: Similar | undefined): Fact {
  const asked = `${dayOf(pastTurn.at)}: the user asked ${quoted(pastTurn.asked, 200)}`;
  const changed = pastTurn.changed.length === 0 ? "" : `; changed ${listed(pastTurn.changed, 5)}`;
  const answered = pastTurn.answered.trim() === "" ? "" : `; it ended with ${quoted(pastTurn.answered, 280)}`;
  return {
    uri,
    type: "session",
    text: `${asked}${changed}${answered}`,
    short: `${dayOf(pastTurn.at)}: the user asked ${quoted(pastTurn.asked, 120)}${changed}`,
    reason: `${near === undefined ? "asked, answered and changed something alike" : `near in meaning, ${near.strength.toFixed(2)}`} (evidence ${evidence.toFixed(2)})`,
  };
}

function rankMemories(input: PromptRecallInput, threshold: number): Ranked[] {
  const { query, memories = [], now, injected } = input;
  const nearby = toNearby(input.similar);
  const bar = threshold * MEMORY_SHARE;
  const byUri = new Map(memories.map((memory) => [memory.uri, memory]));
  const weights = { ...MOMENT_WEIGHTS, fields: { text: 1 } };
  const candidates = memories.map(({ uri, at, text, disclosure = "", priority, useful }) => ({
    id: uri,
    at,
    fields: { text: toAllWords(`${uri.replace(/^\w+:/, "")} ${text} ${disclosure}`) },
    ...(priority === undefined ? {} : { priority }),
    ...(useful === undefined ? {} : { useful }),
    ...(nearby.has(uri) ? { similar: nearby.get(uri)?.strength ?? 0 } : {}),
  }));
  return fuse(query.words, candidates, now, weights).flatMap((fused): Ranked[] => {
    const memory = byUri.get(fused.id);
    if (memory === undefined) return [];
    const words = evidenceOf(fused.evidence, ["text"], query.words.length);
    const near = nearby.get(memory.uri);
    const evidence = withMeaning(words, bar, near);
    const isOwn = memory.sessionId !== undefined && injected.sessions.has(memory.sessionId);
    const outcome = isOwn
      ? "own session"
      : injected.uris.has(memory.uri)
        ? "injected before"
        : evidence < bar
          ? "below the threshold"
          : "injected";
    const fact: Fact = {
      uri: memory.uri,
      type: "memory",
      text: `remembered ${dayOf(memory.at)}: ${quoted(memory.text, 600)}`,
      short: `remembered: ${quoted(memory.text, 200)}`,
      reason: `${words < bar && near !== undefined ? `near in meaning, ${near.strength.toFixed(2)}` : "its words are in the prompt"} (evidence ${evidence.toFixed(2)})`,
    };
    // A memory was written to be told: with as much evidence it goes before a session.
    return [
      {
        uri: memory.uri,
        score: fused.score,
        evidence: evidence / MEMORY_SHARE,
        why: fused.why,
        outcome,
        fact,
      },
    ];
  });
}
