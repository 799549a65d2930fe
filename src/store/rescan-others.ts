/** Applies the current redaction rules to every text that is not an entry's own, a page of rows at a time. */
import type { Database } from "bun:sqlite";
import { createMemoryIndex } from "../memory/sql/memory-index.ts";
import type { MemoryRow, SolutionRow } from "../memory/sql/memory-rows.ts";
import { createStoreGuard } from "./digest-key.ts";
import type { WordIndex } from "./index/word-index.ts";

export interface RescanRules {
  text(text: string): string;
  version: number;
}

interface OthersOptions {
  database: string;
  rules: RescanRules;
  all: boolean;
  fix: boolean;
  words: WordIndex;
  signal?: AbortSignal;
}

/** Cleaned entry by entry, or deleted with what they were made of. */
const ELSEWHERE = new Set([
  "texts.text",
  "calls.input",
  "calls.response",
  "calls.files",
  "session_digests.body",
]);
/** Of machines: which kind, which state, how far. */
const NO_TEXT = /^(?:kind|status|origin|source|author|place|decision|stamp|state|type)$/;
/** Ids, and paths that other rows are found by: a secret in one becomes the digest that is asked for. */
const ID = /(?:^|_)(?:id|key|uri|path|project|cwd|dir|file|fingerprint|subject)$/;

const ROWS_AT_ONCE = 500;
const DIGESTS_AT_ONCE = 20;

interface Column {
  table: string;
  column: string;
  hasRowid: boolean;
}

interface Dirty extends Pick<Column, "table" | "column"> {
  /** Of a table that has them; else every row with this text is changed. */
  rowid: number | undefined;
  text: string;
  clean: string;
}

/**
 * Every other text column of every table that the database has: titles repeat prompts, the ledger repeats injections,
 * and knowledge quotes both. Ids are many, and only looked at when everything is. Found first, changed afterwards: secrets
 * are few, and nothing is kept of the rest.
 */
export async function cleanOthers(db: Database, options: OthersOptions): Promise<number> {
  const { rules, fix } = options;
  const guard = createStoreGuard(options.database);
  const dirty: Dirty[] = [];
  let found = 0;
  for (const column of textColumns(db)) {
    const isId = ID.test(column.column);
    if (isId && !options.all) continue;
    const clean = (text: string) => (isId ? guard.id(text) : rules.text(text));
    found += await findDirty(db, column, { ...options, clean, dirty });
  }
  if (fix && dirty.length > 0) {
    // Their words are removed by what they were made of, so that is kept until it has changed.
    const before = readMemories(db);
    for (const { table, column, rowid, text, clean } of dirty) {
      const where = `where "${column}" = $text${rowid === undefined ? "" : " and rowid = $rowid"}`;
      const change = db.query(`update or replace "${table}" set "${column}" = $clean ${where}`);
      change.run({ clean, text, ...(rowid === undefined ? {} : { rowid }) });
    }
    reindexMemories(db, before, options.words);
  }
  found += await dropDigests(db, options);
  if (fix && options.signal?.aborted !== true) await markAll(db, options);
  return found;
}

interface FindOptions extends OthersOptions {
  clean(text: string): string;
  dirty: Dirty[];
}

/** Gives how many rows hold a secret, and adds them to the list. */
async function findDirty(
  db: Database,
  { table, column, hasRowid }: Column,
  { clean, dirty, signal }: FindOptions,
): Promise<number> {
  let found = 0;
  const look = (text: string, rowid: number | undefined, times: number) => {
    const cleaned = clean(text);
    if (cleaned === text) return;
    found += times;
    dirty.push({ table, column, rowid, text, clean: cleaned });
  };
  if (!hasRowid) {
    // Small tables.
    const values = db.query<{ text: string; times: number }, []>(
      `select "${column}" as text, count(*) as times from "${table}" where "${column}" is not null group by 1`,
    );
    for (const { text, times } of values.all()) look(text, undefined, times);
    return found;
  }
  const page = db.query<{ row: number; text: string | null }, { after: number }>(
    `select rowid as row, "${column}" as text from "${table}" where rowid > $after order by rowid limit ${ROWS_AT_ONCE}`,
  );
  for (let after = Number.MIN_SAFE_INTEGER; signal?.aborted !== true; ) {
    const rows = page.all({ after });
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const { row, text } of rows) if (text !== null) look(text, row, 1);
    after = last.row;
    await Bun.sleep(0);
  }
  return found;
}

/** A digest with a secret is deleted, and made anew from the clean records. Gives how many there were. */
async function dropDigests(db: Database, { rules, fix, signal }: OthersOptions): Promise<number> {
  const drop = db.query("delete from session_digests where session = ?");
  const page = db.query<{ session: number; body: string }, { after: number }>(
    `select session, body from session_digests where session > $after order by session limit ${DIGESTS_AT_ONCE}`,
  );
  let found = 0;
  for (let after = Number.MIN_SAFE_INTEGER; signal?.aborted !== true; ) {
    const rows = page.all({ after });
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const { session, body } of rows) {
      // Text by text, without the names of fields: those are ours, and `key` in front of a text is no sign of a secret.
      const clean = JSON.stringify(
        JSON.parse(body, (_, value) => (typeof value === "string" ? rules.text(value) : value)),
      );
      if (clean === body) continue;
      found++;
      if (fix) drop.run(session);
    }
    after = last.session;
    await Bun.sleep(0);
  }
  return found;
}

/** In small writes: hooks wait for each of them. */
async function markAll(db: Database, { rules: { version } }: OthersOptions): Promise<void> {
  for (const table of ["memories", "solutions"]) {
    const mark = db.query(`update ${table} set redaction = $version where rowid in
      (select rowid from ${table} where redaction <> $version limit ${ROWS_AT_ONCE})`);
    while (mark.run({ version }).changes > 0) await Bun.sleep(0);
  }
}

function textColumns(db: Database): Column[] {
  return db
    .query<{ table: string; column: string; wr: number }, []>(`
      select t.name as "table", t.wr, c.name as "column"
      from pragma_table_list t join pragma_table_info(t.name) c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and lower(c.type) = 'text'`)
    .all()
    .filter(({ table, column }) => !ELSEWHERE.has(`${table}.${column}`) && !NO_TEXT.test(column))
    .map(({ table, column, wr }) => ({ table, column, hasRowid: wr === 0 }));
}

interface Memories {
  memories: MemoryRow[];
  solutions: SolutionRow[];
}

function readMemories(db: Database): Memories {
  return {
    memories: db.query<MemoryRow, []>("select * from memories").all(),
    solutions: db.query<SolutionRow, []>("select * from solutions").all(),
  };
}

/** Those that changed, or are gone. */
function reindexMemories(db: Database, before: Memories, words: WordIndex): void {
  const index = createMemoryIndex(db, words);
  const memory = db.query<MemoryRow, { id: number }>("select * from memories where id = $id");
  const solution = db.query<SolutionRow, { id: number }>("select * from solutions where id = $id");
  const reindex = db.transaction(() => {
    for (const old of before.memories) {
      const now = memory.get({ id: old.id });
      if (now === null) index.removeMemory(old);
      else if (!Bun.deepEquals(now, old)) index.putMemory(now, old);
    }
    for (const old of before.solutions) {
      const now = solution.get({ id: old.id });
      if (Bun.deepEquals(now, old)) continue;
      index.removeSolution(old);
      if (now !== null) index.putSolution(now);
    }
  });
  reindex.immediate();
}
