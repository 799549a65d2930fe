/** When to suggest compaction: a pure decision over what was counted and what was said before. */
import type { Messages } from "../../locale/messages.ts";
import { isEdit } from "../../memory/records/edits.ts";
import type { Observation } from "../../store/records/records.ts";
import { clip } from "./cut.ts";
import { runsIn } from "./working-set.ts";

const DEFAULT_THRESHOLD = 50;
const REPEAT = 25;

/** Where the client compacts by itself (155k of 200k) there is nothing left to suggest. */
const CONTEXT_FIRST = 120_000;
const CONTEXT_STEP = 20_000;

/** `COMPACT_THRESHOLD`: a whole number from 1 to 10000, anything else is the default. */
export function parseThreshold(value: string | undefined): number {
  if (value === undefined || !/^\d{1,5}$/.test(value.trim())) return DEFAULT_THRESHOLD;
  const number = Number(value.trim());
  return number >= 1 && number <= 10_000 ? number : DEFAULT_THRESHOLD;
}

/** What was suggested already, kept with the session. */
export interface Suggested {
  /** The due call (51, 76, …) that was answered last; 0 for none. */
  due: number;
  /** The step of context use that was answered last; 0 for none. */
  context: number;
  /** Stages and test runs that were answered. */
  pastTurns: readonly string[];
}

export const nothingSuggested: Suggested = { due: 0, context: 0, pastTurns: [] };

/** What just happened, as far as it bears on compaction. */
export type Occasion =
  | { type: "tool"; name: string; contextTokens?: number }
  | { type: "context"; contextTokens: number }
  | { type: "stage"; key: string; label: string }
  | { type: "green"; id: string; command: string };

interface Suggestion {
  line: string;
  reason: "calls" | "context" | "stage" | "green";
}

/** `calls` counts the session's tool calls, the one at hand included. */
export function suggestCompaction(
  occasion: Occasion,
  count: { calls: number; threshold: number },
  said: Suggested,
  messages: Messages,
): { suggestion?: Suggestion; said: Suggested } {
  const words = messages.suggestion;
  const due = dueCall(count.calls, count.threshold);
  const found = find();
  if (found === undefined) return { said };
  return {
    suggestion: { line: words.line(found.why), reason: found.reason },
    // A suggestion answers everything that is due at this moment: the next tool call must not repeat it.
    said: {
      due: Math.max(said.due, due),
      context: Math.max(said.context, contextStep(tokensOf(occasion))),
      pastTurns:
        found.occasion === undefined ? said.pastTurns : [...said.pastTurns, found.occasion].slice(-50),
    },
  };

  function find(): { reason: Suggestion["reason"]; why: string; occasion?: string } | undefined {
    if (occasion.type === "stage" || occasion.type === "green") {
      const id = occasion.type === "stage" ? `stage:${occasion.key}` : `green:${occasion.id}`;
      // A short session has nothing to compact, and a slot that was answered stays answered: also the one
      // before the first due call, or a session that edits and tests in turns would hear it every time.
      const isFree = due === 0 ? said.pastTurns.length === 0 : due > said.due;
      const worth = count.calls * 2 > count.threshold && isFree;
      if (!worth || said.pastTurns.includes(id)) return undefined;
      const why =
        occasion.type === "stage" ? words.stage(occasion.label) : words.green(clip(occasion.command, 60));
      return { reason: occasion.type, why, occasion: id };
    }
    const tokens = tokensOf(occasion);
    if (contextStep(tokens) > said.context) {
      return { reason: "context", why: words.context(Math.round(tokens / 1000)) };
    }
    if (occasion.type === "tool" && isEdit(occasion.name) && due > said.due) {
      return { reason: "calls", why: words.calls(count.calls) };
    }
    return undefined;
  }
}

function tokensOf(occasion: Occasion): number {
  return occasion.type === "tool" || occasion.type === "context" ? (occasion.contextTokens ?? 0) : 0;
}

/** The newest of threshold + 1, + 26, + 51 … that is reached; 0 before the first. */
export function dueCall(calls: number, threshold: number): number {
  const over = calls - threshold - 1;
  return over < 0 ? 0 : threshold + 1 + Math.floor(over / REPEAT) * REPEAT;
}

function contextStep(tokens: number): number {
  return tokens < CONTEXT_FIRST ? 0 : 1 + Math.floor((tokens - CONTEXT_FIRST) / CONTEXT_STEP);
}

/** The newest call is a test run that went well, and something was edited since the one before it. */
export function greenAfterEdits(
  observations: readonly Observation[],
): { id: string; command: string } | undefined {
  const last = observations.at(-1);
  const test = last === undefined ? undefined : greenTest(last);
  if (last === undefined || test === undefined) return undefined;
  const before = observations.slice(0, -1);
  const previous = before.findLastIndex((o) => greenTest(o) !== undefined);
  const edited = before.slice(previous + 1).some((o) => o.ok && isEdit(o.toolName));
  return edited ? { id: last.key, command: test } : undefined;
}

function greenTest(o: Observation): string | undefined {
  return runsIn([o]).find((run) => run.kind === "test" && run.ok)?.command;
}
