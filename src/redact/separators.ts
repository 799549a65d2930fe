/**
 * What can stand between a secret's name and its value. One table, in order: the first row that fits says where the
 * value begins, how it is written and how sure the place is.
 */
import type { Trust } from "./judge.ts";
import type { NameClass } from "./names.ts";
import { execAt } from "./span.ts";

export interface Name {
  text: string;
  start: number;
  end: number;
}

export interface Separation {
  from: number;
  /** `config`: the line around it decides (`named.ts`). */
  trust: Trust | "config";
  /** `string`: only a value in quotes counts. `element`: it ends with its element. */
  value: "any" | "string" | "element";
  /** A header, a flag of a program, a part of a URL: `&` and `#` end the value there. */
  isQuery?: boolean;
  sign: string;
}

interface Separator {
  /** Ends right before the name. */
  before?: RegExp;
  name?: RegExp;
  /** From the name's end to where the value begins; group 1 is the sign. */
  after: RegExp;
  classes?: NameClass[];
  trust: Separation["trust"];
  value?: Separation["value"];
  isQuery?: boolean;
}

/** Closes the name: its quote, a bracket, Markdown around it, a remark in parentheses. */
const QUOTE = /(?:\\{0,15}["'`]|&quot;|&#34;|\\u0022|\\x22|%22)/.source;
const REST =
  /(?:[ \t]{0,2}\])?(?:\\{0,3}["'`])?(?:\*{1,3}|_{2})?(?:[ \t](?:\([^()\n]{1,40}\)|\[[^[\]\n]{0,24}\]|\d{1,2}(?=:)))?\??/
    .source;
const END = `${QUOTE}?${REST}`;
const OPERATOR = /(?:[ \t]{0,20}|\s{1,20}(?=:\s))(=>|<-|:=|\?=|=|::?|\{(?=["'])|\.{3,40}(?:[ \t]?:)?)/.source;
/** Blanks, Markdown, and the sign of a block of YAML. */
const GAP =
  /[ \t]{0,20}(?:\*{1,3}|_{2})?[ \t]{0,4}(?:!{1,2}\w+[ \t]+)?(?:[|>][+-]?\d?[ \t]{0,4}\r?\n[ \t]{1,20})?(?:\[\s{0,8}(?=["']))?/
    .source;
const VALUE = /\\{0,7}["'`]?[Vv]alue\\{0,7}["'`]?[ \t]{0,4}[:=>][ \t]{0,4}/.source;
const behind = (...parts: (string | RegExp)[]) =>
  new RegExp(parts.map((part) => (typeof part === "string" ? part : part.source)).join(""), "y");

const isFlag = /^--?[a-z]/i;
/** A name of code has a declaring word before it, a person's has any other. */
const spokenBefore =
  /(?<!(?:^|\s)(?:export|set|let|const|var|val|final|string|String|ENV|ARG|static|private|public|readonly|char|auto|local|my))(?<=[A-Za-z]) $/;
/** Words as a person writes them, not a name of code. */
const plain = /^(?!pass$)(?:[A-Z]?[a-z]+|[A-Z]{2,}|[A-Za-z]+[-_][A-Za-z]+)$/;
const setter = /^(?:set|with|use|add)[A-Z_]|\.(?:set|with)?_?[a-z_]*(?:password|passwd|secret|token|key)$/i;

const SEPARATORS: Separator[] = [
  // Elements, forms and attributes
  {
    before: /(?:<|&lt;|<[\w-]{1,20}:)$/,
    after: /(?:[ \t][^<>\n]{0,120})?(?:>|&gt;)(?=[\s\S]{0,256}?(?:<\/|&lt;\/))/y,
    trust: "certain",
    value: "element",
  },
  {
    before: /(?<!(?:for|id|class|href|type|data-[\w-]{1,20})=)"$/i,
    after: /">(?=[^<>\n]{4,200}<\/)/y,
    trust: "certain",
    value: "element",
  },
  {
    before: />$/,
    after:
      /<\/(?:key|name|param-name|property|k|th|td|dt|b|strong|label)>\s{0,40}<(?:string|data|value|param-value|v|td|dd|code|span)>/y,
    trust: "certain",
    value: "element",
  },
  {
    after: behind(
      QUOTE,
      REST,
      /(?:[ \t]{0,4},?(?:\s|\\n){0,40}|[ \t]{0,4}\/?>\s{0,4}|[ \t]{0,4}:[ \t]{0,4}\{\s{0,40})/,
      VALUE,
    ),
    trust: "config",
  },
  {
    before: /"$/,
    after:
      /\\{0,3}"[ \t]{0,4}\{\s{0,40}(?:[a-z_]{2,20}[ \t]{0,6}=[ \t]{0,4}[^\n]{0,80}\n\s{0,20}){0,4}(?:default|value)[ \t]{0,8}=[ \t]{0,4}/y,
    trust: "config",
  },
  // Signs
  {
    before: /;$/,
    after: /=\{(?![\w.]*\}(?!\}))(?=(?:[^{}\n]|\}\}){4,128}\})/y,
    trust: "certain",
    value: "element",
  },
  { before: /;$/, after: /=/y, trust: "certain" },
  { after: behind(END, /[ \t]{0,20}=>\s{0,20}string\(\d{1,6}\)\s(?=")/), trust: "config" },
  {
    after: behind(END, /[ \t]{0,20}===?[ \t]{0,20}(?=["'`])/),
    classes: ["password"],
    trust: "string",
    value: "string",
  },
  {
    after: behind(
      END,
      /[ \t]{0,20}[:=][ \t]{0,20}(?:&(?:'\w+[ \t])?(?:mut[ \t])?)?[A-Za-z_][\w.<>|:]{0,40}(?:\[\])?[ \t]{0,4}=[ \t]{0,4}(?=(?:[fbru]|String::from\()?\\{0,7}["'`])/,
    ),
    trust: "string",
    value: "string",
  },
  {
    after: behind(
      END,
      /(?:キー|[」』）])?(?:[ \t]{0,3}(?:от|для|к|の)[ \t]?[^\s:：=＝]{1,30})?/,
      /[ \t]{0,20}(?:->|→|⇒|[：＝—–]|(?:是|为|為|[改換换设設][成为為]|は|が|는|은|이|가)[:：]?)[ \t\u3000]{0,4}/,
      GAP,
    ),
    trust: "said",
  },
  { before: /[?&]$/, after: behind(END, /=/), trust: "certain", isQuery: true },
  { name: /^[a-z]+$/i, before: spokenBefore, after: behind(END, /(?!=)/, OPERATOR, GAP), trust: "said" },
  { after: behind(END, /[ \t]{0,20}(:?=)/, GAP, /\r?\n[ \t]{1,40}(?=["'`])/), trust: "config" },
  { after: behind(END, OPERATOR, GAP), trust: "config" },
  // Types and calls of code
  { after: behind(END, /[ \t]{0,4}(?:\?\?|\|\|)[ \t]{0,4}(?=["'`])/), trust: "string", value: "string" },
  {
    name: isFlag,
    before: /(?:^|[\s"'`([,])$/,
    after: /[ \t]{1,4}(?:<<<[ \t]{0,4})?|["']?\n[ \t]{0,20}-[ \t]{1,4}/y,
    trust: "certain",
  },
  { after: behind(QUOTE, REST, /[ \t]{0,4},[ \t]{0,24}(?=\\{0,3}["'`])/), trust: "bare", value: "string" },
  { name: setter, after: /\((?=@?["'`])/y, trust: "string", value: "string" },
  { name: /^[\w-]+-(?:Key|Token|Secret|Password)$/i, after: /[ \t]{1,4}(?=["'`])/y, trust: "string" },
  // `setenv NAME value`, and files whose lines are a name and a value: `requirepass …`, `  password …` in a .netrc
  {
    name: /^[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]+$/,
    before: /\b(?:setenv|setx(?: \/M)?|set -[gUx]+|ENV|ARG|config(?:ure)? set)[ \t]{1,4}$/,
    after: /[ \t]{1,4}/y,
    trust: "certain",
  },
  {
    before:
      /(?:(?:^|\n)[ \t]{0,8}(?:enable |(?:nmcli|mysqladmin|user(?:name)?) [^\n]{1,90} )?|\blogin[ \t]{1,4}\S{1,60}\s{1,8})$/,
    after: /[ \t]{1,4}(?:\d )?(?=\S{6,128}[ \t]*(?:\r?\n|$))/y,
    classes: ["password"],
    trust: "config",
  },
  // What a person says
  {
    after: behind(
      END,
      /(?:['’]s)?(?:[ \t](?:for|of|on|in|from|to|für|para|de|pour)[ \t](?:[\w@./'’`"-]{1,40}[ \t]){0,4}[\w@./'’`"-]{1,40})?[ \t]{1,4}(?:is|was|are|ist|lautet|es|est|é|это|has been changed to|will be)[:=]?[ \t]{1,4}(?:now |still |set to |changed to )?/,
    ),
    trust: "said",
  },
  {
    after: behind(
      END,
      /[ \t](?:for|of|on|in|für|para|de|pour)[ \t](?:[\w@./'’-]{1,40}[ \t]){0,3}[\w@./'’-]{1,40}[ \t]{0,2}[:=][ \t]{1,4}/,
    ),
    trust: "said",
  },
  {
    name: plain,
    classes: ["password", "secret", "token"],
    after: behind(END, /[ \t]{1,4}(?:to|with|as)[ \t]{1,4}/),
    trust: "near",
  },
  // Nothing but a blank
  { name: plain, classes: ["password", "secret", "token"], after: /[ \t]{1,4}(?![ \t|\n])/y, trust: "near" },
  { name: /[^\0-\x7f]/, after: /[ \t]{1,4}(?![ \t|\n])|(?=[!-~])/y, trust: "said" },
];

const MAX_BEFORE = 200;

export function separationOf(text: string, name: Name, nameClass: NameClass): Separation | undefined {
  const next = text[name.end] ?? "";
  let before: string | undefined;
  for (const row of SEPARATORS) {
    if (row.classes !== undefined && !row.classes.includes(nameClass)) continue;
    if (row.name !== undefined && !row.name.test(name.text)) continue;
    // A comma: only an attribute named "value" can follow, or a string of the same list.
    if ((next === ";" || next === ",") && !/[Vv]alue/.test(row.after.source)) continue;
    const match = execAt(row.after, text, name.end);
    if (match === null) continue;
    if (row.before !== undefined) {
      before ??= text.slice(Math.max(0, name.start - MAX_BEFORE), name.start);
      if (!row.before.test(before)) continue;
    }
    const { trust, value = "any", isQuery = false } = row;
    return { from: name.end + match[0].length, trust, value, isQuery, sign: match[1] ?? "" };
  }
  return undefined;
}
