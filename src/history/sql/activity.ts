/** What happened in a span of time. */
import type { Database } from "bun:sqlite";
import { type CallRow, type SessionRow, toObservation, toOverview } from "../../store/records/rows.ts";
import { IS_FAILED, type Named, toLimit, toText, toTime } from "../../store/values.ts";
import { type LedgerRow, toLine } from "./ledger.ts";
import type {
  ActiveSession,
  ActivitySpan,
  LedgerLine,
  LimitedSpan,
  SpanCall,
  SpanCallFilter,
  SpanText,
} from "./types.ts";

interface ActiveRow extends SessionRow {
  in_prompts: number;
  in_calls: number;
  in_failures: number;
  in_from: number;
  in_to: number;
}

export type SpanCallRow = CallRow & { id: number };

/** A prompt's beginning: enough to show, and to see what the client added. */
const HEAD = 4000;

export const CALL = `e.id, e.key, s.id as session_id, e.at, e.redaction, e.agent_id, e.prompt_id, c.tool_name, c.tool_use_id,
  c.agent_type, c.ok, c.input, c.response, c.packed, c.files, c.duration_ms`;
/** The index by time leads: a day is a small part of everything. */
const IN_SPAN = "e.at >= $from and e.at < $to";

export function createActivity(db: Database) {
  return {
    activeSessions(span: ActivitySpan): ActiveSession[] {
      const { values, ofProjects } = toValues(span);
      const rows = db
        .query<ActiveRow, Named>(
          `with active as (
             select session, sum(kind = 'prompt') as in_prompts, sum(kind = 'observation') as in_calls,
               sum(failed) as in_failures, min(at) as in_from, max(at) as in_to
             from (${(["prompt", "observation", "response"] as const)
               .map(
                 (kind) => `select e.session, e.kind, e.at,
                 ${kind === "observation" ? IS_FAILED : "0"} as failed
                 from entries e indexed by entries_by_time where e.kind = '${kind}' and ${IN_SPAN}`,
               )
               .join(" union all ")})
             group by session
           )
           select s.*, a.*, (
             select t.text from entries e join texts t on t.entry = e.id
             where e.session = s.seq and e.kind = 'summary'
           ) as summary
           from active a join sessions s on s.seq = a.session where true ${ofProjects}
           order by a.in_to desc, s.seq desc`,
        )
        .all(values);
      return rows.map((row) => ({
        ...toOverview(row),
        inSpan: {
          prompts: row.in_prompts,
          calls: row.in_calls,
          failures: row.in_failures,
          from: row.in_from,
          to: row.in_to,
        },
      }));
    },

    spanPrompts(filter: LimitedSpan): SpanText[] {
      const { values, ofProjects } = toValues(filter);
      return db
        .query<{ id: number; session_id: string; at: number; text: string }, Named>(
          `select e.id, s.id as session_id, e.at, substr(t.text, 1, ${HEAD}) as text
           from entries e indexed by entries_by_time join sessions s on s.seq = e.session join texts t on t.entry = e.id
           where e.kind = 'prompt' and ${IN_SPAN} and e.agent_id is null ${ofProjects}
           order by e.at desc, e.id desc limit $limit`,
        )
        .all({ ...values, limit: toLimit(filter.limit) })
        .map(({ id, session_id: sessionId, at, text }) => ({ id: `prompt-${id}`, sessionId, at, text }));
    },

    spanCalls(filter: SpanCallFilter): SpanCall[] {
      const { values, ofProjects } = toValues(filter);
      return db
        .query<SpanCallRow, Named>(
          `select ${CALL}
           from entries e indexed by entries_by_time join sessions s on s.seq = e.session join calls c on c.entry = e.id
           where e.kind = 'observation' and ${IN_SPAN} ${ofProjects}
             and (c.tool_name in (select value from json_each($tools)) or c.ok = 0)
           order by e.at desc, e.id desc limit $limit`,
        )
        .all({ ...values, tools: JSON.stringify(filter.tools), limit: toLimit(filter.limit) })
        .map(toSpanCall);
    },

    sessionCalls(sessionId: string, limit: number): SpanCall[] {
      return db
        .query<SpanCallRow, Named>(
          `select ${CALL}
           from entries e join sessions s on s.seq = e.session join calls c on c.entry = e.id
           where e.kind = 'observation' and s.id = $session order by e.at, e.id limit $limit`,
        )
        .all({ session: toText(sessionId), limit: toLimit(limit) })
        .map(toSpanCall);
    },

    spanInjections(filter: LimitedSpan): LedgerLine[] {
      const { values, ofProjects } = toValues(filter);
      return db
        .query<LedgerRow, Named>(
          `select i.*, s.project, s.title from injections i left join sessions s on s.id = i.session_id
           where i.at >= $from and i.at < $to ${ofProjects} order by i.at desc, i.id desc limit $limit`,
        )
        .all({ ...values, limit: toLimit(filter.limit) })
        .map(toLine);
    },

    activityAround(span: ActivitySpan): { before?: number; after?: number } {
      // Without a project this is one step in the index; with one, the newest sessions are looked at first.
      const { values, ofProjects } = toValues(span);
      const nearest = (kind: string, condition: string, order: "asc" | "desc") =>
        db
          .query<{ at: number }, Named>(
            `select e.at from entries e indexed by entries_by_time
             ${ofProjects === "" ? "" : "join sessions s on s.seq = e.session"}
             where e.kind = '${kind}' and ${condition} ${ofProjects} order by e.at ${order} limit 1`,
          )
          .get(condition.includes("$from") ? without(values, "to") : without(values, "from"))?.at;
      const all = (condition: string, order: "asc" | "desc") =>
        ["prompt", "observation"].flatMap((kind) => nearest(kind, condition, order) ?? []);
      const before = all("e.at < $from", "desc");
      const after = all("e.at >= $to", "asc");
      return {
        ...(before.length === 0 ? {} : { before: Math.max(...before) }),
        ...(after.length === 0 ? {} : { after: Math.min(...after) }),
      };
    },
  };
}

function toValues({ from, to, projects }: ActivitySpan): { values: Named; ofProjects: string } {
  const values: Named = { from: toTime(from), to: toTime(to) };
  if (projects === undefined) return { values, ofProjects: "" };
  return {
    values: { ...values, projects: JSON.stringify(projects.map(toText)) },
    ofProjects: "and s.project in (select value from json_each($projects))",
  };
}

function without(values: Named, name: string): Named {
  const { [name]: _, ...rest } = values;
  return rest;
}

export function toSpanCall(row: SpanCallRow): SpanCall {
  return { ...toObservation(row), id: `observation-${row.id}` };
}
