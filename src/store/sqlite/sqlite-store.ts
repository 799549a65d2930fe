import type { Database } from "bun:sqlite";
import type { ProposalQuery, SearchQuery, Store } from "../store.ts";
import { createStoreGuard } from "./digest-key.ts";
import { createMethods } from "./methods.ts";
import { createParts } from "./parts.ts";
import { readStats } from "./stats.ts";
import { TEAM_METHODS } from "./team/index.ts";

/** The port on an open and migrated database, which it owns from now on. */
export function createSqliteStore(db: Database, location: string, isWarm = false): Store {
  const guard = createStoreGuard(location);
  const parts = createParts(db, location);
  if (isWarm) parts.warm();
  let isOpen = true;

  const { method, methods, methodsOf } = createMethods({ location, guard, isOpen: () => isOpen });

  return {
    engine: "sqlite",
    location,
    ...methods(parts.writes, "record", "endSession", "saveSummary", "addInjection"),
    ...methods(
      parts.reads,
      "session",
      "sessionToLearn",
      "sessionProject",
      "sessionIdsLike",
      "sessions",
      "prompts",
    ),
    ...methods(parts.reads, "observations", "responses", "injections"),
    stats: method(() => readStats(db, location)),
    search: method((query: SearchQuery) => {
      parts.index().finish();
      return parts.search()(query);
    }),
    propose: method((query: ProposalQuery) => {
      parts.index().finishOthers(query.except ?? []);
      return parts.propose()(query);
    }),
    indexWords: method((most: number) => parts.index().advance(most)),
    recallMaterial: method((...query: Parameters<Store["recallMaterial"]>) =>
      parts.recallMaterial()(...query),
    ),

    ...methods(parts.page, "sessionPage", "projects", "sessionTimeline", "turns", "timelineOffset", "feed"),
    ...methods(
      parts.page,
      "recordedEvents",
      "fullRecord",
      "ledger",
      "callsAfter",
      "slotCounts",
      "failedCalls",
    ),

    ...methods(parts.memories, "saveMemory", "changeMemory", "memory", "memories", "memoryVersions"),
    ...methods(
      parts.memories,
      "rollbackMemory",
      "touchMemories",
      "expireMemories",
      "isForgottenSource",
      "setMemorySession",
    ),
    ...methods(parts.relations, "relate", "unrelate", "relations"),

    ...methods(
      parts.knowledge,
      "saveSolution",
      "solutionsFor",
      "solutions",
      "countSolution",
      "removeSolution",
    ),
    ...methods(parts.knowledge, "addFileFacts", "fileFacts", "countCommands", "projectCommands"),
    ...methods(parts.knowledge, "addPermission", "permissions", "removePermissions"),

    ...methods(parts.archive, "get", "timeline", "injectedInSession"),
    ...methods(parts.forget, "previewForget", "forget"),

    ...methods(parts.vectors, "vectorModel", "startVectors", "dropVectors", "waitingForVector"),
    ...methods(parts.vectors, "saveVectors", "vectorCounts"),
    nearest: method((query: Parameters<Store["nearest"]>[0]) => parts.nearest()(query)),

    // Their ids are digests, which look like secrets, and their texts have passed the redactor.
    ...methodsOf(parts.team, TEAM_METHODS, (args) => args),

    ...methods(parts.digests, "saveDigest", "digests", "sessionsWithoutDigest"),

    ...methods(parts.offsets, "transcriptOffset", "saveTranscriptOffset"),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      db.close();
    },
  };
}
