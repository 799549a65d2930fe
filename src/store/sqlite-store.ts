import type { Database } from "bun:sqlite";
import { createArchive } from "../history/sql/archive.ts";
import { createPageReads } from "../history/sql/index.ts";
import { createDigests } from "../memory/sql/digests.ts";
import { createKnowledge } from "../memory/sql/knowledge.ts";
import { createMemories } from "../memory/sql/memories.ts";
import { createMemoryIndex } from "../memory/sql/memory-index.ts";
import { createRelations } from "../memory/sql/relations.ts";
import { lazily } from "../platform/lazily.ts";
import { createProposals } from "../recall/sql/proposals.ts";
import { createFind } from "../search/sql/find.ts";
import { createNearest } from "../search/sql/nearest.ts";
import { createSearch } from "../search/sql/search.ts";
import { createVectors } from "../search/sql/vectors.ts";
import { createTeam, TEAM_METHODS } from "../team/sql/index.ts";
import { createLogCheckpoints } from "./erase.ts";
import { createForget } from "./forget/forget.ts";
import { createLazyIndex } from "./index/lazy-index.ts";
import { createMethods } from "./methods.ts";
import { createReads } from "./records/reads.ts";
import { readStats } from "./records/stats.ts";
import { createTranscriptOffsets } from "./records/transcript-offsets.ts";
import { createWrites } from "./records/writes.ts";
import type { ProposalQuery, SearchQuery, Store } from "./store.ts";

/** How long a search in a process of its own brings the index up to date first. */
const SEARCH_INDEX_MS = 200;

/** The port on an open and migrated database, which it owns from now on. */
export function createSqliteStore(
  db: Database,
  location: string,
  { isWarm = false, busyMs = 0 }: { isWarm?: boolean | undefined; busyMs?: number } = {},
): Store {
  // A process that answers hooks leaves indexing to its background thread.
  const indexMs = isWarm ? 0 : SEARCH_INDEX_MS;
  const parts = createParts(db, location);
  if (isWarm) parts.warm();
  let isOpen = true;
  const { method, methods, methodsOf, hookWrites } = createMethods({
    location,
    isWarm,
    busyMs,
    isOpen: () => isOpen,
  });

  return {
    engine: "sqlite",
    location,
    ...hookWrites(parts.writes, "record", "endSession", "addInjection"),
    ...methods(parts.writes, "saveSummary"),
    ...methods(
      parts.reads,
      "session",
      "sessionToLearn",
      "sessionProject",
      "hasSession",
      "sessionIdsLike",
      "sessions",
      "prompts",
    ),
    ...methods(parts.reads, "observations", "responses", "injections"),
    stats: method(() => readStats(db, location)),
    search: method((query: SearchQuery) => {
      if (indexMs > 0) parts.index().catchUp(indexMs);
      return parts.search()(query);
    }),
    propose: method((query: ProposalQuery) => {
      if (indexMs > 0) parts.index().catchUp(indexMs);
      return parts.propose()(query);
    }),
    unindexed: method(() => parts.index().waiting()),
    indexWords: method((most: number) => {
      const done = parts.index().advance(most);
      parts.checkpoint()();
      return done;
    }),

    ...methods(parts.page, "sessionPage", "projects", "turns", "feed"),
    ...methods(parts.page, "sessionOutline", "readableRows", "findInSession"),
    ...methods(
      parts.page,
      "recordedEvents",
      "fullRecord",
      "ledger",
      "slotCounts",
      "injectedTokens",
      "failedCalls",
    ),

    ...methods(parts.page, "activeSessions", "spanPrompts", "spanCalls", "sessionCalls", "spanInjections"),
    ...methods(parts.page, "activityAround", "digestsOf", "digestsNaming", "fileCalls", "sessionOverviews"),

    ...methods(parts.memories, "saveMemory", "changeMemory", "memory", "memories", "memoryVersions"),
    ...methods(parts.memories, "rollbackMemory", "isForgottenSource", "setMemorySession"),
    ...hookWrites(parts.memories, "touchMemories", "expireMemories"),
    ...methods(parts.relations, "relate", "unrelate", "relations"),

    ...methods(
      parts.knowledge,
      "saveSolution",
      "solutionsFor",
      "solutions",
      "countSolution",
      "removeSolution",
    ),
    ...methods(parts.knowledge, "addPermission", "permissions", "removePermissions"),

    ...methods(parts.archive, "get", "timeline", "injectedInSession"),
    ...methods(parts.forget, "previewForget", "forgetItems", "forget", "finishForgetting"),

    ...methods(parts.vectors, "vectorModel", "startVectors", "dropVectors", "waitingForVector"),
    ...methods(parts.vectors, "saveVectors", "vectorCounts"),
    nearest: method((query: Parameters<Store["nearest"]>[0]) => parts.nearest()(query)),

    // Their ids are digests, which look like secrets, and their texts have passed the redactor.
    ...methodsOf(parts.team, TEAM_METHODS, (args) => args),
    ...methods(parts.digests, "saveDigest", "digests", "digestedSessions", "digestsDeleted"),
    ...methods(parts.digests, "sessionsWithoutDigest"),

    ...methods(parts.offsets, "transcriptOffset", "saveTranscriptOffset"),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      db.close();
    },
  };
}

/** Each part is made once, when something first needs it: a command uses few of them. */
function createParts(db: Database, location: string) {
  const index = lazily(() => createLazyIndex(db));
  const find = lazily(() => createFind(db));
  const memoryIndex = lazily(() => createMemoryIndex(db));
  const reads = lazily(() => createReads(db));
  const memories = lazily(() => createMemories(db, memoryIndex()));
  const writes = lazily(() => createWrites(db, index()));
  const knowledge = lazily(() => createKnowledge(db, memoryIndex()));
  const forget = lazily(() => createForget(db, location));
  return {
    /** Prepares what every hook needs, with its statements, before the first hook arrives. */
    warm() {
      for (const part of [writes, reads, memories, knowledge]) part();
    },
    index,
    checkpoint: lazily(() => createLogCheckpoints(db, location)),
    reads,
    memories,
    writes,
    search: lazily(() => createSearch(db, find(), index())),
    propose: lazily(() => createProposals(db, find())),
    page: lazily(() => createPageReads(db)),
    relations: lazily(() => createRelations(db, memories())),
    knowledge,
    archive: lazily(() => createArchive(db, reads())),
    forget,
    team: lazily(() => createTeam(db, { memories: memories(), index: memoryIndex(), forget: forget() })),
    digests: lazily(() => createDigests(db)),
    offsets: lazily(() => createTranscriptOffsets(db)),
    vectors: lazily(() => createVectors(db)),
    nearest: lazily(() => createNearest(db)),
  };
}
