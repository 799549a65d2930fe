/** The index of memories and solutions. Only active memories are found. */
import type { Database } from "bun:sqlite";
import { toMemoryDocument, toSolutionDocument } from "../../store/index/documents.ts";
import { createWordIndex, type Indexed } from "../../store/index/word-index.ts";
import type { MemoryRow, SolutionRow } from "./memory-rows.ts";
import { toSolution } from "./memory-rows.ts";

const table = "memory_stems";
/** Two tables share one index: even numbers are memories, odd numbers are solutions. */
const memoryRowid = (id: number) => id * 2;
const solutionRowid = (id: number) => id * 2 + 1;

export function createMemoryIndex(db: Database, words = createWordIndex(db)) {
  return {
    /** `before` as it stood until now: what is indexed of it is removed by its words. */
    putMemory(row: MemoryRow, before?: MemoryRow): void {
      // Restored from a copy, it may be there already.
      if (before === undefined && words.has(table, memoryRowid(row.id))) return;
      words.replace(
        before === undefined ? undefined : ofMemory(before),
        row.status === "active" ? ofMemory(row) : undefined,
      );
    },
    removeMemory: (row: MemoryRow): void => words.remove(ofMemory(row)),
    putSolution(row: SolutionRow): void {
      if (!words.has(table, solutionRowid(row.id))) words.add(ofSolution(row));
    },
    removeSolution: (row: SolutionRow): void => words.remove(ofSolution(row)),
  };
}

function ofMemory(row: MemoryRow): Indexed {
  const { id, project } = row;
  return { table, rowid: memoryRowid(id), kind: "memory", project, document: toMemoryDocument(row) };
}

function ofSolution(row: SolutionRow): Indexed {
  const document = toSolutionDocument(toSolution(row));
  return { table, rowid: solutionRowid(row.id), kind: "solution", project: row.project, document };
}

export type MemoryIndex = ReturnType<typeof createMemoryIndex>;
