/** Selects memories that are relevant and new to the session. */
import { sameness } from "../../text/quote.ts";
import { excerpt, rememberedBy } from "./render.ts";
import type { AlreadyInjected, Fact, MemoryFact } from "./types.ts";

export interface MemoryCandidate {
  memory: MemoryFact;
  reason: string;
  score?: number;
  outcome: Outcome;
}

/** The outcome for a candidate, for `pawl context --why`. */
export type Outcome =
  | "injected"
  | "below the threshold"
  | "injected before"
  | "own session"
  | "over budget"
  | "not needed";

/** At most `max` of the candidates, in their order. Sets the outcome of the others. */
export function chooseMemories(
  candidates: readonly MemoryCandidate[],
  { sessions, uris, texts: before }: AlreadyInjected,
  max: number,
  now?: number,
): Fact[] {
  const facts: Fact[] = [];
  const texts = new Set(before);
  for (const candidate of candidates) {
    if (candidate.outcome !== "injected") continue;
    const { memory, reason, score } = candidate;
    const by = rememberedBy(memory, now);
    const text = `${by}: ${excerpt(memory.text, 600)}`;
    const same = sameness(text);
    if (memory.sessionId !== undefined && sessions.has(memory.sessionId)) candidate.outcome = "own session";
    else if (uris.has(memory.uri) || texts.has(same)) candidate.outcome = "injected before";
    else if (facts.length >= max) candidate.outcome = "not needed";
    else {
      texts.add(same);
      const short = `${memory.team === undefined ? "remembered" : by}: ${excerpt(memory.text, 200)}`;
      const scored = score === undefined ? {} : { score };
      facts.push({ uri: memory.uri, type: "memory", text, short, reason, ...scored });
    }
  }
  return facts;
}
