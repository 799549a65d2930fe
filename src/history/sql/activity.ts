/** What happened in a span of time, or to a file in a session. */
import type { Database } from "bun:sqlite";
import {
  type CallRow,
  OVERVIEW,
  type OverviewRow,
  SELECT,
  toObservation,
  toSession,
} from "../../store/records/rows.ts";
import { allOf, IS_FAILED, type Named, toLimit, toList, toText } from "../../store/values.ts";
import { readLines, toLine } from "./ledger.ts";
import type {
  ActiveSession,
  ActivitySpan,
  FileCallFilter,
  LedgerLine,
  LimitedSpan,
  SpanCall,
  SpanCallFilter,
  SpanText,
} from "./types.ts";

type ActiveRow = OverviewRow & {
  prompted: number;
  called: number;
  failed: number;
  last: number;
};

/** The beginning of a prompt: enough to display, and to detect the client's additions. */
const HEAD = 4000;
const EDITS = "('Write', 'Edit', 'MultiEdit', 'NotebookEdit')";

/** The index by time comes first, because a day is a small part of all records. */
const BY_TIME = "entries e indexed by entries_by_time";
const CALLS_BY_TIME = SELECT.observation.replace("entries e", BY_TIME);

const IN_SPAN = "e.at >= $from and e.at < $to";
const ofProjects = (projects: readonly string[] | undefined) =>
  ["s.project in (select value from json_each($projects))", { projects: toList(projects) }] as const;

const inSpan = ({ from, to, projects }: ActivitySpan, span = IN_SPAN) =>
  allOf([span, { from, to }], ofProjects(projects));

export function createActivity(db: Database) {
  const calls = (select: string, values: Named): SpanCall[] =>
    db
      .query<CallRow, Named>(select)
      .all(values)
      .map((row) => ({ ...toObservation(row), id: `observation-${row.entry}` }));

  return {
    activeSessions({ from, to, projects }: ActivitySpan): ActiveSession[] {
      const { where, values } = allOf(ofProjects(projects));
      const ofKind = (kind: string) => `select e.session, e.kind, e.at,
        ${kind === "observation" ? IS_FAILED : "0"} as failed
        from ${BY_TIME} where e.kind = '${kind}' and ${IN_SPAN}`;
      return db
        .query<ActiveRow, Named>(
          `select ${OVERVIEW}, a.* from (
             select session, sum(kind = 'prompt') as prompted, sum(kind = 'observation') as called,
               sum(failed) as failed, max(at) as last
             from (${["prompt", "observation", "response"].map(ofKind).join(" union all ")}) group by session
           ) a join sessions s on s.seq = a.session where ${where} order by a.last desc, s.seq desc`,
        )
        .all({ ...values, from, to })
        .map(({ prompted: prompts, called: calls, failed: failures, last: _, ...row }) => ({
          ...toSession(row),
          inSpan: { prompts, calls, failures },
        }));
    },

    spanPrompts({ limit, ...span }: LimitedSpan): SpanText[] {
      const { where, values } = inSpan(span);
      return db
        .query<SpanText, Named>(
          `select 'prompt-' || e.id as id, s.id as sessionId, e.at, substr(t.text, 1, ${HEAD}) as text
           from ${BY_TIME} join sessions s on s.seq = e.session join texts t on t.entry = e.id
           where e.kind = 'prompt' and e.agent_id is null and ${where} order by e.at desc, e.id desc limit $limit`,
        )
        .all({ ...values, limit: toLimit(limit) });
    },

    spanCalls({ tools, limit, ...span }: SpanCallFilter): SpanCall[] {
      const { where, values } = inSpan(span);
      return calls(
        `${CALLS_BY_TIME} where e.kind = 'observation' and ${where}
           and (c.tool_name in (select value from json_each($tools)) or c.ok = 0)
         order by e.at desc, e.id desc limit $limit`,
        { ...values, tools: JSON.stringify(tools), limit: toLimit(limit) },
      );
    },

    sessionCalls: (sessionId: string, limit: number): SpanCall[] =>
      calls(
        `${SELECT.observation} where e.kind = 'observation' and s.id = $session order by e.at, e.id limit $limit`,
        { session: toText(sessionId), limit: toLimit(limit) },
      ),

    fileCalls: ({ sessionId, names, limit }: FileCallFilter): SpanCall[] =>
      calls(
        `${SELECT.observation}
         where e.session = (select seq from sessions where id = $id) and e.kind = 'observation'
           and c.ok = 1 and c.tool_name in ${EDITS} and exists (
             select 1 from json_each(c.files) f, json_each($names) n
             where f.value = n.value or (n.value like '%/' and substr(f.value, 1, length(n.value)) = n.value))
         order by e.at, e.id limit $limit`,
        { id: toText(sessionId), names: toList(names) ?? "[]", limit: toLimit(limit) },
      ),

    spanInjections({ limit, ...span }: LimitedSpan): LedgerLine[] {
      const { where, values } = inSpan(span, IN_SPAN.replaceAll("e.at", "i.at"));
      return readLines(db, where, { ...values, limit: toLimit(limit) }).map(toLine);
    },

    activityAround({ from, to, projects }: ActivitySpan): { before?: number; after?: number } {
      // Without a project this is one step in the index. With a project, the newest sessions are searched first.
      const nearest = (condition: string, at: number, order: "asc" | "desc") =>
        ["prompt", "observation"].flatMap((kind) => {
          const { where, values } = allOf(
            ["e.kind = $kind", { kind }],
            [condition, { at }],
            ofProjects(projects),
          );
          const sessions = projects === undefined ? "" : "join sessions s on s.seq = e.session";
          const sql = `select e.at from ${BY_TIME} ${sessions} where ${where} order by e.at ${order} limit 1`;
          return db.query<{ at: number }, Named>(sql).get(values)?.at ?? [];
        });
      const before = nearest("e.at < $at", from, "desc");
      const after = nearest("e.at >= $at", to, "asc");
      return {
        ...(before.length === 0 ? {} : { before: Math.max(...before) }),
        ...(after.length === 0 ? {} : { after: Math.min(...after) }),
      };
    },
  };
}
