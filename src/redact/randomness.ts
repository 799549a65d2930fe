/** How likely a value is random rather than written by a person. */
import data from "./words.json" with { type: "json" };

/**
 * Bits of evidence for each pair of characters, trained on words of manuals and sources (none of this project): one
 * row for each letter, for a digit, a sign and a word's start; in each row the letters, a digit and a sign. A quarter
 * of a bit each, from -6 on.
 */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
const COLUMNS = 28;
const START = 28;
const [DIGIT, SIGN] = [26, 27];
const table = Float32Array.from(data.pairs, (char) => (DIGITS.indexOf(char) - 24) / 4);

/** For a value with small and capital letters: a capital after a small letter, after a capital; two small ones. */
const [CAPITAL, CAPITALS, SMALL] = [1.5, 1, -0.7];
const BEHIND_DIGIT = 0.5;
/** The part of a value that is enough to classify it. */
const LONGEST = 256;

/**
 * In bits, for the whole value and for its most random part: above zero it is probably random, below it probably written by a
 * person. Names in code score far below. In a password that begins with a word, the rest scores high.
 */
function measure(text: string): { whole: number; part: number } {
  const value = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value);
  let [whole, part, run] = [0, 0, 0];
  let before = START;
  let last = OTHER;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    const isLower = code >= 97 && code <= 122;
    const isUpper = code >= 65 && code <= 90;
    const kind = isLower ? LOWER : isUpper ? UPPER : code >= 48 && code <= 57 ? NUMBER : OTHER;
    const column = kind === LOWER ? code - 97 : kind === UPPER ? code - 65 : kind === NUMBER ? DIGIT : SIGN;
    let bits = 0;
    if (kind === UPPER && last === LOWER) {
      bits = CAPITAL;
      before = START;
    } else if (isMixed && kind === last && kind <= UPPER) bits = kind === UPPER ? CAPITALS : SMALL;
    else if (last === NUMBER && kind <= UPPER) bits = BEHIND_DIGIT;
    bits += table[before * COLUMNS + column] ?? 0;
    whole += bits;
    run = Math.max(0, run + bits);
    part = Math.max(part, run);
    before = column === SIGN ? START : column;
    last = kind;
  }
  return { whole, part };
}
const [LOWER, UPPER, NUMBER, OTHER] = [0, 1, 2, 3];

/** Hexadecimal digits of one case, both letters and digits: pairs of digits carry no information there. */
export const isHex = (value: string, length: number) =>
  value.length >= length &&
  /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(value) &&
  /[a-f]/i.test(value) &&
  /\d/.test(value);

const hasHex =
  /(?=[0-9a-f]{0,14}\d[a-f])(?:[0-9a-f]{15,}|[0-9A-F]{15,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/i;

/** Letters with digits, or both cases at length, and a part that no one wrote. */
export function looksRandom(value: string, minLength = 16): boolean {
  if (value.length < minLength) return false;
  if (!/\d/.test(value) && !(/[a-z]/.test(value) && /[A-Z]/.test(value) && value.length >= 16)) return false;
  if (new Set(value).size < Math.min(7, value.length / 2)) return false;
  if (!/[A-Za-z]/.test(value)) return value.length >= 20;
  if (isHex(value, minLength) || hasHex.test(value)) return true;
  return measure(value).part >= Math.min(RANDOM, value.length * 0.75);
}
const RANDOM = 11;

/** Only letters, in combinations that no word has. */
export const isUnsaid = (value: string) => measure(value).whole > value.length * 0.5;

/** Words, names in code, slugs and paths, with few digits between them. */
export function isReadable(value: string, oddest = 9): boolean {
  const { whole, part } = measure(value);
  return part < oddest && whole < 0 && !isHex(value, 12);
}

/** Nothing but words. */
export function isPlainWords(value: string): boolean {
  const { whole, part } = measure(value);
  return part < 9 && whole < -0.5 * value.length && !isHex(value, 12);
}
