/** The parts of the store on one database. */
import type { Database } from "bun:sqlite";
import { lazily } from "../../lazily.ts";
import { createArchive } from "./archive.ts";
import { createDigests } from "./digests.ts";
import { createFind } from "./find.ts";
import { createForget } from "./forget.ts";
import { createKnowledge } from "./knowledge.ts";
import { createLazyIndex } from "./lazy-index.ts";
import { createMemories } from "./memories.ts";
import { createMemoryIndex } from "./memory-index.ts";
import { createNearest } from "./nearest.ts";
import { createPageReads } from "./page/index.ts";
import { createProposals } from "./proposals.ts";
import { createReads } from "./reads.ts";
import { createRecallReads } from "./recall-reads.ts";
import { createRelations } from "./relations.ts";
import { createSearch } from "./search.ts";
import { createTeam } from "./team/index.ts";
import { createTranscriptOffsets } from "./transcript-offsets.ts";
import { createVectors } from "./vectors.ts";
import { createWrites } from "./writes.ts";

/** Each part is made once, when something first needs it: a command uses few of them. */
export function createParts(db: Database, location: string) {
  const index = lazily(() => createLazyIndex(db));
  const find = lazily(() => createFind(db));
  const memoryIndex = lazily(() => createMemoryIndex(db));
  const reads = lazily(() => createReads(db));
  const memories = lazily(() => createMemories(db, memoryIndex()));
  const writes = lazily(() => createWrites(db, index()));
  const knowledge = lazily(() => createKnowledge(db, memoryIndex()));
  const forget = lazily(() => createForget(db, location));
  return {
    /** What every hook needs, with its statements, before the first one waits for it. */
    warm() {
      for (const part of [writes, reads, memories, knowledge]) part();
    },
    index,
    reads,
    memories,
    writes,
    search: lazily(() => createSearch(db, find())),
    propose: lazily(() => createProposals(db, find())),
    recallMaterial: lazily(() => createRecallReads(db)),
    page: lazily(() => createPageReads(db)),
    relations: lazily(() => createRelations(db, memories())),
    knowledge,
    archive: lazily(() => createArchive(db, reads())),
    forget,
    digests: lazily(() => createDigests(db)),
    offsets: lazily(() => createTranscriptOffsets(db)),
    vectors: lazily(() => createVectors(db)),
    nearest: lazily(() => createNearest(db)),
    team: lazily(() => createTeam(db, memories(), forget())),
  };
}
