/**
 * From which row number on the records since a time are to be looked for. Numbers follow the order of arrival, which is
 * nearly that of time: so "since" ends the reading of a word's records early, without a look at the older ones.
 */
import type { Database } from "bun:sqlite";
import { Lru } from "../../platform/lru.ts";
import type { WordTable } from "../../store/index/word-index.ts";
import type { Named } from "../../store/values.ts";

/** Records that are counted; of more it is not worth knowing where they begin. */
const MOST_COUNTED = 60_000;
/** How many times more numbers there may be than records: else most of them are older ones, imported later. */
const LOOSE = 4;
const HOUR_MS = 3_600_000;
const KEPT = 64;
const KEPT_MS = 60_000;

const KINDS: Readonly<Record<Exclude<WordTable, "memory_stems">, readonly string[]>> = {
  call_stems: ["observation"],
  text_stems: ["prompt", "response", "summary", "event"],
};

interface SinceRows {
  /** Undefined: they begin anywhere. */
  from: number | undefined;
  /** Whether most records from there on are younger, so that each may be looked up. */
  isDense: boolean;
}

export function createSinceRows(db: Database) {
  const known = new Lru<string, SinceRows & { at: number }>(KEPT);
  const first = db.query<{ id: number | null; n: number }, Named>(
    `select min(id) as id, count(*) as n from (
       select id from entries where kind = $kind and at >= $since order by at limit ${MOST_COUNTED})`,
  );
  const newest = db.query<{ id: number | null }, []>("select max(id) as id from entries");

  return (table: Exclude<WordTable, "memory_stems">, since: number): SinceRows => {
    // By the hour before: an earlier start is right too, and is asked for again.
    const hour = Math.floor(since / HOUR_MS);
    const name = `${table} ${hour}`;
    const before = known.get(name);
    const now = performance.now();
    if (before !== undefined && now - before.at < KEPT_MS) return before;
    let from = Number.POSITIVE_INFINITY;
    let count = 0;
    let isWide = false;
    for (const kind of KINDS[table]) {
      const found = first.get({ kind, since: hour * HOUR_MS });
      from = Math.min(from, found?.id ?? Number.POSITIVE_INFINITY);
      count += found?.n ?? 0;
      isWide ||= (found?.n ?? 0) >= MOST_COUNTED;
    }
    const last = newest.get()?.id ?? 0;
    const span = table === "call_stems" ? 1 : KINDS.text_stems.length;
    const rows: SinceRows = isWide
      ? { from: undefined, isDense: false }
      : { from: Math.min(from, last + 1), isDense: last - from < LOOSE * span * Math.max(count, 1) };
    known.set(name, { ...rows, at: now });
    return rows;
  };
}

/** More than these are not read: then each match is looked up. */
const MOST_RECENT = 4_000;

/** The memories and solutions since a time, by their numbers in the index; undefined if they are many. */
export function recentKnowledge(db: Database, since: number): Set<number> | undefined {
  const of = (table: string, time: string, rest: 0 | 1) =>
    db
      .query<{ ids: string }, Named>(
        `select json_group_array(id * 2 + ${rest}) as ids from (
           select id from ${table} where ${time} >= $since order by ${time} desc limit ${MOST_RECENT})`,
      )
      .get({ since })?.ids ?? "[]";
  const memories: number[] = JSON.parse(of("memories", "updated_at", 0));
  const solutions: number[] = JSON.parse(of("solutions", "last_seen_at", 1));
  if (Math.max(memories.length, solutions.length) >= MOST_RECENT) return undefined;
  return new Set([...memories, ...solutions]);
}
