/** Decides when to suggest compaction, and creates the one line for the user. */
import type { Suggested } from "../history/sessions/sessions.ts";
import type { Messages } from "../locale/messages.ts";
import { isEdit } from "../memory/records/edits.ts";
import type { WorkContext } from "./continuity.ts";

const DEFAULT_THRESHOLD = 50;
const REPEAT = 25;

/** `COMPACT_THRESHOLD`: a whole number from 1 to 10000, anything else is the default. */
export function parseThreshold(value: string | undefined): number {
  if (value === undefined || !/^\d{1,5}$/.test(value.trim())) return DEFAULT_THRESHOLD;
  const number = Number(value.trim());
  return number >= 1 && number <= 10_000 ? number : DEFAULT_THRESHOLD;
}

/** `tool` is about to be called. */
export async function suggestAt(tool: string, ctx: WorkContext): Promise<string | undefined> {
  const { calls, threshold } = await ctx.continuity.count();
  const count = { calls, threshold: parseThreshold(threshold) };
  const before = (await ctx.continuity.notes()).said;
  const { line, said } = suggestCompaction(tool, count, before, ctx.messages);
  if (line !== undefined) await ctx.continuity.note({ said });
  return line;
}

/** `calls` counts the session's tool calls, including the current one. */
export function suggestCompaction(
  tool: string,
  { calls, threshold }: { calls: number; threshold: number },
  said: Suggested,
  { suggestion }: Messages,
): { line?: string; said: Suggested } {
  const due = dueCall(calls, threshold);
  if (!isEdit(tool) || due <= said.due) return { said };
  return { line: suggestion.line(suggestion.calls(calls)), said: { due } };
}

/** The latest of threshold + 1, + 26, + 51 … that was reached; 0 before the first. */
export function dueCall(calls: number, threshold: number): number {
  const over = calls - threshold - 1;
  return over < 0 ? 0 : threshold + 1 + Math.floor(over / REPEAT) * REPEAT;
}
