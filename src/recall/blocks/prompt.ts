/** Memories relevant to a prompt, or nothing. */
import { bearingOf } from "./bearing.ts";
import { chooseMemories, type MemoryCandidate } from "./choose.ts";
import { RECALL_DEFAULTS } from "./defaults.ts";
import type { Query } from "./query.ts";
import type { AlreadyInjected, Fact, Limits, MemoryFact } from "./types.ts";

export const PROMPT_LIMITS: Limits = {
  budget: RECALL_DEFAULTS.promptTokens,
  most: 3,
  threshold: RECALL_DEFAULTS.threshold,
};

export interface MemoryRecallInput {
  query: Query;
  /** Memories that the search proposes, of this project or the user's own. */
  memories?: readonly MemoryFact[];
  now: number;
  injected: AlreadyInjected;
  limits?: Limits;
}

/** Relevant memories, best first, at most `limits.most`, with the outcome of every candidate. */
export function recallMemories(input: MemoryRecallInput): { facts: Fact[]; candidates: MemoryCandidate[] } {
  const { query, memories = [], injected, now, limits = PROMPT_LIMITS } = input;
  if (query.words.length + query.paths.length === 0) return { facts: [], candidates: [] };
  const bearings = bearingOf(query, memories);
  const candidates = memories.map((memory, index) => {
    const { evidence = 0, isBinding = false } = bearings[index] ?? {};
    const score = isBinding ? Math.max(evidence, limits.threshold) : evidence;
    const reason = `${isBinding ? "its condition holds" : "its words are in the prompt"} (evidence ${score.toFixed(2)})`;
    const outcome = score >= limits.threshold ? "injected" : "below the threshold";
    return { memory, outcome, reason, score } as const;
  });
  candidates.sort((a, b) => b.score - a.score);
  return { facts: chooseMemories(candidates, injected, limits.most, now), candidates };
}
