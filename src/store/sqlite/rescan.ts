/**
 * Applies the current redaction rules to stored records. Each record carries the version of the rules that it was
 * stored under. A version is a digest, so it has no order: every record of another version is read again. Works in
 * small transactions, by row number: it can stop at any moment, and the next run continues there.
 */
import { Database } from "bun:sqlite";
import { toCallDocument } from "../documents.ts";
import { createStoreGuard } from "./digest-key.ts";
import { createLazyIndex, type LazyIndex } from "./lazy-index.ts";
import { createMemoryIndex } from "./memory-index.ts";
import type { MemoryRow, SolutionRow } from "./memory-rows.ts";
import { toIndexed, WORD_TABLES } from "./word-index.ts";

interface RescanRules {
  text(text: string): string;
  json(value: unknown): unknown;
  version: number;
}

interface RescanOptions {
  database: string;
  rules: RescanRules;
  /** Also read records that were stored under the current rules. */
  all?: boolean;
  /** Whether to change anything. */
  fix: boolean;
  signal?: AbortSignal;
}

interface Rescanned {
  looked: number;
  /** Records that contained a secret. */
  found: number;
}

interface Row {
  id: number;
  session: number;
  kind: string;
  project: string;
  redaction: number;
  event: string | null;
  text: string | null;
  tool_name: string | null;
  input: string | null;
  response: string | null;
  files: string | null;
}

const AT_ONCE = 200;
const ROWS = `select e.id, e.session, e.kind, s.project, e.redaction, t.event, t.text, c.tool_name, c.input, c.response, c.files
  from entries e join sessions s on s.seq = e.session
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id
  where e.id > $after and ($all or e.redaction <> $version) order by e.id limit ${AT_ONCE}`;

export async function rescan(options: RescanOptions): Promise<Rescanned> {
  const { rules, fix, signal } = options;
  const db = new Database(options.database, { readwrite: true, strict: true });
  const result: Rescanned = { looked: 0, found: 0 };
  try {
    db.run("pragma busy_timeout = 5000");
    const all = options.all === true;
    const rows = db.query<Row, { after: number; all: boolean; version: number }>(ROWS);
    const index = createLazyIndex(db);
    const step = db.transaction((list: Row[]) => {
      for (const row of list) if (cleanEntry(db, index, row, rules, fix)) result.found++;
    });
    // First: were it last, a stop in between would leave no entry that says it is still to be done.
    if (all || hasOtherVersion(db, rules.version)) result.found += cleanOthers(db, rules, fix, options);
    let after = -1;
    while (signal?.aborted !== true) {
      const list = rows.all({ after, all, version: rules.version });
      const last = list.at(-1);
      if (last === undefined) break;
      if (fix) step.immediate(list);
      else for (const row of list) if (cleanEntry(db, index, row, rules, false)) result.found++;
      result.looked += list.length;
      after = last.id;
      // Let hooks be answered in between.
      await Bun.sleep(0);
    }
    if (fix && result.found > 0) pack(db);
    return result;
  } finally {
    db.close();
  }
}

/** Replaced text stays in free pages, old index segments and the log until these are rewritten. */
function pack(db: Database): void {
  for (const table of WORD_TABLES) db.run(`insert into ${table} (${table}) values ('optimize')`);
  db.run("vacuum");
  db.run("pragma wal_checkpoint(truncate)");
}

/** Whether it contained a secret. */
function cleanEntry(db: Database, index: LazyIndex, row: Row, rules: RescanRules, fix: boolean): boolean {
  const isCall = row.input !== null;
  const before = isCall ? [row.input ?? "", row.response ?? "", row.files ?? "[]"] : [row.text ?? ""];
  const after = isCall
    ? [cleanJson(before[0] ?? "", rules), rules.text(before[1] ?? ""), cleanJson(before[2] ?? "", rules)]
    : [row.kind === "event" ? cleanJson(before[0] ?? "", rules) : rules.text(before[0] ?? "")];
  const held = after.some((text, i) => text !== before[i]);
  if (!fix) return held;
  // One that is not indexed yet gets its words from the clean text later.
  const isIndexed = held && index.has(row.id);
  if (held && isCall) {
    const [input = "", response = "", files = "[]"] = after;
    db.query("update calls set input = ?, response = ?, files = ? where entry = ?").run(
      input,
      response,
      files,
      row.id,
    );
    const call = { toolName: row.tool_name ?? "", input, response, files: JSON.parse(files) as string[] };
    const { id: rowid, kind, project } = row;
    if (isIndexed)
      index.words.replace({ table: "call_words", rowid, kind, project, document: toCallDocument(call) });
  } else if (held) {
    const [text = ""] = after;
    db.query("update texts set text = ? where entry = ?").run(text, row.id);
    const indexed = toIndexed({ ...row, text });
    if (indexed !== undefined && isIndexed) index.words.replace(indexed);
  }
  // Made of the text that was there before. The next catch-up makes it anew.
  if (held) db.query("delete from session_digests where session = ?").run(row.session);
  if (held || row.redaction !== rules.version) {
    db.query("update entries set redaction = ? where id = ?").run(rules.version, row.id);
  }
  return held;
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
const NO_TEXT = /^(?:kind|status|origin|source|decision|stamp|state|type)$/;
/** Ids, and paths that other rows are found by: a secret in one becomes the digest that is asked for. */
const ID = /(?:^|_)(?:id|key|uri|path|project|cwd|dir|file|fingerprint|subject)$/;

/**
 * Every other text column of every table that the database has: titles repeat prompts, the ledger repeats injections,
 * and knowledge quotes both. Ids are many, and only looked at when everything is.
 */
function cleanOthers(db: Database, rules: RescanRules, fix: boolean, options: RescanOptions): number {
  const guard = createStoreGuard(options.database);
  let found = 0;
  for (const { table, column } of textColumns(db)) {
    const isId = ID.test(column);
    if (isId && options.all !== true) continue;
    const values = db.query<{ text: string; times: number }, []>(
      `select "${column}" as text, count(*) as times from "${table}" where "${column}" is not null group by 1`,
    );
    const update = db.query(
      `update or replace "${table}" set "${column}" = $clean where "${column}" = $text`,
    );
    for (const { text, times } of values.all()) {
      const clean = isId ? guard.id(text) : rules.text(text);
      if (clean === text) continue;
      found += times;
      if (fix) update.run({ clean, text });
    }
  }
  if (fix && found > 0) reindexMemories(db);
  found += dropDigests(db, rules, fix);
  if (fix) {
    for (const table of ["memories", "solutions"]) {
      db.query(`update ${table} set redaction = $version where redaction <> $version`).run({
        version: rules.version,
      });
    }
  }
  return found;
}

/** A digest with a secret is deleted, and made anew from the clean records. Gives how many there were. */
function dropDigests(db: Database, rules: RescanRules, fix: boolean): number {
  const drop = db.query("delete from session_digests where session = ?");
  let found = 0;
  for (const { session, body } of db
    .query<{ session: number; body: string }, []>("select session, body from session_digests")
    .all()) {
    // Text by text, without the names of fields: those are ours, and `key` in front of a text is no sign of a secret.
    const clean = JSON.stringify(
      JSON.parse(body, (_, value) => (typeof value === "string" ? rules.text(value) : value)),
    );
    if (clean === body) continue;
    found++;
    if (fix) drop.run(session);
  }
  return found;
}

function textColumns(db: Database): { table: string; column: string }[] {
  return db
    .query<{ table: string; column: string }, []>(`
      select t.name as "table", c.name as "column"
      from pragma_table_list t join pragma_table_info(t.name) c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and lower(c.type) = 'text'`)
    .all()
    .filter(({ table, column }) => !ELSEWHERE.has(`${table}.${column}`) && !NO_TEXT.test(column));
}

/** A store may hold memories without any session, so all three are asked. */
function hasOtherVersion(db: Database, version: number): boolean {
  return ["entries", "memories", "solutions"].some(
    (table) =>
      db.query(`select 1 from ${table} where redaction <> $version limit 1`).get({ version }) !== null,
  );
}

function reindexMemories(db: Database): void {
  const index = createMemoryIndex(db);
  for (const row of db.query<MemoryRow, []>("select * from memories").all()) index.putMemory(row);
  for (const row of db.query<SolutionRow, []>("select * from solutions").all()) {
    index.removeSolution(row.id);
    index.putSolution(row);
  }
}

/**
 * JSON is scanned value by value: in its text, escapes would hide secrets that span lines. Truncated JSON is
 * scanned as text.
 */
function cleanJson(json: string, rules: RescanRules): string {
  try {
    return JSON.stringify(rules.json(JSON.parse(json)));
  } catch (error) {
    if (error instanceof SyntaxError) return rules.text(json);
    throw error;
  }
}
