/**
 * What a prompt is about, in a few words: names, paths and nouns, not forty words of courtesy. The same words serve
 * the store's search (as text) and the weighing of what it found.
 */
import { toIndexText } from "../words.ts";

/** How many words are weighed, and how many are searched for. */
const MOST_WEIGHED = 40;
const MOST_SEARCHED = 12;
/** A log that was pasted says little at its end that it did not say at its beginning. */
const PROMPT_CHARACTERS = 4_000;

export interface Query {
  /** As they are compared: lower case, parts of compounds, endings cut; each once, in the prompt's order. */
  words: string[];
  /** Files and folders that the prompt names, as they stand there. */
  paths: string[];
  /** For the store: the most telling words as they were typed, most telling first. */
  searches: string;
}

/** `frequency`: in what share of the records a word stands (0 to 1); without it, its shape has to tell. */
export function toQuery(prompt: string, frequency?: (word: string) => number): Query {
  const text = withoutFences(prompt.slice(0, PROMPT_CHARACTERS));
  const words = toWords(text).slice(0, MOST_WEIGHED);
  const paths = [...new Set([...text.matchAll(PATH)].map(([path]) => path.replace(/^\.\//, "")))];
  const typed = new Map<string, number>();
  for (const [token] of text.matchAll(TYPED)) {
    if (typed.has(token)) continue;
    const parts = toWords(token);
    if (parts.length === 0) continue;
    const rarity = Math.max(...parts.map((part) => 1 - (frequency?.(part) ?? commonness(part))));
    typed.set(token, rarity + (isName(token) ? 0.3 : 0));
  }
  const searches = [...typed]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_SEARCHED)
    .map(([token]) => token)
    .join(" ");
  return { words, paths, searches };
}

/** A block of code or output is quoted, but its names still count: only its fences go. */
function withoutFences(text: string): string {
  return text.replace(/^\s*```\w*\s*$/gm, " ");
}

const PATH = /(?:\.{0,2}\/)?(?:[\w@.-]+\/)+[\w@.-]*\w|\b[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,4}\b/g;
const TYPED = /[\p{L}\p{N}_][\p{L}\p{N}_./-]*[\p{L}\p{N}_]|\p{Script=Han}/gu;

/** camelCase, snake_case, a path, digits inside: somebody gave it that name. */
function isName(token: string): boolean {
  return /\p{Ll}\p{Lu}|_|\/|\w\.\w|\p{L}\d|\w-\w/u.test(token);
}

/** Words as they are compared, of any text: a prompt, an answer, a path. Each once. */
export function toWords(text: string): string[] {
  const words = new Set<string>();
  for (const word of toIndexText(text).split(" ")) {
    if (word.length < 2 && !/\p{Script=Han}/u.test(word)) continue;
    if (/^\d+$/.test(word) || EMPTY.has(word)) continue;
    words.add(toStem(word));
  }
  return [...words];
}

/** English endings only; `words.ts` does the same for the store's queries. */
function toStem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const stem = word.replace(/(?:ing|ed|(?<=(?:ch|sh|ss|x|z))es|(?<![isu])s)$/, "");
  return stem.length >= 3 ? stem : word;
}

/** How common a word is where nothing is known: what every programmer says in every project is common. */
export function commonness(word: string): number {
  return TRADE.has(word) ? 0.3 : 0.02;
}

/** They say nothing of what a prompt is about. */
const EMPTY = new Set(
  (
    "a about after again all also am an and any are as at be been before being both but by can come could did do does " +
    "done each else even every few first for from get give go good got had has have he help her here his how i if in " +
    "into is it its just keep know last let like ll look made make many may me might more most much must my need new " +
    "next no not now of off ok okay on once one only or other our out over own please put re really right said same " +
    "say see she should show since so some something start still such sure take tell than thank thanks that the their " +
    "them then there these they thing things think this those through to together too try two under until up us use " +
    "used using ve very want was way we well were what when where which while who why will with without would yeah " +
    "yes yet you your"
  ).split(" "),
);

/** Every project's own vocabulary: it tells little, but it tells something beside rarer words. */
const TRADE = new Set(
  (
    "add api app branch bug build call case change check class cli code command commit config create current data " +
    "default delet diff doc document edit error exist fail feature file fix folder function git hook implement import " +
    "instal issue key lin line lint list load log main merg messag method mod name object open option output packag " +
    "pars path plan point pr print project prompt pull push read refactor remov renam repo report request result " +
    "return review run save script server sess session set setting setup state step stop string support test text " +
    "time tool type updat user valu version view work writ"
  ).split(" "),
);
