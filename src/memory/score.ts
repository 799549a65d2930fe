/** BM25 over the words of one text, as the index has them. */
import type { QueryTerm } from "./words.ts";
import { toIndexText } from "./words.ts";

/** A word of the query and in how many records it stands. */
export interface WeighedWord {
  terms: readonly QueryTerm[];
  /** By `rarity`. */
  weight: number;
}

const TITLE_WEIGHT = 4;
/** How soon one more time says nothing more. */
const SATURATION = 1.2;
/** How much a long text's words count for less. */
const LENGTH_SHARE = 0.3;
/** Characters of a middling record. */
const USUAL_LENGTH = 1_500;
/** Of one word in one text; more are not counted. */
const MOST_TIMES = 20;

/** The weight of a word that stands in `docs` of `all` records. */
export function rarity(docs: number, all: number): number {
  const known = Math.min(docs, all);
  return Math.log(1 + (all - known + 0.5) / (known + 0.5));
}

export interface TextScore {
  bm25: number;
  /** Which of the words are there. */
  found: boolean[];
}

export function scoreText(words: readonly WeighedWord[], title: string, text: string): TextScore {
  const heading = toPadded(title);
  const body = toPadded(text);
  const longer = 1 - LENGTH_SHARE + (LENGTH_SHARE * body.length) / USUAL_LENGTH;
  let bm25 = 0;
  const found = words.map(({ terms, weight }) => {
    let times = 0;
    for (const term of terms) {
      const phrase = ` ${toFolded(term.tokens.join(" "))}${term.prefix ? "" : " "}`;
      times += timesOf(heading, phrase) * TITLE_WEIGHT + timesOf(body, phrase);
    }
    if (times > 0) bm25 += (weight * (times * (SATURATION + 1))) / (times + SATURATION * longer);
    return times > 0;
  });
  return { bm25, found };
}

function timesOf(text: string, phrase: string): number {
  let times = 0;
  // The space behind one may be the space in front of the next.
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length - 1)) {
    if (++times === MOST_TIMES) break;
  }
  return times;
}

const toPadded = (text: string) => ` ${toFolded(toIndexText(text))} `;

/** The index knows no accents. */
function toFolded(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, whole
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text.normalize("NFD").replace(/\p{Mn}+/gu, "").normalize("NFC");
}
