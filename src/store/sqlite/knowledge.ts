/** What Pawl has learned: solutions, file facts, commands, permission decisions. */
import type { Database } from "bun:sqlite";
import { createCommands } from "./commands.ts";
import { createCounted } from "./counted.ts";
import { createFileFacts } from "./file-facts.ts";
import type { MemoryIndex } from "./memory-index.ts";
import { createPermissions } from "./permissions.ts";
import { createSolutions } from "./solutions.ts";

export function createKnowledge(db: Database, index: MemoryIndex) {
  const counted = createCounted(db);
  return {
    ...createSolutions(db, index, counted),
    ...createFileFacts(db),
    ...createCommands(db, counted),
    ...createPermissions(db),
  };
}
