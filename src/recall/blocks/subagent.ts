/** SubagentStart: a smaller share, because the subagent sees nothing of the conversation that started it. */

import { toWords } from "../../text/distinctive-words.ts";
import { RECALL_DEFAULTS } from "./defaults.ts";
import { type MemoryRecallInput, recallMemories } from "./prompt.ts";
import { quoted, renderFacts } from "./render.ts";
import type { Fact, Limits, MemoryFact, Rendered } from "./types.ts";

/** A third of a prompt's budget. */
export const SUBAGENT_LIMITS: Limits = {
  budget: RECALL_DEFAULTS.subagentTokens,
  most: 2,
  threshold: RECALL_DEFAULTS.threshold,
};

/** Most rules are unrelated to a subagent's task, and each subagent pays for their tokens again. */
const WORDS_SHARED = 2;

interface SubagentRecallInput extends Omit<MemoryRecallInput, "memories"> {
  /** The user's standing rules, most important first. Those that share words with the task are injected. */
  core?: readonly MemoryFact[];
  memories?: readonly MemoryFact[];
}

/** Rules first; memories for the task only if space is left. */
export function recallForSubagent(input: SubagentRecallInput): Rendered | undefined {
  const limits = input.limits ?? SUBAGENT_LIMITS;
  const asked = new Set(input.query.words);
  const isAbout = ({ text }: MemoryFact) =>
    toWords(text).filter((word) => asked.has(word)).length >= WORDS_SHARED;
  const bearing = (input.core ?? []).filter(isAbout).slice(0, limits.most);
  const rules = bearing.map(
    (memory): Fact => ({
      uri: memory.uri,
      type: "memory",
      text: quoted(memory.text, 300),
      short: quoted(memory.text, 120),
      reason: "core memory",
    }),
  );
  const uris = new Set([...input.injected.uris, ...rules.map(({ uri }) => uri)]);
  const { facts } = recallMemories({
    ...input,
    injected: { ...input.injected, uris },
    limits: { ...limits, most: 1 },
  });
  return renderFacts("For this project:", [...rules, ...facts], limits.budget).block;
}
