/** Several things that the model is told at once, as one block with its sources. */

import type { ContextBlock } from "../../memory/recall/start-block.ts";
import type { InjectionSource } from "../../memory/records/records.ts";
import { estimateTokens } from "../../memory/text/tokens.ts";

export function toBlock(text: string, source: Omit<InjectionSource, "tokens">): ContextBlock {
  const tokens = estimateTokens(text);
  return { text, tokens, sources: [{ ...source, tokens }], sessions: 0 };
}

export function joinBlocks(blocks: readonly (ContextBlock | undefined)[]): ContextBlock | undefined {
  const injected = blocks.filter((block) => block !== undefined);
  if (injected.length === 0) return undefined;
  const text = injected.map((block) => block.text).join("\n\n");
  return {
    text,
    tokens: estimateTokens(text),
    sources: injected.flatMap((block) => block.sources),
    sessions: injected.reduce((sum, block) => sum + block.sessions, 0),
  };
}
