import type { Database } from "bun:sqlite";
import { createActivity } from "./activity.ts";
import { createCounts } from "./counts.ts";
import { createFileReads } from "./files.ts";
import { createFindInSession } from "./find-in-session.ts";
import { createLedger } from "./ledger.ts";
import { createReadable } from "./readable.ts";
import { createRecords } from "./records.ts";
import { createSessionPage } from "./sessions.ts";
import { createTimeline } from "./timeline.ts";

/** Queries for people: the page, and the terminal's overviews. */
export function createPageReads(db: Database) {
  return {
    ...createSessionPage(db),
    ...createTimeline(db),
    ...createRecords(db),
    ...createReadable(db),
    ...createFindInSession(db),
    ...createLedger(db),
    ...createCounts(db),
    ...createActivity(db),
    ...createFileReads(db),
  };
}
