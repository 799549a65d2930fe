/**
 * A day of work by project. It is cheap at any size of the store: sessions, prompts, calls and injections of the day are
 * found in indexes by time, and only the calls that a day's summary needs are read.
 */

import { openTasks, TASK_TOOLS, tasksIn } from "../../clients/client-tasks.ts";
import { digestsIn } from "../../memory/sql/index.ts";
import { Lru } from "../../platform/lru.ts";
import { createUsedOf } from "../../recall/replay/used-in-ledger.ts";
import { itemsOf } from "../../recall/used/item.ts";
import { toInjectionTitle } from "../../store/records/injection-title.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { isRunning } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { projectNames } from "../../text/project-names.ts";
import { promptText } from "../../text/prompt.ts";
import { cut } from "../../text/quote.ts";
import { historyIn } from "../sql/index.ts";
import type { ActiveSession, LedgerLine, SpanCall, SpanText } from "../sql/types.ts";
import { toProjectDay } from "./project-day.ts";
import type { DaySpan } from "./span.ts";
import { toDay } from "./span.ts";
import type { Day, DayInjection, DayTotals, ProjectDay } from "./types.ts";

/** More than one person's day contains. Past this limit, only the newest are read, and the day is marked as incomplete. */
const MOST = {
  calls: 20_000,
  prompts: 2_000,
  injections: 5_000,
  /** Judging whether an injection was used reads its whole session. */
  judged: 500,
  verdicts: 5_000,
};
const TITLE = 160;
const TOTALS = [
  ...(["sessions", "running", "prompts", "calls", "files", "added", "removed", "commits"] as const),
  ...(["failures", "fixed", "open", "injections", "used", "tokens"] as const),
];
const TOOLS = ["Bash", "Write", "Edit", "MultiEdit", "NotebookEdit", ...TASK_TOOLS];

export interface DayRequest extends DaySpan {
  /** Folders of one project; all projects if absent. */
  projects?: readonly string[];
  now: number;
}

type ReadDay = (request: DayRequest) => Promise<Day>;

/** Caches whether injections were used: a session that has ended is read once. */
export function createReadDay(store: Store): ReadDay {
  const verdicts = new Lru<string, string[]>(MOST.verdicts);
  const { activeSessions, spanPrompts, spanCalls, spanInjections, activityAround } = historyIn(store);

  return async ({ day, from, to, projects, now }) => {
    const span = { from, to, ...(projects === undefined ? {} : { projects }) };
    const sessions = await activeSessions(span);
    const prompts = await spanPrompts({ ...span, limit: MOST.prompts });
    const calls = (await spanCalls({ ...span, tools: TOOLS, limit: MOST.calls })).reverse();
    const lines = await spanInjections({ ...span, limit: MOST.injections });
    const injected = await withVerdicts(lines, sessions);
    const byProject = Map.groupBy(sessions, ({ project }) => project);
    const names = projectNames([...byProject.keys()]);
    const days: ProjectDay[] = [];
    for (const [project, own] of byProject) {
      const ids = new Set(own.map(({ id }) => id));
      const isOwn = ({ sessionId }: { sessionId: string }) => ids.has(sessionId);
      const ownCalls = calls.filter(isOwn);
      days.push(
        toProjectDay({
          project,
          name: names.get(project) ?? project,
          sessions: own,
          prompts: prompts.filter(isOwn),
          calls: ownCalls,
          digests: await digestsIn(store).digestsOf([...ids]),
          injected: injected.filter(isOwn),
          tasks: openTasksOf(ownCalls),
          unanswered: await unansweredOf(
            own.filter((session) => !isRunning(session, now)),
            prompts,
          ),
          isRunning: (session) => isRunning(session, now),
        }),
      );
    }
    const { before, after } = await activityAround(span);
    return {
      day,
      from,
      to,
      previous: before === undefined ? null : toDay(before),
      next: after === undefined ? null : toDay(after),
      isComplete:
        calls.length < MOST.calls && prompts.length < MOST.prompts && lines.length < MOST.injections,
      totals: addUp(days),
      projects: days,
    };
  };

  async function withVerdicts(
    lines: readonly LedgerLine[],
    sessions: readonly ActiveSession[],
  ): Promise<DayInjection[]> {
    const usedOf = createUsedOf(store);
    const lastOf = new Map(sessions.map(({ id, lastEventAt }) => [id, lastEventAt]));
    const injected: DayInjection[] = [];
    for (const [place, line] of lines.entries()) {
      // A continued session may still use it, so it is judged again.
      const key = `${line.id}@${lastOf.get(line.sessionId) ?? 0}`;
      const known = verdicts.get(key);
      const used = known ?? (place < MOST.judged ? await usedOf(line) : []);
      if (known === undefined && place < MOST.judged) verdicts.set(key, used);
      injected.push(toInjected(line, used));
    }
    return injected;
  }

  /** Finished sessions whose last typed prompt got no answer. */
  async function unansweredOf(
    sessions: readonly ActiveSession[],
    prompts: readonly SpanText[],
  ): Promise<Set<string>> {
    const found = new Set<string>();
    for (const { id } of sessions) {
      const asked = prompts.find(({ sessionId, text }) => sessionId === id && promptText(text) !== undefined);
      if (asked === undefined) continue;
      const [last] = await recordsIn(store).responses({ sessionId: id, limit: 1 });
      if (last === undefined || last.at < asked.at) found.add(id);
    }
    return found;
  }
}

function toInjected(
  { id, sessionId, at, event, tokens, text, sources }: LedgerLine,
  used: string[],
): DayInjection {
  const items = itemsOf({ text, sources });
  const [first] = items;
  // An indivisible block is one item, including its frame.
  const said =
    first === undefined || first.text === text ? toInjectionTitle(text) : first.text.replace(/^[-#\s]+/, "");
  return {
    id,
    sessionId,
    at,
    event,
    tokens,
    title: cut(said.replace(/\s+/g, " ").trim(), TITLE),
    items: items.length,
    kinds: [...new Set(items.map(({ kind }) => kind))],
    used,
  };
}

function openTasksOf(calls: readonly SpanCall[]): Map<string, string[]> {
  const bySession = Map.groupBy(calls, ({ sessionId }) => sessionId);
  return new Map([...bySession].map(([session, own]) => [session, openTasks(tasksIn(own))]));
}

function addUp(days: readonly ProjectDay[]): DayTotals {
  const sum = (name: keyof DayTotals) => days.reduce((all, { totals }) => all + totals[name], 0);
  return Object.fromEntries(TOTALS.map((name) => [name, sum(name)])) as DayTotals;
}
