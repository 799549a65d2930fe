/** The index of memories and solutions. Only active memories are found. */
import type { Database } from "bun:sqlite";
import { toMemoryDocument, toSolutionDocument } from "../documents.ts";
import type { MemoryRow, SolutionRow } from "./memory-rows.ts";
import { toSolution } from "./memory-rows.ts";
import { createWordIndex } from "./word-index.ts";

const table = "memory_words";
/** Two tables share one index: even numbers are memories, odd numbers are solutions. */
const memoryRowid = (id: number) => id * 2;
const solutionRowid = (id: number) => id * 2 + 1;

export function createMemoryIndex(db: Database) {
  const words = createWordIndex(db);
  return {
    putMemory(row: MemoryRow): void {
      const rowid = memoryRowid(row.id);
      if (row.status !== "active") {
        words.remove(table, rowid);
        return;
      }
      words.replace({ table, rowid, kind: "memory", project: row.project, document: toMemoryDocument(row) });
    },
    putSolution(row: SolutionRow): void {
      const document = toSolutionDocument(toSolution(row));
      words.add({ table, rowid: solutionRowid(row.id), kind: "solution", project: row.project, document });
    },
    removeSolution: (id: number) => words.remove(table, solutionRowid(id)),
  };
}

export type MemoryIndex = ReturnType<typeof createMemoryIndex>;
