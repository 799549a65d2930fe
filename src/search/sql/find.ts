/** Finds row numbers for words, using only the index: for search, and for recall's candidates. */
import type { Database } from "bun:sqlite";
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
  MOST_SCOPED,
  type Wanted,
} from "./candidates.ts";
import { keepInScope } from "./matching-rows.ts";
import { createVocabulary, type KnownWord } from "./vocabulary.ts";

/** The weight of a similar word, relative to the word itself. */
const SIMILAR_WEIGHT = 0.5;

interface FindQuery extends Pick<SearchQuery, "project" | "client" | "type" | "since" | "except" | "exact"> {
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

export interface FoundRows {
  table: WordTable;
  candidates: Candidate[];
}

export type Find = ReturnType<typeof createFind>;

export function createFind(db: Database) {
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
      except: rowidsOfSessions(db, query.except ?? [], table),
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
