/** What replay found, as figures: per event and per kind, against the control, with intervals. */
import { bootstrap, type Interval, mean, median } from "./intervals.ts";
import type { JudgedItem } from "./judge-session.ts";
import type { PlayedSession } from "./play.ts";

/**
 * What people laid down, and the promised continuity: injected whatever the figures say, and reported apart from what
 * Pawl infers.
 */
export const EXEMPT: ReadonlySet<string> = new Set([
  "memory",
  "rule",
  "decision",
  "previous-session",
  "note",
  "permission",
  "tasks",
  "hint",
]);

export interface Row {
  items: number;
  /** All of them together. */
  tokens: number;
  used: number;
  /** The share of random items that would have been used; null where there is no pool to draw from. */
  control: number | null;
  /** Of used − control: 95 %, by drawing the sessions again. */
  difference: Interval | null;
}

interface KindRow extends Row {
  event: string;
  kind: string;
  exempt: boolean;
}

interface Tokens {
  mean: number;
  median: number;
}

export interface Report {
  /** Played. */
  sessions: number;
  /** Those with enough sessions of their project before them: only these are judged. */
  measured: number;
  projects: number;
  /** What Pawl inferred; exempt kinds are not counted. */
  tokensPerSession: Tokens;
  exemptTokensPerSession: Tokens;
  /** All inferred items together. */
  all: Row;
  events: (Row & { event: string })[];
  kinds: KindRow[];
  solutions: { offered: number; known: number; cured: number; atPassingRuns: number };
  ranking: { queries: number; pawl: number; fts: number; newest: number };
  /** All prompts that were asked with their related sessions left out of memory. */
  silent: number;
  silence: { firstPrompts: number; firstSilent: number; prompts: number };
}

export function toReport(played: readonly PlayedSession[], earlier: number): Report {
  const measured = played.filter((session) => session.earlier >= earlier);
  const groups = measured.map(({ items }) => items);
  const inferred = groups.map((items) => items.filter(({ kind }) => !EXEMPT.has(kind)));
  const exempt = groups.map((items) => items.filter(({ kind }) => EXEMPT.has(kind)));
  const prompts = played.flatMap((session) => session.prompts);
  const first = prompts.filter(({ isFirst }) => isFirst);
  const ranks = first.flatMap(({ rank }) => rank ?? []);
  const offers = measured.flatMap((session) => session.offers);
  const where = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length;
  return {
    sessions: played.length,
    measured: measured.length,
    projects: new Set(played.map(({ project }) => project)).size,
    tokensPerSession: tokensOf(inferred),
    exemptTokensPerSession: tokensOf(exempt),
    all: toRow(inferred),
    events: keysOf(inferred, ({ event }) => event).map((event) => ({
      event,
      ...toRow(inferred.map((items) => items.filter((item) => item.event === event))),
    })),
    kinds: keysOf(groups, ({ event, kind }) => `${event} ${kind}`).map((key) => {
      const [event = "", kind = ""] = key.split(" ");
      const own = groups.map((items) => items.filter((item) => item.event === event && item.kind === kind));
      return { event, kind, exempt: EXEMPT.has(kind), ...toRow(own) };
    }),
    solutions: {
      offered: offers.length,
      known: where(offers, ({ known }) => known),
      cured: where(offers, ({ cured }) => cured),
      atPassingRuns: where(offers, ({ atPassingRun }) => atPassingRun),
    },
    ranking: {
      queries: ranks.length,
      pawl: share(
        where(ranks, ({ pawl }) => pawl),
        ranks.length,
      ),
      fts: share(
        where(ranks, ({ fts }) => fts),
        ranks.length,
      ),
      newest: share(
        where(ranks, ({ newest }) => newest),
        ranks.length,
      ),
    },
    silent: share(
      where(prompts, ({ silent }) => silent),
      prompts.length,
    ),
    silence: {
      firstPrompts: first.length,
      firstSilent: share(
        where(first, ({ silent }) => silent),
        first.length,
      ),
      prompts: prompts.length,
    },
  };
}

/** `groups`: the items of each session; one without any still counts when the sessions are drawn again. */
export function toRow(groups: readonly (readonly JudgedItem[])[]): Row {
  const items = groups.flat();
  const judged = groups.map(sumsOf);
  const withControl = items.filter(({ control }) => control !== undefined);
  const interval = withControl.length === 0 ? undefined : bootstrap(judged, differenceOf);
  return {
    items: items.length,
    tokens: Math.round(items.reduce((sum, { tokens }) => sum + tokens, 0)),
    used: share(items.filter(({ used }) => used).length, items.length),
    control: withControl.length === 0 ? null : round(mean(withControl.map(({ control = 0 }) => control))),
    difference: interval === undefined ? null : [round(interval[0]), round(interval[1])],
  };
}

interface Sums {
  used: number;
  control: number;
  items: number;
}

/** Only items that have a control: the difference compares the same places. */
function sumsOf(items: readonly JudgedItem[]): Sums {
  const sums = { used: 0, control: 0, items: 0 };
  for (const { used, control } of items) {
    if (control === undefined) continue;
    sums.items++;
    sums.control += control;
    if (used) sums.used++;
  }
  return sums;
}

function differenceOf(sessions: readonly Sums[]): number {
  let difference = 0;
  let items = 0;
  for (const session of sessions) {
    difference += session.used - session.control;
    items += session.items;
  }
  return difference / items;
}

function tokensOf(groups: readonly (readonly JudgedItem[])[]): Tokens {
  const sums = groups.map((items) => items.reduce((sum, { tokens }) => sum + tokens, 0));
  return { mean: Math.round(mean(sums)), median: Math.round(median(sums)) };
}

function keysOf(groups: readonly (readonly JudgedItem[])[], key: (item: JudgedItem) => string): string[] {
  const tokens = new Map<string, number>();
  for (const item of groups.flat()) tokens.set(key(item), (tokens.get(key(item)) ?? 0) + item.tokens);
  return [...tokens].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole);
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
