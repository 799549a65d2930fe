/**
 * Runs of letters and digits, and what they are made of. The same splitting serves index and query, so that
 * `parseHookInput` is found by "hook input", `parseHook` and `parsehookinput`. Scripts written without spaces
 * (Chinese, Japanese, Korean syllables) are split into characters and pairs of characters side by side.
 */
import { Lru } from "../../lru.ts";

/** Characters of one token; what is longer is a blob, found by its beginning. */
export const TOKEN_LIMIT = 64;
/** A run that changes between letters and digits more often is a hash or an id: kept whole. */
const PARTS_LIMIT = 6;

/** Within a class of a regular expression. Not all of them are letters: `⺀` is a sign. */
export const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc";
const RUN = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "uy");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const HUMP = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;

/** Kinds of characters, as bits. */
export const SEPARATOR = 0;
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
export const BEYOND = 8;
export const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : SEPARATOR;
});

export interface WordRun {
  /** Lower case, in the order of the text. */
  parts: string[];
  /** The parts written as one; absent when there is only one, or where characters are the parts. */
  joined?: string;
  unspaced: boolean;
}

/** Everything that is indexed passes here: a word of plain letters or digits costs no more than looking at it. */
export function eachRun(text: string, visit: (token: string, run: WordRun | undefined) => void): void {
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

/** The same few thousand names stand in all texts of a project; taking one apart is what costs. See also `known-runs.ts`. */
const knownRuns = new Lru<string, WordRun>(5_000);
export const forgetRuns = (): void => knownRuns.clear();

function toKnownRun(run: string): WordRun {
  const known = knownRuns.get(run);
  if (known !== undefined) return known;
  const made = toSpacedRun(run);
  // A long one is a blob that will not come again.
  if (run.length <= TOKEN_LIMIT) knownRuns.set(run, made);
  return made;
}

export function toRuns(text: string): WordRun[] {
  const runs: WordRun[] = [];
  eachRun(text, (token, run) => void runs.push(run ?? { parts: [token], unspaced: false }));
  return runs;
}

function toUnspacedRun(run: string): WordRun {
  return { parts: [...run], unspaced: true };
}

/** What a run of letters and digits is made of. */
export function toSpacedRun(run: string): WordRun {
  const whole = run.slice(0, TOKEN_LIMIT).toWellFormed().toLowerCase();
  if (run.length > TOKEN_LIMIT) return { parts: [whole], unspaced: false };
  const humps = run.match(HUMP) ?? [run];
  if (humps.length === 1 || humps.length > PARTS_LIMIT) return { parts: [whole], unspaced: false };
  return { parts: humps.map((hump) => hump.toLowerCase()), joined: whole, unspaced: false };
}

/** Every pair of neighbours is a word: without a dictionary nobody knows where words end. */
export function toPairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
