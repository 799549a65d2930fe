import type { Database } from "bun:sqlite";
import { PawlError } from "../../errors.ts";
import type { NearQuery, ProposalQuery, SearchQuery, Store, TicketVector, VectorModel } from "../store.ts";
import { createArchive } from "./archive.ts";
import { toStoreError } from "./errors.ts";
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
import { createTranscriptOffsets } from "./transcript-offsets.ts";
import { createVectors } from "./vectors.ts";
import { createWrites } from "./writes.ts";

/** The port on an open and migrated database, which it owns from now on. */
export function createSqliteStore(db: Database, location: string): Store {
  const lazyIndex = createLazyIndex(db);
  const writes = createWrites(db, lazyIndex);
  const reads = createReads(db, location);
  const find = createFind(db);
  const search = createSearch(db, find);
  const propose = createProposals(db, find);
  const page = createPageReads(db);
  const index = createMemoryIndex(db);
  const memories = createMemories(db, index);
  const relations = createRelations(db, memories);
  const knowledge = createKnowledge(db, index);
  const archive = createArchive(db, reads);
  const { previewForget, forget } = createForget(db, location);
  const offsets = createTranscriptOffsets(db);
  const vectors = lazily(() => createVectors(db));
  const nearest = lazily(() => createNearest(db));
  let open = true;

  /** Every method runs through here: one place for the closed store and for SQLite's errors. */
  function method<Arguments extends unknown[], Result>(run: (...args: Arguments) => Result) {
    return async (...args: Arguments): Promise<Result> => {
      if (!open) {
        throw new PawlError("store_closed", `The database ${location} is closed.`, {
          hint: "Open it again. If Pawl was stopping, ignore this.",
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
    sessionToLearn: method(reads.sessionToLearn),
    sessionIdsLike: method(reads.sessionIdsLike),
    sessions: method(reads.sessions),
    prompts: method(reads.prompts),
    observations: method(reads.observations),
    responses: method(reads.responses),
    injections: method(reads.injections),
    search: method((query: SearchQuery) => {
      lazyIndex.finish();
      return search(query);
    }),
    propose: method((query: ProposalQuery) => {
      lazyIndex.finishOthers(query.except ?? []);
      return propose(query);
    }),
    indexWords: method(lazyIndex.advance),
    recallMaterial: method(createRecallReads(db)),
    stats: method(reads.stats),
    sessionPage: method(page.sessionPage),
    projects: method(page.projects),
    sessionTimeline: method(page.sessionTimeline),
    turns: method(page.turns),
    timelineOffset: method(page.timelineOffset),
    feed: method(page.feed),
    recordedEvents: method(page.recordedEvents),
    fullRecord: method(page.fullRecord),
    ledger: method(page.ledger),
    callsAfter: method(page.callsAfter),
    slotCounts: method(page.slotCounts),
    failedCalls: method(page.failedCalls),

    saveMemory: method(memories.saveMemory),
    changeMemory: method(memories.changeMemory),
    memory: method(memories.memory),
    memories: method(memories.memories),
    memoryVersions: method(memories.memoryVersions),
    rollbackMemory: method(memories.rollbackMemory),
    touchMemories: method(memories.touchMemories),
    expireMemories: method(memories.expireMemories),
    relate: method(relations.relate),
    unrelate: method(relations.unrelate),
    relations: method(relations.relations),

    saveSolution: method(knowledge.saveSolution),
    solutionsFor: method(knowledge.solutionsFor),
    solutions: method(knowledge.solutions),
    countSolution: method(knowledge.countSolution),
    removeSolution: method(knowledge.removeSolution),
    addFileFacts: method(knowledge.addFileFacts),
    fileFacts: method(knowledge.fileFacts),
    countCommands: method(knowledge.countCommands),
    projectCommands: method(knowledge.projectCommands),
    addPermission: method(knowledge.addPermission),
    permissions: method(knowledge.permissions),

    get: method(archive.get),
    timeline: method(archive.timeline),
    injectedInSession: method(archive.injectedInSession),
    previewForget: method(previewForget),
    forget: method(forget),

    vectorModel: method(() => vectors().vectorModel()),
    startVectors: method((model: VectorModel) => vectors().startVectors(model)),
    dropVectors: method(() => vectors().dropVectors()),
    waitingForVector: method((limit: number) => vectors().waitingForVector(limit)),
    saveVectors: method((list: readonly TicketVector[]) => vectors().saveVectors(list)),
    nearest: method((query: NearQuery) => nearest()(query)),
    vectorCounts: method(() => vectors().vectorCounts()),

    transcriptOffset: method(offsets.transcriptOffset),
    saveTranscriptOffset: method(offsets.saveTranscriptOffset),
    async close() {
      if (!open) return;
      open = false;
      db.close();
    },
  };
}

/** Most users have no vectors; then no statements are prepared for them. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
