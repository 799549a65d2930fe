/** Sessions with their records, the ledger of injections, and how far each transcript was read. */
import { wordIndex } from "../index/lazy-index.ts";
import { queries } from "../store.ts";
import { createReads } from "./reads.ts";
import { readStats } from "./stats.ts";
import { createTranscriptOffsets } from "./transcript-offsets.ts";
import { createWrites } from "./writes.ts";

export const recordsIn = queries(
  ({ db, location, part }) => ({
    ...createWrites(db, part(wordIndex)),
    ...createReads(db),
    ...createTranscriptOffsets(db),
    stats: () => readStats(db, location),
  }),
  { hookWrites: ["record", "endSession", "addInjection"] },
);
