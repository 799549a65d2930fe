/**
 * A tool's result stands in its line twice: as the model read it, and as the tool gave it. Of a call that went well
 * only the second is kept, so the first need not be parsed.
 */
import { tryParse } from "./try-parse.ts";

/** Written as the client writes it. */
const COPY = '"type":"tool_result","content":"';
const BEHIND_COPY = /^"(?:,"is_error":false)?\}\]\},"uuid":"[^{}[\]]{1,300},"toolUseResult":\{/;
const BEHIND_LENGTH = 400;
const HEAD_LENGTH = 1_000;
/** Less is not worth the search. */
const LEAST_CUT = 1_000;
/** In its place, so that it can be told whether the cut is where it was meant to be. */
const CUT = "[cut by pawl]";

/** The line's value without the copy; undefined where there is none, or it cannot be cut surely. */
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

/** Where the quote stands that ends it; -1 where none does. */
function endOfText(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at >= 0 && isEscaped(line, at)) at = line.indexOf('"', at + 1);
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

/** Whether what was cut is the one result of a user's line that has it whole beside it, and nobody reads it. */
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
