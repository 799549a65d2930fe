import type { Database } from "bun:sqlite";
import { createCounts } from "./counts.ts";
import { createLedger } from "./ledger.ts";
import { createRecords } from "./records.ts";
import { createSessionPage } from "./sessions.ts";
import { createTimeline } from "./timeline.ts";

/** Queries for the page. */
export function createPageReads(db: Database) {
  return {
    ...createSessionPage(db),
    ...createTimeline(db),
    ...createRecords(db),
    ...createLedger(db),
    ...createCounts(db),
  };
}
