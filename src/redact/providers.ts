/** Tokens that a provider's prefix marks. */
import { isExampleToken } from "./placeholder.ts";
import formats from "./providers.txt" with { type: "text" };
import { type Anchor, beginsWord, isWordCode } from "./scan.ts";

interface ProviderRule {
  kind: string;
  prefixes: string[];
  /** What follows the prefix; compiled sticky. */
  body: string;
  /** The prefix is short or common: it must begin a word. */
  begins: boolean;
  /** What stands before the prefix and belongs to the key, and how long it may be. */
  head: string;
  back: number;
  /** Of a prefix of two characters: what may follow it. */
  next: string | undefined;
}

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

function toRule(line: string): ProviderRule {
  const [kind = "", before = "", names = "", body = "", back = "0"] = line.split("  ");
  const prefixes = names.split(" ").filter((name) => !name.startsWith("next="));
  const next = / next=(.*)$/.exec(names)?.[1];
  return {
    kind,
    prefixes,
    body: expand(body),
    begins: before === "^",
    head: /^[-^]$/.test(before) ? "" : expand(before),
    back: Number(back),
    next: next && PRINTABLE.filter((char) => new RegExp(next).test(char)).join(""),
  };
}

export const providerRules: ProviderRule[] = formats
  .split(/\r?\n/)
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map(toRule);

/** Fewer different characters than this is a pattern someone typed. */
const MIN_DISTINCT = 6;
export const distinctChars = (text: string) => new Set(text).size;
const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function anchorOf(rule: ProviderRule, prefix: string): Anchor {
  const pattern = new RegExp(`${rule.head}${escapeRegex(prefix)}${rule.body}`, "y");
  return {
    literal: prefix,
    ...(rule.next === undefined ? {} : { next: rule.next }),
    find(text, at, pass) {
      if (rule.begins && !beginsWord(text, at)) return undefined;
      if (at < (pass.refused.get(rule) ?? 0)) return undefined;
      let start = at;
      const lowest = Math.max(0, at - rule.back);
      while (start > lowest && isHeadCode(text.charCodeAt(start - 1))) start--;
      // A head of fixed length may stand after more of its own alphabet; only its last place counts.
      for (; start <= at; start++) {
        pattern.lastIndex = start;
        const token = pattern.exec(text)?.[0];
        if (token === undefined) continue;
        const own = token.slice(rule.back === 0 ? prefix.length : 0);
        pass.steps += token.length;
        if (distinctChars(own.slice(0, 512)) >= MIN_DISTINCT && !isExampleToken(own)) {
          // The id of a key: its secret is not far.
          if (/^(?:aws-access-key-id|alibaba|tencent)$/.test(rule.kind))
            pass.hints.push({ at: start, end: start + token.length, sort: "secret" });
          return { kind: rule.kind, start, end: start + token.length };
        }
        // The same run is not read again from each of its prefixes.
        if (rule.back === 0) pass.refused.set(rule, start + token.length);
        return undefined;
      }
      return undefined;
    },
  };
}

const isHeadCode = (code: number) =>
  isWordCode(code) || code === 95 || code === 45 || code === 126 || code === 46;

export const providerAnchors: Anchor[] = providerRules.flatMap((rule) =>
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
