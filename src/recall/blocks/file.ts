/** PreToolUse of Read and Edit: memories about the file, its directory and its kind. */
import { chooseMemories } from "./choose.ts";
import { quoted, renderFacts } from "./render.ts";
import type { AlreadyInjected, Fact, MemoryFact, Rendered } from "./types.ts";

const MAX_MEMORIES = 4;

interface FileRecallInput {
  /** From the project's root. */
  path: string;
  /** Memories about this file, its directory or its extension: nearest first. */
  memories: readonly MemoryFact[];
  /** The model's note from its last change of the file. */
  note?: Fact;
  injected: AlreadyInjected;
  /** In tokens. */
  budget: number;
  /** Used for the age of other authors' memories. */
  now?: number;
}

export function recallForFile(input: FileRecallInput): Rendered | undefined {
  const { injected, path, budget, memories, note, now } = input;
  const reason = "about this file, its directory or its kind";
  const candidates = memories.map((memory) => ({ memory, reason, outcome: "injected" as const }));
  const facts = chooseMemories(candidates, injected, MAX_MEMORIES, now);
  if (note !== undefined) facts.push(note);
  return renderFacts(`About ${quoted(path, 160)}:`, facts, budget).block;
}
