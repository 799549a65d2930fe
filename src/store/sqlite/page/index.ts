import type { Database } from "bun:sqlite";
import { createCounts } from "./counts.ts";
import { createFindInSession } from "./find-in-session.ts";
import { createLedger } from "./ledger.ts";
import { createReadable } from "./readable.ts";
import { createRecords } from "./records.ts";
import { createSessionPage } from "./sessions.ts";
import { createTimeline } from "./timeline.ts";

/** Queries for the page. */
export function createPageReads(db: Database) {
  return {
    ...createSessionPage(db),
    ...createTimeline(db),
    ...createRecords(db),
    ...createReadable(db),
    ...createFindInSession(db),
    ...createLedger(db),
    ...createCounts(db),
  };
}
