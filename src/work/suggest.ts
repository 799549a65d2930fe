/** Decides when to suggest compaction, and creates the one line for the user. */
import type { Suggested } from "../history/sessions/session-notes.ts";
import type { Messages } from "../locale/messages.ts";
import { isEdit } from "../memory/records/edits.ts";
import type { WorkContext } from "./continuity.ts";

const DEFAULT_THRESHOLD = 50;
const REPEAT = 25;

/** Past the client's own automatic compaction (155k of 200k), a suggestion is useless. */
const CONTEXT_FIRST = 120_000;
const CONTEXT_STEP = 20_000;

/** `COMPACT_THRESHOLD`: a whole number from 1 to 10000, anything else is the default. */
export function parseThreshold(value: string | undefined): number {
  if (value === undefined || !/^\d{1,5}$/.test(value.trim())) return DEFAULT_THRESHOLD;
  const number = Number(value.trim());
  return number >= 1 && number <= 10_000 ? number : DEFAULT_THRESHOLD;
}

export async function suggestAt(occasion: Occasion, ctx: WorkContext): Promise<string | undefined> {
  const before = (await ctx.continuity.notes()).said;
  const { calls, threshold } = await ctx.continuity.count();
  const count = { calls, threshold: parseThreshold(threshold) };
  const { line, said } = suggestCompaction(occasion, count, before, ctx.messages);
  if (line !== undefined) await ctx.continuity.note({ said });
  return line;
}

/** The latest event, as far as it concerns compaction. */
export type Occasion =
  | { type: "tool"; name: string; contextTokens?: number }
  | { type: "context"; contextTokens: number };

/** `calls` counts the session's tool calls, including the current one. */
export function suggestCompaction(
  occasion: Occasion,
  count: { calls: number; threshold: number },
  said: Suggested,
  messages: Messages,
): { line?: string; said: Suggested } {
  const words = messages.suggestion;
  const due = dueCall(count.calls, count.threshold);
  const tokens = occasion.contextTokens ?? 0;
  const isFull = contextStep(tokens) > said.context;
  const isDue = occasion.type === "tool" && isEdit(occasion.name) && due > said.due;
  if (!isFull && !isDue) return { said };
  const why = isFull ? words.context(Math.round(tokens / 1000)) : words.calls(count.calls);
  return {
    line: words.line(why),
    // One suggestion covers everything that is due now, so that the next tool call does not repeat it.
    said: { due: Math.max(said.due, due), context: Math.max(said.context, contextStep(tokens)) },
  };
}

/** The latest of threshold + 1, + 26, + 51 … that was reached; 0 before the first. */
export function dueCall(calls: number, threshold: number): number {
  const over = calls - threshold - 1;
  return over < 0 ? 0 : threshold + 1 + Math.floor(over / REPEAT) * REPEAT;
}

function contextStep(tokens: number): number {
  return tokens < CONTEXT_FIRST ? 0 : 1 + Math.floor((tokens - CONTEXT_FIRST) / CONTEXT_STEP);
}
