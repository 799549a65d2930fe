/** Reads by time or by session. */
import type { Database } from "bun:sqlite";
import { type Named, present, toLimit, toText, toTime } from "../values.ts";
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
  type CallRow,
  type InjectionRow,
  type SessionRow,
  type TextRow,
  toEvent,
  toInjection,
  toObservation,
  toOverview,
  toPrompt,
  toResponse,
  toSession,
  toSummary,
} from "./rows.ts";

type TextKind = "prompt" | "response" | "event" | "summary";

const ENTRY = "e.key, s.id as session_id, e.at, e.redaction, e.agent_id, e.prompt_id";
const TEXTS = `select ${ENTRY}, t.event, t.text
  from entries e join sessions s on s.seq = e.session join texts t on t.entry = e.id`;
const CALLS = `select ${ENTRY}, c.tool_name, c.tool_use_id, c.agent_type, c.ok, c.input, c.response, c.packed, c.files,
  c.duration_ms from entries e join sessions s on s.seq = e.session join calls c on c.entry = e.id`;
/** More digits than needed to exclude ids. */
const NAMED_BY_TIME = `e.prompt_id is null and e.key glob '*/~${"[0-9]".repeat(10)}*'`;
/** A session that a wrong clock has put into the future must not stand first from then on. */
const TOMORROW = "(unixepoch() + 86400) * 1000";

const NEWEST = "order by e.at desc, e.id desc limit $limit";

export function createReads(db: Database) {
  const projectOfSession = db.query<{ project: string }, Named>(
    "select project from sessions where id = $id",
  );
  const other = db.query<unknown, Named>(
    "select 1 from sessions where project = $project and id not in (select value from json_each($except)) limit 1",
  );
  /** Newest first, of one session or of all. */
  function list<Row>(select: string, kind: string, filter: RecordFilter): Row[] {
    const { sessionId, between, limit, namedByTime } = filter;
    const where = ["e.kind = $kind"];
    const values: Named = { kind, limit: toLimit(limit) };
    if (namedByTime === true) where.push(NAMED_BY_TIME);
    if (sessionId !== undefined) {
      where.push("e.session = (select seq from sessions where id = $id)");
      values.id = toText(sessionId);
    }
    if (between !== undefined) {
      where.push("e.at between $from and $to");
      values.from = toTime(between[0]);
      values.to = toTime(between[1]);
    }
    return db.query<Row, Named>(`${select} where ${where.join(" and ")} ${NEWEST}`).all(values);
  }

  const texts = (kind: TextKind, filter: RecordFilter) => list<TextRow>(TEXTS, kind, filter);
  const calls = (filter: RecordFilter) => list<CallRow>(CALLS, "observation", filter);

  function session(id: string, toCall: (row: CallRow) => Observation): SessionRecords | undefined {
    const row = db.query<SessionRow, Named>("select * from sessions where id = $id").get({ id: toText(id) });
    if (row === null) return undefined;
    const all = { sessionId: id, limit: Number.MAX_SAFE_INTEGER };
    return present({
      session: toSession(row),
      prompts: texts("prompt", all).map(toPrompt).reverse(),
      observations: calls(all).map(toCall).reverse(),
      responses: texts("response", all).map(toResponse).reverse(),
      events: texts("event", all).map(toEvent).reverse(),
      summary: texts("summary", { sessionId: id, limit: 1 }).map(toSummary)[0],
    });
  }

  const entryOf = <Row>(select: string, kind: string, id: number) =>
    db.query<Row, Named>(`${select} where e.id = $id and e.kind = $kind`).get({ id, kind });

  return {
    entry(kind: TextKind | "observation", number: number): StoredEntry | undefined {
      const id = `${kind}-${number}`;
      if (kind === "observation") {
        const row = entryOf<CallRow>(CALLS, kind, number);
        return row === null ? undefined : { id, type: kind, record: toObservation(row) };
      }
      const row = entryOf<TextRow>(TEXTS, kind, number);
      if (row === null) return undefined;
      if (kind === "prompt") return { id, type: kind, record: toPrompt(row) };
      if (kind === "response") return { id, type: kind, record: toResponse(row) };
      if (kind === "event") return { id, type: kind, record: toEvent(row) };
      return { id, type: kind, record: toSummary(row) };
    },

    prompts: (filter: RecordFilter) => texts("prompt", filter).map(toPrompt),
    responses: (filter: RecordFilter) => texts("response", filter).map(toResponse),
    observations: (filter: RecordFilter) => calls(filter).map(toObservation),

    injections({ sessionId, limit }: ListFilter) {
      const where = sessionId === undefined ? "" : "where session_id = $id";
      return db
        .query<InjectionRow, Named>(
          `select * from injections ${where} order by at desc, id desc limit $limit`,
        )
        .all({ limit: toLimit(limit), ...(sessionId === undefined ? {} : { id: toText(sessionId) }) })
        .map(toInjection);
    },

    session: (id: string) => session(id, toObservation),
    sessionToLearn: (id: string) => session(id, toLearnedCall),

    sessionProject: (id: string): string | undefined => projectOfSession.get({ id: toText(id) })?.project,

    hasSession: (project: string, except: readonly string[]): boolean =>
      other.get({ project: toText(project), except: JSON.stringify(except.map(toText)) }) !== null,

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
        .query<SessionRow, Named>(
          "select s.* from sessions s where s.id in (select value from json_each($ids)) order by s.last_event_at desc",
        )
        .all({ ids: JSON.stringify(ids.map(toText)) })
        .map(toOverview);
    },
  };
}

function listSessions(db: Database, filter: SessionFilter): SessionOverview[] {
  const where: string[] = [];
  const values: Named = {};
  if (filter.project !== undefined) {
    where.push("s.project = $project");
    values.project = toText(filter.project);
  }
  if (filter.client !== undefined) {
    where.push("s.client = $client");
    values.client = toText(filter.client);
  }
  if (filter.since !== undefined) {
    where.push("s.last_event_at >= $since");
    values.since = toTime(filter.since);
  }
  if (filter.except !== undefined) {
    where.push("s.id not in (select value from json_each($except))");
    values.except = JSON.stringify(filter.except.map(toText));
  }
  if (filter.withContent === true) where.push("(s.prompts > 0 or s.observations > 0)");
  const read = (when: string, limit: number) =>
    limit <= 0
      ? []
      : db
          .query<SessionRow, Named>(
            `select s.*, (
               select t.text from entries e join texts t on t.entry = e.id
               where e.session = s.seq and e.kind = 'summary'
             ) as summary
             from sessions s where ${[when, ...where].join(" and ")}
             order by s.last_event_at desc, s.seq desc limit $limit`,
          )
          .all({ ...values, limit });
  // Two queries, each in index order: a condition in `order by` would sort all sessions.
  const rows = read(`s.last_event_at <= ${TOMORROW}`, toLimit(filter.limit));
  const ahead = read(`s.last_event_at > ${TOMORROW}`, toLimit(filter.limit) - rows.length);
  return [...rows, ...ahead].map(toOverview);
}

/** Nothing is learned from long outputs of other tools. */
function toLearnedCall(row: CallRow): Observation {
  const call = toObservation(row);
  return call.ok && call.toolName !== "Bash" ? { ...call, response: "" } : call;
}

export type Reads = ReturnType<typeof createReads>;
