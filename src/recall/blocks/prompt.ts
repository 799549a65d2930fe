/** Memories that bear on a prompt, or nothing. */
import { toAllWords } from "../../text/distinctive-words.ts";
import { bindingMemories, CONDITION, isAbout } from "./binding.ts";
import { bm25 } from "./bm25.ts";
import { RECALL_DEFAULTS } from "./defaults.ts";
import type { Query } from "./query.ts";
import { excerpt, rememberedBy, sameness } from "./render.ts";
import type { AlreadyInjected, Considered, Fact, Limits, MemoryFact } from "./types.ts";

export const PROMPT_LIMITS: Limits = {
  budget: RECALL_DEFAULTS.promptTokens,
  most: 3,
  threshold: RECALL_DEFAULTS.threshold,
};

export interface MemoryRecallInput {
  query: Query;
  /** Memories that the search proposes, of this project or the user's own. */
  memories?: readonly MemoryFact[];
  /** All memories of the project are among them, and they are few. */
  isWhole?: boolean;
  now: number;
  injected: AlreadyInjected;
  limits?: Limits;
}

interface Ranked extends Considered {
  fact: Fact;
}

/** Memories that bear on a prompt, best first, at most `limits.most`. */
export function recallMemories(input: MemoryRecallInput): { facts: Fact[]; considered: Considered[] } {
  const limits = input.limits ?? PROMPT_LIMITS;
  if (input.query.words.length === 0) return { facts: [], considered: [] };
  const ranked = rankMemories(input, limits.threshold).sort((a, b) => b.evidence - a.evidence);
  const chosen: Ranked[] = [];
  const texts = new Set(input.injected.texts);
  for (const one of ranked) {
    if (one.outcome !== "injected") continue;
    const same = sameness(one.fact.text);
    if (texts.has(same)) one.outcome = "injected before";
    else if (chosen.length >= limits.most) one.outcome = "not needed";
    else {
      texts.add(same);
      chosen.push(one);
    }
  }
  return {
    facts: chosen.map(({ fact }) => fact),
    considered: ranked.map(({ fact: _, ...rest }) => rest),
  };
}

/** What a memory needs, as a share of the threshold: two rare words of an ordinary prompt, or one of a very short one. */
const MEMORY_SHARE = 0.577;
/** One telling word counts as much as the usual threshold asks for: a user's own one may ask for more. */
const USUAL_BAR = RECALL_DEFAULTS.threshold * MEMORY_SHARE;
/** Of a memory whose condition does not hold. */
const STRONG = 2;

function rankMemories(input: MemoryRecallInput, threshold: number): Ranked[] {
  const { query, memories = [], now, injected } = input;
  const bar = threshold * MEMORY_SHARE;
  const words = query.words.filter((word) => !query.verbs.includes(word));
  const texts = memories.map(({ uri, text, disclosure = "" }) =>
    toAllWords(`${uri.replace(/^\w+:/, "")} ${text} ${disclosure}`),
  );
  const scores = bm25(words, texts);
  const binding = bindingMemories(query, memories, input.isWhole === true);
  return memories.map((memory, index): Ranked => {
    // A long prompt has more words to meet by chance, so its length counts against it.
    const said = (scores[index] ?? 0) / Math.sqrt(query.words.length + 1);
    const bound = binding.get(memory.uri);
    const evidence = Math.max(said, bound === undefined ? 0 : bound === CONDITION ? bar : USUAL_BAR);
    const isOwn = memory.sessionId !== undefined && injected.sessions.has(memory.sessionId);
    const outcome = isOwn
      ? "own session"
      : injected.uris.has(memory.uri)
        ? "injected before"
        : evidence < bar || (bound === undefined && !isAbout(query.words, memory, evidence >= STRONG * bar))
          ? "below the threshold"
          : "injected";
    const by = rememberedBy(memory, now);
    const fact: Fact = {
      uri: memory.uri,
      type: "memory",
      text: `${by}: ${excerpt(memory.text, 600)}`,
      short: `${memory.team === undefined ? "remembered" : by}: ${excerpt(memory.text, 200)}`,
      reason: `${bound ?? "its words are in the prompt"} (evidence ${evidence.toFixed(2)})`,
    };
    // Measured like a session's evidence, so that both are shown beside the same threshold.
    const shown = evidence / MEMORY_SHARE;
    return { uri: memory.uri, score: shown, evidence: shown, outcome, fact };
  });
}
