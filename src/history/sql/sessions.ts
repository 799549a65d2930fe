import type { Database } from "bun:sqlite";
import { OVERVIEW, type OverviewRow, toSession } from "../../store/records/rows.ts";
import { allOf, IS_FAILED, type Named, toLimit } from "../../store/values.ts";
import { contains, cursorOf, parseCursor, startsWith, toPage } from "./cursor.ts";
import type { KnownProject, ListedSession, Page, SessionPageFilter } from "./types.ts";

type ListedRow = OverviewRow & { row: number; failures: number; injections: number };

const FAILED = `from entries e where e.session = s.seq and e.kind = 'observation'
  and ${IS_FAILED}`;

const OUTCOME: Record<NonNullable<SessionPageFilter["outcome"]>, string> = {
  running: "(s.ended_at is null or s.last_event_at > s.ended_at) and s.last_event_at > $alive",
  ended: "((s.ended_at is not null and s.last_event_at <= s.ended_at) or s.last_event_at <= $alive)",
  failures: `exists (select 1 ${FAILED})`,
  clean: `not exists (select 1 ${FAILED})`,
};

export function createSessionPage(db: Database) {
  return {
    sessionPage(filter: SessionPageFilter): Page<ListedSession> {
      const { where, values } = toConditions(filter);
      const limit = toLimit(filter.limit);
      const rows = db
        .query<ListedRow, Named>(
          `select ${OVERVIEW}, s.seq as row, (select count(*) ${FAILED}) as failures,
             (select count(*) from injections i where i.session_id = s.id) as injections
           from sessions s where ${where} order by s.last_event_at desc, s.seq desc limit $limit`,
        )
        .all({ ...values, limit: limit + 1 });
      return toPage(rows, limit, ({ lastEventAt, row }) => cursorOf(lastEventAt, row), toListed);
    },

    projects(limit: number): KnownProject[] {
      return db
        .query<KnownProject, Named>(
          `select project, count(*) as sessions, sum(observations) as observations,
             max(last_event_at) as lastEventAt
           from sessions group by project order by lastEventAt desc limit $limit`,
        )
        .all({ limit: toLimit(limit) });
    },
  };
}

function toConditions({ client, outcome, text, aliveSince = 0, cursor, ...filter }: SessionPageFilter) {
  const isByTime = outcome === "running" || outcome === "ended";
  return allOf(
    ["s.id = $id", { id: filter.id }],
    ["s.project = $project", { project: filter.project }],
    ["s.last_event_at >= $since", { since: filter.since }],
    ["s.started_at < $until", { until: filter.until }],
    [
      "(s.title like $text escape '\\' or s.project like $text escape '\\' or s.id like $starts escape '\\')",
      { text: contains(text), starts: startsWith(text) },
    ],
    [client === "api" ? "s.transcript_path is null" : "true"],
    [
      "s.transcript_path is not null and s.client = $client",
      { client: client === "api" ? undefined : client },
    ],
    [outcome === undefined ? "true" : OUTCOME[outcome], isByTime ? { alive: aliveSince } : {}],
    ["(s.last_event_at, s.seq) < ($at, $row)", parseCursor(cursor)],
  );
}

function toListed({ row: _, failures, injections, ...row }: ListedRow): ListedSession {
  const client = row.transcriptPath === null ? "api" : row.client;
  return { ...toSession(row), client, failures, injections };
}
