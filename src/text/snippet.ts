/** Finds a query's words in a text, and the piece of the text around the first one. */
import type { QueryTerm, QueryWord } from "./words.ts";

const SNIPPET_LENGTH = 160;
/** Characters of the snippet before the match. */
const LEAD = 50;

/** The place of the first match of a word in a text, or -1. */
export function placeOf(word: QueryWord): (text: string) => number {
  const patterns = toPatterns(word);
  return (text) => {
    const places = patterns.map((pattern) => text.search(pattern)).filter((place) => place >= 0);
    return places.length === 0 ? -1 : Math.min(...places);
  };
}

/** What any form of the word looks like in a text. */
export function toPatterns(word: QueryWord): RegExp[] {
  return toShownTerms(word).map(toPattern);
}

function toShownTerms({ terms, open }: QueryWord): QueryTerm[] {
  return open.length === 0 ? terms : [...terms.map(({ tokens }) => ({ tokens, prefix: true })), ...open];
}

/** A stem may end otherwise than its words: "queri" is the stem of query. */
function toRoot(token: string): string {
  return token.length > 3 && token.endsWith("i") ? token.slice(0, -1) : token;
}

/** Parts of a compound may touch or have signs between them: `hookInput`, `hook_input`, `hook input`. */
function toPattern(term: QueryTerm): RegExp {
  // A short word inside another is no match ("art" in "party"), unless a capital starts it.
  // All tokens may be stems, so letters may follow each of them.
  const body = term.tokens
    .map((token) => toEscaped(toRoot(token)))
    .join("(?-i:\\p{Ll}{0,8})[^\\p{L}\\p{N}]{0,8}");
  const isWord = /^[a-z0-9]/.test(body);
  const whole = term.prefix ? body : `${body}(?![\\p{Ll}\\p{N}])`;
  return isWord ? new RegExp(`(?<![\\p{L}\\p{N}])${whole}|${toHumped(body)}`, "iu") : new RegExp(body, "iu");
}

/** Within a compound: `hook` in `parseHookInput`. `(?-i:…)` keeps the capital a capital. */
function toHumped(body: string): string {
  const first = body.charAt(0);
  const rest = body.slice(1);
  return `(?-i:(?<=[\\p{Ll}\\p{N}])${first.toUpperCase()})${rest}|(?<=\\p{L})(?=\\p{N})${body}`;
}

function toEscaped(token: string): string {
  return token.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** About 160 characters around `at`, on one line, cut between words where there are any. */
export function toSnippet(text: string, at: number): string {
  const wanted = Math.max(0, at - LEAD);
  const start = wanted === 0 ? 0 : toBoundary(text, wanted, Math.max(0, at));
  const end = Math.min(text.length, start + SNIPPET_LENGTH);
  const piece = text
    .slice(isInsidePair(text, start) ? start + 1 : start, isInsidePair(text, end) ? end - 1 : end)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return `${start > 0 ? "…" : ""}${piece}${end < text.length ? "…" : ""}`;
}

/** The first position after a space between the two; `from` if there is no space. */
function toBoundary(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/u);
  return space < 0 ? from : from + space + 1;
}

function isInsidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
