import type { Anchor } from "./scan.ts";
import type { Finding } from "./spans.ts";

const tag = /(?:<|\\u003c|&lt;)(\/?)private(?=[\s>/&\\])[^<>\n]{0,120}?(?:>|\\u003e|&gt;)/gi;

/** `<private>` named in prose or code (`` `<private>` ``, `"<private>"`) opens nothing when nothing closes it. */
function isMention(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? "";
  return /["'`(/]/.test(before) && /["'`)/\\]/.test(text[end] ?? "");
}

/** What people marked as private, tags included; an unclosed tag reaches to the end. */
export function findPrivateTags(text: string): Finding[] {
  const found: Finding[] = [];
  let depth = 0;
  let start = 0;
  let openEnd = 0;
  tag.lastIndex = 0;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const closes = match[1] === "/";
    if (!closes) {
      if (depth === 0) {
        start = match.index;
        openEnd = tag.lastIndex;
      }
      depth++;
    } else if (depth > 0) {
      depth--;
      if (depth === 0) found.push({ kind: "private", start, end: tag.lastIndex });
    }
  }
  if (depth > 0 && !isMention(text, start, openEnd)) found.push({ kind: "private", start, end: text.length });
  return found;
}

/** The word alone: whether there are tags is asked of the whole text. */
export const privateAnchor: Anchor = {
  literal: "private",
  fold: true,
  find(_text, _at, pass) {
    pass.private = true;
    return undefined;
  },
};
