/** The request in a prompt, as words: without links, pasted output, quotes and additions of the client or a template. */
import { Lru } from "../../platform/lru.ts";
import { toAllWords } from "../../text/distinctive-words.ts";

const MOST_WORDS = 60;
/** The end of a pasted log rarely adds to its beginning. */
const MOST_CHARACTERS = 6_000;

/** Pasted lines: quotes, output of the client or a shell, stack traces, review comments. */
const PASTED = /^\s*(?:[>⎿⏺❯│●✻✽]|\$ |at \S+ \(|\d+[:|→]|\[\S[^\]]*\]|[-=*_#]{4,}|@@ |[+-]{3} )/;
const TEMPLATES =
  /^\s*(?:implement the following plan:?|this session is being continued.*|stop hook feedback:?|caveat: .*)\s*$/i;
const LINK = /\b(?:https?|ssh|git|file):\/\/\S+|\bwww\.\S+/gi;
const TAGGED = /<([a-z][\w-]*)\b[^>]*>[\s\S]*?<\/\1>/gi;
const FENCED = /```[\s\S]*?(?:```|$)/g;

/** The part of a prompt that states the request. */
export function askedIn(prompt: string): string {
  return prompt
    .slice(0, MOST_CHARACTERS)
    .replace(FENCED, "\n")
    .replace(TAGGED, " ")
    .replace(LINK, " ")
    .split("\n")
    .filter((line) => !PASTED.test(line) && !TEMPLATES.test(line) && !isMostlySigns(line))
    .join("\n");
}

/** Each word once, in the prompt's order, in the form used for comparisons. */
export function queryWords(prompt: string): string[] {
  return [...new Set(toAllWords(askedIn(prompt)))].slice(0, MOST_WORDS);
}

/** More signs than letters: a table, a drawing or data. */
function isMostlySigns(line: string): boolean {
  const letters = line.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const signs = line.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0;
  return signs > letters && signs > 3;
}

/** Name words of a large project's files. Every prompt needs all of them. */
const named = new Lru<string, readonly string[]>(5_000);

/** The words of a file's name without its folders and its ending. */
export function nameWords(path: string): readonly string[] {
  const known = named.get(path);
  if (known !== undefined) return known;
  const base = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  const words = [...new Set(toAllWords(base))];
  named.set(path, words);
  return words;
}
