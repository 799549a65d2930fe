/**
 * A search is one pipeline. Two steps read the database, the others are pure.
 *
 * 1. Words (`text/words.ts`): the query's text becomes words, each with the forms in which the index may have it.
 * 2. Rows (`find.ts`, query one): the vocabulary tells how many records have each word, corrects a word that none has, and
 *    gives rare words more weight (`vocabulary.ts`). The rarest words choose the candidates in each of the three tables,
 *    the newest first, within project, kind, client and time (`candidates.ts`). No record is read.
 * 3. Records (`load-records.ts`, query two): the texts of those rows. A record that is not indexed yet is not found: whoever
 *    searches waits a moment for the index, or completes it first.
 * 4. Scores (`rank/hits.ts`): BM25 of title and text, the share of the words that are there, and what else is known
 *    (path, time, use, priority), weighed by `rank/rank.ts`. Without a word of the query a record is dropped.
 * 5. Hits: the best, with the part of their text around the most telling word.
 *
 * FTS5's own `bm25()` is not used: it visits every match of every word, which takes seconds at a million records.
 * Recall's proposals take steps 1 and 2 and weigh what they find themselves.
 */
import type { Database } from "bun:sqlite";
import { indexFirst } from "../../store/index/lazy-index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { queries } from "../../store/store.ts";
import { toLimit } from "../../store/values.ts";
import { placeOf } from "../../text/snippet.ts";
import { toQueryTerms } from "../../text/words.ts";
import { createScoring, isOf, toDistinctive, toHit } from "../rank/hits.ts";
import type { SearchHit, SearchQuery } from "../types.ts";
import { createArchive } from "./archive.ts";
import { createFind, type Find } from "./find.ts";
import { loadFound } from "./load-records.ts";

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

function createSearch(db: Database, find: Find) {
  return (query: SearchQuery): SearchHit[] => {
    const limit = toLimit(query.limit);
    const words = toQueryTerms(query.text);
    if (words.length === 0 || limit === 0) return [];
    const { known, weighed, found } = find(query, words, { limit, most: Math.max(LOOKED_AT, limit) });
    const score = createScoring(weighed, query);
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
