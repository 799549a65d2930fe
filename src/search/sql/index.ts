/**
 * A search is one pipeline. Two steps read the database, the others are pure.
 *
 * 1. Words (`text/words.ts`): the query's text becomes words, each with the forms in which the index may have it.
 * 2. Rows (query one): the vocabulary tells how many records have each word, corrects a word that none has, and
 *    gives rare words more weight (`vocabulary.ts`). The rarest words choose the candidates in each of the three tables,
 *    the newest first, within project, kind, client and time (`candidates.ts`). No record is read.
 * 3. Records (`load-records.ts`, query two): the texts of those rows. A record that is not indexed yet is not found: whoever
 *    searches waits a moment for the index, or completes it first.
 * 4. Scores (`rank.ts`): BM25 of title and text, the share of the words that are there, use and
 *    priority. Without a word of the query a record is dropped.
 * 5. Hits: the best, with the part of their text around the most telling word.
 *
 * FTS5's own `bm25()` is not used: it visits every match of every word, which takes seconds at a million records.
 * Recall's proposals take steps 1 and 2 and weigh what they find themselves.
 */
import type { Database } from "bun:sqlite";
import { indexFirst } from "../../store/index/lazy-index.ts";
import {
  kindWord,
  projectWord,
  sinceMatch,
  WORD_TABLES,
  type WordTable,
} from "../../store/index/word-index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { queries } from "../../store/store.ts";
import { toLimit, toTime } from "../../store/values.ts";
import { placeOf } from "../../text/snippet.ts";
import { type QueryWord, toQueryTerms } from "../../text/words.ts";
import { createScoring, isOf, rarity, toDistinctive, toHit, type WeighedWord } from "../rank.ts";
import type { SearchHit, SearchQuery, SearchType } from "../types.ts";
import { createArchive } from "./archive.ts";
import {
  type CandidateFilter,
  type CandidateWord,
  type FoundRows,
  findCandidates,
  keepInScope,
  MOST_SCOPED,
  type Wanted,
} from "./candidates.ts";
import { loadFound } from "./load-records.ts";
import { createVocabulary, type KnownWord } from "./vocabulary.ts";

/** Finds the rows with a query's words; recall uses it too. */
export const finding = queries(({ db }) => createFind(db));

export const searchIn = queries((connection) => {
  const { db, part } = connection;
  const search = createSearch(db, part(finding));
  return {
    /** Best first. A query without a searchable word finds nothing. */
    search(query: SearchQuery) {
      indexFirst(connection);
      return search(query);
    },
    ...createArchive(db, part(recordsIn)),
  };
});

/** The number of records to score per table. */
const LOOKED_AT = 12;

function createSearch(db: Database, find: ReturnType<typeof createFind>) {
  return (query: SearchQuery): SearchHit[] => {
    const limit = toLimit(query.limit);
    const words = toQueryTerms(query.text);
    if (words.length === 0 || limit === 0) return [];
    const { known, weighed, found } = find(query, words, { limit, most: Math.max(LOOKED_AT, limit) });
    const score = createScoring(weighed);
    const best = loadFound(db, found)
      // A row number may have belonged to another record earlier.
      .filter((record) => isOf(record, query.project))
      .map(score)
      // False matches.
      .filter(({ parts }) => parts.words > 0)
      .sort((a, b) => b.score - a.score || b.at - a.at)
      .slice(0, limit);
    const places = toDistinctive(words, known, weighed).map(placeOf);
    return best.map((scored) => toHit(scored, places));
  };
}

/** The weight of a similar word, relative to the word itself. */
const SIMILAR_WEIGHT = 0.5;

interface FindQuery extends Pick<SearchQuery, "project" | "client" | "type" | "since" | "exact"> {
  /** The tables to search; default: all records of the type. */
  tables?: readonly WordTable[];
  /** The tables whose records are wanted; default: all. */
  of?: readonly WordTable[];
}

interface Found {
  /** The query's words in order, as indexed. */
  known: KnownWord[];
  weighed: WeighedWord[];
  /** Best first, by table. */
  found: FoundRows[];
}

function createFind(db: Database) {
  const vocabulary = createVocabulary(db);
  return (query: FindQuery, words: readonly QueryWord[], wanted: Wanted): Found => {
    const known = vocabulary.know(words, { exact: query.exact === true, tables: query.tables });
    const all = vocabulary.all();
    const weighed = known.map((word) => toWeighed(word, all));
    const looked = known.map((word, i) => ({
      ...word,
      weight: word.docs === 0 ? 0 : (weighed[i]?.weight ?? 0),
    }));
    const isAnyKnown = looked.some((word) => word.docs > 0);
    return { known, weighed, found: isAnyKnown ? candidatesOf(db, query, looked, wanted) : [] };
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

function candidatesOf(
  db: Database,
  query: FindQuery,
  words: readonly CandidateWord[],
  wanted: Wanted,
): FoundRows[] {
  const asked = query.type === undefined ? (query.of ?? query.tables ?? WORD_TABLES) : [TABLE_OF[query.type]];
  // Memories have no client.
  const tables = query.client === undefined ? asked : asked.filter((table) => table !== "memory_stems");
  const { project, type, client, since } = query;
  const isFiltered = [project, type, client, since].some((value) => value !== undefined);
  return tables.map((table) => {
    const filter: CandidateFilter = {
      table,
      scope: scopeOf(db, query, table),
      since,
      client,
      ...(isFiltered ? { keep: (rowids) => keepInScope(db, table, rowids, query) } : {}),
      // A project has few memories, so recall selects them by their two rarest words; more would add noise.
      ...(isFiltered && since === undefined && table === "memory_stems" ? { rarest: MOST_SCOPED } : {}),
    };
    return { table, candidates: findCandidates(db, words, filter, wanted) };
  });
}

function scopeOf(db: Database, query: FindQuery, table: WordTable): string[] {
  const scope: string[] = [];
  if (query.project !== undefined) {
    const here = `"${projectWord(query.project)}"`;
    // Records that apply everywhere apply here too.
    scope.push(table === "memory_stems" ? `(${here} OR "${projectWord("")}")` : here);
  }
  if (query.type !== undefined && query.type !== "observation") scope.push(`"${kindWord(query.type)}"`);
  if (query.since !== undefined && table !== "memory_stems") {
    const newest = db.query<{ at: number | null }, []>("select max(last_event_at) as at from sessions").get();
    const dates = sinceMatch(toTime(query.since), newest?.at ?? toTime(query.since));
    if (dates !== undefined) scope.push(dates);
  }
  return scope;
}
