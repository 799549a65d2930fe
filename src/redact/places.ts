/** Secrets marked by their position in a command, a call, a protocol or a document: the rows of places.txt. */
import { isSecret, kindOf, type Sort, type Trust } from "./judge.ts";
import { isPlaceholder } from "./placeholder.ts";
import rows from "./places.txt" with { type: "text" };
import type { Anchor } from "./scan.ts";
import { argumentAt, execAt, patternFrom } from "./span.ts";
import type { Finding } from "./spans.ts";

const MACROS: [RegExp, string][] = [
  [/%P\((.*)\)/g, "(?:^|[^a-zA-Z.-]|[0-9]m)(?:$1)\\b[^\\n|;]*$"],
  [/%_/g, "[ \\t]{1,8}"],
  [
    /%A/g,
    `(?:b?["'][^"'\\n]{0,160}["'](?:\\.(?:to_owned|to_string|into)\\(\\))?|String::from\\(["'][^"'\\n]{0,80}["']\\)|\\{[^{}\\n]{0,160}\\}|[^,"'\\n(){}]{1,80}(?:\\([^()\\n]{0,80}\\))?),\\s{0,24}`,
  ],
  [/%Q/g, `(?=["'])`],
  [/%j/g, `(?=\\S)(?!["'][,\\])])`],
  [/%b/g, `(?:["'],\\s{0,20}["']|[ \\t=]{1,4})`],
  [/%u/g, `(?:["'],\\s{0,20}|[ \\t=]{0,4})["']?[^\\s:"']{1,80}:`],
];
const expand = (pattern: string) => MACROS.reduce((text, [macro, by]) => text.replace(macro, by), pattern);
const MAX_BEFORE = 400;

/** The anchors of one row. Its words belong to the same context. */
function anchorsOf(row: string): Anchor[] {
  const [words = "", sure = "", before = "-", after = "-"] = row.split("  ");
  const [place = "", fold] = sure.split(",");
  const [trust, sort = "password"] = place.split(":").reverse() as [Trust | "-", Sort?];
  const flags = fold ?? "";
  const head = before === "-" ? undefined : patternFrom(expand(before), `d${flags}`);
  const find = patternFrom(after === "-" ? "" : expand(after), `dy${flags}`);
  const refusedBy = {};
  const anchorOf = (literal: string): Anchor => ({
    literal,
    fold: fold === "i",
    find(text, at, pass) {
      if (at < (pass.refused.get(refusedBy) ?? 0)) return undefined;
      const match = execAt(find, text, at + literal.length);
      pass.steps += match?.[0].length ?? 1;
      if (match === null) {
        // The search ahead found nothing, so the same word just after this one is not searched again.
        pass.refused.set(refusedBy, at + 2);
        return undefined;
      }
      const low = Math.max(0, at - MAX_BEFORE);
      const ahead = head?.exec(text.slice(low, at));
      if (ahead === null) return undefined;
      const own = match.indices?.[1] ?? match.indices?.[2];
      const span = own ?? ahead?.indices?.[1]?.map((index) => index + low);
      const [start, end] = span ?? argumentAt(text, find.lastIndex, match[0].slice(-90)) ?? [at, at];
      return judged(text, start ?? at, end ?? at, sort, trust);
    },
  });
  return words
    .replace(/~([^|]*)/g, "·$1|\"$1|'$1")
    .replace(/·|\\n|\\t/g, (sign) => ({ "·": " ", "\\n": "\n" })[sign] ?? "\t")
    .split("|")
    .map(anchorOf);
}

function judged(
  text: string,
  start: number,
  end: number,
  sort: Sort,
  trust: Trust | "-",
): Finding | undefined {
  const value = text.slice(start, end).replace(/\\[rn]$/, "");
  if (trust === "-" ? value.length < 4 || isPlaceholder(value) : !isSecret(value, sort, trust))
    return undefined;
  return { kind: kindOf(sort), start, end: start + value.length };
}

export const placeAnchors: Anchor[] = rows
  .split(/\r?\n/)
  .filter((row) => row !== "" && !row.startsWith("#"))
  .flatMap(anchorsOf);
