/**
 * Selects the records to forget. They are listed in a temporary table, which is kept in memory.
 */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import { unpack } from "../records/rows.ts";
import { type Named, toText, toTime } from "../values.ts";
import type { ForgetSelector } from "./types.ts";

/** The lists, which this connection alone sees. */
export function createForgetLists(db: Database): void {
  db.run(`create temp table if not exists forget_selection (
    kind text not null, id integer not null, primary key (kind, id)) without rowid`);
  db.run("create temp table if not exists doomed_uris (uri text primary key) without rowid");
}

/** `copies`: exactly these. */
export type Selector = ForgetSelector | { copies: Copies };

interface Copies {
  memories: { uri: string; project: string }[];
  solutions: string[];
}

type Add = (kind: ForgetSelection, ids: string, values?: Named) => void;
export type ForgetSelection = "session" | "entry" | "injection" | "memory" | "solution" | "permission";

/** Lists them. What is added in the meantime is not in the list. */
export function listForgetSelection(db: Database, selector: Selector): void {
  db.run("delete from forget_selection");
  db.run("delete from doomed_uris");
  const add: Add = (kind, ids, values = {}) =>
    void db
      .query<unknown, Named>(
        `insert or ignore into forget_selection (kind, id) select '${kind}', id from (${ids})`,
      )
      .run(values);

  if ("copies" in selector) listCopies(add, selector.copies);
  else if ("sessionId" in selector) listSession(add, toText(selector.sessionId));
  else if ("project" in selector && !("uri" in selector)) listProject(add, toText(selector.project));
  else if ("uri" in selector) listUri(add, selector.uri, selector.project);
  else if ("by" in selector) listBy(add, selector.by);
  else if ("match" in selector) {
    listMatches(db, add, selector.match);
    listEmptied(add);
  } else listBefore(add, toTime(selector.before));
  listInjections(db, add);
}

function listSession(add: Add, id: string): void {
  add("session", "select seq as id from sessions where id = $id", { id });
  listOfSessions(add);
  // A session that was never recorded may still be mentioned elsewhere.
  add("injection", "select id from injections where session_id = $id", { id });
}

function listOfSessions(add: Add): void {
  const sessions =
    "(select s.id from forget_selection d join sessions s on s.seq = d.id where d.kind = 'session')";
  add(
    "entry",
    "select e.id from entries e join forget_selection d on d.kind = 'session' and d.id = e.session",
  );
  for (const [kind, table] of [
    ["injection", "injections"],
    ["permission", "permissions"],
  ] as const) {
    add(kind, `select id from ${table} where session_id in ${sessions}`);
  }
  // A memory by the user does not belong to the session in which it was written.
  add("memory", `select id from memories where origin <> 'user' and session_id in ${sessions}`);
  add("solution", `select id from solutions where source <> 'user' and session_id in ${sessions}`);
}

function listProject(add: Add, project: string): void {
  if (project === "") throw unclear("A project is named by its folder.");
  add("session", "select seq as id from sessions where project = $project", { project });
  listOfSessions(add);
  for (const [kind, table] of [
    ["memory", "memories"],
    ["solution", "solutions"],
    ["permission", "permissions"],
  ] as const) {
    add(kind, `select id from ${table} where project = $project`, { project });
  }
}

function listUri(add: Add, uri: string, project: string | undefined): void {
  if (!uri.includes("://")) throw unclear("A memory is named by its URI.");
  // A memory that applies everywhere has no project.
  const where = project === undefined ? "" : "and project in ($project, '')";
  const scope: Named = project === undefined ? {} : { project: toText(project) };
  add("memory", `select id from memories where uri = $uri ${where}`, { uri: toText(uri), ...scope });
}

function listBy(add: Add, by: string): void {
  const name = toText(by);
  for (const [kind, table] of [
    ["memory", "memories"],
    ["solution", "solutions"],
  ] as const) {
    add(kind, `select id from ${table} where author = $name or author_name = $name collate nocase`, { name });
  }
}

function listCopies(add: Add, { memories, solutions }: Copies): void {
  for (const { uri, project } of memories) listUri(add, uri, project);
  const ids = solutions.map((id) => Number(id.slice("solution-".length)));
  add("solution", "select value as id from json_each($ids)", { ids: JSON.stringify(ids) });
}

function listBefore(add: Add, at: number): void {
  const older = (kind: ForgetSelection, table: string, condition: string) =>
    add(kind, `select id from ${table} where ${condition}`, { at });
  // By kind: the index begins with it.
  older("entry", "entries", `kind in ('prompt', 'observation', 'response', 'event', 'summary') and at < $at`);
  older("injection", "injections", "at < $at");
  older("permission", "permissions", "at < $at");
  older("memory", "memories", "origin <> 'user' and updated_at < $at");
  older("solution", "solutions", "source <> 'user' and last_seen_at < $at");
  add("session", "select seq as id from sessions where last_event_at < $at", { at });
}

/** Records that contain a text; in JSON columns also in its JSON-escaped form. */
const COLUMNS: readonly [ForgetSelection, string, string, readonly string[]][] = [
  ["entry", "texts", "entry", ["text"]],
  ["entry", "calls", "entry", ["input", "response", "files"]],
  // A project that is called so: everything of it names the folder.
  ["session", "sessions", "seq", ["project"]],
  ["injection", "injections", "id", ["text", "sources"]],
  ["memory", "memories", "id", ["project", "uri", "content", "disclosure", "provenance"]],
  ["memory", "memory_versions", "memory", ["content", "disclosure", "reason"]],
  ["solution", "solutions", "id", ["project", "fingerprint", "error_sample", "text", "steps", "provenance"]],
  ["permission", "permissions", "id", ["project", "subject"]],
];

function listMatches(db: Database, add: Add, text: string): void {
  if (text.trim() === "") throw unclear("The text to forget is empty.");
  for (const [kind, table, id, columns] of COLUMNS) {
    const { values, condition } = toMatching(text, columns);
    add(kind, `select distinct ${id} as id from ${table} where ${condition}`, values);
  }
  listPacked(db, add, text);
  listOfSessions(add);
}

/** Sessions without any remaining prompt, response or tool call, including those that a killed process had emptied. */
function listEmptied(add: Add): void {
  const left = `exists (select 1 from entries o where o.session = s.seq and o.kind in ('prompt', 'observation', 'response')
    and not exists (select 1 from forget_selection d where d.kind = 'entry' and d.id = o.id))`;
  const touched =
    "select e.session from forget_selection d join entries e on d.kind = 'entry' and e.id = d.id";
  const begun = "select key from forgotten where kind = 'session'";
  add(
    "session",
    `select s.seq as id from sessions s where (s.seq in (${touched}) or s.id in (${begun})) and not ${left}`,
  );
  listOfSessions(add);
}

/** Compressed texts are read here, not by SQLite. The forms are the same. */
function listPacked(db: Database, add: Add, text: string): void {
  const holds = textMatcher(text);
  const rows = db.query<{ entry: number; packed: Uint8Array }, []>(
    "select entry, packed from calls where packed is not null",
  );
  const found: number[] = [];
  for (const { entry, packed } of rows.iterate()) {
    const { input, response } = unpack({ input: "", response: "", packed });
    if (holds(input) || holds(response)) found.push(entry);
  }
  add("entry", "select value as id from json_each($ids)", { ids: JSON.stringify(found) });
}

/** Whether any of the columns contains the text, plain or JSON-escaped. */
export function toMatching(text: string, columns: readonly string[]): { values: Named; condition: string } {
  const values = Object.fromEntries([...formsOf(text)].map((form, i) => [`form${i}`, form]));
  const any = columns.flatMap((column) =>
    Object.keys(values).map((name) => `instr(lower(coalesce(${column}, '')), $${name}) > 0`),
  );
  return { values, condition: any.join(" or ") };
}

/** True if a text contains it, in one of the forms searched in the store. */
export function textMatcher(text: string): (other: string) => boolean {
  const forms = [...formsOf(text)];
  return (other) => {
    const lower = toAsciiLower(other);
    return forms.some((form) => lower.includes(form));
  };
}

/** Returns the forms of a text in records: as typed, on one line, in JSON, in nested JSON and in a URL. */
function formsOf(text: string): Set<string> {
  const inJson = (form: string) => JSON.stringify(form).slice(1, -1);
  const forms = new Set<string>();
  for (const written of [text, text.toLowerCase(), text.toUpperCase()]) {
    const form = toText(written);
    const onOneLine = form.replace(/\s+/g, " ").trim();
    for (const each of [form, onOneLine, inJson(form), inJson(inJson(form)), encodeURIComponent(form)])
      forms.add(toAsciiLower(each));
  }
  return forms;
}

/** The same as SQLite's `lower`. */
function toAsciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Injections that quote any of it, in any session. */
function listInjections(db: Database, add: Add): void {
  db.run(`
    insert or ignore into doomed_uris (uri)
    select 'session://' || s.id from forget_selection d join sessions s on s.seq = d.id where d.kind = 'session'
    union all select e.kind || '-' || e.id from forget_selection d join entries e on e.id = d.id where d.kind = 'entry'
    union all select e.key from forget_selection d join entries e on e.id = d.id where d.kind = 'entry'
    union all select 'memory-' || id from forget_selection where kind = 'memory'
    union all select 'solution-' || id from forget_selection where kind = 'solution'
    union all select 'solution://solution-' || id from forget_selection where kind = 'solution'`);
  add(
    "injection",
    `select i.id from injections i, json_each(i.sources) source
       where json_extract(source.value, '$.uri') in (select uri from doomed_uris)`,
  );
  // The same URI is a different memory in another project.
  add(
    "injection",
    `select i.id from injections i left join sessions s on s.id = i.session_id, json_each(i.sources) source
     join memories m on m.project in ('', s.project) and m.uri = json_extract(source.value, '$.uri')
       or s.project is null and m.uri = json_extract(source.value, '$.uri')
     join forget_selection d on d.kind = 'memory' and d.id = m.id`,
  );
}

function unclear(message: string): PawlError {
  return new PawlError("forget_unclear", message, { hint: "Nothing was deleted." });
}
