/** Memories that bear on a prompt, or nothing. */
import { toAllWords } from "../../text/distinctive-words.ts";
import { bindingMemories, CONDITION, isAbout } from "./binding.ts";
import { bm25 } from "./bm25.ts";
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
  /** All memories of the project are among them, and they are few. */
  isWhole?: boolean;
  now: number;
  injected: AlreadyInjected;
  limits?: Limits;
}

/** Memories that bear on a prompt, best first, at most `limits.most`; and what became of every candidate. */
export function recallMemories(input: MemoryRecallInput): { facts: Fact[]; candidates: MemoryCandidate[] } {
  const limits = input.limits ?? PROMPT_LIMITS;
  if (input.query.words.length === 0) return { facts: [], candidates: [] };
  const candidates = rankMemories(input, limits.threshold).sort((a, b) => b.score - a.score);
  return { facts: chooseMemories(candidates, input.injected, limits.most, input.now), candidates };
}

/** What a memory needs, as a share of the threshold: two rare words of an ordinary prompt, or one of a very short one. */
const MEMORY_SHARE = 0.577;
/** One telling word counts as much as the usual threshold asks for: a user's own one may ask for more. */
const USUAL_BAR = RECALL_DEFAULTS.threshold * MEMORY_SHARE;
/** Of a memory whose condition does not hold. */
const STRONG = 2;

function rankMemories(input: MemoryRecallInput, threshold: number): (MemoryCandidate & { score: number })[] {
  const { query, memories = [] } = input;
  const bar = threshold * MEMORY_SHARE;
  const words = query.words.filter((word) => !query.verbs.includes(word));
  const texts = memories.map(({ uri, text, disclosure = "" }) =>
    toAllWords(`${uri.replace(/^\w+:/, "")} ${text} ${disclosure}`),
  );
  const scores = bm25(words, texts);
  const binding = bindingMemories(query, memories, input.isWhole === true);
  return memories.map((memory, index) => {
    // A long prompt has more words in common by chance, so its length counts against it.
    const said = (scores[index] ?? 0) / Math.sqrt(query.words.length + 1);
    const bound = binding.get(memory.uri);
    const evidence = Math.max(said, bound === undefined ? 0 : bound === CONDITION ? bar : USUAL_BAR);
    const isWanted =
      evidence >= bar && (bound !== undefined || isAbout(query.words, memory, evidence >= STRONG * bar));
    return {
      memory,
      outcome: isWanted ? "injected" : "below the threshold",
      reason: `${bound ?? "its words are in the prompt"} (evidence ${evidence.toFixed(2)})`,
      // Measured like a session's evidence, so that both are shown beside the same threshold.
      score: evidence / MEMORY_SHARE,
    };
  });
}
