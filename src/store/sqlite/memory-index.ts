/** The words of memories and solutions. A memory that is not active is not found. */
import type { Database } from "bun:sqlite";
import { toIndexText } from "../../memory/words.ts";
import { toMemoryDocument, toSolutionDocument } from "../documents.ts";
import type { MemoryRow, SolutionRow } from "./memory-rows.ts";
import type { Named } from "./values.ts";

export const memoryRowid = (id: number) => id * 2;
export const solutionRowid = (id: number) => id * 2 + 1;

export function createMemoryIndex(db: Database) {
  const put = db.query<unknown, Named>(
    "insert or replace into memory_words (rowid, title, body) values ($rowid, $title, $body)",
  );
  const drop = db.query<unknown, Named>("delete from memory_words where rowid = $rowid");
  const index = (rowid: number, { title, text }: { title: string; text: string }) =>
    put.run({ rowid, title: toIndexText(title), body: toIndexText(text) });

  return {
    putMemory(row: MemoryRow): void {
      if (row.status !== "active") drop.run({ rowid: memoryRowid(row.id) });
      else index(memoryRowid(row.id), toMemoryDocument(row));
    },
    putSolution(row: SolutionRow): void {
      const { error_sample: errorSample, text, steps } = row;
      index(
        solutionRowid(row.id),
        toSolutionDocument({ errorSample, text, steps: JSON.parse(steps) as string[] }),
      );
    },
    removeSolution: (id: number) => void drop.run({ rowid: solutionRowid(id) }),
  };
}

export type MemoryIndex = ReturnType<typeof createMemoryIndex>;
