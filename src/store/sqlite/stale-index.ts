/**
 * Indexes again what was indexed under older rules (see migrations 8 and 12), the newest first and a few at a time, and
 * packs it. Searches do not wait for it: until then an old record is found in the old tables.
 */
import type { Database } from "bun:sqlite";
import { createMemoryIndex } from "./memory-index.ts";
import type { MemoryRow, SolutionRow } from "./memory-rows.ts";
import { dropOldTable } from "./old-index.ts";
import { pack } from "./packed.ts";
import { SOURCE_ROWS, type SourceRow, toIndexed, type WordIndex } from "./word-index.ts";

interface State {
  stale_to: number;
  stale_memories_to: number;
}

export function createStaleIndex(db: Database, words: WordIndex) {
  const sql = createStatements(db);
  const memoryIndex = createMemoryIndex(db);

  /** Of both kinds, those with the highest numbers. */
  function redoMemories(to: number, most: number): number {
    const rows = [
      ...sql.memories
        .all({ to, most })
        .map((row) => ({ rowid: row.id * 2, put: () => memoryIndex.putMemory(row) })),
      ...sql.solutions
        .all({ to, most })
        .map((row) => ({ rowid: row.id * 2 + 1, put: () => memoryIndex.putSolution(row) })),
    ]
      .sort((a, b) => b.rowid - a.rowid)
      .slice(0, most);
    for (const { rowid, put } of rows) if (!words.has("memory_stems", rowid)) put();
    sql.saveMemories.run({ to: rows.length < most ? 0 : (rows.at(-1)?.rowid ?? 1) - 1 });
    return rows.length;
  }

  function redoEntries(to: number, most: number): number {
    const rows = sql.entries.all({ to, most });
    for (const row of rows) {
      const indexed = toIndexed(row);
      if (indexed !== undefined && !words.has(indexed.table, indexed.rowid)) words.add(indexed);
      if (row.tool_name !== null && row.packed === null) repack(row);
    }
    sql.saveEntries.run({ to: (rows.at(-1)?.id ?? 1) - 1 });
    return rows.length;
  }

  function repack({ id, input, response }: SourceRow): void {
    const packed = pack(input ?? "", response ?? "");
    if (packed.packed !== null) sql.pack.run({ id, packed: packed.packed });
  }

  const step = db.transaction((most: number): number => {
    const now = sql.state.get();
    if (now === null) return 0;
    const memories = now.stale_memories_to > 0 ? redoMemories(now.stale_memories_to, most) : 0;
    if (memories > 0 || now.stale_to <= 0) return memories;
    return redoEntries(now.stale_to, most);
  });

  return {
    /** Up to which entry nothing is in the new tables yet. */
    to: (): number => sql.state.get()?.stale_to ?? 0,
    /** At most so many records; answers how many there were, 0 when none is left. */
    advance(most: number): number {
      const now = sql.state.get();
      const isDone = now === null || (now.stale_to <= 0 && now.stale_memories_to <= 0);
      if (!isDone) return Math.max(1, step.immediate(most));
      return dropOldTable(db) ? 1 : 0;
    },
  };
}

function createStatements(db: Database) {
  return {
    state: db.query<State, []>("select stale_to, stale_memories_to from word_state"),
    entries: db.query<SourceRow, { to: number; most: number }>(
      `${SOURCE_ROWS} where e.id <= $to order by e.id desc limit $most`,
    ),
    saveEntries: db.query<unknown, { to: number }>("update word_state set stale_to = $to"),
    pack: db.query<unknown, { id: number; packed: Uint8Array }>(
      "update calls set input = '', response = '', packed = $packed where entry = $id",
    ),
    memories: db.query<MemoryRow, { to: number; most: number }>(
      "select * from memories where id <= $to / 2 and status = 'active' order by id desc limit $most",
    ),
    solutions: db.query<SolutionRow, { to: number; most: number }>(
      "select * from solutions where id <= ($to - 1) / 2 order by id desc limit $most",
    ),
    saveMemories: db.query<unknown, { to: number }>("update word_state set stale_memories_to = $to"),
  };
}
