/**
 * Scores loaded records, and builds the displayed hits. A score has four parts, each from 0 to 1, weighted and summed. Pure,
 * and every part is returned, so that `--why` can explain a score.
 */
import { toIndexText } from "../text/index-text.ts";
import { toSnippet } from "../text/snippet.ts";
import { toCut, toFirstLine } from "../text/title.ts";
import type { QueryTerm, QueryWord } from "../text/words.ts";
import type { FoundRecord } from "./sql/load-records.ts";
import type { KnownWord } from "./sql/vocabulary.ts";
import type { RankParts, SearchHit } from "./types.ts";

/** Words and text decide; the other parts order records of similar relevance. */
export const WEIGHTS: Readonly<RankParts> = { words: 0.6, text: 0.22, use: 0.03, priority: 0.03 };

/** BM25 of a good match. It determines only the shape of the curve. */
const GOOD_MATCH = 8;

interface RankInput extends Pick<FoundRecord, "helped" | "failed" | "priority"> {
  words: number;
  /** Any scale; 0 when nothing matched. */
  bm25: number;
}

export function rankOf({ words, bm25, helped, failed, priority = 10 }: RankInput) {
  const cases = helped + failed;
  const parts: RankParts = {
    words,
    text: bm25 / (bm25 + GOOD_MATCH),
    // Confidence grows with the number of cases: 1 of 1 counts less than 9 of 10.
    use: helped / (cases + 2),
    priority: 1 - priority / 10,
  };
  const names = Object.keys(WEIGHTS) as (keyof RankParts)[];
  return { score: names.reduce((sum, name) => sum + WEIGHTS[name] * parts[name], 0), parts };
}

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

export function createScoring(words: readonly WeighedWord[]): (of: FoundRecord) => Scored {
  const score = createScorer(words);
  const all = words.reduce((sum, word) => sum + word.weight, 0);
  return (record) => {
    const { title, text } = record.document;
    let { bm25, found } = score(title, toCut(text, WEIGHED_LENGTH));
    for (const word of record.words) found[word] = true;
    if (!found.includes(true)) ({ bm25, found } = score(title, text));
    const there = words.reduce((sum, word, i) => (found[i] === true ? sum + word.weight : sum), 0);
    return { ...record, ...rankOf({ ...record, words: all === 0 ? 0 : there / all, bm25 }) };
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

// BM25 over the words of one text, in the index's form.

/** A word of the query, with its rarity. */
export interface WeighedWord {
  terms: readonly QueryTerm[];
  /** By `rarity`. */
  weight: number;
}

const TITLE_WEIGHT = 4;
/** How fast repetitions of a word saturate. */
const SATURATION = 1.2;
/** How much words in long texts are discounted. */
const LENGTH_SHARE = 0.3;
/** Characters of a middling record. */
const USUAL_LENGTH = 1_500;
/** Maximum count of one word in one text. */
const MOST_TIMES = 20;

/** The weight of a word that occurs in `docs` of `all` records. */
export function rarity(docs: number, all: number): number {
  const known = Math.min(docs, all);
  return Math.log(1 + (all - known + 0.5) / (known + 0.5));
}

interface TextScore {
  bm25: number;
  /** For each word, whether it occurs. */
  found: boolean[];
}

/** For many texts and one query. */
export function createScorer(words: readonly WeighedWord[]): (title: string, text: string) => TextScore {
  const phrases = words.flatMap(({ terms }, word) =>
    terms.map(({ tokens, prefix }) => ({
      word,
      phrase: ` ${toFolded(tokens.join(" "))}${prefix ? "" : " "}`,
    })),
  );

  function count(text: string, weight: number, times: number[]): number {
    // The text as one string: splitting it would create a string per word, and most searches need only a few.
    const padded = ` ${toFolded(toIndexText(text))} `;
    for (const { word, phrase } of phrases) {
      times[word] = (times[word] ?? 0) + weight * timesOf(padded, phrase);
    }
    return padded.length - 2;
  }

  return (title, text) => {
    const times = words.map(() => 0);
    count(title, TITLE_WEIGHT, times);
    const length = count(text, 1, times);
    const longer = 1 - LENGTH_SHARE + (LENGTH_SHARE * length) / USUAL_LENGTH;
    let bm25 = 0;
    for (const [i, { weight }] of words.entries()) {
      const seen = Math.min(times[i] ?? 0, MOST_TIMES);
      if (seen > 0) bm25 += (weight * (seen * (SATURATION + 1))) / (seen + SATURATION * longer);
    }
    return { bm25, found: times.map((seen) => seen > 0) };
  };
}

function timesOf(text: string, phrase: string): number {
  let times = 0;
  // The space after one match may be the space before the next.
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length - 1)) {
    if (++times === MOST_TIMES) break;
  }
  return times;
}

/** The index knows no accents. */
function toFolded(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, whole
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize("NFD")
    .replace(/\p{Mn}+/gu, "")
    .normalize("NFC");
}
