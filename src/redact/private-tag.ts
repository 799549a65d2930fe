/** Text that people marked as private with `<private>…</private>`. */
import type { Anchor } from "./scan.ts";
import type { Finding } from "./spans.ts";

const tag = /(?:<|\\u003c|&lt;)(\/?)private(?=[\s>/&\\])[^<>\n]{0,120}?(?:>|\\u003e|&gt;)/gi;
/** `<private>` mentioned in prose or code (`` `<private>` ``, `"<private>"`) opens nothing unless it is closed. */
const isMention = /^["'`(/].*["'`)/\\]$/s;

/** Tags included; an unclosed tag reaches to the end. */
function findPrivateTags(text: string): Finding[] {
  const found: Finding[] = [];
  let [depth, start, openEnd] = [0, 0, 0];
  for (const { 0: whole, 1: slash, index } of text.matchAll(tag)) {
    const end = index + whole.length;
    if (slash === "") {
      if (depth++ === 0) [start, openEnd] = [index, end];
    } else if (depth > 0 && --depth === 0) found.push({ kind: "private", start, end });
  }
  if (depth > 0 && !isMention.test(text.slice(Math.max(0, start - 1), openEnd + 1)))
    found.push({ kind: "private", start, end: text.length });
  return found;
}

/** The first occurrence of the word starts the search for all tags of the text. */
export const privateAnchor: Anchor = {
  literal: "private",
  fold: true,
  find(text, _at, pass) {
    if (!pass.refused.has(privateAnchor)) pass.more.push(...findPrivateTags(text));
    pass.refused.set(privateAnchor, text.length);
    return undefined;
  },
};
