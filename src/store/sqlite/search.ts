/** Full-text search: the index says which records, their own text how well they fit. */
import type { Database } from "bun:sqlite";
import { rarity, type WeighedWord } from "../../memory/score.ts";
import { toFinders } from "../../memory/snippet.ts";
import { type QueryWord, toQueryTerms } from "../../memory/words.ts";
import type { SearchHit, SearchQuery, SearchType } from "../store.ts";
import {
  type Candidate,
  type CandidateFilter,
  type CandidateWord,
  findCandidates,
  type Wanted,
} from "./candidates.ts";
import { createScoring, loadFound, toHit } from "./hits.ts";
import { createProjectRows, type ProjectRows } from "./project-rows.ts";
import { type Named, toLimit, toText, toTime } from "./values.ts";
import { createVocabulary, type KnownWord } from "./vocabulary.ts";
import { kindWord, projectWord, type WordTable } from "./word-index.ts";

/** How many of each table are looked at closely. */
const LOOKED_AT = 12;
/** How many words are looked for in the text that is shown. */
const TELLING = 8;
/** What is only like a word counts for less than the word. */
const SIMILAR_WEIGHT = 0.5;

export function createSearch(db: Database) {
  const vocabulary = createVocabulary(db);
  const projects = createProjectRows(db);

  return (query: SearchQuery): SearchHit[] => {
    const limit = toLimit(query.limit);
    const words = toQueryTerms(query.text);
    if (words.length === 0 || limit === 0) return [];
    const known = vocabulary.know(words, query.exact === true);
    const all = vocabulary.all();
    const weighed = known.map((word) => toWeighed(word, all));
    const looked = known.map((word, i) => ({
      ...word,
      weight: word.docs === 0 ? 0 : (weighed[i]?.weight ?? 0),
    }));
    if (looked.every((word) => word.docs === 0)) return [];
    const found = candidatesOf(db, projects, query, looked, { limit, most: Math.max(LOOKED_AT, limit) });
    const score = createScoring(weighed, query);
    const best = loadFound(db, found)
      // A row number may have been another record's once.
      .filter(({ project, type }) => query.project === undefined || isOf(project, type, query.project))
      .map(score)
      // What only seemed to match.
      .filter(({ parts }) => parts.words > 0)
      .sort((a, b) => b.score - a.score || b.at - a.at)
      .slice(0, limit);
    const finders = toFinders(toTelling(words, known, weighed));
    return best.map((scored) => toHit(scored, finders));
  };
}

function isOf(project: string, type: SearchType, wanted: string): boolean {
  return project === wanted || (project === "" && (type === "memory" || type === "solution"));
}

function toWeighed(word: KnownWord, all: number): WeighedWord {
  const weight = rarity(word.docs, all);
  return { terms: word.terms, weight: word.exact ? weight : weight * SIMILAR_WEIGHT };
}

/** The rarest words, as they are looked for in the text that is shown: not always what was typed. */
function toTelling(words: QueryWord[], known: KnownWord[], weighed: WeighedWord[]): QueryWord[] {
  return words
    .map((word, i) => ({ word, known: known[i], weight: weighed[i]?.weight ?? 0 }))
    .filter((each) => each.known !== undefined && each.known.docs > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, TELLING)
    .map((each) =>
      each.known === undefined || each.known.exact
        ? each.word
        : { terms: [...each.known.terms], open: [], pieces: [] },
    );
}

const TABLE_OF: Readonly<Record<SearchType, WordTable>> = {
  observation: "call_words",
  prompt: "text_words",
  response: "text_words",
  summary: "text_words",
  memory: "memory_words",
  solution: "memory_words",
};

export interface FoundRows {
  table: WordTable;
  candidates: Candidate[];
}

function candidatesOf(
  db: Database,
  projects: ProjectRows,
  query: SearchQuery,
  words: readonly CandidateWord[],
  wanted: Wanted,
): FoundRows[] {
  const tables = query.type === undefined ? new Set(Object.values(TABLE_OF)) : [TABLE_OF[query.type]];
  const except = new Set((query.except ?? []).flatMap((id) => [...rowidsOfSession(db, id)]));
  return [...tables].map((table) => {
    const { project, type } = query;
    const isInScope =
      project === undefined || type !== undefined || table === "memory_words"
        ? undefined
        : projects.of(table, project);
    const filter: CandidateFilter = {
      table,
      scope: scopeOf(query, table),
      ...(isInScope === undefined ? {} : { isInScope }),
      except: table === "memory_words" ? new Set<number>() : except,
      ...(query.since === undefined ? {} : { since: toTime(query.since) }),
    };
    return { table, candidates: findCandidates(db, words, filter, wanted) };
  });
}

function scopeOf(query: SearchQuery, table: WordTable): string[] {
  const scope: string[] = [];
  if (query.project !== undefined) {
    const here = `"${projectWord(query.project)}"`;
    // What holds everywhere holds here.
    scope.push(table === "memory_words" ? `(${here} OR "${projectWord("")}")` : here);
  }
  if (query.type !== undefined && query.type !== "observation") scope.push(`"${kindWord(query.type)}"`);
  return scope;
}

function rowidsOfSession(db: Database, sessionId: string): Set<number> {
  const rows = db
    .query<{ id: number }, Named>(
      "select id from entries where session = (select seq from sessions where id = $id)",
    )
    .all({ id: toText(sessionId) });
  return new Set(rows.map((row) => row.id));
}
