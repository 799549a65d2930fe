/**
 * Runs of letters and digits, and their parts. Index and query use the same splitting, so that `parseHookInput` is found by
 * "hook input", `parseHook` and `parsehookinput`. Scripts without spaces (Chinese, Japanese, Korean syllables) are split into
 * characters and pairs of adjacent characters.
 */

/** Characters of one token; what is longer is a blob, found by its beginning. */
export const TOKEN_LIMIT = 64;
/** A run that changes between letters and digits more often is a hash or an id: kept whole. */
const PARTS_LIMIT = 6;

/** Within a class of a regular expression. Not all of them are letters: `⺀` is a sign. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc";
const RUN = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const HUMP = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;

/** Letters and digits of ASCII, and everything beyond it. */
export const CHUNK = /[a-zA-Z0-9\u0080-\uffff]+/g;

export interface WordRun {
  /** Lower case, in the order of the text. */
  parts: string[];
  /** The parts written as one; absent when there is only one, or where characters are the parts. */
  joined?: string;
  unspaced: boolean;
}

/** Most chunks of a text: one word, without the costs of Unicode. */
const PLAIN_WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/;
const ASCII_RUN = /^[a-zA-Z0-9]+$/;

export function toRuns(text: string): WordRun[] {
  if (ASCII_RUN.test(text)) return [toSpacedRun(text)];
  return (text.normalize("NFKC").match(RUN) ?? []).map((run) =>
    IS_UNSPACED.test(run) ? { parts: [...run], unspaced: true } : toSpacedRun(run),
  );
}

function toSpacedRun(run: string): WordRun {
  const whole = run.slice(0, TOKEN_LIMIT).toWellFormed().toLowerCase();
  if (run.length > TOKEN_LIMIT || PLAIN_WORD.test(run)) return { parts: [whole], unspaced: false };
  const humps = run.match(HUMP) ?? [run];
  if (humps.length === 1 || humps.length > PARTS_LIMIT) return { parts: [whole], unspaced: false };
  return { parts: humps.map((hump) => hump.toLowerCase()), joined: whole, unspaced: false };
}

/** Every pair of neighbours is a word: without a dictionary no program knows where words end. */
export function toPairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
