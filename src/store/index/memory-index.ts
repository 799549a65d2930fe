/** The index of memories and solutions. Only active memories are found. */
import type { Database } from "bun:sqlite";
import { queries } from "../store.ts";
import type { Named } from "../values.ts";
import { createWordIndex, toMemoryDocument, toSolutionDocument } from "./word-index.ts";

const table = "memory_stems";
/** Two tables share one index: even numbers are memories, odd numbers are solutions. */
const memoryRowid = (id: number) => id * 2;
const solutionRowid = (id: number) => id * 2 + 1;

/** Columns of `memories`. */
interface MemoryColumns {
  id: number;
  project: string;
  uri: string;
  content: string;
  disclosure: string | null;
  status: string;
}

/** Columns of `solutions`. */
interface SolutionColumns {
  id: number;
  project: string;
  error_sample: string;
  text: string;
  steps: string;
}

export function createMemoryIndex(db: Database, words = createWordIndex(db)) {
  const removeMemory = (id: number): void => words.remove(table, memoryRowid(id));

  function putMemory(row: MemoryColumns): void {
    const { id, project, status } = row;
    if (status !== "active") removeMemory(id);
    else
      words.put({ table, rowid: memoryRowid(id), kind: "memory", project, document: toMemoryDocument(row) });
  }

  function putSolution({ id, project, error_sample: errorSample, text, steps }: SolutionColumns): void {
    const document = toSolutionDocument({ errorSample, text, steps: JSON.parse(steps) as string[] });
    words.put({ table, rowid: solutionRowid(id), kind: "solution", project, document });
  }

  return {
    putMemory,
    removeMemory,
    putSolution,
    removeSolution: (id: number): void => words.remove(table, solutionRowid(id)),
    /** Indexes the stored memories and solutions: all of them, those of one project, or those with this id. */
    fill({ project = null, id = null }: { project?: string | null; id?: number | null } = {}): void {
      const where = "where ($project is null or project = $project) and ($id is null or id = $id)";
      const of = <Row>(table: string) =>
        db.query<Row, Named>(`select * from ${table} ${where}`).all({ project, id });
      for (const row of of<MemoryColumns>("memories")) putMemory(row);
      for (const row of of<SolutionColumns>("solutions")) putSolution(row);
    },
  };
}

export const memoryIndex = queries(({ db }) => createMemoryIndex(db));

export type MemoryIndex = ReturnType<typeof createMemoryIndex>;
