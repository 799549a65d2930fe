import type { Database } from "bun:sqlite";
import { PawlError } from "../../errors.ts";
import type { Store } from "../store.ts";
import { toStoreError } from "./errors.ts";
import { createReads } from "./reads.ts";
import { createSearch } from "./search.ts";
import { createTranscriptOffsets } from "./transcript-offsets.ts";
import { createWrites } from "./writes.ts";

/** The port, over an open and migrated database; it owns the database from here on. */
export function createSqliteStore(db: Database, location: string): Store {
  const writes = createWrites(db);
  const reads = createReads(db, location);
  const search = createSearch(db);
  const offsets = createTranscriptOffsets(db);
  let open = true;

  /** Every method runs through here: one place for the closed store and for SQLite's errors. */
  function method<Arguments extends unknown[], Result>(run: (...args: Arguments) => Result) {
    return async (...args: Arguments): Promise<Result> => {
      if (!open) {
        throw new PawlError("store_closed", `The database ${location} is closed.`, {
          hint: "Open it again; if Pawl was stopping, nothing is wrong.",
        });
      }
      try {
        return run(...args);
      } catch (error) {
        throw toStoreError(error, location);
      }
    };
  }

  return {
    engine: "sqlite",
    location,
    record: method(writes.record),
    endSession: method(writes.endSession),
    saveSummary: method(writes.saveSummary),
    addInjection: method(writes.addInjection),
    session: method(reads.session),
    sessionIdsLike: method(reads.sessionIdsLike),
    sessions: method(reads.sessions),
    prompts: method(reads.prompts),
    observations: method(reads.observations),
    responses: method(reads.responses),
    injections: method(reads.injections),
    search: method(search),
    stats: method(reads.stats),
    transcriptOffset: method(offsets.transcriptOffset),
    saveTranscriptOffset: method(offsets.saveTranscriptOffset),
    async close() {
      if (!open) return;
      open = false;
      db.close();
    },
  };
}
