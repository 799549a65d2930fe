/**
 * The subject of a prompt in a few words: names, paths and nouns, without filler. The same words serve the store's search (as
 * text) and the ranking of its results.
 */
import { rarityOf, toWords } from "../../text/distinctive-words.ts";

/** The number of words to weigh, and to search for. */
const MOST_WEIGHED = 40;
const MOST_SEARCHED = 12;
/** The end of a pasted log rarely adds to its beginning. */
const PROMPT_CHARACTERS = 4_000;

export interface Query {
  /** In comparable form: lower case, compounds split, endings removed; each once, in the prompt's order. */
  words: string[];
  /** Words that are only the verb of the request, such as "queue" in "queue up the next video". */
  verbs: string[];
  /** Files and folders in the prompt, as typed. */
  paths: string[];
  /** For the store: the most distinctive words as typed, the best first. */
  searches: string;
}

export function toQuery(prompt: string): Query {
  const text = withoutFences(prompt.slice(0, PROMPT_CHARACTERS));
  // The folders of a path do not tell the subject of the prompt.
  const words = toWords(text.replace(PATH, (path) => path.slice(path.lastIndexOf("/") + 1))).slice(
    0,
    MOST_WEIGHED,
  );
  const paths = [...new Set([...text.matchAll(PATH)].map(([path]) => path.replace(/^\.\//, "")))];
  const typed = new Map<string, number>();
  for (const [token] of text.matchAll(TYPED)) {
    if (typed.has(token)) continue;
    const parts = toWords(token);
    if (parts.length === 0) continue;
    typed.set(token, Math.max(...parts.map(rarityOf)) + (isName(token) ? 0.3 : 0));
  }
  const searches = [...typed]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_SEARCHED)
    .map(([token]) => token)
    .join(" ");
  const verbs = [...text.matchAll(VERB)].flatMap(([, verb = ""]) => toWords(verb));
  return { words, verbs, paths, searches };
}

/** Code or output in a block is a quotation, but its names still count, so only the fences are removed. */
function withoutFences(text: string): string {
  return text.replace(/^\s*```\w*\s*$/gm, " ");
}

/** Matches a verb at the beginning of a request, in front of a particle or a determiner. */
const VERB =
  /(?:^|[.;:!?\n]\s*|\b(?:please|and|then|to|can you|could you|let's|lets|you|we)\s+)([a-z]+)(?=\s+(?:up|out|down|off|in|on|over|away|the|a|an|this|that|these|those|all|every|each|some|our|my|your|it|them|me|us)\b)/gi;
const PATH = /(?:\.{0,2}\/)?(?:[\w@.-]+\/)+[\w@.-]*\w|\b[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,4}\b/g;
const TYPED = /[\p{L}\p{N}_][\p{L}\p{N}_./-]*[\p{L}\p{N}_]|\p{Script=Han}/gu;

/** camelCase, snake_case, a path, digits inside: a name in code. */
function isName(token: string): boolean {
  return /\p{Ll}\p{Lu}|_|\/|\w\.\w|\p{L}\d|\w-\w/u.test(token);
}
