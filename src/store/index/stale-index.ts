/**
 * Indexes again what was indexed under older rules (see migrations 8 and 12), the newest first and a few at a time, and
 * packs it. Searches do not wait for it: until then an old record is found in the old tables.
 */
import type { Database } from "bun:sqlite";
import { createMemoryIndex } from "../../memory/sql/memory-index.ts";
import type { MemoryRow, SolutionRow } from "../../memory/sql/memory-rows.ts";
import { lazily } from "../../platform/lazily.ts";
import { dropOldTable } from "../old-index.ts";
import { pack } from "../records/packed.ts";
import { createStepSize } from "../step-size.ts";
import {
  type Ready,
  readyAgain,
  SOURCE_ROWS,
  type SourceRow,
  toReady,
  type WordIndex,
} from "./word-index.ts";

/** Records of one transaction: other writers wait for it. */
const STEP = { ms: 10, first: 8, least: 1, longest: 16 };

interface State {
  stale_to: number;
  stale_memories_to: number;
}

interface StaleRow extends Ready {
  /** Input and output, compressed; null if they are so already, or too short. */
  repacked: Uint8Array | null;
}

export function createStaleIndex(db: Database, words: WordIndex) {
  const sql = createStatements(db);
  const memoryIndex = createMemoryIndex(db);
  const size = lazily(() => createStepSize(STEP));
  /** When a transaction began to hold others up. */
  let began = 0;

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

  const redoMemoriesNow = db.transaction((most: number): number => {
    const to = sql.state.get()?.stale_memories_to ?? 0;
    return to > 0 ? redoMemories(to, most) : 0;
  });

  /** What can be done before others have to wait. */
  function prepare(source: SourceRow): StaleRow {
    const { tool_name, packed, input, response } = source;
    const isUnpacked = tool_name !== null && packed === null;
    return {
      ...toReady(source, words),
      repacked: isUnpacked ? pack(input ?? "", response ?? "").packed : null,
    };
  }

  const write = db.transaction((to: number, most: number, before: readonly StaleRow[]): number => {
    began = performance.now();
    // Another process was faster.
    if (sql.state.get()?.stale_to !== to) return 0;
    const rows = readyAgain(sql.entries.all({ to, most }), before, prepare);
    for (const { source, entry, repacked } of rows) {
      if (entry !== undefined && !words.has(entry.table, entry.rowid)) words.addRow(entry);
      if (repacked !== null) sql.pack.run({ id: source.id, packed: repacked });
    }
    sql.saveEntries.run({ to: (rows.at(-1)?.source.id ?? 1) - 1 });
    return rows.length;
  });

  function redoEntries(to: number, most: number): number {
    const before = sql.entries.all({ to, most }).map(prepare);
    const done = write.immediate(to, most, before);
    size().took(done, performance.now() - began);
    return done;
  }

  return {
    /** Up to which entry nothing is in the new tables yet. */
    to: (): number => sql.state.get()?.stale_to ?? 0,
    /** At most so many records; answers how many there were, 0 when none is left. */
    advance(most: number): number {
      const now = sql.state.get();
      const isDone = now === null || (now.stale_to <= 0 && now.stale_memories_to <= 0);
      if (isDone) return dropOldTable(db) ? 1 : 0;
      const memories = now.stale_memories_to > 0 ? redoMemoriesNow.immediate(most) : 0;
      if (memories > 0 || now.stale_to <= 0) return Math.max(1, memories);
      return Math.max(1, redoEntries(now.stale_to, Math.min(most, size().most())));
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
