/**
 * Permanent deletion. What is to be forgotten is noted first. Then its records are deleted in batches, the index is merged
 * and the log emptied (see erase.ts), and the note is dropped last: if a process ends in the middle, the next one finishes.
 */
import { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import { compact } from "../compact.ts";
import { mergeAll, truncateLog } from "../erase.ts";
import { isBusy, PATIENCE_MS, retryBusy } from "../errors.ts";
import { dropOldDatabase } from "../old-database.ts";
import { afterForget } from "../safe-copy.ts";
import { type Named, toText, toTime } from "../values.ts";
import { listForgetItems } from "./forget-items.ts";
import { createForgetLists, listForgetSelection, type Selector, toMatching } from "./forget-selection.ts";
import { createForgetSteps } from "./forget-steps.ts";
import type { ForgetItem, ForgetProgress, Forgotten } from "./types.ts";

/** What features after the store hold of it. All run in transactions of the forget. */
interface ForgetTraces {
  /** Before anything is deleted. */
  begin(db: Database, selector: Selector): void;
  /** After all records were deleted: of sessions that are gone, and of what was selected. */
  finish(db: Database, selector: Selector): void;
}

export function createForget(db: Database, location: string, traces: ForgetTraces) {
  createForgetLists(db);
  const steps = createForgetSteps(db);
  const notes = createNotes(db);
  /** One call at a time: all of them use the same list of what to forget. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  }

  /** The counts include what an earlier process deleted before it ended in the middle. */
  function select(selector: Selector): Forgotten {
    listForgetSelection(db, selector);
    return atLeast(countForgetSelection(db), notes.countsOf(selector));
  }

  const begin = db.transaction((selector: Selector, at: number, counts: Forgotten): void => {
    rememberForgotten(db, selector, at);
    dropOffsets(db, selector);
    traces.begin(db, selector);
    notes.add(selector, at, counts);
  });

  const finish = db.transaction((selector: Selector): void => {
    traces.finish(db, selector);
    dropTraces(db, selector);
    db.run("delete from forget_selection");
    db.run("delete from doomed_uris");
  });

  async function forget(selector: Selector, at: number, onProgress: ForgetProgress): Promise<Forgotten> {
    // First: it holds everything that was recorded before, and nothing reads it.
    dropOldDatabase(location);
    const counts = select(selector);
    await retryBusy(() => begin.immediate(selector, at, counts), PATIENCE_MS);
    const total = Object.values(counts).reduce((sum: number, n: number) => sum + n, 0);
    let deleted = 0;
    await steps.deleteAll((records) => {
      deleted += records;
      onProgress("records", Math.min(deleted, total), total);
    });
    await retryBusy(() => finish.immediate(selector), PATIENCE_MS);
    afterForget(db, location);
    await mergeAll(db, (step) => onProgress("index", step));
    await compact(location, { when: "forgotten" }).catch(ignoreBusy);
    // The note stays until this has happened: it says that there is something left to do.
    if (!(await truncateLog(db))) throw unfinished(location);
    await retryBusy(() => notes.drop(selector), PATIENCE_MS);
    // The note named what was forgotten, and the log holds it.
    if (!(await truncateLog(db))) throw unfinished(location);
    return counts;
  }

  async function finishAll(): Promise<number> {
    const left = notes.all();
    for (const { selector, at } of left) await forget(JSON.parse(selector) as Selector, at, () => undefined);
    return left.length;
  }

  return {
    previewForget: (selector: Selector): Promise<Forgotten> => inTurn(async () => select(selector)),
    forgetItems: (selector: Selector, limit: number): Promise<ForgetItem[]> =>
      inTurn(async () => {
        listForgetSelection(db, selector);
        return listForgetItems(db, limit);
      }),
    forget: (
      selector: Selector,
      at: number,
      onProgress: ForgetProgress = () => undefined,
    ): Promise<Forgotten> =>
      inTurn(async () => {
        const counts = await forget(selector, toTime(at), onProgress);
        // Also finish other interrupted forgets: their words are in the index that was just merged.
        await finishAll();
        return counts;
      }),
    /** Finishes forgets that another process left unfinished. Returns their number. */
    finishForgetting: (): Promise<number> =>
      inTurn(async () => {
        const left = await finishAll();
        // It may have ended between dropping its note and emptying the log.
        await truncateLog(db, 0);
        return left;
      }),
  };
}

/** The mark stays, and it is done when the machine is idle. */
function ignoreBusy(error: unknown): void {
  if (!isBusy(error)) throw error;
}

/** What is being forgotten. */
function createNotes(db: Database) {
  const all = db.query<ForgetNote, []>("select selector, at, counts from forgetting");
  const one = db.query<ForgetNote, Named>("select * from forgetting where selector = $selector");
  const add = db.query<unknown, Named>(`
    insert into forgetting (selector, at, counts) values ($selector, $at, $counts)
    on conflict do update set at = excluded.at, counts = excluded.counts`);
  const drop = db.query<unknown, Named>("delete from forgetting where selector = $selector");
  const nameOf = (selector: Selector) => ({ selector: JSON.stringify(selector) });
  return {
    all: () => all.all(),
    countsOf: (selector: Selector): Partial<Forgotten> =>
      JSON.parse(one.get(nameOf(selector))?.counts ?? "{}") as Partial<Forgotten>,
    add: (selector: Selector, at: number, counts: Forgotten): void =>
      void add.run({ ...nameOf(selector), at, counts: JSON.stringify(counts) }),
    drop: (selector: Selector): void => void drop.run(nameOf(selector)),
  };
}

function atLeast(counts: Forgotten, before: Partial<Forgotten>): Forgotten {
  const kinds = Object.keys(counts) as (keyof Forgotten)[];
  return Object.fromEntries(
    kinds.map((kind) => [kind, Math.max(counts[kind], before[kind] ?? 0)]),
  ) as unknown as Forgotten;
}

interface ForgetNote {
  selector: string;
  at: number;
  /** How much it was. */
  counts: string;
}

function unfinished(location: string): PawlError {
  return new PawlError(
    "forget_unfinished",
    `The data is deleted, but another process is reading ${location}, so its bytes are still in the write-ahead log.`,
    { hint: "Run the same command again in a moment. The daemon finishes it, too.", params: { location } },
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
  if ("match" in selector) dropNames(db, selector.match);
  if ("before" in selector) {
    db.query<unknown, Named>("delete from counted where at < $at").run({ at: toTime(selector.before) });
  }
}

/** Deletes names in sessions that stay: a branch or folder of this name, and text derived from deleted records. */
function dropNames(db: Database, match: string): void {
  const set = [
    ["branch", "null"],
    ["cwd", "project"],
    ["transcript_path", "null"],
    ["title", "''"],
  ] as const;
  for (const [column, value] of set) {
    const { values, condition } = toMatching(match, [column]);
    db.query<unknown, Named>(`update sessions set ${column} = ${value} where ${condition}`).run(values);
  }
  const { values, condition } = toMatching(match, ["body"]);
  db.query<unknown, Named>(`delete from session_digests where ${condition}`).run(values);
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

/** The sentence from which a memory was made. It is needed because its session may be read again. */
export const sourceKey = ({ event, evidence }: { event: string; evidence: string }) =>
  `${event}\n${evidence}`;

/** Not the key itself: an event's key may contain its text. */
export function forgottenKey(kind: string, key: string): string {
  return new Bun.CryptoHasher("sha256").update(`${kind} ${key}`).digest("hex").slice(0, 32);
}

/** True if a forget was interrupted, or is still running. */
export function hasUnfinishedForget(database: string): boolean {
  using db = new Database(database, { readonly: true });
  return db.query("select 1 from forgetting limit 1").get() !== null;
}
