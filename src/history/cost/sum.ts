/** Adds up usage by day, project, session, model or branch. */
import type { Usage } from "../../clients/usage.ts";
import { toDay } from "../day/span.ts";
import type { InjectedTokens } from "../sql/types.ts";
import { costOf, type Prices, priceOf } from "./prices.ts";

export const COST_KEYS = ["day", "project", "session", "model", "branch"] as const;
export type CostKey = (typeof COST_KEYS)[number];

export interface CostRow {
  key: string;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Tokens that Pawl's injections added. */
  injected: number;
  /** US dollars for the models with a price; null if none in the row has one. */
  money: number | null;
}

export interface CostSum {
  rows: CostRow[];
  total: CostRow;
  /** Models without a price. Sums do not include them. */
  unpriced: string[];
}

interface SumOptions {
  by: CostKey;
  prices: Prices;
  projectOf(usage: Usage): string;
}

/**
 * Sums days and sessions in order of time, everything else by money, then tokens. An injection belongs to the row of its
 * session or day; for a model or a branch, to the row of the next answer in that session.
 */
export function sumCost(
  usages: readonly Usage[],
  injections: readonly InjectedTokens[],
  options: SumOptions,
): CostSum {
  const { by, prices, projectOf } = options;
  const keyOf = (usage: Usage): string => {
    if (by === "day") return toDay(usage.at);
    if (by === "project") return projectOf(usage);
    return by === "session" ? usage.sessionId : usage[by];
  };
  const rows = new Map<string, CostRow>();
  const total = empty("total");
  const unpriced = new Set<string>();
  const bySession = new Map<string, Usage[]>();
  for (const usage of [...usages].sort((a, b) => a.at - b.at)) {
    const price = priceOf(usage.model, prices);
    if (price === undefined) unpriced.add(usage.model);
    const money = price === undefined ? null : costOf(usage, price);
    for (const row of [rowOf(rows, keyOf(usage)), total]) add(row, usage, money);
    const own = bySession.get(usage.sessionId);
    if (own === undefined) bySession.set(usage.sessionId, [usage]);
    else own.push(usage);
  }
  for (const { at, sessionId, tokens } of injections) {
    const own = bySession.get(sessionId);
    const answer = own?.find((usage) => usage.at >= at) ?? own?.at(-1);
    // Without an answer, it cost nothing.
    if (answer === undefined) continue;
    for (const row of [rowOf(rows, keyOf(answer)), total]) row.injected += tokens;
  }
  const list = [...rows.values()];
  if (by !== "day" && by !== "session")
    list.sort((a, b) => (b.money ?? 0) - (a.money ?? 0) || allTokens(b) - allTokens(a));
  return { rows: list, total, unpriced: [...unpriced].sort() };
}

const empty = (key: string): CostRow => ({
  key,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  injected: 0,
  money: null,
});

function rowOf(rows: Map<string, CostRow>, key: string): CostRow {
  const row = rows.get(key) ?? empty(key);
  rows.set(key, row);
  return row;
}

function add(row: CostRow, usage: Usage, money: number | null): void {
  row.input += usage.input;
  row.output += usage.output;
  row.cacheRead += usage.cacheRead;
  row.cacheWrite += usage.cacheWrite + usage.cacheWriteHour;
  if (money !== null) row.money = (row.money ?? 0) + money;
}

const allTokens = ({ input, output, cacheRead, cacheWrite }: CostRow): number =>
  input + output + cacheRead + cacheWrite;
