/**
 * Which records are worth a closer look. FTS5's own bm25 walks every match of every word to know how rare it is;
 * walking row numbers is fifty times cheaper. So the rare words of a query say which records, newest first where
 * they are many, and the closer look does the rest.
 */
import type { Database } from "bun:sqlite";
import type { QueryTerm } from "../../memory/words.ts";
import type { WordTable } from "./word-index.ts";
import type { Named } from "./values.ts";

/** Row numbers that are looked at, of one word and of all. */
const MOST_OF_WORD = 1_500;
const MOST_OF_QUERY = 8_000;
/** Words whose records are looked up, the rarest ones; each has a bit. */
const MOST_WORDS = 16;
const MOST_TOGETHER = 300;
/** A query this short may look for its words in titles, too. */
const FEW_WORDS = 3;
const MOST_TITLES = 200;

export interface CandidateWord {
  match: string;
  weight: number;
}

export interface CandidateFilter {
  table: WordTable;
  /** Words that must all be there: see `projectWord` and `kindWord`. */
  scope: readonly string[];
  since?: number;
  /** Row numbers that are left out. */
  except: ReadonlySet<number>;
}

export interface Candidate {
  rowid: number;
  /** The sum of the weights of the words that it is known to have. */
  weight: number;
}

export function findCandidates(
  db: Database,
  words: readonly CandidateWord[],
  filter: CandidateFilter,
  most: number,
): Candidate[] {
  const rarest = [...words].sort((a, b) => b.weight - a.weight).slice(0, MOST_WORDS);
  const masks = new Map<number, number>();
  const inTitle = new Set<number>();
  const see = (rowids: number[], mask: number) => {
    for (const rowid of rowids) {
      if (!filter.except.has(rowid)) masks.set(rowid, (masks.get(rowid) ?? 0) | mask);
    }
  };
  let left = MOST_OF_QUERY;
  for (const [i, word] of rarest.entries()) {
    if (left <= 0) break;
    const rowids = rowidsOf(db, filter, word.match, Math.min(left, MOST_OF_WORD));
    left -= rowids.length;
    see(rowids, 1 << i);
    if (words.length > FEW_WORDS) continue;
    const titled = rowidsOf(db, filter, `title : (${word.match})`, MOST_TITLES);
    see(titled, 1 << i);
    for (const rowid of titled) inTitle.add(rowid);
  }
  for (const count of new Set([rarest.length, 3])) {
    if (count < 2 || count > rarest.length) continue;
    const together = rarest.slice(0, count).map((word) => `(${word.match})`);
    see(rowidsOf(db, filter, together.join(" AND "), MOST_TOGETHER), (1 << count) - 1);
  }
  const weightOf = (mask: number) => {
    let sum = 0;
    for (const [i, word] of rarest.entries()) if ((mask & (1 << i)) !== 0) sum += word.weight;
    return sum;
  };
  const weights = new Map<number, number>();
  const found: Candidate[] = [];
  for (const [rowid, mask] of masks) {
    let weight = weights.get(mask);
    if (weight === undefined) weights.set(mask, (weight = weightOf(mask)));
    found.push({ rowid, weight: inTitle.has(rowid) ? weight * 1.5 : weight });
  }
  // Among equals the newest, whose numbers are the highest.
  return found.sort((a, b) => b.weight - a.weight || b.rowid - a.rowid).slice(0, most);
}

function rowidsOf(db: Database, filter: CandidateFilter, match: string, limit: number): number[] {
  const { table, scope, since } = filter;
  const values: Named = { match: withScope(match, scope), limit };
  if (since !== undefined) values.since = since;
  const sql = `select ${table}.rowid from ${table} ${since === undefined ? "" : SINCE[table]}
    where ${table} match $match ${since === undefined ? "" : "and at >= $since"}
    order by ${table}.rowid desc limit $limit`;
  return db
    .query<unknown, Named>(sql)
    .values(values)
    .map((row) => Number(row[0]));
}

function withScope(match: string, scope: readonly string[]): string {
  return scope.length === 0 ? match : `${scope.join(" AND ")} AND (${match})`;
}

const SINCE: Readonly<Record<WordTable, string>> = {
  call_words: "join entries on entries.id = call_words.rowid",
  text_words: "join entries on entries.id = text_words.rowid",
  memory_words: `join (
    select id * 2 as number, updated_at as at from memories
    union all select id * 2 + 1, last_seen_at from solutions) on number = memory_words.rowid`,
};

export function toAnyOf(terms: readonly QueryTerm[]): string {
  return [...new Set(terms.map(toPhrase))].join(" OR ");
}

/** Always quoted: nothing that a user types is ever FTS5's syntax. */
function toPhrase({ tokens, prefix }: QueryTerm): string {
  return `"${tokens.join(" ").replaceAll('"', "")}"${prefix ? " *" : ""}`;
}
