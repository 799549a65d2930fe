/** The user's own store: use per week and kind, and held-out sessions compared with the others. */

import { toFailure } from "../../memory/digest/calls.ts";
import { isEdit } from "../../memory/records/edits.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionRecords } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { groupOf } from "../holdout.ts";
import { createTimeline } from "../used/timeline.ts";
import { createControlPools } from "./control-pools.ts";
import { differenceInterval, type Interval, mean } from "./intervals.ts";
import { type JudgedItem, judgeSession } from "./judge-session.ts";
import { type ReplayedSession, toPastSession } from "./past-session.ts";
import { ENOUGH_ITEMS, isExempt, type Row, toRow } from "./report.ts";

export interface LiveReport {
  sessions: number;
  /** Rows with fewer items are too small to judge. */
  enoughItems: number;
  /** Newest week first; the week's Monday, and a row per kind. */
  weeks: (Row & { week: string; kind: string })[];
  kinds: (Row & { kind: string; exempt: boolean })[];
  holdout: { heldOut: number; treated: number; enough: boolean; measures: Measure[] };
}

export interface Measure {
  name: "repeatedFailures" | "callsUntilFirstEdit" | "injectedTokens";
  heldOut: number;
  treated: number;
  /** Treated − held out, 95 %. */
  difference: Interval | null;
}

interface LiveSession {
  at: number;
  items: JudgedItem[];
  group: ReturnType<typeof groupOf>;
  repeatedFailures: number;
  /** Absent in a session without an edit. */
  callsUntilFirstEdit?: number;
  injectedTokens: number;
}

const MOST_SESSIONS = 5000;
const MOST_INJECTIONS = 10_000;
/** Minimum per group. With fewer, a difference means nothing. */
export const ENOUGH_SESSIONS = 20;

export async function liveReport(
  store: Store,
  options: { onProgress?(done: number, all: number): void } = {},
): Promise<LiveReport> {
  const found = await recordsIn(store).sessions({ withContent: true, limit: MOST_SESSIONS });
  found.sort((a, b) => a.startedAt - b.startedAt);
  const past: ReplayedSession[] = [];
  const pools = createControlPools(past);
  const failures = new Set<string>();
  const sessions: LiveSession[] = [];
  for (const [index, { id }] of found.entries()) {
    const records = await recordsIn(store).session(id);
    if (records === undefined) continue;
    const own = toPastSession(records);
    past.push(own);
    const injections = (
      await recordsIn(store).injections({ sessionId: id, limit: MOST_INJECTIONS })
    ).reverse();
    const { project, startedAt } = own;
    const timeline = createTimeline(records, injections);
    const items = judgeSession({ sessionId: id, project, injections, timeline, pools });
    const untilEdit = callsUntilFirstEdit(records);
    sessions.push({
      at: startedAt,
      items,
      group: groupOf(records.events),
      repeatedFailures: repeatedFailures(records, failures),
      ...(untilEdit === undefined ? {} : { callsUntilFirstEdit: untilEdit }),
      injectedTokens: injections.reduce((sum, { tokens }) => sum + tokens, 0),
    });
    options.onProgress?.(index + 1, found.length);
  }
  return toLiveReport(sessions);
}

function toLiveReport(sessions: readonly LiveSession[]): LiveReport {
  const groups = sessions.map(({ items }) => items);
  const kinds = [...new Set(groups.flat().map(({ kind }) => kind))].sort();
  const ofKind = (list: readonly LiveSession[], kind: string) =>
    toRow(list.map(({ items }) => items.filter((item) => item.kind === kind)));
  const weeks = [...new Set(sessions.map(({ at }) => weekOf(at)))].sort().reverse();
  return {
    sessions: sessions.length,
    enoughItems: ENOUGH_ITEMS,
    weeks: weeks.flatMap((week) =>
      kinds
        .map((kind) => ({
          week,
          kind,
          ...ofKind(
            sessions.filter(({ at }) => weekOf(at) === week),
            kind,
          ),
        }))
        .filter(({ items }) => items > 0),
    ),
    kinds: kinds.map((kind) => ({ kind, exempt: isExempt(kind), ...ofKind(sessions, kind) })),
    holdout: compareGroups(sessions),
  };
}

function compareGroups(sessions: readonly LiveSession[]): LiveReport["holdout"] {
  const heldOut = sessions.filter(({ group }) => group === "held-out");
  const treated = sessions.filter(({ group }) => group === "treated");
  const names = ["repeatedFailures", "callsUntilFirstEdit", "injectedTokens"] as const;
  return {
    heldOut: heldOut.length,
    treated: treated.length,
    enough: Math.min(heldOut.length, treated.length) >= ENOUGH_SESSIONS,
    measures: names.map((name) => {
      const values = (list: readonly LiveSession[]) => list.flatMap((session) => session[name] ?? []);
      const [without, withIt] = [values(heldOut), values(treated)];
      return {
        name,
        heldOut: mean(without),
        treated: mean(withIt),
        difference: differenceInterval(withIt, without) ?? null,
      };
    }),
  };
}

/** Failures that an earlier session of the project also had; `seen` grows with every session. */
function repeatedFailures({ session, observations }: SessionRecords, seen: Set<string>): number {
  const own = new Set<string>();
  let repeated = 0;
  for (const call of observations) {
    const failure = toFailure(call, session.project);
    if (failure === undefined) continue;
    const key = `${session.project}\n${failure.key}`;
    if (seen.has(key)) repeated++;
    own.add(key);
  }
  for (const key of own) seen.add(key);
  return repeated;
}

function callsUntilFirstEdit({ observations }: SessionRecords): number | undefined {
  const main = observations.filter(({ agentId }) => agentId === undefined);
  const first = main.findIndex(({ ok, toolName }) => ok && isEdit(toolName));
  return first < 0 ? undefined : first;
}

const DAY = 86_400_000;

/** The Monday of its week (UTC), as 2026-01-05. */
function weekOf(at: number): string {
  const day = new Date(at).getUTCDay();
  return new Date(at - ((day + 6) % 7) * DAY).toISOString().slice(0, 10);
}
