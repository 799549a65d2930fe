/** Which pieces of a text a query's words matched, so that a page can mark them and say why a result is one. */
import { toPatterns } from "./snippet.ts";
import type { QueryWord } from "./words.ts";

/** Start and end, in UTF-16 units. */
type Mark = [start: number, end: number];

interface Marker {
  /** In order, none over another. */
  marks(text: string): Mark[];
  /** How many of the query's words occur in the text. */
  found(text: string): number;
  words: number;
}

const MOST = 200;

export function toMarker(words: readonly QueryWord[]): Marker {
  const patterns = words.map((word) =>
    toPatterns(word).map((pattern) => new RegExp(pattern.source, `${pattern.flags}g`)),
  );
  return {
    words: words.length,
    found: (text) => patterns.filter((forms) => forms.some((form) => text.search(form) >= 0)).length,
    marks(text) {
      const all: Mark[] = [];
      for (const form of patterns.flat()) {
        for (const { 0: piece, index } of text.matchAll(form)) {
          if (piece.length > 0) all.push([index, toWordEnd(text, index + piece.length)]);
          if (all.length > MOST) break;
        }
      }
      return joined(all);
    },
  };
}

/** "total" matched "totals": people expect the whole word. Scripts without word boundaries keep the match. */
function toWordEnd(text: string, end: number): number {
  return end + (/^[\p{Ll}\p{M}]*/u.exec(text.slice(end, end + 40))?.[0].length ?? 0);
}

function joined(marks: Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const [start, end] of marks.sort((a, b) => a[0] - b[0])) {
    const last = kept.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else kept.push([start, end]);
  }
  return kept;
}
