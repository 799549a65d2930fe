/** Scores loaded records, and builds the displayed hits. Pure. */
import { toSnippet } from "../../text/snippet.ts";
import { toCut, toFirstLine } from "../../text/title.ts";
import type { QueryWord } from "../../text/words.ts";
import type { FoundRecord } from "../sql/load-records.ts";
import type { KnownWord } from "../sql/vocabulary.ts";
import type { SearchHit, SearchQuery } from "../types.ts";
import { type RankParts, rankOf } from "./rank.ts";
import { createScorer, type WeighedWord } from "./score.ts";

interface Scored extends FoundRecord {
  score: number;
  parts: RankParts;
}

/** Belongs to the project, or applies everywhere. */
export function isOf({ project, type }: FoundRecord, wanted: string | undefined): boolean {
  if (wanted === undefined || project === wanted) return true;
  return project === "" && (type === "memory" || type === "solution");
}

/** Characters of a text to score; beyond them, the index tells whether a word occurs. */
const WEIGHED_LENGTH = 1_500;

export function createScoring(
  words: readonly WeighedWord[],
  query: SearchQuery,
): (of: FoundRecord) => Scored {
  const score = createScorer(words);
  const all = words.reduce((sum, word) => sum + word.weight, 0);
  const { now, near } = query;
  const asked = { ...(now === undefined ? {} : { now }), ...(near === undefined ? {} : { near }) };
  return (record) => {
    const { title, text } = record.document;
    let { bm25, found } = score(title, toCut(text, WEIGHED_LENGTH));
    for (const word of record.words) found[word] = true;
    if (!found.includes(true)) ({ bm25, found } = score(title, text));
    const there = words.reduce((sum, word, i) => (found[i] === true ? sum + word.weight : sum), 0);
    const { helped, failed, files, at, priority } = record;
    const known = { at, files, helped, failed, ...(priority === undefined ? {} : { priority }) };
    return { ...record, ...rankOf({ words: all === 0 ? 0 : there / all, bm25, ...known, ...asked }) };
  };
}

/** The snippet is around the first word found, most distinctive words first. */
export function toHit(record: Scored, places: readonly ((text: string) => number)[]): SearchHit {
  const { title } = record.document;
  const text = record.type === "observation" ? withoutEscapes(record.document.text) : record.document.text;
  let first = -1;
  for (const placeIn of places) {
    first = placeIn(text);
    if (first >= 0) break;
  }
  const { id, type, project, sessionId, at, score, parts, uri, client } = record;
  // A solution's text begins with its error; its title in the index is the fix.
  const shown =
    type === "solution"
      ? { title: toFirstLine(text), snippet: title }
      : { title, snippet: toSnippet(text, first) };
  const hit = { id, type, project, sessionId, at, ...shown, score, parts };
  return { ...hit, ...(uri === undefined ? {} : { uri }), ...(client === undefined ? {} : { client }) };
}

/** A field's name, with the sign that ends the value before. A quote inside a value has a backslash in front. */
const FIELD = /"?[\]}]*[[{,]+(?:"\w+":[[{]*)+(?:"|true|false|null)?|"?[\]}]+$|","/g;

/** A tool's answer is often JSON, on one line and perhaps cut: people read its texts without escapes and field names. */
function withoutEscapes(text: string): string {
  return text.replace(/^[[{]*".*$/gm, (line) =>
    line
      .replace(FIELD, " ")
      .replace(/\\(["\\/nrt])/g, (_, sign: string) => ("nrt".includes(sign) ? " " : sign)),
  );
}

/** The number of words to mark in the displayed text. */
const DISTINCTIVE = 8;

/** The rarest words, in the form that is marked in the displayed text, which may differ from the typed one. */
export function toDistinctive(words: QueryWord[], known: KnownWord[], weighed: WeighedWord[]): QueryWord[] {
  return words
    .map((word, i) => ({ word, known: known[i], weight: weighed[i]?.weight ?? 0 }))
    .filter((each) => each.known !== undefined && each.known.docs > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, DISTINCTIVE)
    .map(({ word, known: found }) =>
      found === undefined || found.exact ? word : { terms: [...found.terms], open: [], pieces: [] },
    );
}
