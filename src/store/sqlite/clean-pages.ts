import type { Database } from "bun:sqlite";

/** For whoever leaves something in pages without noting it: all of them are looked at again. See scrub.ts. */
export function forgetClean(db: Database): void {
  db.run("update clean_pages set era = era + 1, done_to = 0");
}
