/** Permanent deletion: the records, their index entries, and the bytes in the files. */
import type { Database } from "bun:sqlite";
import { basename, dirname } from "node:path";
import { PawlError } from "../../errors.ts";
import { toFirstLine } from "../../memory/text/title.ts";
import type { ForgetItem, Forgotten } from "../archive-port.ts";
import { dropOldBackups } from "./backup.ts";
import { listForgetItems } from "./forget-items.ts";
import {
  type ForgetSelection,
  listForgetSelection,
  type Selector,
  toMatching,
  wholeSessionId,
} from "./forget-selection.ts";
import { afterForget } from "./safe-copy.ts";
import { type Named, toText, toTime } from "./values.ts";
import { WORD_TABLES } from "./word-index.ts";

export function createForget(db: Database, location: string) {
  const whole = <S extends Selector>(selector: S): S | { sessionId: string } =>
    "sessionId" in selector ? { sessionId: wholeSessionId(db, toText(selector.sessionId)) } : selector;

  const preview = db.transaction((selector: Selector): Forgotten => {
    listForgetSelection(db, whole(selector));
    return countForgetSelection(db);
  });

  const items = db.transaction((selector: Selector, limit: number): ForgetItem[] => {
    listForgetSelection(db, whole(selector));
    return listForgetItems(db, limit);
  });

  const erase = db.transaction((given: Selector, at: number): Forgotten => {
    const selector = whole(given);
    listForgetSelection(db, selector);
    const counts = countForgetSelection(db);
    rememberForgotten(db, selector, at);
    const changed = sessionsThatChange(db);
    dropOffsets(db, selector);
    for (const [kind, table, key] of TABLES) {
      db.run(`delete from ${table} where ${key} in (select id from forget_selection where kind = '${kind}')`);
    }
    dropWords(db);
    dropTraces(db, selector);
    for (const session of changed) tidySession(db, session);
    return counts;
  });

  function forget(selector: Selector, at: number): Forgotten {
    const counts = erase.immediate(selector, toTime(at));
    afterForget(db, location);
    // Even if nothing was found: an earlier attempt may have stopped after the deletion.
    wipe(db, location);
    // Pre-upgrade copies contain it too, and the upgrade has proved itself.
    dropOldBackups(dirname(location), basename(location), 0);
    return counts;
  }

  return { previewForget: preview.immediate, forgetItems: items.immediate, forget };
}

/** Versions and relations are deleted with their memory. */
const TABLES: readonly [ForgetSelection, string, string][] = [
  ["entry", "texts", "entry"],
  ["entry", "calls", "entry"],
  ["entry", "entries", "id"],
  ["session", "sessions", "seq"],
  ["injection", "injections", "id"],
  ["memory", "memories", "id"],
  ["solution", "solutions", "id"],
  ["fact", "file_facts", "id"],
  ["command", "commands", "id"],
  ["permission", "permissions", "id"],
];

function countForgetSelection(db: Database): Forgotten {
  const rows = db
    .query<{ kind: string; n: number }, []>(
      `select coalesce(e.kind, d.kind) as kind, count(*) as n
       from forget_selection d left join entries e on d.kind = 'entry' and e.id = d.id group by 1`,
    )
    .all();
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.n ?? 0;
  return {
    sessions: of("session"),
    prompts: of("prompt"),
    observations: of("observation"),
    responses: of("response"),
    events: of("event"),
    summaries: of("summary"),
    injections: of("injection"),
    memories: of("memory"),
    solutions: of("solution"),
    fileFacts: of("fact"),
    commands: of("command"),
    permissions: of("permission"),
  };
}

function dropWords(db: Database): void {
  for (const table of ["call_words", "text_words"]) {
    db.run(`delete from ${table} where rowid in (select id from forget_selection where kind = 'entry')`);
  }
  db.run(`delete from memory_words where rowid in (
    select iif(kind = 'memory', id * 2, id * 2 + 1) from forget_selection where kind in ('memory', 'solution'))`);
}

/** References in other records to the deleted ones. */
function dropTraces(db: Database, selector: Selector): void {
  for (const table of ["memories", "solutions"]) {
    // Its session is gone (or never existed), and with it the sentence that it was taken from.
    db.run(`update ${table} set provenance = null, session_id = null where session_id in (
      select substr(uri, 11) from doomed_uris where uri like 'session://%')`);
  }
  db.run(`delete from counted where session_id in (
    select substr(uri, 11) from doomed_uris where uri like 'session://%')`);
  db.run(`delete from counted where subject in (
    select kind || '-' || id from forget_selection where kind in ('solution', 'command'))`);
  if ("before" in selector) {
    db.query<unknown, Named>("delete from counted where at < $at").run({ at: toTime(selector.before) });
  }
}

/**
 * The saved read offset of a transcript also contains its last text. Without it the transcript is read again from
 * the start, and forgotten records are skipped.
 */
function dropOffsets(db: Database, selector: Selector): void {
  db.run(`delete from transcript_offsets where path in (
    select s.transcript_path from forget_selection d join sessions s on d.kind = 'session' and s.seq = d.id
    where s.transcript_path is not null)`);
  db.run(`delete from transcript_offsets where exists (
    select 1 from forget_selection d join sessions s on d.kind = 'session' and s.seq = d.id
    where instr(transcript_offsets.path, s.id) > 0 or instr(transcript_offsets.state, s.id) > 0)`);
  if ("match" in selector) {
    const { values, condition } = toMatching(selector.match, ["path", "state"]);
    db.query<unknown, Named>(`delete from transcript_offsets where ${condition}`).run(values);
  }
}

/** A later import of the same transcript must not add it again. */
function rememberForgotten(db: Database, selector: Selector, at: number): void {
  const add = db.query<unknown, Named>(`
    insert into forgotten (kind, key, at) values ($kind, $key, $at)
    on conflict (kind, key) do update set at = max(at, excluded.at)`);
  if ("before" in selector) add.run({ kind: "before", key: "", at: toTime(selector.before) });
  if ("sessionId" in selector) add.run({ kind: "session", key: selector.sessionId.toWellFormed(), at });
  if ("match" in selector) {
    const entries = db
      .query<{ kind: string; key: string }, []>(
        "select e.kind, e.key from forget_selection d join entries e on d.kind = 'entry' and e.id = d.id",
      )
      .all();
    for (const entry of entries) add.run({ kind: "entry", key: forgottenKey(entry.kind, entry.key), at });
  }
  if ("uri" in selector) {
    const sources = db
      .query<{ event: string; evidence: string }, []>(
        `select json_extract(m.provenance, '$.event') as event, json_extract(m.provenance, '$.evidence') as evidence
         from forget_selection d join memories m on d.kind = 'memory' and m.id = d.id
         where event is not null and evidence is not null`,
      )
      .all();
    for (const source of sources)
      add.run({ kind: "entry", key: forgottenKey("memory", sourceKey(source)), at });
  }
  const sessions = db
    .query<{ id: string }, []>(
      "select s.id from forget_selection d join sessions s on d.kind = 'session' and s.seq = d.id",
    )
    .all();
  for (const { id } of sessions) add.run({ kind: "session", key: id, at });
}

/** The sentence that a memory was made from: the session it stands in may be read again. */
export const sourceKey = ({ event, evidence }: { event: string; evidence: string }) =>
  `${event}\n${evidence}`;

/** Not the key itself: an event's key may contain its text. */
export function forgottenKey(kind: string, key: string): string {
  return new Bun.CryptoHasher("sha256").update(`${kind} ${key}`).digest("hex").slice(0, 32);
}

function sessionsThatChange(db: Database): number[] {
  return db
    .query<{ session: number }, []>(
      `select distinct e.session from forget_selection d join entries e on d.kind = 'entry' and e.id = d.id
       where e.session not in (select id from forget_selection where kind = 'session')`,
    )
    .all()
    .map((row) => row.session);
}

/** Its counts and its title, which was the first line of a prompt. */
function tidySession(db: Database, session: number): void {
  const first = db
    .query<{ text: string; at: number }, Named>(
      `select t.text, e.at from entries e join texts t on t.entry = e.id
       where e.session = $session and e.kind = 'prompt' and e.agent_id is null and trim(t.text) <> ''
       order by e.at, e.id limit 1`,
    )
    .get({ session });
  db.query<unknown, Named>(
    `update sessions set title = $title, title_at = $at,
       prompts = (select count(*) from entries where session = $session and kind = 'prompt'),
       observations = (select count(*) from entries where session = $session and kind = 'observation')
     where seq = $session`,
  ).run({ session, title: toFirstLine(first?.text ?? ""), at: first?.at ?? null });
  // It may quote what was deleted; it is made anew from what is left.
  db.query<unknown, Named>("delete from session_digests where session = $session").run({ session });
}

/**
 * A deleted row's bytes stay in free pages, in unmerged index segments and in the write-ahead log. Merging drops
 * the words, the vacuum rewrites every page, the checkpoint empties the log.
 */
function wipe(db: Database, location: string): void {
  db.run("delete from forget_selection");
  db.run("delete from doomed_uris");
  for (const table of WORD_TABLES) db.run(`insert into ${table} (${table}) values ('optimize')`);
  db.run("vacuum");
  const result = db.query<{ busy: number }, []>("pragma wal_checkpoint(truncate)").get();
  if (result?.busy === 0) return;
  throw new PawlError(
    "forget_unfinished",
    `The data is deleted, but another process is reading ${location}, so its bytes are still in the write-ahead log.`,
    { hint: "Run the same command again in a moment.", params: { location } },
  );
}
