/**
 * Permanent deletion: the records, their index entries, and the bytes in the files. In steps of a few milliseconds, each
 * in its own transaction, so that no hook waits: time and memory depend on what is forgotten. What is being forgotten is
 * noted first; a process that ends in the middle leaves a note, and the next one goes on.
 */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import { dropTeamLinks, forgetEvidence, forgetShared } from "../../team/sql/forget.ts";
import { createGoneWords, hideSeparators } from "../index-separators.ts";
import { dropOldDatabase } from "../old-database.ts";
import type { ForgetItem, Forgotten } from "../port/archive-port.ts";
import { PATIENCE_MS, retryBusy } from "../retry.ts";
import { afterForget } from "../safe-copy.ts";
import { scrub } from "../scrub.ts";
import { type Named, toText, toTime } from "../values.ts";
import { listForgetItems } from "./forget-items.ts";
import {
  createForgetLists,
  listForgetSelection,
  type Selector,
  toMatching,
  wholeSessionId,
} from "./forget-selection.ts";
import { createForgetSteps } from "./forget-steps.ts";

export function createForget(db: Database, location: string) {
  createForgetLists(db);
  let gone = createGoneWords();
  const steps = createForgetSteps(db, (text) => gone.add(text));
  /** One at a time: the list of what to forget is one. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  }
  const whole = <S extends Selector>(selector: S): S | { sessionId: string } =>
    "sessionId" in selector ? { sessionId: wholeSessionId(db, toText(selector.sessionId)) } : selector;

  const note = db.transaction((selector: Selector, at: number): void => {
    rememberForgotten(db, selector, at);
    dropOffsets(db, selector);
    dropTeamLinks(db, selector);
    db.query<unknown, Named>(
      "insert into forgetting (selector, at) values ($selector, $at) on conflict do update set at = excluded.at",
    ).run({ selector: JSON.stringify(selector), at });
  });

  const finish = db.transaction((selector: Selector, changed: readonly number[]): void => {
    forgetEvidence(db);
    dropTraces(db, selector);
    forgetShared(db, selector);
    for (const session of changed) steps.tidySession(session);
    db.run("delete from forget_selection");
    db.run("delete from doomed_uris");
  });

  const dropNote = (selector: Selector): void => {
    db.query<unknown, Named>("delete from forgetting where selector = $selector").run({
      selector: JSON.stringify(selector),
    });
  };

  async function erase(selector: Selector, at: number): Promise<Forgotten> {
    await listForgetSelection(db, selector);
    const counts = countForgetSelection(db);
    const changed = steps.sessionsThatChange();
    await retryBusy(() => note.immediate(selector, at), PATIENCE_MS);
    await withRoom(db, steps.deleteAll);
    await retryBusy(() => finish.immediate(selector, changed), PATIENCE_MS);
    return counts;
  }

  async function forget(selector: Selector, at: number): Promise<Forgotten> {
    // Whoever stopped in the middle has removed words that nobody knows any more.
    gone = createGoneWords(hasNotes(db));
    const asked = whole(selector);
    // First: it holds everything that was recorded before, and nothing reads it.
    dropOldDatabase(location);
    const counts = await erase(asked, toTime(at));
    afterForget(db, location);
    // Even if nothing was found: an earlier attempt may have stopped after the deletion.
    const isHidden = await hideSeparators(db, location, gone, PATIENCE_MS);
    if (!isHidden) throw unfinished(location);
    // Before the pages are cleaned: the note names what is forgotten.
    await retryBusy(() => dropNote(asked), PATIENCE_MS);
    if (!(await scrub(location, PATIENCE_MS))) throw unfinished(location);
    return counts;
  }

  return {
    previewForget: (selector: Selector): Promise<Forgotten> =>
      inTurn(async () => {
        await listForgetSelection(db, whole(selector));
        return countForgetSelection(db);
      }),
    forgetItems: (selector: Selector, limit: number): Promise<ForgetItem[]> =>
      inTurn(async () => {
        await listForgetSelection(db, whole(selector));
        return listForgetItems(db, limit);
      }),
    forget: (selector: Selector, at: number): Promise<Forgotten> => inTurn(() => forget(selector, at)),
    /** What another process was forgetting when it ended. Answers how many there were. */
    finishForgetting: (): Promise<number> =>
      inTurn(async () => {
        const left = notesOf(db);
        for (const { selector, at } of left) await forget(JSON.parse(selector) as Selector, at);
        return left.length;
      }),
  };
}

/**
 * Every step reads the same pages of the index again: the more of them stay in memory, the sooner it is done. And SQLite's own
 * way to wait would take the lock before a hook that has waited longer: the steps wait themselves.
 */
async function withRoom(db: Database, run: () => Promise<void>): Promise<void> {
  const before = db.query<{ cache_size: number }, []>("pragma cache_size").get();
  const patience = db.query<{ timeout: number }, []>("pragma busy_timeout").get();
  db.run(`pragma cache_size = ${-cacheKb(process.memoryUsage.rss())}`);
  db.run("pragma busy_timeout = 0");
  try {
    await run();
  } finally {
    db.run(`pragma cache_size = ${before?.cache_size ?? -2000}`);
    db.run(`pragma busy_timeout = ${patience?.timeout ?? 0}`);
  }
}

/** What is left of the memory that a process may take: a command has much, a daemon little. */
export function cacheKb(usedBytes: number): number {
  const left = Math.trunc((MOST_BYTES - usedBytes) / 1000);
  return Math.max(LEAST_CACHE_KB, Math.min(MOST_CACHE_KB, left));
}

const MOST_BYTES = 130_000_000;
const LEAST_CACHE_KB = 16_000;
const MOST_CACHE_KB = 64_000;

interface ForgetNote {
  selector: string;
  at: number;
}

const notesOf = (db: Database): ForgetNote[] =>
  db.query<ForgetNote, []>("select selector, at from forgetting where selector <> ''").all();

const hasNotes = (db: Database): boolean => notesOf(db).length > 0;

function unfinished(location: string): PawlError {
  return new PawlError(
    "forget_unfinished",
    `The data is deleted, but another process is reading ${location}, so its bytes are still in the write-ahead log.`,
    { hint: "Run the same command again in a moment.", params: { location } },
  );
}

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
    permissions: of("permission"),
  };
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
