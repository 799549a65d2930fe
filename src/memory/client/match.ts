/**
 * Selects the project memories that are relevant to a prompt. A word that occurs in many memories has little weight, a word
 * that occurs in few has much. A match must cover much of the prompt and score clearly above the next one, so a topic that
 * several memories share selects none.
 */
import { isTelling, toAllWords } from "../../text/distinctive-words.ts";

interface MatchText {
  id: string;
  /** Its name, title and description, which were chosen for finding it. */
  head: string;
  body: string;
}

interface Entry {
  id: string;
  head: ReadonlySet<string>;
  body: ReadonlySet<string>;
}

export interface MatchIndex {
  entries: Entry[];
  /** Indexes of the entries with the word. */
  holders: Map<string, number[]>;
}

interface Match {
  id: string;
  /** The share of the prompt's meaning that it covers, 0 to 1. */
  coverage: number;
  /** In units of one distinctive word. */
  strength: number;
}

export function createMatchIndex(): MatchIndex {
  return { entries: [], holders: new Map() };
}

export function addText({ entries, holders }: MatchIndex, { id, head, body }: MatchText): void {
  const entry = { id, head: new Set(toAllWords(head)), body: new Set(toAllWords(body)) };
  const place = entries.push(entry) - 1;
  for (const word of entry.head.union(entry.body)) {
    const known = holders.get(word);
    if (known === undefined) holders.set(word, [place]);
    else known.push(place);
  }
}

/** Word statistics assume this many unrelated texts: five memories alone cannot tell which words are common. */
const BACKGROUND = 30;
/** A word of the body counts less than one of the head. */
const BODY = 0.75;
/** Two adjacent characters are half a word. */
const PAIR = 0.55;
/** A word that occurs in no memory means that the prompt wants something else, or is only a synonym. */
const UNKNOWN = 0.25;
/** Most unknown pairs are the end of one word and the beginning of the next. */
const UNKNOWN_PAIR = 0.1;

function weightOf(word: string, { entries, holders }: MatchIndex): number {
  const seen = (holders.get(word)?.length ?? 0) + BACKGROUND * (isTelling(word) ? 0.02 : 0.3);
  const all = entries.length + BACKGROUND;
  const idf = Math.log(1 + (all - seen + 0.5) / (seen + 0.5)) / Math.log(1 + all);
  return isPair(word) ? idf * PAIR : idf;
}

const isPair = (word: string) =>
  word.length === 2 && /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);

/** Measured with bench/client-memory.ts. */
const LEAST_STRENGTH = 0.9;
/** The maximum score of the next memory, as a share of the best. */
const MARGIN = 0.95;

/** The fewer memories exist, the more likely none of them matches the prompt. */
function leastCoverage({ entries }: MatchIndex): number {
  return 0.7 - 0.16 * Math.min(1, entries.length / 200);
}

/** All entries with a word of the query, best first. `words`: each once. */
function rankMatches(words: readonly string[], index: MatchIndex): Match[] {
  const found = new Map<number, number>();
  let whole = 0;
  for (const word of words) {
    const weight = weightOf(word, index);
    const places = index.holders.get(word) ?? [];
    whole += places.length === 0 ? weight * (isPair(word) ? UNKNOWN_PAIR : UNKNOWN) : weight;
    for (const place of places) {
      const isHead = index.entries[place]?.head.has(word) === true;
      found.set(place, (found.get(place) ?? 0) + weight * (isHead ? 1 : BODY));
    }
  }
  return [...found]
    .map(([place, strength]) => ({
      id: index.entries[place]?.id ?? "",
      strength,
      coverage: whole === 0 ? 0 : strength / whole,
    }))
    .sort((a, b) => b.strength - a.strength || a.id.localeCompare(b.id));
}

/** The memory that the prompt needs, if any. */
export function bestMatch(words: readonly string[], index: MatchIndex): Match | undefined {
  const [best, next] = rankMatches(words, index);
  if (best === undefined || best.strength < LEAST_STRENGTH || best.coverage < leastCoverage(index))
    return undefined;
  return next !== undefined && next.strength > best.strength * MARGIN ? undefined : best;
}
