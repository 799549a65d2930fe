/** BM25 over the words of one text, in the index's form. */

import { toIndexText } from "../../text/index-text.ts";
import type { QueryTerm } from "../../text/words.ts";

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
