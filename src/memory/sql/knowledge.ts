/** What Pawl has learned: solutions, and what the user allowed and refused. */
import type { Database } from "bun:sqlite";
import { createCounted } from "./counted.ts";
import type { MemoryIndex } from "./memory-index.ts";
import { createPermissions } from "./permissions.ts";
import { createSolutions } from "./solutions.ts";

export function createKnowledge(db: Database, index: MemoryIndex) {
  const counted = createCounted(db);
  return {
    ...createSolutions(db, index, counted),
    ...createPermissions(db),
  };
}
