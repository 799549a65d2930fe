/** The results of replay as figures: per event and per kind, against the control, with intervals. */
import { INFERRED_KINDS } from "../past/item.ts";
import { bootstrap, type Interval, mean, median, quantileOf } from "./intervals.ts";
import { AFTER_COMPACTION, type JudgedItem } from "./judge-session.ts";
import type { PlayedSession } from "./play.ts";

/** With fewer items, a share means nothing. */
export const ENOUGH_ITEMS = 10;

export interface Row {
  items: number;
  /** All of them together. */
  tokens: number;
  /** The share of judged items that were used, and of random control items; null if none was judged. */
  used: number | null;
  control: number | null;
  /** The 95 % interval of used − control, by resampling the sessions. */
  difference: Interval | null;
}

interface KindRow extends Row {
  event: string;
  kind: string;
  /** Written by people, or promised: always injected, whatever the figures say. */
  exempt: boolean;
}

interface Tokens {
  mean: number;
  median: number;
  p95: number;
}

export interface Report {
  /** Played. */
  sessions: number;
  /** Sessions with enough earlier sessions of their project: only these are judged. */
  measured: number;
  projects: number;
  /** Tokens of everything that is injected, of all kinds. */
  tokensPerSession: Tokens;
  /** The same without injections after a compaction. */
  tokensWithoutCompaction: Tokens;
  /** Tokens of the exempt kinds alone. */
  exemptTokensPerSession: Tokens;
  /** All judged items together. */
  all: Row;
  events: (Row & { event: string })[];
  kinds: KindRow[];
  solutions: { offered: number; known: number; cured: number; atPassingRuns: number };
  ranking: { queries: number; pawl: number; fts: number; newest: number };
  /** All prompts, replayed without their related sessions in memory. */
  silent: number;
  silence: { firstPrompts: number; firstSilent: number; prompts: number };
}

export function isExempt(kind: string): boolean {
  return !(INFERRED_KINDS as readonly string[]).includes(kind);
}

export function toReport(played: readonly PlayedSession[], earlier: number): Report {
  const measured = played.filter((session) => session.earlier >= earlier);
  const groups = measured.map(({ items }) => items);
  const isCompaction = ({ event }: JudgedItem) => event === AFTER_COMPACTION;
  const prompts = played.flatMap((session) => session.prompts);
  const first = prompts.filter(({ isFirst }) => isFirst);
  const ranks = first.flatMap(({ rank }) => rank ?? []);
  const offers = measured.flatMap((session) => session.offers);
  const where = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length;
  return {
    sessions: played.length,
    measured: measured.length,
    projects: new Set(played.map(({ project }) => project)).size,
    tokensPerSession: tokensOf(groups),
    tokensWithoutCompaction: tokensOf(groups.map((items) => items.filter((item) => !isCompaction(item)))),
    exemptTokensPerSession: tokensOf(groups.map((items) => items.filter(({ kind }) => isExempt(kind)))),
    all: toRow(groups.map((items) => items.filter(({ judged }) => judged !== undefined))),
    events: keysOf(groups, ({ event }) => event).map((event) => ({
      event,
      ...toRow(groups.map((items) => items.filter((item) => item.event === event))),
    })),
    kinds: keysOf(groups, ({ event, kind }) => `${event}\t${kind}`).map((key) => {
      const [event = "", kind = ""] = key.split("\t");
      const own = groups.map((items) => items.filter((item) => item.event === event && item.kind === kind));
      return { event, kind, exempt: isExempt(kind), ...toRow(own) };
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

/** `groups`: the items of each session. A session without items still counts in the resampling. */
export function toRow(groups: readonly (readonly JudgedItem[])[]): Row {
  const items = groups.flat();
  const sums = groups.map(sumsOf);
  const judged = items.flatMap((item) => item.judged ?? []);
  const interval = judged.length === 0 ? undefined : bootstrap(sums, differenceOf);
  return {
    items: items.length,
    tokens: Math.round(items.reduce((sum, { tokens }) => sum + tokens, 0)),
    used: judged.length === 0 ? null : share(judged.filter(({ used }) => used).length, judged.length),
    control: judged.length === 0 ? null : round(mean(judged.map(({ control }) => control))),
    difference: interval === undefined ? null : [round(interval[0]), round(interval[1])],
  };
}

interface Sums {
  used: number;
  control: number;
  items: number;
}

function sumsOf(items: readonly JudgedItem[]): Sums {
  const sums = { used: 0, control: 0, items: 0 };
  for (const { judged } of items) {
    if (judged === undefined) continue;
    sums.items++;
    sums.control += judged.control;
    if (judged.used) sums.used++;
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
  const round = (value: number) => Math.round(value);
  return { mean: round(mean(sums)), median: round(median(sums)), p95: round(quantileOf(sums, 0.95)) };
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
