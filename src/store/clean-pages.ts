/** What is known of the unused parts of the file's pages: the row of migration 16. */
import type { Database } from "bun:sqlite";
import { nextSalt } from "./log-file.ts";

export interface CleanPages {
  /** Null if nothing is known of the log. */
  log: number | null;
  era: number;
  doneTo: number;
}

export const SELECT_CLEAN = "select log, era, done_to as doneTo from clean_pages";

/** If the log is another one, pages may have been written that nobody has noted: then it starts anew. */
export function knownBy(known: CleanPages | null, salt: number | undefined): CleanPages {
  const { log = null, era = 0, doneTo = 0 } = known ?? {};
  const isNext = salt !== undefined && log !== null && (salt === log || nextSalt(salt) === log);
  return isNext ? { log, era, doneTo } : { log: salt ?? null, era: era + 1, doneTo: 0 };
}

/** For whoever leaves something in pages without noting it: all of them are looked at again. See scrub.ts. */
export function forgetClean(db: Database): void {
  db.run("update clean_pages set era = era + 1, done_to = 0");
}
