/** Reads by time or by session. */
import type { Database } from "bun:sqlite";
import { allOf, type Named, toLimit, toList, toText } from "../values.ts";
import type {
  ListFilter,
  Observation,
  RecordFilter,
  SessionFilter,
  SessionOverview,
  SessionRecords,
  StoredEntry,
} from "./records.ts";
import {
  type EntryOf,
  INJECTION,
  type InjectionRow,
  OVERVIEW,
  type OverviewRow,
  SELECT,
  SESSION,
  type SessionRow,
  toEntry,
  toInjection,
  toSession,
} from "./rows.ts";

/** A name made of a time: at least ten digits, which no id has in this position. */
const NAMED_BY_TIME = `e.prompt_id is null and e.key glob '*/~${"[0-9]".repeat(10)}*'`;
/** A session that a wrong clock dated to the future must not stay first in the list. */
const TOMORROW = "(unixepoch() + 86400) * 1000";

export function createReads(db: Database) {
  /** Newest first, of one session or of all. */
  function list<K extends keyof EntryOf>(kind: K, filter: RecordFilter): EntryOf[K][] {
    const [from, to] = filter.between ?? [];
    const { where, values } = allOf(
      ["e.kind = $kind", { kind }],
      [filter.namedByTime === true ? NAMED_BY_TIME : "true"],
      ["e.session = (select seq from sessions where id = $id)", { id: filter.sessionId }],
      ["e.at between $from and $to", { from, to }],
    );
    return db
      .query<unknown, Named>(`${SELECT[kind]} where ${where} order by e.at desc, e.id desc limit $limit`)
      .all({ ...values, limit: toLimit(filter.limit) })
      .map((row) => toEntry(kind, row));
  }

  function session(id: string): SessionRecords | undefined {
    const row = db
      .query<SessionRow, Named>(`select ${SESSION} from sessions s where s.id = $id`)
      .get({ id: toText(id) });
    if (row === null) return undefined;
    const all = <K extends keyof EntryOf>(kind: K) =>
      list(kind, { sessionId: id, limit: Number.MAX_SAFE_INTEGER }).reverse();
    const [summary] = list("summary", { sessionId: id, limit: 1 });
    return {
      session: toSession(row),
      prompts: all("prompt"),
      observations: all("observation"),
      responses: all("response"),
      events: all("event"),
      ...(summary === undefined ? {} : { summary }),
    };
  }

  return {
    entry(kind: keyof EntryOf, number: number): StoredEntry | undefined {
      const row = db
        .query<unknown, Named>(`${SELECT[kind]} where e.id = $number and e.kind = $kind`)
        .get({ number, kind });
      if (row === null) return undefined;
      return { id: `${kind}-${number}`, type: kind, record: toEntry(kind, row) } as StoredEntry;
    },

    prompts: (filter: RecordFilter) => list("prompt", filter),
    responses: (filter: RecordFilter) => list("response", filter),
    observations: (filter: RecordFilter) => list("observation", filter),

    injections({ sessionId, limit }: ListFilter) {
      const { where, values } = allOf(["session_id = $sessionId", { sessionId }]);
      return db
        .query<InjectionRow, Named>(
          `select ${INJECTION} from injections i where ${where} order by at desc, id desc limit $limit`,
        )
        .all({ ...values, limit: toLimit(limit) })
        .map(toInjection);
    },

    session,
    sessionToLearn(id: string): SessionRecords | undefined {
      const records = session(id);
      return records && { ...records, observations: records.observations.map(toLearned) };
    },

    sessionProject: (id: string): string | undefined =>
      db
        .query<{ project: string }, Named>("select project from sessions where id = $id")
        .get({ id: toText(id) })?.project,

    hasSession: (project: string, except: readonly string[]): boolean =>
      listSessions(db, { project, except, limit: 1 }).length > 0,

    sessionIdsLike(prefix: string, limit: number): string[] {
      const from = toText(prefix);
      return db
        .query<{ id: string }, Named>(
          "select id from sessions where id >= $from and id < $to order by id = $from desc, last_event_at desc, seq desc limit $limit",
        )
        .all({ from, to: `${from}\u{10ffff}`, limit: toLimit(limit) })
        .map((row) => row.id);
    },

    sessions: (filter: SessionFilter) => listSessions(db, filter),

    sessionOverviews(ids: readonly string[]): SessionOverview[] {
      return db
        .query<OverviewRow, Named>(
          `select ${OVERVIEW} from sessions s where s.id in (select value from json_each($ids)) order by s.last_event_at desc`,
        )
        .all({ ids: toList(ids) ?? "[]" })
        .map(toSession);
    },
  };
}

function listSessions(db: Database, filter: SessionFilter): SessionOverview[] {
  const { where, values } = allOf(
    ["s.project = $project", { project: filter.project }],
    ["s.client = $client", { client: filter.client }],
    ["s.last_event_at >= $since", { since: filter.since }],
    ["s.id not in (select value from json_each($except))", { except: toList(filter.except) }],
    [filter.withContent === true ? "(s.prompts > 0 or s.observations > 0)" : "true"],
  );
  const read = (when: string, limit: number) =>
    db
      .query<OverviewRow, Named>(
        `select ${OVERVIEW} from sessions s where ${when} and ${where}
         order by s.last_event_at desc, s.seq desc limit $limit`,
      )
      .all({ ...values, limit: Math.max(0, limit) });
  // Two queries, each in index order: a condition in `order by` would sort all sessions.
  const rows = read(`s.last_event_at <= ${TOMORROW}`, toLimit(filter.limit));
  const ahead = read(`s.last_event_at > ${TOMORROW}`, toLimit(filter.limit) - rows.length);
  return [...rows, ...ahead].map(toSession);
}

/** Nothing is learned from long outputs of other tools. */
function toLearned(call: Observation): Observation {
  return call.ok && call.toolName !== "Bash" ? { ...call, response: "" } : call;
}

export type Reads = ReturnType<typeof createReads>;
