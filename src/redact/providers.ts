/** Tokens with a provider's prefix. */
import { isExampleToken } from "./placeholder.ts";
import formats from "./providers.txt" with { type: "text" };
import { type Anchor, beginsWord, isWordCode } from "./scan.ts";
import { execAt } from "./span.ts";

const MACROS: [RegExp, string][] = [
  [/%u/g, "%h{8}-(?:%h{4}-){3}%h{12}"],
  [/%a/g, "[A-Za-z0-9]"],
  [/%w/g, "[A-Za-z0-9_-]"],
  [/%h/g, "[0-9a-fA-F]"],
  [/%x/g, "[0-9a-f]"],
  [/%\./g, "(?![A-Za-z0-9_])"],
  [/%m(\d+);/g, "(?=[A-Za-z_-]{0,$1}\\d)"],
];
const expand = (pattern: string) => MACROS.reduce((text, [macro, by]) => text.replace(macro, by), pattern);
const PRINTABLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));

/** A value with fewer different characters is a typed pattern. */
const MIN_DISTINCT = 6;
export const distinctChars = (text: string) => new Set(text).size;
const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const rows = formats.split(/\r?\n/).filter((row) => row !== "" && !row.startsWith("#"));

export const providerRules = rows.map((row) => {
  const [kind = "", before = "", names = "", body = "", back = "0"] = row.split("  ");
  const next = / next=(.*)$/.exec(names)?.[1];
  return {
    kind,
    prefixes: names.split(" ").filter((name) => !name.startsWith("next=")),
    next: next && PRINTABLE.filter((char) => new RegExp(next).test(char)).join(""),
    /** The prefix is short or common: it must begin a word. */
    begins: before === "^",
    /** The part in front of the prefix that belongs to the key, and its maximum length. */
    head: /^[-^]$/.test(before) ? "" : expand(before),
    back: Number(back),
    body: expand(body),
  };
});

function anchorsOf(rule: (typeof providerRules)[number]): Anchor[] {
  const { kind, prefixes, next, begins, head, back, body } = rule;
  const anchorOf = (prefix: string): Anchor => {
    const pattern = new RegExp(`${head}${escapeRegex(prefix)}${body}`, "y");
    return {
      literal: prefix,
      ...(next && { next }),
      find(text, at, pass) {
        if (begins && !beginsWord(text, at)) return undefined;
        if (at < (pass.refused.get(rule) ?? 0)) return undefined;
        let start = at;
        const lowest = Math.max(0, at - back);
        while (start > lowest && isHeadCode(text.charCodeAt(start - 1))) start--;
        // A head of fixed length may follow more characters of its own alphabet; only the last position counts.
        for (; start <= at; start++) {
          const token = execAt(pattern, text, start)?.[0];
          if (token === undefined) continue;
          const [own, end] = [token.slice(back === 0 ? prefix.length : 0), start + token.length];
          pass.steps += token.length;
          if (distinctChars(own.slice(0, 512)) >= MIN_DISTINCT && !isExampleToken(own)) {
            // The id of a key: its secret is nearby.
            if (/^(?:aws-access-key-id|alibaba|tencent)$/.test(kind))
              pass.hints.push({ at: start, end, sort: "secret" });
            return { kind, start, end };
          }
          // The same run is not read again from each prefix in it.
          if (back === 0) pass.refused.set(rule, end);
          return undefined;
        }
        return undefined;
      },
    };
  };
  return prefixes.map(anchorOf);
}

const isHeadCode = (code: number) =>
  isWordCode(code) || code === 95 || code === 45 || code === 126 || code === 46;

export const providerAnchors: Anchor[] = providerRules.flatMap(anchorsOf);

const jwt = /eyJ[\w-]{8,}\.(?:eyJ[\w-]{8,}(?:\.[\w-]*)?|[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})/y;

/** Begins a word, so that a run of `eyJ` is read once. */
export const jwtAnchor: Anchor = {
  literal: "eyJ",
  find(text, at) {
    const before = text.charCodeAt(at - 1);
    if (!beginsWord(text, at) || before === 45 || before === 95) return undefined;
    const match = execAt(jwt, text, at);
    return match === null ? undefined : { kind: "jwt", start: at, end: at + match[0].length };
  },
};
