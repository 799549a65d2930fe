/** A query's words, in the form in which indexes and texts are searched. */
import { toPairs, toRuns, type WordRun } from "./runs.ts";
import { stemOf } from "./stem.ts";

/** Words of a query that count; a whole prompt may be a query, and of its words the most telling ones are taken. */
const QUERY_LIMIT = 12;
const LOOKED_AT_LIMIT = 200;
/** Minimum length of a query's word that may match the beginning of a longer word. */
const PREFIX_FROM = 3;

/** Tokens that must be adjacent, in this order. */
export interface QueryTerm {
  tokens: string[];
  /** The last token may match the beginning of a longer one. */
  prefix: boolean;
}

/** One word that the user typed. */
export interface QueryWord {
  /** Any one of them means that the word is there. */
  terms: QueryTerm[];
  /** Alternatives that also match but cost more, used if `terms` find little. */
  open: QueryTerm[];
  /** Parts of a compound word, used if the whole word occurs nowhere. */
  pieces: QueryTerm[];
  /** The word as one token, where it is one: for when it may be a slip of the fingers. */
  typed?: string;
}

/** The words to look for; empty when the text has none. */
export function toQueryTerms(text: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  const common = new Map<string, QueryWord>();
  looking: for (const chunk of text.split(/\s+/u)) {
    for (const word of toWordsOfChunk(chunk)) {
      // Two forms of a word are one.
      const key = JSON.stringify(word.terms[0]);
      const isCommon = word.typed !== undefined && COMMON.has(word.typed);
      const into = isCommon ? common : words;
      if (!into.has(key)) into.set(key, word);
      if (words.size === LOOKED_AT_LIMIT) break looking;
    }
  }
  return toMostDistinctive([...(words.size > 0 ? words : common).values()]);
}

/** Names and long words say more than short ones; among equals the first. */
function toMostDistinctive(words: QueryWord[]): QueryWord[] {
  if (words.length <= QUERY_LIMIT) return words;
  const telling = (word: QueryWord) =>
    (word.terms[0]?.tokens.join("").length ?? 0) + (word.pieces.length > 0 ? 20 : 0);
  const chosen = new Set([...words].sort((a, b) => telling(b) - telling(a)).slice(0, QUERY_LIMIT));
  return words.filter((word) => chosen.has(word));
}

/** `src/parseHook.ts` is one word of the user's, with the parts src, parse, hook and ts. */
function* toWordsOfChunk(chunk: string): Generator<QueryWord> {
  let spaced: WordRun[] = [];
  for (const run of toRuns(chunk)) {
    if (!run.unspaced) {
      spaced.push(run);
      continue;
    }
    if (spaced.length > 0) yield toSpacedWord(spaced);
    spaced = [];
    yield* toUnspacedWords(run.parts);
  }
  if (spaced.length > 0) yield toSpacedWord(spaced);
}

function toSpacedWord(runs: WordRun[]): QueryWord {
  const tokens = runs.flatMap((run) => run.parts);
  const [first = ""] = tokens;
  if (tokens.length === 1) {
    const stem = stemOf(first);
    return {
      // The word itself too: it may be a compound written as one, which the index holds as it is.
      terms: stem === first ? [exact([first])] : [exact([stem]), exact([first])],
      open: toOpen([first.startsWith(stem) ? stem : first]),
      pieces: [],
      typed: first,
    };
  }
  const joined = runs.flatMap((run) => (run.joined === undefined ? [] : [run.joined]));
  const whole = runs.length === 1 ? joined : [];
  const [typed] = whole;
  const stems = tokens.map(stemOf);
  return {
    ...(typed === undefined ? {} : { typed }),
    terms: [exact(stems), ...whole.map((token) => exact([token]))],
    open: [...toOpen(toOpenPhrase(stems, tokens)), ...whole.flatMap((token) => toOpen([token]))],
    pieces: [...new Set([...joined, ...stems])]
      .filter((token) => token.length > 1)
      .map((token) => exact([token])),
  };
}

function exact(tokens: string[]): QueryTerm {
  return { tokens, prefix: false };
}

/** The index holds stems side by side, so only the last word may be longer, and only after its stem. */
function toOpenPhrase(stems: string[], tokens: string[]): string[] {
  const last = stems.at(-1) ?? "";
  return tokens.at(-1)?.startsWith(last) === true ? stems : [...stems.slice(0, -1), last.slice(0, -1)];
}

/** The same with an open last token. Returns nothing if that token is too short to be useful. */
function toOpen(tokens: string[]): QueryTerm[] {
  return (tokens.at(-1) ?? "").length >= PREFIX_FROM ? [{ tokens, prefix: true }] : [];
}

function* toUnspacedWords(characters: string[]): Generator<QueryWord> {
  const words = characters.length === 1 ? characters : toPairs(characters);
  for (const word of words) yield { terms: [exact([word])], open: [], pieces: [] };
}

/** Words in nearly every text. They are searched only if the query has nothing else. */
const COMMON = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my " +
    "no not of on or our please should so than that the their them then there these they this to us was we were " +
    "what when where which who why will with would you your"
  ).split(" "),
);
