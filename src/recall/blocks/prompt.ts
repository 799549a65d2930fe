/** Memories that bear on a prompt, or nothing. */
import { toAllWords } from "../../text/distinctive-words.ts";
import { bindingMemories, CONDITION } from "./binding.ts";
import { RECALL_DEFAULTS } from "./defaults.ts";
import { fuse, MOMENT_WEIGHTS } from "./fuse.ts";
import type { Query } from "./query.ts";
import { excerpt, rememberedBy, sameness } from "./render.ts";
import { evidenceOf, MEMORY_SHARE } from "./threshold.ts";
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

/** One telling word counts as much as the usual threshold asks for: a user's own one may ask for more. */
const USUAL_BAR = RECALL_DEFAULTS.threshold * MEMORY_SHARE;
/** A memory whose condition does not hold needs so much more. */
const UNMET = 2;

function rankMemories(input: MemoryRecallInput, threshold: number): Ranked[] {
  const { query, memories = [], now, injected } = input;
  const bar = threshold * MEMORY_SHARE;
  const byUri = new Map(memories.map((memory) => [memory.uri, memory]));
  const weights = { ...MOMENT_WEIGHTS, fields: { text: 1 } };
  const candidates = memories.map(({ uri, at, text, disclosure = "", priority, useful }) => ({
    id: uri,
    at,
    fields: { text: toAllWords(`${uri.replace(/^\w+:/, "")} ${text} ${disclosure}`) },
    ...(priority === undefined ? {} : { priority }),
    ...(useful === undefined ? {} : { useful }),
  }));
  const words = query.words.filter((word) => !query.verbs.includes(word));
  const binding = bindingMemories(query, memories, input.isWhole === true);
  return fuse(words, candidates, now, weights).flatMap((fused): Ranked[] => {
    const memory = byUri.get(fused.id);
    if (memory === undefined) return [];
    const said = evidenceOf(fused.evidence, ["text"], query.words.length);
    const bound = binding.get(memory.uri);
    const evidence = Math.max(said, bound === undefined ? 0 : bound === CONDITION ? bar : USUAL_BAR);
    const isOwn = memory.sessionId !== undefined && injected.sessions.has(memory.sessionId);
    const outcome = isOwn
      ? "own session"
      : injected.uris.has(memory.uri)
        ? "injected before"
        : evidence < (memory.disclosure !== undefined && bound === undefined ? UNMET * bar : bar)
          ? "below the threshold"
          : "injected";
    const fact: Fact = {
      uri: memory.uri,
      type: "memory",
      text: `${rememberedBy(memory, now)}: ${excerpt(memory.text, 600)}`,
      short: `${memory.team === undefined ? "remembered" : rememberedBy(memory, now)}: ${excerpt(memory.text, 200)}`,
      reason: `${bound ?? "its words are in the prompt"} (evidence ${evidence.toFixed(2)})`,
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
