/** Several things that the model is told at once, as one block with its sources. */
import { estimateTokens } from "../memory/budget.ts";
import type { ContextBlock } from "../memory/context.ts";
import type { InjectionSource } from "../memory/records.ts";

export function toBlock(text: string, source: Omit<InjectionSource, "tokens">): ContextBlock {
  const tokens = estimateTokens(text);
  return { text, tokens, sources: [{ ...source, tokens }], sessions: 0 };
}

export function joinBlocks(blocks: readonly (ContextBlock | undefined)[]): ContextBlock | undefined {
  const told = blocks.filter((block) => block !== undefined);
  if (told.length === 0) return undefined;
  const text = told.map((block) => block.text).join("\n\n");
  return {
    text,
    tokens: estimateTokens(text),
    sources: told.flatMap((block) => block.sources),
    sessions: told.reduce((sum, block) => sum + block.sessions, 0),
  };
}
