/**
 * How text becomes words that can be found again. The same splitting serves index and query, so that
 * `parseHookInput` is found by "hook input", `parseHook` and `parsehookinput`. Scripts written without spaces
 * (Chinese, Japanese, Korean syllables) are split into characters and pairs of characters side by side.
 */

/** Characters of one token; what is longer is a blob, found by its beginning. */
const TOKEN_LIMIT = 64;
/** A run that changes between letters and digits more often is a hash or an id: kept whole. */
const PARTS_LIMIT = 6;
/** Words of a query that count; a whole prompt may be a query, and of its words the most telling ones are taken. */
const QUERY_LIMIT = 16;
const LOOKED_AT_LIMIT = 200;
/** From this length on a query's word may go on in the text. */
const PREFIX_FROM = 3;

const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc";
const RUN = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "uy");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const HUMP = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;

/** Kinds of characters, as bits. */
const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const BEYOND = 8;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : SEPARATOR;
});

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
  const plain = toAsciiIndexText(text);
  if (plain !== undefined) return plain;
  const parts: string[] = [];
  const joined = new Set<string>();
  eachRun(text, (token, run) => {
    if (run === undefined) {
      parts.push(token);
      return;
    }
    for (const part of run.parts) parts.push(part);
    if (run.joined !== undefined) joined.add(run.joined);
    if (run.unspaced) for (const pair of toPairs(run.parts)) joined.add(pair);
  });
  // Compounds stand behind all parts: between them they would tear phrases such as `hook input` apart.
  return joined.size === 0 ? parts.join(" ") : `${parts.join(" ")} ${[...joined].join(" ")}`;
}

/**
 * The same for a text whose letters are all ASCII, which nearly all are; undefined for another one. It writes bytes
 * instead of cutting strings, because all that is ever recorded passes here.
 */
function toAsciiIndexText(text: string): string | undefined {
  const { length } = text;
  // A letter of the text is written once with a space behind, and its compound once more at the end.
  if (scratch.length < length * 2 + 1) scratch = Buffer.allocUnsafe(length * 2 + 1);
  const out = scratch;
  const joined = new Set<string>();
  let end = 0;
  let at = 0;
  while (at < length) {
    const start = at;
    const begin = end;
    let kinds = 0;
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? (KINDS[code] ?? SEPARATOR) : kindBeyond(code);
      if (kind === BEYOND) return undefined;
      if (kind === SEPARATOR) break;
      kinds |= kind === UPPER && at > start ? UPPER | INNER : kind;
      // Lower case: a capital and its small letter are one bit apart.
      out[end++] = kind === UPPER ? code | 32 : code;
    }
    at++;
    if (kinds === 0) continue;
    if (!IS_ONE_PART[kinds]) {
      const run = toKnownRun(text.slice(start, at - 1));
      end = begin;
      for (const part of run.parts) {
        for (let i = 0; i < part.length; i++) out[end++] = part.charCodeAt(i);
        out[end++] = SPACE;
      }
      if (run.joined !== undefined) joined.add(run.joined);
      continue;
    }
    if (end - begin > TOKEN_LIMIT) end = begin + TOKEN_LIMIT;
    out[end++] = SPACE;
  }
  const parts = out.toString("latin1", 0, Math.max(0, end - 1));
  return joined.size === 0 ? parts : `${parts} ${[...joined].join(" ")}`;
}

let scratch = Buffer.allocUnsafe(1 << 16);
const SPACE = 32;
/** A capital that does not begin the run. */
const INNER = 16;
/** `word`, `12`, `Word`, `A`, `WORD`. */
const IS_ONE_PART = Array.from({ length: 32 }, (_, kinds) =>
  [LOWER, DIGIT, LOWER | UPPER, UPPER, UPPER | INNER].includes(kinds),
);

/** Arrows, lines, dashes and quotes part words as ASCII's signs do; what may be a letter needs a closer look. */
function kindBeyond(code: number): number {
  const known = BEYOND_KINDS[code];
  if (known !== undefined && known !== 0) return known - 1;
  const isSign = (code < 0xd800 || code > 0xdfff) && !WORDY.test(String.fromCharCode(code).normalize("NFKC"));
  BEYOND_KINDS[code] = (isSign ? SEPARATOR : BEYOND) + 1;
  return isSign ? SEPARATOR : BEYOND;
}

/** One more than the kind; 0 is not known yet. */
const BEYOND_KINDS = new Uint8Array(1 << 16);
const WORDY = /[\p{L}\p{N}\p{M}]/u;

/** The words to look for; empty when the text has none. */
export function toQueryTerms(text: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  const common = new Map<string, QueryWord>();
  looking: for (const chunk of text.split(/\s+/u)) {
    for (const word of toWordsOfChunk(chunk)) {
      const key = JSON.stringify(word.terms);
      const isCommon = word.terms.some(({ tokens }) => tokens.length === 1 && COMMON.has(tokens[0] ?? ""));
      const into = isCommon ? common : words;
      if (!into.has(key)) into.set(key, word);
      if (words.size === LOOKED_AT_LIMIT) break looking;
    }
  }
  return toMostTelling([...(words.size > 0 ? words : common).values()]);
}

/** Names and long words say more than short ones; among equals the first. */
function toMostTelling(words: QueryWord[]): QueryWord[] {
  if (words.length <= QUERY_LIMIT) return words;
  const telling = (word: QueryWord) =>
    (word.terms[0]?.tokens.join("").length ?? 0) + (word.pieces.length > 0 ? 20 : 0);
  const chosen = new Set([...words].sort((a, b) => telling(b) - telling(a)).slice(0, QUERY_LIMIT));
  return words.filter((word) => chosen.has(word));
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
    return {
      terms: forms.map((form) => exact([form])),
      open: toOpen([forms[0] ?? first]),
      pieces: [],
      typed: first,
    };
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

function* toUnspacedWords(characters: string[]): Generator<QueryWord> {
  const words = characters.length === 1 ? characters : toPairs(characters);
  for (const word of words) yield { terms: [exact([word])], open: [], pieces: [] };
}

/** Every pair of neighbours is a word: without a dictionary nobody knows where words end. */
function toPairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Everything that is indexed passes here: a word of plain letters or digits costs no more than looking at it. */
function eachRun(text: string, visit: (token: string, run: Run | undefined) => void): void {
  const normal = text.normalize("NFKC");
  const { length } = normal;
  let at = 0;
  while (at < length) {
    let kind = at < length ? kindOf(normal.charCodeAt(at)) : 0;
    if (kind === SEPARATOR) {
      at++;
      continue;
    }
    const start = at;
    let kinds = 0;
    while (kind !== SEPARATOR && kind !== BEYOND) {
      kinds |= kind;
      at++;
      kind = at < length ? kindOf(normal.charCodeAt(at)) : SEPARATOR;
    }
    if (kind === BEYOND) {
      RUN.lastIndex = start;
      const [run] = RUN.exec(normal) ?? [];
      at = run === undefined ? start + 1 : start + run.length;
      if (run !== undefined) visit(run, IS_UNSPACED.test(run) ? toUnspacedRun(run) : toSpacedRun(run));
      continue;
    }
    const run = normal.slice(start, at);
    if (kinds === LOWER || kinds === DIGIT)
      visit(run.length > TOKEN_LIMIT ? run.slice(0, TOKEN_LIMIT) : run, undefined);
    else visit(run, toKnownRun(run));
  }
}

const kindOf = (code: number): number => (code < 128 ? (KINDS[code] ?? SEPARATOR) : BEYOND);

/** The same few thousand names stand in all texts of a project; taking one apart is what costs. */
const knownRuns = new Map<string, Run>();
const KNOWN_RUNS = 20_000;

function toKnownRun(run: string): Run {
  const known = knownRuns.get(run);
  if (known !== undefined) return known;
  const made = toSpacedRun(run);
  if (knownRuns.size >= KNOWN_RUNS) knownRuns.clear();
  // A long one is a blob that will not come again.
  if (run.length <= TOKEN_LIMIT) knownRuns.set(run, made);
  return made;
}

function toRuns(text: string): Run[] {
  const runs: Run[] = [];
  eachRun(text, (token, run) => void runs.push(run ?? { parts: [token], unspaced: false }));
  return runs;
}

function toUnspacedRun(run: string): Run {
  return { parts: [...run], unspaced: true };
}

function toSpacedRun(run: string): Run {
  const whole = run.slice(0, TOKEN_LIMIT).toWellFormed().toLowerCase();
  if (run.length > TOKEN_LIMIT) return { parts: [whole], unspaced: false };
  const humps = run.match(HUMP) ?? [run];
  if (humps.length === 1 || humps.length > PARTS_LIMIT) return { parts: [whole], unspaced: false };
  return { parts: humps.map((hump) => hump.toLowerCase()), joined: whole, unspaced: false };
}

/** "failed" also means `fail` and `failing`: English endings only, the stem first, and as few as a word may have. */
function toForms(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word];
  const stripped = word.replace(/(?:ing|ed|(?<=(?:ch|sh|ss|x|z))es|(?<![isu])s)$/, "");
  const stem = stripped.length >= 4 ? stripped : word;
  // A long word is hardly ever a verb that takes them, and each form costs as much as a word.
  const isVerb = stem.length <= 7 && /[^aeious]$/.test(stem);
  return [...new Set([stem, word, `${stem}s`, ...(isVerb ? [`${stem}ed`, `${stem}ing`] : [])])];
}

/** They are in nearly every text: looked for only when the query has nothing else. */
const COMMON = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my " +
    "no not of on or our please should so than that the their them then there these they this to us was we were " +
    "what when where which who why will with would you your"
  ).split(" "),
);
