/** Memories with their relations; solutions and permission answers; digests of sessions. */
import { memoryIndex } from "../../store/index/memory-index.ts";
import { queries } from "../../store/store.ts";
import { createCounted } from "./counted.ts";
import { createDigests } from "./digests.ts";
import { createMemories } from "./memories.ts";
import { createPermissions } from "./permissions.ts";
import { createRelations } from "./relations.ts";
import { createSolutions } from "./solutions.ts";

export const memoriesIn = queries(
  ({ db, part }) => {
    const memories = createMemories(db, part(memoryIndex));
    return { ...memories, ...createRelations(db, memories) };
  },
  { hookWrites: ["touchMemories", "expireMemories"] },
);

export const knowledgeIn = queries(({ db, part }) => ({
  ...createSolutions(db, part(memoryIndex), createCounted(db)),
  ...createPermissions(db),
}));

export const digestsIn = queries(({ db }) => createDigests(db));
