/** The text that may separate a secret's name from its value: the rows of separators.txt, in order. */
import type { Trust } from "./judge.ts";
import type { NameClass } from "./names.ts";
import rows from "./separators.txt" with { type: "text" };
import { execAt, patternFrom } from "./span.ts";

export interface Name {
  text: string;
  start: number;
  end: number;
}

export interface Separation {
  from: number;
  /** `config`: the line around it decides (`named.ts`). */
  trust: Trust | "config";
  /** `string`: only a value in quotes counts. `element`: it ends with its element. `query`: `&` and `#` end it. */
  value: "any" | "string" | "element" | "query";
  sign: string;
}

const QUOTE = /(?:\\{0,15}["'`]|&quot;|&#34;|\\u0022|\\x22|%22)/.source;
/** A bracket, Markdown around the name, a remark in parentheses. */
const REST =
  /(?:[ \t]{0,2}\])?(?:\\{0,3}["'`])?(?:\*{1,3}|_{2})?(?:[ \t](?:\([^()\n]{1,40}\)|\[[^[\]\n]{0,24}\]|\d{1,2}(?=:)))?\??/
    .source;
const MACROS: Readonly<Record<string, string>> = {
  "%N": QUOTE + REST,
  "%E": `${QUOTE}?${REST}`,
  "%O": /(?:[ \t]{0,20}|\s{1,20}(?=:\s))(=>|<-|:=|\?=|=|::?|\{(?=["'])|\.{3,40}(?:[ \t]?:)?)/.source,
  // Blanks, Markdown, and the sign of a block of YAML.
  "%G": /[ \t]{0,20}(?:\*{1,3}|_{2})?[ \t]{0,4}(?:!{1,2}\w+[ \t]+)?(?:[|>][+-]?\d?[ \t]{0,4}\r?\n[ \t]{1,20})?(?:\[\s{0,8}(?=["']))?/
    .source,
  "%V": /\\{0,7}["'`]?[Vv]alue\\{0,7}["'`]?[ \t]{0,4}[:=>][ \t]{0,4}/.source,
};

const SEPARATORS = rows
  .split(/\r?\n/)
  .filter((row) => row !== "" && !row.startsWith("#"))
  .map((row) => {
    const [sure = "", classes = "", name = "", before = "", after = ""] = row.split("  ");
    const [trust, value = "any"] = sure.split(":") as [Separation["trust"], Separation["value"]?];
    const patternOf = (text: string) => (text === "-" ? undefined : patternFrom(text));
    return {
      trust,
      value,
      classes: classes === "-" ? undefined : classes.split("|"),
      name: patternOf(name),
      before: patternOf(before),
      after: new RegExp(
        after.replace(/%[NEOGV]/g, (macro) => MACROS[macro] ?? ""),
        "y",
      ),
    };
  });

const MAX_BEFORE = 200;

export function separationOf(text: string, name: Name, nameClass: NameClass): Separation | undefined {
  let ahead: string | undefined;
  for (const { classes, name: ofName, before, after, trust, value } of SEPARATORS) {
    if (classes?.includes(nameClass ?? "") === false || ofName?.test(name.text) === false) continue;
    const match = execAt(after, text, name.end);
    if (match === null) continue;
    ahead ??= text.slice(Math.max(0, name.start - MAX_BEFORE), name.start);
    if (before?.test(ahead) === false) continue;
    return { from: name.end + match[0].length, trust, value, sign: match[1] ?? "" };
  }
  return undefined;
}
