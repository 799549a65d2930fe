/** PreToolUse of Read and Edit: memories about the file, its directory and its kind. */
import { excerpt, quoted, rememberedBy, renderFacts, sameness } from "./render.ts";
import type { AlreadyInjected, Considered, Fact, MemoryFact, Recall } from "./types.ts";

const MOST = 4;

interface FileRecallInput {
  /** From the project's root. */
  path: string;
  /** Memories about this file, its directory or its extension: nearest first. */
  memories?: readonly MemoryFact[];
  /** What the model noted when it last changed the file. */
  note?: Fact;
  injected: AlreadyInjected;
  /** In tokens. */
  budget: number;
  /** For the age of what others wrote. */
  now?: number;
}

interface Option extends Considered {
  fact: Fact;
}

export function recallForFile(input: FileRecallInput): Recall {
  const { injected, path, budget } = input;
  const options = memoryOptions(input);
  const facts: Fact[] = [];
  const texts = new Set(injected.texts);
  for (const option of options) {
    if (option.outcome !== "injected") continue;
    const same = sameness(option.fact.text);
    if (texts.has(same)) option.outcome = "injected before";
    else if (facts.length >= MOST) option.outcome = "not needed";
    else {
      texts.add(same);
      facts.push(option.fact);
    }
  }
  if (input.note !== undefined) facts.push(input.note);
  const { block, left } = renderFacts(`About ${quoted(path, 160)}:`, facts, budget);
  const considered = options.map(({ fact, ...rest }): Considered => {
    return left.includes(fact.uri) ? { ...rest, outcome: "over budget" } : rest;
  });
  return block === undefined ? { considered } : { block, considered };
}

function memoryOptions({ memories = [], injected, now }: FileRecallInput): Option[] {
  return memories.map((memory, index) => {
    const fact: Fact = {
      uri: memory.uri,
      type: "memory",
      text: `${rememberedBy(memory, now)}: ${excerpt(memory.text, 600)}`,
      short: `${memory.team === undefined ? "remembered" : rememberedBy(memory, now)}: ${excerpt(memory.text, 200)}`,
      reason: "about this file, its directory or its kind",
    };
    const isOwn = memory.sessionId !== undefined && injected.sessions.has(memory.sessionId);
    const outcome = isOwn ? "own session" : injected.uris.has(memory.uri) ? "injected before" : "injected";
    const score = 1 / (index + 1);
    return { uri: memory.uri, score, evidence: score, outcome, fact };
  });
}
