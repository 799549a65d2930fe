/**
 * Every statement that the store prepared while the contract ran, and how SQLite would run it. A scan of a table that
 * grows with what is recorded makes somebody wait in a large store, so each one that stays has a reason here.
 */
import { Database } from "bun:sqlite";

/** They grow with the records. */
const GROWING = [
  "entries",
  "texts",
  "calls",
  "sessions",
  "injections",
  "session_digests",
  "solutions",
  "counted",
  "permissions",
  "transcript_offsets",
  "call_stems_docsize",
  "text_stems_docsize",
  "call_stems_idx",
  "text_stems_idx",
];

interface Exception {
  /** In the statement. */
  text: RegExp;
  reason: string;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    text: /^\s*select\s+\(select count\(\*\) from sessions\)/,
    reason: "stats: counts of indexes and of sessions, asked by status and in the work thread only",
  },
  {
    text: /from sessions group by project/,
    reason: "the page's list of projects: one row a session, narrow",
  },
  {
    text: /instr\(lower\(coalesce\(/,
    reason: "forget by text: every text has to be read, in the command or the work thread",
  },
  {
    text: /select entry, packed from calls where packed is not null/,
    reason: "forget by text: the compressed ones, one after the other",
  },
  {
    text: /from injections i.* json_each\(i\.sources\) source/,
    reason: "forget: any injection may quote it; in the command or the work thread",
  },
  {
    text: /^(?:delete from transcript_offsets where exists|delete from transcript_offsets where instr)/,
    reason: "forget: a session may stand in the state of any transcript; one row a file",
  },
  { text: /^delete from counted where at </, reason: "forget before a time: nearly all of it goes" },
  { text: /limit 5000\s+\) e where/, reason: "examples of an event: among the newest 5,000" },
  {
    text: /select id from solutions where source <> 'user' and last_seen_at </,
    reason: "forget before a time: one row a cure",
  },
  { text: /like \$text escape/, reason: "the page's filter by a part of a text" },
  { text: /select \* from solutions(?: where true)?$/, reason: "all solutions, asked for without a project" },
];

/** Remembers the text of every statement that any database prepares from now on. */
export function recordStatements(): { statements: ReadonlySet<string>; stop(): void } {
  const statements = new Set<string>();
  const { query } = Database.prototype;
  Database.prototype.query = function record(this: Database, sql: string) {
    statements.add(sql);
    return query.call(this, sql);
  } as typeof query;
  return {
    statements,
    stop() {
      Database.prototype.query = query;
    },
  };
}

interface Scan {
  sql: string;
  plan: string;
}

/** Scans of growing tables that no exception explains. */
export function findScans(db: Database, statements: Iterable<string>): Scan[] {
  const found: Scan[] = [];
  for (const sql of statements) {
    if (!/^\s*(?:select|with|update|delete|insert)/i.test(sql)) continue;
    if (EXCEPTIONS.some(({ text }) => text.test(sql))) continue;
    for (const plan of planOf(db, sql)) {
      const [, name] = /^SCAN (\w+)/.exec(plan) ?? [];
      const table = name === undefined ? undefined : tableOf(name, sql);
      // In the order of an index, up to a limit: it stops when it has enough.
      const isOrdered = / USING (?:COVERING )?INDEX /.test(plan) && /\blimit\b/.test(sql);
      const isByNumber = /order by (?:\w+\.)?(?:id|rowid)\b/.test(sql) && /\blimit\b/.test(sql);
      if (table !== undefined && GROWING.includes(table) && !isOrdered && !isByNumber) {
        found.push({ sql: sql.replace(/\s+/g, " ").trim(), plan });
      }
    }
  }
  return found;
}

/** Exceptions that nothing needs any more. */
export function unusedExceptions(statements: Iterable<string>): string[] {
  const all = [...statements];
  return EXCEPTIONS.filter(({ text }) => !all.some((sql) => text.test(sql))).map(({ reason }) => reason);
}

function planOf(db: Database, sql: string): string[] {
  try {
    return db
      .query<{ detail: string }, []>(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => detail);
  } catch (error) {
    // Statements of another database: of a backup, of the tests themselves.
    if (/no such (?:table|column)|already exists/.test(String(error))) return [];
    throw error;
  }
}

/** By its short name in the statement, if it has one. */
function tableOf(name: string, sql: string): string | undefined {
  if (GROWING.includes(name)) return name;
  return new RegExp(`\\b(${GROWING.join("|")})(?: as)? ${name}\\b`).exec(sql)?.[1];
}
