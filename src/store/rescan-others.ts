/** Applies the current redaction rules to every text that is not an entry's own, a page of rows at a time. */
import type { Database } from "bun:sqlite";
import { createStoreGuard } from "./digest-key.ts";
import { createMemoryIndex } from "./index/memory-index.ts";
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

/** Cleaned entry by entry, or deleted with their source records. */
const ELSEWHERE = new Set([
  "texts.text",
  "calls.input",
  "calls.response",
  "calls.files",
  "session_digests.body",
]);
/** Columns with values of programs, without free text. */
const NO_TEXT = /^(?:kind|status|origin|source|author|place|decision|stamp|state|type)$/;
/** Ids and paths by which other rows are found: a secret in one becomes the digest that queries use. */
const ID = /(?:^|_)(?:id|key|uri|path|project|cwd|dir|file|fingerprint|subject)$/;

const ROWS_AT_ONCE = 500;
const DIGESTS_AT_ONCE = 20;

interface Column {
  table: string;
  column: string;
  hasRowid: boolean;
}

/**
 * Checks every other text column of every table: titles repeat prompts, the ledger repeats injections, and knowledge quotes
 * both. The many ids are checked only in a full run.
 */
export async function cleanOthers(db: Database, options: OthersOptions): Promise<number> {
  const { rules, fix, all } = options;
  const guard = createStoreGuard(options.database);
  let found = 0;
  for (const column of textColumns(db)) {
    const isId = ID.test(column.column);
    if (isId && !all) continue;
    const clean = (text: string) => (isId ? guard.id(text) : rules.text(text));
    found += await cleanColumn(db, column, { ...options, clean });
  }
  // Two names that became one: the row that was replaced is not stored any more.
  if (fix) db.run(WITHOUT_RECORD);
  found += await dropDigests(db, options);
  if (fix && options.signal?.aborted !== true) await markAll(db, options);
  return found;
}

const WITHOUT_RECORD = `delete from memory_stems where rowid in (select id from memory_stems_docsize
  where id not in (select id * 2 from memories union all select id * 2 + 1 from solutions))`;

interface CleanOptions extends OthersOptions {
  clean(text: string): string;
}

interface Found {
  row: number | null;
  text: string | null;
  times: number;
}

/** Gives how many rows hold a secret. */
async function cleanColumn(
  db: Database,
  { table, column, hasRowid }: Column,
  { clean, fix, signal, words }: CleanOptions,
): Promise<number> {
  const index = createMemoryIndex(db, words);
  const change = db.query(`update or replace "${table}" set "${column}" = $clean
    where "${column}" = $text ${hasRowid ? "and rowid = $row" : ""}`);
  const replace = db.transaction((row: number | null, text: string, cleaned: string) => {
    change.run({ text, clean: cleaned, ...(row === null ? {} : { row }) });
    if (table === "memories" || table === "solutions") index.fill({ id: row });
  });
  // Tables without row numbers are small.
  const page = db.query<Found, { after: number }>(
    hasRowid
      ? `select rowid as row, "${column}" as text, 1 as times from "${table}"
         where rowid > $after order by rowid limit ${ROWS_AT_ONCE}`
      : `select null as row, "${column}" as text, count(*) as times from "${table}" where $after is not null group by 2`,
  );
  let found = 0;
  for (let after: number | null = Number.MIN_SAFE_INTEGER; after !== null && signal?.aborted !== true; ) {
    const rows: Found[] = page.all({ after });
    for (const { row, text, times } of rows) {
      const cleaned = text === null ? null : clean(text);
      if (text === null || cleaned === null || cleaned === text) continue;
      found += times;
      if (fix) replace.immediate(row, text, cleaned);
    }
    after = rows.at(-1)?.row ?? null;
    await Bun.sleep(0);
  }
  return found;
}

/** Deletes digests that contain a secret, so that they are rebuilt from the clean records. Returns their number. */
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
