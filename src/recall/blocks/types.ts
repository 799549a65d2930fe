/** Types of recall's input and output: plain values. Other modules query the store and write the ledger. */
import type { InjectionSource } from "../../store/records/records.ts";

/** A memory that may be injected: a fact that a person wrote or confirmed. */
export interface MemoryFact {
  uri: string;
  text: string;
  at: number;
  /** The condition "When …". It is matched like the memory's words, but is not injected. */
  disclosure?: string;
  /** 0: core, 10: hardly ever injected. */
  priority?: number;
  /** The session it was learned in. */
  sessionId?: string;
  /** Another member of the team wrote it. */
  team?: { author: string; at: number };
}

/** Text that this session has already received, or contained itself. */
export interface AlreadyInjected {
  /** The session itself and the sessions it was forked or resumed from. They are never injected into it. */
  sessions: ReadonlySet<string>;
  /** Sources of earlier injections of this session. */
  uris: ReadonlySet<string>;
  /** The `sameness` of injected texts, because another source may contain the same text. */
  texts: ReadonlySet<string>;
}

export interface Limits {
  /** In tokens, frame included. */
  budget: number;
  /** How many facts. */
  most: number;
  /** The minimum score of a fact; see `prompt.ts`. */
  threshold: number;
}

export interface Fact {
  uri: string;
  type: string;
  /** One line; quoted already. */
  text: string;
  /** A shorter version, if the whole does not fit. */
  short?: string;
  /** For the ledger and `--why`. */
  reason: string;
  score?: number;
  /** The part of the text that identifies the item when its use is judged; default: all of it. */
  names?: string;
}

/** A block of facts as the model reads it. */
export interface Rendered {
  text: string;
  tokens: number;
  sources: InjectionSource[];
}
