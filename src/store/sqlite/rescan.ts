/**
 * Looks through what is stored with the rules of today. Records carry the version of the rules that they were
 * stored under, so that after an upgrade only the older ones are read again. In small transactions, by number:
 * it can be stopped at any moment and goes on where it was.
 */
import { Database } from "bun:sqlite";
import { toIndexText } from "../../memory/words.ts";
import { toCallDocument, toTextDocument } from "../documents.ts";

export interface RescanRules {
  text(text: string): string;
  json(value: unknown): unknown;
  version: number;
}

export interface RescanOptions {
  database: string;
  rules: RescanRules;
  /** Also records that were stored under today's rules. */
  all?: boolean;
  /** Whether to change anything. */
  fix: boolean;
  signal?: AbortSignal;
}

export interface Rescanned {
  looked: number;
  /** Records that held a secret. */
  found: number;
}

interface Row {
  id: number;
  kind: string;
  redaction: number;
  text: string | null;
  tool_name: string | null;
  input: string | null;
  response: string | null;
  files: string | null;
}

const AT_ONCE = 200;
const ROWS = `select e.id, e.kind, e.redaction, t.text, c.tool_name, c.input, c.response, c.files from entries e
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id
  where e.id > ? and e.redaction < ? order by e.id limit ${AT_ONCE}`;

export async function rescan(options: RescanOptions): Promise<Rescanned> {
  const { rules, fix, signal } = options;
  const db = new Database(options.database, { readwrite: true });
  const result: Rescanned = { looked: 0, found: 0 };
  try {
    db.run("pragma busy_timeout = 5000");
    const below = options.all === true ? Number.MAX_SAFE_INTEGER : rules.version;
    const rows = db.query<Row, [number, number]>(ROWS);
    const step = db.transaction((list: Row[]) => {
      for (const row of list) if (cleanEntry(db, row, rules, fix)) result.found++;
    });
    let after = -1;
    while (signal?.aborted !== true) {
      const list = rows.all(after, below);
      const last = list.at(-1);
      if (last === undefined) break;
      if (fix) step.immediate(list);
      else for (const row of list) if (cleanEntry(db, row, rules, false)) result.found++;
      result.looked += list.length;
      after = last.id;
      // Hooks are answered in between.
      await Bun.sleep(0);
    }
    const isThere = options.all === true || result.looked > 0;
    if (isThere && signal?.aborted !== true) result.found += cleanOthers(db, rules, fix);
    if (fix && result.found > 0) pack(db);
    return result;
  } finally {
    db.close();
  }
}

/** What was replaced is still in free pages, old parts of the index and the log until these are written anew. */
function pack(db: Database): void {
  db.run("insert into words (words) values ('optimize')");
  db.run("vacuum");
  db.run("pragma wal_checkpoint(truncate)");
}

/** Whether it held a secret. */
function cleanEntry(db: Database, row: Row, rules: RescanRules, fix: boolean): boolean {
  const isCall = row.input !== null;
  const before = isCall ? [row.input ?? "", row.response ?? "", row.files ?? "[]"] : [row.text ?? ""];
  const after = isCall
    ? [cleanJson(before[0] ?? "", rules), rules.text(before[1] ?? ""), cleanJson(before[2] ?? "", rules)]
    : [row.kind === "event" ? cleanJson(before[0] ?? "", rules) : rules.text(before[0] ?? "")];
  const held = after.some((text, i) => text !== before[i]);
  if (!fix) return held;
  if (held && isCall) {
    const [input = "", response = "", files = "[]"] = after;
    db.query("update calls set input = ?, response = ?, files = ? where entry = ?").run(
      input,
      response,
      files,
      row.id,
    );
    const call = { toolName: row.tool_name ?? "", input, response, files: JSON.parse(files) as string[] };
    index(db, row.id, toCallDocument(call));
  } else if (held) {
    const [text = ""] = after;
    db.query("update texts set text = ? where entry = ?").run(text, row.id);
    if (row.kind !== "event") index(db, row.id, toTextDocument(text));
  }
  if (held || row.redaction < rules.version) {
    db.query("update entries set redaction = ? where id = ?").run(rules.version, row.id);
  }
  return held;
}

function index(db: Database, id: number, document: { title: string; text: string }): void {
  db.query("insert or replace into words (rowid, title, body) values (?, ?, ?)").run(
    id,
    toIndexText(document.title),
    toIndexText(document.text),
  );
}

/** Titles repeat prompts, and the ledger repeats what sessions were told: few rows, always looked at. */
function cleanOthers(db: Database, rules: RescanRules, fix: boolean): number {
  let found = 0;
  for (const [table, id, column] of [
    ["sessions", "seq", "title"],
    ["injections", "id", "text"],
  ] as const) {
    const rows = db.query<{ id: number; text: string }, []>(
      `select ${id} as id, ${column} as text from ${table}`,
    );
    const update = db.query(`update ${table} set ${column} = ? where ${id} = ?`);
    for (const row of rows.all()) {
      const text = rules.text(row.text);
      if (text === row.text) continue;
      found++;
      if (fix) update.run(text, row.id);
    }
  }
  return found;
}

/** JSON value by value: on its text, escapes would hide what spans lines. What was cut is no JSON any more. */
function cleanJson(json: string, rules: RescanRules): string {
  try {
    return JSON.stringify(rules.json(JSON.parse(json)));
  } catch (error) {
    if (error instanceof SyntaxError) return rules.text(json);
    throw error;
  }
}
