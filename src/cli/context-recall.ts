import type { Settings } from "../hooks/config/schema.ts";
import { PROMPT_LIMITS, recallForPrompt } from "../memory/recall/prompt.ts";
import { toQuery } from "../memory/recall/query.ts";
import type { Recall } from "../memory/recall/types.ts";
import { systemClock } from "../platform/clock.ts";
import { type CandidateSource, candidatesFor } from "../services/recall/candidates.ts";
import { createPastTurns } from "../services/recall/past-turns.ts";
import { similarTo } from "../services/search/similar.ts";
import type { Store } from "../store/store.ts";
import { withSimilar } from "./similar.ts";

/** What a prompt would bring back in a session that was given nothing yet. */
export async function recallFor(
  prompt: string,
  source: Omit<CandidateSource, "pastTurns" | "store"> & { store: Store },
  settings: Settings,
): Promise<Recall> {
  const query = toQuery(prompt);
  const { store, project } = source;
  const found = await withSimilar(store, settings, (find) =>
    candidatesFor(query, {
      ...source,
      ...similarTo(prompt, { project }, find),
      pastTurns: createPastTurns(store),
    }),
  );
  const { recall } = settings;
  const injected = { sessions: new Set<string>(), uris: new Set<string>(), texts: new Set<string>() };
  const limits = { ...PROMPT_LIMITS, budget: recall.promptTokens, threshold: recall.threshold };
  return recallForPrompt({ query, ...found, now: systemClock(), injected, limits });
}
