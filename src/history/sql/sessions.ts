import type { Database } from "bun:sqlite";
import { type SessionRow, toOverview } from "../../store/records/rows.ts";
import { IS_FAILED, type Named, toLimit, toText, toTime } from "../../store/values.ts";
import { parseCursor, toCursor, toLike } from "./cursor.ts";
import type { KnownProject, ListedSession, Page, SessionPageFilter } from "./types.ts";

interface ListedRow extends SessionRow {
  failures: number;
  injections: number;
}

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
      const { conditions, values } = toConditions(filter);
      const limit = toLimit(filter.limit);
      const rows = db
        .query<ListedRow, Named>(
          `select s.*, (
             select t.text from entries e join texts t on t.entry = e.id
             where e.session = s.seq and e.kind = 'summary'
           ) as summary,
           (select count(*) ${FAILED}) as failures,
           (select count(*) from injections i where i.session_id = s.id) as injections
           from sessions s ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
           order by s.last_event_at desc, s.seq desc limit $limit`,
        )
        .all({ ...values, limit: limit + 1 });
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        items: rows.slice(0, limit).map(toListed),
        ...(last === undefined ? {} : { next: toCursor({ at: last.last_event_at, row: last.seq }) }),
      };
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

function toConditions(filter: SessionPageFilter) {
  const conditions: string[] = [];
  const values: Named = {};
  const add = (condition: string, name: string, value: string | number) => {
    conditions.push(condition);
    values[name] = value;
  };
  if (filter.id !== undefined) add("s.id = $id", "id", toText(filter.id));
  if (filter.project !== undefined) add("s.project = $project", "project", toText(filter.project));
  if (filter.since !== undefined) add("s.last_event_at >= $since", "since", toTime(filter.since));
  if (filter.until !== undefined) add("s.started_at < $until", "until", toTime(filter.until));
  if (filter.text !== undefined && filter.text.trim() !== "") {
    const text = toLike(toText(filter.text.trim()));
    values.starts = `${text}%`;
    add(
      `(s.title like $text escape '\\' or s.project like $text escape '\\' or s.id like $starts escape '\\')`,
      "text",
      `%${text}%`,
    );
  }
  if (filter.client !== undefined) {
    if (filter.client === "api") conditions.push("s.transcript_path is null");
    else add("s.transcript_path is not null and s.client = $client", "client", filter.client);
  }
  if (filter.outcome !== undefined) conditions.push(OUTCOME[filter.outcome]);
  if (filter.outcome === "running" || filter.outcome === "ended")
    values.alive = toTime(filter.aliveSince ?? 0);
  if (filter.cursor !== undefined) {
    const { at, row } = parseCursor(filter.cursor);
    values.row = row;
    add("(s.last_event_at, s.seq) < ($at, $row)", "at", at);
  }
  return { conditions, values };
}

function toListed(row: ListedRow): ListedSession {
  return {
    ...toOverview(row),
    client: row.transcript_path === null ? "api" : row.client,
    failures: row.failures,
    injections: row.injections,
  };
}
