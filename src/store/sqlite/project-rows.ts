/** Which records are of a project, kept from search to search: it is walked once, then only what is new. */
import type { Database } from "bun:sqlite";
import type { Named } from "./values.ts";
import { projectWord, type WordTable } from "./word-index.ts";

/** Projects that are kept; someone works in few at a time. */
const KEPT = 8;

interface Rows {
  rowids: Set<number>;
  newest: number;
}

const keptOf = new WeakMap<Database, Map<string, Rows>>();

/** When records came into a project other than by being new. */
export function dropProjectRows(db: Database): void {
  keptOf.get(db)?.clear();
}

export function createProjectRows(db: Database) {
  const kept = new Map<string, Rows>();
  keptOf.set(db, kept);

  return {
    of(table: WordTable, project: string): ReadonlySet<number> {
      const word = projectWord(project);
      const name = `${table} ${word}`;
      const rows = kept.get(name) ?? { rowids: new Set<number>(), newest: Number.MIN_SAFE_INTEGER };
      const found = db
        .query<unknown, Named>(`select rowid from ${table} where ${table} match $word and rowid > $newest`)
        .values({ word: `"${word}"`, newest: rows.newest });
      for (const [rowid] of found) {
        rows.rowids.add(Number(rowid));
        rows.newest = Math.max(rows.newest, Number(rowid));
      }
      // Put back last, so that the one not asked for longest is the first.
      kept.delete(name);
      kept.set(name, rows);
      for (const [oldest] of kept) {
        if (kept.size <= KEPT) break;
        kept.delete(oldest);
      }
      return rows.rowids;
    },
  };
}

export type ProjectRows = ReturnType<typeof createProjectRows>;
