import type { Database } from "bun:sqlite";
import { PawlError } from "../../errors.ts";
import type { ProposalQuery, SearchQuery, Store } from "../store.ts";
import { createStoreGuard } from "./digest-key.ts";
import { toStoreError } from "./errors.ts";
import { createParts } from "./parts.ts";
import { readStats } from "./stats.ts";
import { TEAM_METHODS } from "./team/index.ts";

/** The port on an open and migrated database, which it owns from now on. */
export function createSqliteStore(db: Database, location: string, isWarm = false): Store {
  const guard = createStoreGuard(location);
  const parts = createParts(db, location);
  if (isWarm) parts.warm();
  let isOpen = true;

  /** Every method runs through here: one place for the closed store, for secrets in ids, and for SQLite's errors. */
  function method<Arguments extends unknown[], Result>(
    run: (...args: Arguments) => Result,
    check: (args: Arguments) => Arguments = guard.value,
  ) {
    return async (...args: Arguments): Promise<Result> => {
      if (!isOpen) {
        throw new PawlError("store_closed", `The database ${location} is closed.`, {
          hint: "Open it again. If Pawl was stopping, ignore this.",
        });
      }
      try {
        return run(...check(args));
      } catch (error) {
        throw toStoreError(error, location);
      }
    };
  }

  /** Methods of one part, which is made when the first of them is called. */
  function methods<P extends object, K extends keyof P & string>(
    part: () => P,
    ...names: K[]
  ): Methods<P, K> {
    return methodsOf(part, names, guard.value);
  }

  function methodsOf<P extends object, K extends keyof P & string>(
    part: () => P,
    names: readonly K[],
    check: (args: unknown[]) => unknown[],
  ): Methods<P, K> {
    const made = names.map((name) => [
      name,
      method((...args: unknown[]) => (part()[name] as (...args: unknown[]) => unknown)(...args), check),
    ]);
    return Object.fromEntries(made) as Methods<P, K>;
  }

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

type Methods<P, K extends keyof P> = {
  [Name in K]: P[Name] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
};
