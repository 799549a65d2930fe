import { distinctChars } from "./entropy.ts";
import { moreProviderRules } from "./more-rules.ts";
import { isExampleToken } from "./placeholder.ts";
import { type ProviderRule, providerRules } from "./rules.ts";
import { type Anchor, beginsWord, isWordCode } from "./scan.ts";

/** Fewer different characters than this is a pattern someone typed. */
const MIN_DISTINCT = 6;
const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function anchorOf(rule: ProviderRule, prefix: string): Anchor {
  const pattern = new RegExp(`${rule.head ?? ""}${escapeRegex(prefix)}${rule.body}`, "y");
  return {
    literal: prefix,
    ...(rule.next === undefined ? {} : { next: rule.next }),
    find(text, at, pass) {
      if (rule.begins && !beginsWord(text, at)) return undefined;
      if (at < (pass.refused.get(rule) ?? 0)) return undefined;
      let start = at;
      if (rule.back !== undefined) {
        const lowest = Math.max(0, at - rule.back);
        while (start > lowest && isHeadCode(text.charCodeAt(start - 1))) start--;
      }
      // A head of fixed length may stand after more of its own alphabet; only its last place counts.
      for (; start <= at; start++) {
        pattern.lastIndex = start;
        const match = pattern.exec(text);
        if (match !== null) {
          const token = match[0].slice(rule.back === undefined ? prefix.length : 0);
          pass.steps += match[0].length;
          if (distinctChars(token.slice(0, 512)) < MIN_DISTINCT || isExampleToken(token)) {
            // The same run is not read again from each of its prefixes.
            if (rule.back === undefined) pass.refused.set(rule, start + match[0].length);
            return undefined;
          }
          return { kind: rule.kind, start, end: start + match[0].length };
        }
        if (rule.back === undefined) break;
      }
      return undefined;
    },
  };
}

const isHeadCode = (code: number) =>
  isWordCode(code) || code === 95 || code === 45 || code === 126 || code === 46;

export const providerAnchors: Anchor[] = [...providerRules, ...moreProviderRules].flatMap((rule) =>
  rule.prefixes.map((prefix) => anchorOf(rule, prefix)),
);

const jwt = /eyJ[\w-]{8,}\.(?:eyJ[\w-]{8,}(?:\.[\w-]*)?|[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})/y;

/** Begins a word, so that a run of `eyJ` is read once. */
export const jwtAnchor: Anchor = {
  literal: "eyJ",
  find(text, at) {
    const before = text.charCodeAt(at - 1);
    if (!beginsWord(text, at) || before === 45 || before === 95) return undefined;
    jwt.lastIndex = at;
    const match = jwt.exec(text);
    return match === null ? undefined : { kind: "jwt", start: at, end: at + match[0].length };
  },
};
