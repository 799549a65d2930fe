/**
 * Indexes again what was indexed under older rules (see migrations/008-word-stems.ts), the newest first and a few at
 * a time. Searches do not wait for it: until then an old record is found by the words as they stand in it.
 */
import type { Database } from "bun:sqlite";
import { createMemoryIndex } from "./memory-index.ts";
import type { MemoryRow, SolutionRow } from "./memory-rows.ts";
import { SOURCE_ROWS, type SourceRow, toIndexed, type WordIndex } from "./word-index.ts";

interface State {
  stale_to: number;
  stale_memories_to: number;
}

export function createStaleIndex(db: Database, words: WordIndex) {
  const memoryIndex = createMemoryIndex(db);
  const state = db.query<State, []>("select stale_to, stale_memories_to from word_state");
  const entries = db.query<SourceRow, { to: number; most: number }>(
    `${SOURCE_ROWS} where e.id <= $to order by e.id desc limit $most`,
  );
  const saveEntries = db.query<unknown, { to: number }>("update word_state set stale_to = $to");
  const rowids = db.query<{ id: number }, { to: number; most: number }>(
    "select id from memory_words_docsize where id <= $to order by id desc limit $most",
  );
  const memory = db.query<MemoryRow, { id: number }>("select * from memories where id = $id");
  const solution = db.query<SolutionRow, { id: number }>("select * from solutions where id = $id");
  const saveMemories = db.query<unknown, { to: number }>("update word_state set stale_memories_to = $to");

  function redoMemories(to: number, most: number): number {
    const rows = rowids.all({ to, most });
    for (const { id: rowid } of rows) {
      const id = Math.floor(rowid / 2);
      if (rowid % 2 === 0) {
        const row = memory.get({ id });
        if (row !== null) memoryIndex.putMemory(row);
        continue;
      }
      const row = solution.get({ id });
      if (row === null) continue;
      memoryIndex.removeSolution(id);
      memoryIndex.putSolution(row);
    }
    saveMemories.run({ to: (rows.at(-1)?.id ?? 1) - 1 });
    return rows.length;
  }

  function redoEntries(to: number, most: number): number {
    const rows = entries.all({ to, most });
    for (const row of rows) {
      const indexed = toIndexed(row);
      if (indexed !== undefined) words.replace(indexed);
    }
    saveEntries.run({ to: (rows.at(-1)?.id ?? 1) - 1 });
    return rows.length;
  }

  const step = db.transaction((most: number): number => {
    const now = state.get();
    if (now === null) return 0;
    const memories = now.stale_memories_to > 0 ? redoMemories(now.stale_memories_to, most) : 0;
    if (memories > 0 || now.stale_to <= 0) return memories;
    return redoEntries(now.stale_to, most);
  });

  return {
    /** At most so many records; answers how many there were, 0 when none is left. */
    advance(most: number): number {
      const now = state.get();
      const isDone = now === null || (now.stale_to <= 0 && now.stale_memories_to <= 0);
      return isDone ? 0 : step.immediate(most);
    },
  };
}
