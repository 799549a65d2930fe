/** One thing that the model is given: small, typed, with where it comes from. */

/** Kinds that Pawl infers; each has to earn its tokens, and each can be switched off (`recall.kinds`). */
export const INFERRED_KINDS = [
  "pitfall",
  "command",
  "branch",
  "hot-file",
  "prompt-file",
  "past-turn",
  "companion",
  "cure",
] as const;

export type InferredKind = (typeof INFERRED_KINDS)[number];

/** What people wrote down or were promised: always given, reported apart. */
type ExemptKind = "memory" | "rule" | "decision" | "previous-session" | "tasks" | "note";

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
