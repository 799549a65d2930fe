/** Caches which records belong to a project: all are read once, then only new ones. */
import type { Database } from "bun:sqlite";
import { oldPartOf } from "./old-index.ts";
import type { Named } from "./values.ts";
import { projectWord, type WordTable } from "./word-index.ts";

/** Number of cached projects and tables; one bit per record each. */
const KEPT = 64;

interface Rows {
  bits: Uint8Array;
  newest: number;
}

const keptOf = new WeakMap<Database, Map<string, Rows>>();

/** Times at which existing records were moved to a project. */
export function dropProjectRows(db: Database): void {
  keptOf.get(db)?.clear();
}

export function createProjectRows(db: Database) {
  const kept = new Map<string, Rows>();
  keptOf.set(db, kept);

  return {
    /** Tests whether a row number belongs to the project. */
    of(table: WordTable, project: string): (rowid: number) => boolean {
      const word = projectWord(project);
      const name = `${table} ${word}`;
      const rows = kept.get(name) ?? { bits: new Uint8Array(1 << 10), newest: 0 };
      // The old ones move to the new table while this is kept: once it knows both, nothing changes for it.
      const old = rows.newest === 0 ? oldPartOf(db, table) : undefined;
      const read = (name: string) =>
        db
          .query<unknown, Named>(
            `select rowid from ${name} where ${name} match $word and rowid > $newest order by rowid`,
          )
          .values({ word: `"${word}"`, newest: rows.newest });
      for (const [value] of [...(old === undefined ? [] : read(old.table)), ...read(table)]) {
        const rowid = Number(value);
        if (rowid >> 3 >= rows.bits.length) rows.bits = toLonger(rows.bits, rowid >> 3);
        rows.bits[rowid >> 3] = (rows.bits[rowid >> 3] ?? 0) | (1 << (rowid & 7));
        rows.newest = Math.max(rows.newest, rowid);
      }
      if (kept.size >= KEPT && !kept.has(name)) kept.clear();
      kept.set(name, rows);
      const { bits } = rows;
      return (rowid) => ((bits[rowid >> 3] ?? 0) & (1 << (rowid & 7))) !== 0;
    },
  };
}

function toLonger(bits: Uint8Array, least: number): Uint8Array {
  const longer = new Uint8Array(Math.max(bits.length * 2, least + 1));
  longer.set(bits);
  return longer;
}

export type ProjectRows = ReturnType<typeof createProjectRows>;
