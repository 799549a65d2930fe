/**
 * A day of work, project by project. Cheap at any size of the store: sessions, prompts, calls and injections of the day
 * are found in indexes by time, and only the calls that a day's summary needs are read.
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
import type { ActivitySpan, LedgerLine, SpanCall, SpanText } from "../sql/types.ts";
import { type ActiveSessionOfDay, type ProjectDayMaterial, toProjectDay } from "./project-day.ts";
import type { DaySpan } from "./span.ts";
import { toDay } from "./span.ts";
import type { Day, DayInjection, DayTotals, ProjectDay } from "./types.ts";

/** More than a day of one person has. Beyond, the newest are read and the day says that it is not complete. */
const MOST_CALLS = 20_000;
const MOST_PROMPTS = 2_000;
const MOST_INJECTIONS = 5_000;
/** Whether an injection was used is read from its whole session. */
const MOST_JUDGED = 500;
const KEPT_VERDICTS = 5_000;
const TITLE = 160;
const TOOLS = ["Bash", "Write", "Edit", "MultiEdit", "NotebookEdit", ...TASK_TOOLS];

type DayReads = Store;

export interface DayRequest extends DaySpan {
  /** Folders of one project; all projects if absent. */
  projects?: readonly string[];
  now: number;
}

type ReadDay = (request: DayRequest) => Promise<Day>;

type Details = Pick<ProjectDayMaterial, "calls" | "digests" | "injected" | "tasks" | "unanswered">;

/** What calls and injections tell of a day. */
interface DayDetails {
  isComplete: boolean;
  of(sessions: readonly ActiveSessionOfDay[]): Promise<Details>;
}

/** Keeps what it found out about injections: a session that has ended is read once. */
export function createReadDay(store: DayReads): ReadDay {
  const verdicts = new Lru<string, string[]>(KEPT_VERDICTS);

  return (request) =>
    readDayWith(store, request, async (span, sessions, prompts): Promise<DayDetails> => {
      const calls = (
        await historyIn(store).spanCalls({ ...span, tools: TOOLS, limit: MOST_CALLS })
      ).reverse();
      const lines = await historyIn(store).spanInjections({ ...span, limit: MOST_INJECTIONS });
      const injected = await withVerdicts(lines, sessions);
      return {
        isComplete:
          calls.length < MOST_CALLS && prompts.length < MOST_PROMPTS && lines.length < MOST_INJECTIONS,
        async of(own) {
          const isOwn = isIn(own);
          const ownCalls = calls.filter(isOwn);
          const over = own.filter((session) => !isRunning(session, request.now));
          return {
            calls: ownCalls,
            digests: await digestsIn(store).digestsOf(own.map(({ id }) => id)),
            injected: injected.filter(isOwn),
            tasks: openTasksOf(ownCalls),
            unanswered: await unansweredOf(over, prompts),
          };
        },
      };
    });

  async function withVerdicts(
    lines: readonly LedgerLine[],
    sessions: readonly ActiveSessionOfDay[],
  ): Promise<DayInjection[]> {
    const usedOf = createUsedOf(store);
    const lastOf = new Map(sessions.map(({ id, lastEventAt }) => [id, lastEventAt]));
    const injected: DayInjection[] = [];
    for (const [place, line] of lines.entries()) {
      // A session that goes on may still use it: then it is judged again.
      const key = `${line.id}@${lastOf.get(line.sessionId) ?? 0}`;
      const known = verdicts.get(key);
      const used = known ?? (place < MOST_JUDGED ? await usedOf(line) : []);
      if (known === undefined && place < MOST_JUDGED) verdicts.set(key, used);
      injected.push(toInjected(line, used));
    }
    return injected;
  }

  /** Sessions that are over, and whose last typed prompt got no answer. */
  async function unansweredOf(
    sessions: readonly ActiveSessionOfDay[],
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

/**
 * What a day shows at once: its sessions and what was asked in them. Nothing here is read from calls, so it takes
 * milliseconds on any day; the rest of the totals is 0.
 */
export const readDayHead = (store: Store, request: DayRequest): Promise<Day> =>
  readDayWith(store, request, async () => ({
    isComplete: false,
    of: async () => ({ calls: [], digests: [], injected: [], tasks: new Map(), unanswered: new Set() }),
  }));

async function readDayWith(
  store: Store,
  { day, from, to, projects, now }: DayRequest,
  read: (
    span: ActivitySpan,
    sessions: readonly ActiveSessionOfDay[],
    prompts: readonly SpanText[],
  ) => Promise<DayDetails>,
): Promise<Day> {
  const span = { from, to, ...(projects === undefined ? {} : { projects }) };
  const sessions = await historyIn(store).activeSessions(span);
  const prompts = await historyIn(store).spanPrompts({ ...span, limit: MOST_PROMPTS });
  const { before, after } = await historyIn(store).activityAround(span);
  const { isComplete, of } = await read(span, sessions, prompts);
  const byProject = Map.groupBy(sessions, ({ project }) => project);
  const names = projectNames([...byProject.keys()]);
  const days: ProjectDay[] = [];
  for (const [project, own] of byProject) {
    days.push(
      toProjectDay({
        project,
        name: names.get(project) ?? project,
        sessions: own,
        prompts: prompts.filter(isIn(own)),
        ...(await of(own)),
        isRunning: (session) => isRunning(session, now),
      }),
    );
  }
  return {
    day,
    from,
    to,
    previous: before === undefined ? null : toDay(before),
    next: after === undefined ? null : toDay(after),
    isComplete,
    totals: addUp(days),
    projects: days,
  };
}

function isIn(sessions: readonly ActiveSessionOfDay[]) {
  const ids = new Set(sessions.map(({ id }) => id));
  return ({ sessionId }: { sessionId: string }) => ids.has(sessionId);
}

function toInjected(
  { id, sessionId, at, event, tokens, text, sources }: LedgerLine,
  used: string[],
): DayInjection {
  const items = itemsOf({ text, sources });
  const [first] = items;
  // A block that cannot be split is one item, with the frame around it.
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
  const zero: DayTotals = {
    sessions: 0,
    running: 0,
    prompts: 0,
    calls: 0,
    files: 0,
    added: 0,
    removed: 0,
    commits: 0,
    failures: 0,
    fixed: 0,
    open: 0,
    injections: 0,
    used: 0,
    tokens: 0,
  };
  for (const { totals } of days)
    for (const name of Object.keys(zero) as (keyof DayTotals)[]) zero[name] += totals[name];
  return zero;
}
