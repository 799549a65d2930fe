/** Full-text search: the index selects records, and their text determines the score. */
import type { Database } from "bun:sqlite";
import { lazily } from "../../platform/lazily.ts";
import type { LazyIndex } from "../../store/index/lazy-index.ts";
import { toLimit } from "../../store/values.ts";
import { toFinders } from "../../text/snippet.ts";
import { type QueryWord, toQueryTerms } from "../../text/words.ts";
import type { WeighedWord } from "../rank/score.ts";
import type { SearchHit, SearchQuery } from "../types.ts";
import type { Find } from "./find.ts";
import { createScoring, isOf, loadFound, toHit } from "./hits.ts";
import { createUnindexed } from "./unindexed.ts";
import type { KnownWord } from "./vocabulary.ts";

/** How many records of each table are scored. */
const LOOKED_AT = 12;
/** How many words are marked in the displayed text. */
const DISTINCTIVE = 8;

export function createSearch(db: Database, find: Find, index: Pick<LazyIndex, "indexedTo" | "waiting">) {
  const unindexed = lazily(() => createUnindexed(db));
  return (query: SearchQuery): SearchHit[] => {
    const limit = toLimit(query.limit);
    const words = toQueryTerms(query.text);
    if (words.length === 0 || limit === 0) return [];
    // First: a record that is indexed in the meantime is found twice rather than missed.
    const direct = index.waiting() === 0 ? [] : unindexed()(query, words, index.indexedTo());
    const { known, weighed, found } = find(query, words, { limit, most: Math.max(LOOKED_AT, limit) });
    const score = createScoring(weighed, query);
    const seen = new Set(direct.map(({ id }) => id));
    const best = [...direct, ...loadFound(db, found).filter(({ id }) => !seen.has(id))]
      // A row number may have belonged to another record before.
      .filter((record) => isOf(record, query.project))
      .map(score)
      // False matches.
      .filter(({ parts }) => parts.words > 0)
      .sort((a, b) => b.score - a.score || b.at - a.at)
      .slice(0, limit);
    const finders = toFinders(toDistinctive(words, known, weighed, direct.length > 0));
    return best.map((scored) => toHit(scored, finders));
  };
}

/** The rarest words, as they are marked in the displayed text: not always as typed. */
function toDistinctive(
  words: QueryWord[],
  known: KnownWord[],
  weighed: WeighedWord[],
  isDirect: boolean,
): QueryWord[] {
  return words
    .map((word, i) => ({ word, known: known[i], weight: weighed[i]?.weight ?? 0 }))
    .filter((each) => each.known !== undefined && (isDirect || each.known.docs > 0))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, DISTINCTIVE)
    .map((each) =>
      each.known === undefined || each.known.exact || each.known.docs === 0
        ? each.word
        : { terms: [...each.known.terms], open: [], pieces: [] },
    );
}
