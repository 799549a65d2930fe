/** One thing that the model is given: small, typed, with where it comes from. */
import { cut, quote } from "../../text/quote.ts";
import type { Fact } from "../blocks/types.ts";

/** Kinds that Pawl infers; each has to earn its tokens, and each can be switched off (`recall.kinds`). */
export const INFERRED_KINDS = [
  "pitfall",
  "command",
  "branch",
  "previous-session",
  "hot-file",
  "prompt-file",
  "past-turn",
  "open-question",
  "reason",
  "cure",
] as const;

export type InferredKind = (typeof INFERRED_KINDS)[number];

/** What people wrote down or were promised: always given, reported apart. */
type ExemptKind = "memory" | "rule" | "decision" | "tasks" | "note";

type ItemKind = InferredKind | ExemptKind;

export interface Item {
  kind: ItemKind;
  /** Where it comes from; the same address is given once a session. */
  uri: string;
  /** One line, as the model reads it. */
  text: string;
  /** For the ledger and `--why`. */
  reason: string;
  score?: number;
  /** What of the text counts as the item when its use is judged; default: all of it. */
  names?: string;
}

/** By default every kind: each has earned its tokens on sessions that it was not fitted on; see docs/memory.md. */
export function isOn(kind: InferredKind, kinds: Readonly<Partial<Record<InferredKind, boolean>>>): boolean {
  return kinds[kind] ?? true;
}

const LONGEST = 500;
/** Made of quotations already. */
const QUOTES: ReadonlySet<ItemKind> = new Set(["past-turn", "open-question", "reason"]);

/** An item as a line of a block. */
export function toFact({ kind, text, ...item }: Item): Fact {
  // These are made of quotations already; quoted again, they would lose the marks around them.
  const line = QUOTES.has(kind) ? cut(text, LONGEST) : quote(text, LONGEST);
  return { ...item, type: kind, text: line };
}
