/**
 * A line contains a tool's result twice: as the model got it, and as the tool returned it. For a successful call
 * only the second is kept, so the first need not be parsed.
 */
import { tryParse } from "../fields.ts";

/** In the client's exact format. */
const COPY = '"type":"tool_result","content":"';
const BEHIND_COPY = /^"(?:,"is_error":false)?\}\]\},"uuid":"[^{}[\]]{1,300},"toolUseResult":\{/;
const BEHIND_LENGTH = 400;
const HEAD_LENGTH = 1_000;
/** Shorter lines are not worth the search. */
const LEAST_CUT = 1_000;
/** A marker in its place, to verify that the cut is at the intended place. */
const CUT = "[cut by pawl]";

/** The parsed line without the copy; undefined if there is none, or it cannot be cut safely. */
export function parseWithoutCopy(line: string): unknown {
  if (line.length < HEAD_LENGTH + LEAST_CUT) return undefined;
  const copy = line.slice(0, HEAD_LENGTH).indexOf(COPY);
  if (copy < 0) return undefined;
  const from = copy + COPY.length;
  const to = endOfText(line, from);
  if (to - from < LEAST_CUT || !BEHIND_COPY.test(line.slice(to, to + BEHIND_LENGTH))) return undefined;
  const value = tryParse(line.slice(0, from) + CUT + line.slice(to));
  return isCutInCopy(value) ? value : undefined;
}

/** The position of its closing quote; -1 if there is none. */
function endOfText(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (isEscaped(line, at)) at = line.indexOf('"', at + 1);
  return at;
}

function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

interface Block {
  type?: unknown;
  content?: unknown;
  is_error?: unknown;
}

/** Whether the cut part is the only result of a user line that also has the full result, and is not needed. */
function isCutInCopy(value: unknown): boolean {
  const line = value as
    | { type?: unknown; message?: { content?: Block[] }; toolUseResult?: unknown }
    | undefined;
  const blocks = line?.message?.content;
  if (line?.type !== "user" || !Array.isArray(blocks) || blocks.length !== 1) return false;
  const [block] = blocks;
  const isWell = block?.type === "tool_result" && block.content === CUT && block.is_error !== true;
  return isWell && typeof line.toolUseResult === "object" && line.toolUseResult !== null;
}
