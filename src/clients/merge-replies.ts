/**
 * Several hooks answer one event, but the client gets one reply. Deny wins over ask, ask over allow. Reasons, contexts,
 * instructions and messages of the same kind are joined in configuration order. The first `updatedInput` (and the first of
 * any other field) wins, and a different second one is reported.
 */
import { isDeepStrictEqual } from "node:util";
import type { Extra, Reply } from "./reply.ts";

export interface Answer {
  /** For reports. */
  name: string;
  reply: Reply;
}

interface Merged {
  reply: Reply;
  /** Parts that could not be combined, as text for the log. */
  conflicts: string[];
}

const JOINED = ["context", "instructions", "message", "block", "stop"] as const;
/** Most cautious first: only the first kind with an answer is used. */
const DECISIONS = ["deny", "ask", "allow"] as const;

export function mergeReplies(answers: readonly Answer[]): Merged {
  const conflicts: string[] = [];
  const reply: Reply = {};
  for (const part of JOINED) {
    const text = join(answers, part);
    if (text !== undefined) reply[part] = text;
  }
  for (const part of DECISIONS) {
    const text = join(answers, part);
    if (text === undefined) continue;
    reply[part] = text;
    break;
  }
  // A denied call needs no changed input.
  const updated = first(answers, "updatedInput", ({ updatedInput }) => updatedInput, conflicts);
  if (updated !== undefined && reply.deny === undefined) reply.updatedInput = updated;
  const extra = mergeExtra(answers, conflicts);
  if (extra !== undefined) reply.extra = extra;
  return { reply, conflicts };
}

function join(
  answers: readonly Answer[],
  part: (typeof JOINED | typeof DECISIONS)[number],
): string | undefined {
  const texts = answers.flatMap(({ reply }) => reply[part] ?? []);
  if (texts.length === 0) return undefined;
  return [...new Set(texts)].filter((text) => text !== "").join("\n");
}

function first<T>(
  answers: readonly Answer[],
  field: string,
  pick: (reply: Reply) => T | undefined,
  conflicts: string[],
): T | undefined {
  let winner: { name: string; value: T } | undefined;
  for (const { name, reply } of answers) {
    const value = pick(reply);
    if (value === undefined) continue;
    if (winner === undefined) winner = { name, value };
    else if (!isDeepStrictEqual(winner.value, value)) {
      conflicts.push(`${field} of "${name}" is ignored: "${winner.name}" comes first.`);
    }
  }
  return winner?.value;
}

function mergeExtra(answers: readonly Answer[], conflicts: string[]): Extra | undefined {
  const extra: Extra = {};
  for (const part of ["output", "specific"] as const) {
    const names = new Set(answers.flatMap(({ reply }) => Object.keys(reply.extra?.[part] ?? {})));
    for (const name of names) {
      const value = first(answers, name, (reply) => reply.extra?.[part]?.[name], conflicts);
      extra[part] = { ...extra[part], [name]: value };
    }
  }
  return Object.keys(extra).length === 0 ? undefined : extra;
}
