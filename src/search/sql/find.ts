/** From words to row numbers, using only the index: for search, and for recall's candidates. */
import type { Database } from "bun:sqlite";
import { lazily } from "../../platform/lazily.ts";
import { sinceMatch } from "../../store/index/date-words.ts";
import { kindWord, projectWord, WORD_TABLES, type WordTable } from "../../store/index/word-index.ts";
import { type Named, toText, toTime } from "../../store/values.ts";
import type { QueryWord } from "../../text/words.ts";
import { rarity, type WeighedWord } from "../rank/score.ts";
import type { SearchQuery, SearchType } from "../types.ts";
import {
  type Candidate,
  type CandidateFilter,
  type CandidateWord,
  findCandidates,
  MOST_OF_WORD,
  MOST_SCOPED,
  TOGETHER,
  type Wanted,
} from "./candidates.ts";
import { keepInScope } from "./scoped-rows.ts";
import { createSinceRows, recentKnowledge } from "./since-rows.ts";
import { createVocabulary, type KnownWord } from "./vocabulary.ts";

/** A similar word counts less than the word itself. */
const SIMILAR_WEIGHT = 0.5;

interface FindQuery extends Pick<SearchQuery, "project" | "client" | "type" | "since" | "except" | "exact"> {
  /** Where to look; default: all records of the type. */
  tables?: readonly WordTable[];
  /** Those of them that records are wanted of; default: all. */
  of?: readonly WordTable[];
}

interface Found {
  /** The query's words in order, as indexed. */
  known: KnownWord[];
  weighed: WeighedWord[];
  /** Best first, by table. */
  found: FoundRows[];
}

export interface FoundRows {
  table: WordTable;
  candidates: Candidate[];
}

export type Find = ReturnType<typeof createFind>;

export function createFind(db: Database) {
  const vocabulary = createVocabulary(db);
  const sinceRows = lazily(() => createSinceRows(db));

  return (query: FindQuery, words: readonly QueryWord[], wanted: Wanted): Found => {
    const known = vocabulary.know(words, { exact: query.exact === true, tables: query.tables });
    const all = vocabulary.all();
    const weighed = known.map((word) => toWeighed(word, all));
    const looked = known.map((word, i) => ({
      ...word,
      weight: word.docs === 0 ? 0 : (weighed[i]?.weight ?? 0),
    }));
    const isAnyKnown = looked.some((word) => word.docs > 0);
    return { known, weighed, found: isAnyKnown ? candidatesOf(db, sinceRows, query, looked, wanted) : [] };
  };
}

function toWeighed(word: KnownWord, all: number): WeighedWord {
  const weight = rarity(word.docs, all);
  return { terms: word.terms, weight: word.exact ? weight : weight * SIMILAR_WEIGHT };
}

const TABLE_OF: Readonly<Record<SearchType, WordTable>> = {
  observation: "call_stems",
  prompt: "text_stems",
  response: "text_stems",
  summary: "text_stems",
  notification: "text_stems",
  memory: "memory_stems",
  solution: "memory_stems",
};

type FindSinceRows = () => ReturnType<typeof createSinceRows>;

function candidatesOf(
  db: Database,
  sinceRows: FindSinceRows,
  query: FindQuery,
  words: readonly CandidateWord[],
  wanted: Wanted,
): FoundRows[] {
  const asked = query.type === undefined ? (query.of ?? query.tables ?? WORD_TABLES) : [TABLE_OF[query.type]];
  // A memory belongs to no client.
  const tables = query.client === undefined ? asked : asked.filter((table) => table !== "memory_stems");
  return tables.map((table) => {
    const dates = datesOf(db, sinceRows, query, table);
    const filter: CandidateFilter = {
      table,
      scope: scopeOf(query, table),
      ...lookedUp(db, table, query, words, dates),
      except: rowidsOfSessions(db, query.except ?? [], table),
      ...dates,
      ...(query.client === undefined ? {} : { client: toText(query.client) }),
    };
    return { table, candidates: findCandidates(db, words, filter, wanted) };
  });
}

/** Memories of a project are few: recall takes them by their two rarest words, and more of them would be noise. */
const isByRarest = ({ since }: FindQuery, table: WordTable) =>
  since === undefined && table === "memory_stems";

type Dates = Pick<CandidateFilter, "since" | "dates" | "from" | "only">;

/** Asked once for the records of all rare words. */
function lookedUp(
  db: Database,
  table: WordTable,
  query: FindQuery,
  words: readonly CandidateWord[],
  { from = 0, only }: Dates,
): Pick<CandidateFilter, "isInScope" | "keep" | "rarest"> {
  const { project, type, client, since } = query;
  if (project === undefined && type === undefined && client === undefined && since === undefined) return {};
  const isFew = isByRarest(query, table);
  const keep = (rowids: readonly number[]) =>
    keepInScope(
      db,
      table,
      rowids.filter((rowid) => rowid >= from && only?.has(rowid) !== false),
      query,
    );
  const known = words
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, isFew ? TOGETHER : words.length)
    .map(({ rowids }) => rowids?.get(table) ?? [])
    .filter(({ length }) => length < MOST_OF_WORD);
  const kept = keep([...new Set(known.flat())]);
  const isInScope = (rowid: number) => kept.has(rowid);
  return isFew ? { isInScope, rarest: MOST_SCOPED } : { isInScope, keep };
}

function datesOf(db: Database, sinceRows: FindSinceRows, { since }: FindQuery, table: WordTable): Dates {
  if (since === undefined) return {};
  const at = toTime(since);
  if (table === "memory_stems") {
    const only = recentKnowledge(db, at);
    return only === undefined ? { since: at } : { since: at, only, from: Math.min(...only) };
  }
  const { from, isDense } = sinceRows()(table, at);
  const start = from === undefined ? {} : { from };
  if (isDense) return { since: at, ...start };
  const newest = db.query<{ at: number | null }, []>("select max(last_event_at) as at from sessions").get();
  const match = sinceMatch(at, newest?.at ?? at);
  return { since: at, ...start, ...(match === undefined ? {} : { dates: [match] }) };
}

function scopeOf(query: FindQuery, table: WordTable): string[] {
  const scope: string[] = [];
  if (query.project !== undefined) {
    const here = `"${projectWord(query.project)}"`;
    // Records that apply everywhere apply here too.
    scope.push(table === "memory_stems" ? `(${here} OR "${projectWord("")}")` : here);
  }
  if (query.type !== undefined && query.type !== "observation") scope.push(`"${kindWord(query.type)}"`);
  return scope;
}

function rowidsOfSessions(db: Database, sessionIds: readonly string[], table: WordTable): Set<number> {
  if (sessionIds.length === 0 || table === "memory_stems") return new Set();
  const kinds = table === "call_stems" ? "'observation'" : "'prompt', 'response', 'summary'";
  const rows = db
    .query<{ id: number }, Named>(
      `select e.id from json_each($ids) wanted cross join sessions s on s.id = wanted.value
       cross join entries e on e.session = s.seq where e.kind in (${kinds})`,
    )
    .all({ ids: JSON.stringify(sessionIds.map(toText)) });
  return new Set(rows.map((row) => row.id));
}
