/**
 * How text becomes words that can be found again. The same splitting serves index and query, so that
 * `parseHookInput` is found by "hook input", `parseHook` and `parsehookinput`. Scripts written without spaces
 * (Chinese, Japanese, Korean syllables) are split into characters; a word of theirs is characters side by side.
 */

/** Characters of one token; what is longer is a blob, found by its beginning. */
const TOKEN_LIMIT = 64;
/** A run that changes between letters and digits more often is a hash or an id: kept whole. */
const PARTS_LIMIT = 6;
/** Words of a query that count; a whole prompt may be a query. */
const QUERY_LIMIT = 40;
/** From this length on a query's word may go on in the text. */
const PREFIX_FROM = 3;

const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc";
const RUN = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const HUMP = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;
const ASCII_PLAIN = /^(?:[a-z]+|[0-9]+)$/;

interface Run {
  /** Lower case, in the order of the text. */
  parts: string[];
  /** The parts written as one; absent when there is only one, or where characters are the parts. */
  joined?: string;
  unspaced: boolean;
}

/** Tokens that must stand side by side, in this order. */
export interface QueryTerm {
  tokens: string[];
  /** The last token may go on. */
  prefix: boolean;
}

/** One word that the user typed. */
export interface QueryWord {
  /** Any one of them means that the word is there. */
  terms: QueryTerm[];
  /** So does any of these, but they cost more: for when `terms` find little. */
  open: QueryTerm[];
  /** Pieces of a compound: for when it stands nowhere. */
  pieces: QueryTerm[];
  /** The word as one token, where it is one: for when it may be a slip of the fingers. */
  typed?: string;
}

/** Text for a full-text index whose tokenizer splits at spaces: parts in order, then compound words as one. */
export function toIndexText(text: string): string {
  const parts: string[] = [];
  const joined = new Set<string>();
  for (const run of toRuns(text)) {
    for (const part of run.parts) parts.push(part);
    if (run.joined !== undefined) joined.add(run.joined);
  }
  // Compounds stand behind all parts: between them they would tear phrases such as `hook input` apart.
  return joined.size === 0 ? parts.join(" ") : `${parts.join(" ")} ${[...joined].join(" ")}`;
}

/** The words to look for; empty when the text has none. */
export function toQueryTerms(text: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  const common = new Map<string, QueryWord>();
  for (const chunk of text.split(/\s+/u)) {
    for (const word of toWordsOfChunk(chunk)) {
      const key = JSON.stringify(word.terms);
      const isCommon = word.terms.some(({ tokens }) => tokens.length === 1 && COMMON.has(tokens[0] ?? ""));
      const into = isCommon ? common : words;
      if (!into.has(key)) into.set(key, word);
      if (words.size === QUERY_LIMIT) return [...words.values()];
    }
  }
  return [...(words.size > 0 ? words : common).values()].slice(0, QUERY_LIMIT);
}

/** `src/parseHook.ts` is one word of the user's, with the parts src, parse, hook and ts. */
function* toWordsOfChunk(chunk: string): Generator<QueryWord> {
  let spaced: Run[] = [];
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

function toSpacedWord(runs: Run[]): QueryWord {
  const tokens = runs.flatMap((run) => run.parts);
  const [first = ""] = tokens;
  if (tokens.length === 1) {
    const forms = toForms(first);
    return { terms: forms.map((form) => exact([form])), open: toOpen([forms[0] ?? first]), pieces: [], typed: first };
  }
  const joined = runs.flatMap((run) => (run.joined === undefined ? [] : [run.joined]));
  const whole = runs.length === 1 ? joined : [];
  const [typed] = whole;
  return {
    ...(typed === undefined ? {} : { typed }),
    terms: [exact(tokens), ...whole.map((token) => exact([token]))],
    open: [...toOpen(tokens), ...whole.flatMap((token) => toOpen([token]))],
    pieces: [...new Set([...joined, ...tokens])]
      .filter((token) => token.length > 1)
      .map((token) => exact([token])),
  };
}

function exact(tokens: string[]): QueryTerm {
  return { tokens, prefix: false };
}

/** The same, where the last token may go on; nothing when that token is too short to mean anything. */
function toOpen(tokens: string[]): QueryTerm[] {
  return (tokens.at(-1) ?? "").length >= PREFIX_FROM ? [{ tokens, prefix: true }] : [];
}

/** Every pair of neighbours is a word: without a dictionary nobody knows where words end. */
function* toUnspacedWords(characters: string[]): Generator<QueryWord> {
  if (characters.length < 3) {
    yield { terms: [exact(characters)], open: [], pieces: [] };
    return;
  }
  for (let i = 0; i + 1 < characters.length; i++) {
    yield { terms: [exact(characters.slice(i, i + 2))], open: [], pieces: [] };
  }
}

function* toRuns(text: string): Generator<Run> {
  for (const [run] of text.normalize("NFKC").matchAll(RUN)) {
    if (ASCII_PLAIN.test(run)) yield { parts: [run.slice(0, TOKEN_LIMIT)], unspaced: false };
    else if (IS_UNSPACED.test(run)) yield { parts: [...run], unspaced: true };
    else yield toSpacedRun(run);
  }
}

function toSpacedRun(run: string): Run {
  const whole = run.slice(0, TOKEN_LIMIT).toWellFormed().toLowerCase();
  if (run.length > TOKEN_LIMIT) return { parts: [whole], unspaced: false };
  const humps = run.match(HUMP) ?? [run];
  if (humps.length === 1 || humps.length > PARTS_LIMIT) return { parts: [whole], unspaced: false };
  return { parts: humps.map((hump) => hump.toLowerCase()), joined: whole, unspaced: false };
}

/** "migrations" also means `migration` and `migrated`: English endings only, the stem first. */
function toForms(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word];
  const stripped = word.replace(/(?:ing|ed|(?<=(?:ch|sh|ss|x|z))es|(?<![isu])s)$/, "");
  const stem = stripped.length >= 4 ? stripped : word;
  return [...new Set([stem, word, `${stem}s`, `${stem}ed`, `${stem}ing`])];
}

/** They are in nearly every text: looked for only when the query has nothing else. */
const COMMON = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my " +
    "no not of on or our please should so than that the their them then there these they this to us was we were " +
    "what when where which who why will with would you your"
  ).split(" "),
);
