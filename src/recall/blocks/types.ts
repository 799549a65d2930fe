/** What recall takes and gives: plain values; who asks the store and writes the ledger is elsewhere. */
import type { InjectionSource } from "../../store/records/records.ts";

/** A memory that may be told: a fact somebody wrote or confirmed. */
export interface MemoryFact {
  uri: string;
  text: string;
  at: number;
  /** "When …": counts like its words, and is not told. */
  disclosure?: string;
  /** 0 core … 10 hardly ever. */
  priority?: number;
  /** The session that it came from. */
  sessionId?: string;
  /** Another member of the team wrote it. */
  team?: { author: string; at: number };
}

/** What this session has been told already, or said itself. */
export interface AlreadyInjected {
  /** Never told about itself, nor about those it was forked or resumed from. */
  sessions: ReadonlySet<string>;
  /** Sources of earlier injections of this session. */
  uris: ReadonlySet<string>;
  /** `sameness` of what was told: another source may say the same. */
  texts: ReadonlySet<string>;
}

export interface Limits {
  /** In tokens, frame included. */
  budget: number;
  /** How many facts. */
  most: number;
  /** How much evidence a fact needs; see `prompt.ts`. */
  threshold: number;
}

export interface Fact {
  uri: string;
  type: string;
  /** One line; quoted already. */
  text: string;
  /** Shorter, for when the whole does not fit. */
  short?: string;
  /** For the ledger and `--why`. */
  reason: string;
  score?: number;
  /** What of the text counts as the item when its use is judged; default: all of it. */
  names?: string;
}

/** A block of facts as the model reads it. */
export interface Rendered {
  text: string;
  tokens: number;
  sources: InjectionSource[];
}
