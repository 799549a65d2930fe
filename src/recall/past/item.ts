/** One injected item: small, typed, with its source. */
import { cut, quote } from "../../text/quote.ts";
import type { Fact } from "../blocks/types.ts";

/** Kinds that Pawl infers. Each must be worth its tokens, and can be turned off (`recall.kinds`). */
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

/** Written by people, or promised: always injected, reported separately. */
type ExemptKind = "memory" | "rule" | "decision" | "tasks" | "note";

type ItemKind = InferredKind | ExemptKind;

export interface Item {
  kind: ItemKind;
  /** Its source. Each address is injected once per session. */
  uri: string;
  /** One line for the model. */
  text: string;
  /** For the ledger and `--why`. */
  reason: string;
  score?: number;
  /** The part of the text that identifies the item when its use is judged; default: all of it. */
  names?: string;
}

/** By default every kind is on: each was worth its tokens on sessions it was not fitted on; see docs/memory.md. */
export function isOn(kind: InferredKind, kinds: Readonly<Partial<Record<InferredKind, boolean>>>): boolean {
  return kinds[kind] ?? true;
}

const LONGEST = 500;
/** Made of quotations already. */
const QUOTES: ReadonlySet<ItemKind> = new Set(["past-turn", "open-question", "reason"]);

/** An item as a line of a block. */
export function toFact({ kind, text, ...item }: Item): Fact {
  // These consist of quotations already. Quoting them again would remove their quotation marks.
  const line = QUOTES.has(kind) ? cut(text, LONGEST) : quote(text, LONGEST);
  return { ...item, type: kind, text: line };
}
