/**
 * Applies the current redaction rules to stored records. Each record carries the version of the rules that it was
 * stored under. A version is a digest, so it has no order: every record of another version is read again. Works in
 * small transactions, by row number: it can stop at any moment, and the next run continues there.
 */
import { Database } from "bun:sqlite";
import { createStoreGuard } from "./digest-key.ts";
import { createGoneWords, type GoneWords, hideSeparators } from "./index-separators.ts";
import { createMemoryIndex } from "./memory-index.ts";
import type { MemoryRow, SolutionRow } from "./memory-rows.ts";
import { dropOldTable } from "./old-index.ts";
import { pack, unpackRow } from "./packed.ts";
import { PATIENCE_MS } from "./retry.ts";
import { scrub } from "./scrub.ts";
import { createWordIndex, type SourceRow, toIndexed, type WordIndex } from "./word-index.ts";

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

interface Row extends SourceRow {
  session: number;
  redaction: number;
}

const AT_ONCE = 200;
const ROWS = `select e.id, e.at, e.session, e.kind, s.project, e.redaction, t.event, t.text, c.tool_name, c.input,
    c.response, c.packed, c.files
  from entries e join sessions s on s.seq = e.session
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id
  where e.id > $after and ($all or e.redaction <> $version) order by e.id limit ${AT_ONCE}`;

export async function rescan(options: RescanOptions): Promise<Rescanned> {
  const { rules, fix, signal } = options;
  const db = new Database(options.database, { readwrite: true, strict: true });
  const result: Rescanned = { looked: 0, found: 0 };
  try {
    db.run(`pragma busy_timeout = 5000`);
    db.run("pragma secure_delete = on");
    const all = options.all === true;
    const rows = db.query<Row, { after: number; all: boolean; version: number }>(ROWS);
    const gone = createGoneWords();
    const words = createWordIndex(db, (text) => gone.add(text));
    const step = db.transaction((list: Row[]) => {
      for (const row of list) if (cleanEntry(db, words, row, rules, fix)) result.found++;
    });
    // First: were it last, a stop in between would leave no entry that says it is still to be done.
    if (all || hasOtherVersion(db, rules.version))
      result.found += cleanOthers(db, rules, fix, { ...options, words });
    let after = -1;
    while (signal?.aborted !== true) {
      const list = rows.all({ after, all, version: rules.version });
      const last = list.at(-1);
      if (last === undefined) break;
      if (fix) step.immediate(list);
      else for (const row of list) if (cleanEntry(db, words, row, rules, false)) result.found++;
      result.looked += list.length;
      after = last.id;
      // Let hooks be answered in between.
      await Bun.sleep(0);
    }
    // Replaced text stays in unused places until these are overwritten.
    if (fix && result.found > 0) await wipe(db, options.database, gone);
    return result;
  } finally {
    db.close();
  }
}

/** Best effort: while others read the log all the time, the next run does it. */
async function wipe(db: Database, database: string, gone: GoneWords): Promise<void> {
  while (dropOldTable(db)) await Bun.sleep(0);
  await hideSeparators(db, database, gone, PATIENCE_MS);
  await scrub(database, PATIENCE_MS);
}

/** Whether it contained a secret. */
function cleanEntry(db: Database, words: WordIndex, stored: Row, rules: RescanRules, fix: boolean): boolean {
  const row = { ...unpackRow(stored), packed: null };
  const isCall = row.input !== null;
  const before = isCall ? [row.input ?? "", row.response ?? "", row.files ?? "[]"] : [row.text ?? ""];
  const after = isCall
    ? [cleanJson(before[0] ?? "", rules), rules.text(before[1] ?? ""), cleanJson(before[2] ?? "", rules)]
    : [row.kind === "event" ? cleanJson(before[0] ?? "", rules) : rules.text(before[0] ?? "")];
  const held = after.some((text, i) => text !== before[i]);
  if (!fix) return held;
  if (held && isCall) {
    const [input = "", response = "", files = "[]"] = after;
    const columns = pack(input, response);
    db.query("update calls set input = ?, response = ?, packed = ?, files = ? where entry = ?").run(
      columns.input,
      columns.response,
      columns.packed,
      files,
      row.id,
    );
    replaceIndexed(words, row, { ...row, input, response, files });
  } else if (held) {
    const [text = ""] = after;
    db.query("update texts set text = ? where entry = ?").run(text, row.id);
    replaceIndexed(words, row, { ...row, text });
  }
  // Made of the text that was there before. The next catch-up makes it anew.
  if (held) db.query("delete from session_digests where session = ?").run(row.session);
  if (held || row.redaction !== rules.version) {
    db.query("update entries set redaction = ? where id = ?").run(rules.version, row.id);
  }
  return held;
}

/** One that is not indexed yet gets its words from the clean text later. */
function replaceIndexed(words: WordIndex, before: SourceRow, after: SourceRow): void {
  const old = toIndexed(before);
  if (old !== undefined && words.has(old.table, old.rowid)) words.replace(old, toIndexed(after));
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
function cleanOthers(
  db: Database,
  rules: RescanRules,
  fix: boolean,
  options: RescanOptions & { words: WordIndex },
): number {
  const guard = createStoreGuard(options.database);
  // Their words are removed by what they were made of, so that is kept until it has changed.
  const before = fix ? readMemories(db) : undefined;
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
  if (before !== undefined && found > 0) reindexMemories(db, before, options.words);
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
