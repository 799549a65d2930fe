/** What can stand between a secret's name and its value, and what it says about how the value is written. */
import { isEnvName, type NameClass } from "./names.ts";
import { execAt, MAX_VALUE, quotedSpan } from "./value-span.ts";
import { isStrong } from "./values.ts";

export interface Name {
  text: string;
  start: number;
  end: number;
}

/** `literal`: nothing but a value can follow. `call`: only a value in quotes counts. */
type Form = "config" | "literal" | "element" | "call" | "said" | "prose" | "cell";

export interface Separation {
  from: number;
  sign: string;
  form: Form;
}

/** Closes the name: its quote, a bracket, Markdown around it, a remark in parentheses. */
const nameEnd =
  /(?:\\{0,15}["'`]|&quot;|&#34;|\\u0022|\\x22|%22)?(?:[ \t]{0,2}\])?(?:\\{0,3}["'`])?(?:\*{1,3}|_{2})?(?:[ \t](?:\([^()\n]{1,40}\)|\[[^[\]\n]{0,24}\]|\d{1,2}(?=:)))?\??/y;
const operator =
  /(?:[ \t]{0,20}|\s{1,20}(?=:\s))(=>|->|→|⇒|<-|:=|\?=|===?|==?|::?|：|\{(?=["']))[ \t]{0,20}(?:\*{1,3}|_{2})?[ \t]{0,4}(?:(?:!\w+[ \t]+)?[|>][+-]?\d?[ \t]{0,4}\r?\n[ \t]{1,20})?/y;
const dash = /[ \t]{1,4}[—–-][ \t]{1,4}/y;
const gap = /(?:\s|\\[nrt]){0,60}/y;
const valueAttribute =
  /(?:[ \t]{0,4},?(?:\s|\\n){0,40}|[ \t]{0,4}\/?>\s{0,4}|[ \t]{0,4}:[ \t]{0,4}\{\s{0,40})\\{0,7}["'`]?[Vv]alue\\{0,7}["'`]?[ \t]{0,4}[:=>][ \t]{0,4}/y;
const defaultAttribute =
  /\\{0,3}"[ \t]{0,4}\{\s{0,40}(?:[a-z_]{2,20}[ \t]{0,6}=[ \t]{0,4}[^\n]{0,80}\n\s{0,20}){0,4}(?:default|value)[ \t]{0,8}=[ \t]{0,4}/y;
const argument = /[ \t]{0,4},[ \t]{0,24}(?=\\{0,3}["'`])/y;
/** `name: Type = value`; the type says nothing. */
const annotation =
  /(?:&(?:'\w+[ \t])?(?:mut[ \t])?)?[A-Za-z_][\w.<>|:]{0,40}(?:\[\])?[ \t]{0,4}=[ \t]{0,4}(?=(?:[fbru]|String::from\()?\\{0,7}["'`])/y;
const goType =
  /[ \t]{1,4}(?:string|As String|NVARCHAR\(\w+\)|VARCHAR\(\w+\))[ \t]{0,4}:?=[ \t]{0,4}(?=N?["'`])/y;
/** `{ get; set; } = "…"` */
const property = /[ \t]\{ get;[^{}\n]{0,20}\}[ \t]*=[ \t]*(?=["@$])/y;
const array = /\[\d{0,5}\][ \t]{0,4}=[ \t]{0,4}(?=["'])/y;
const call =
  /(?:\\{0,3}["'`])?\]?(?:["'`]\))?(?:\.(?:equals|type|fill|sendKeys|send_keys|setValue|set_value|eq))?\((?=@?["'`])/y;
const says =
  /(?:['’]s)?(?:[ \t](?:for|of|on|in|from|to|für|para|de|pour)[ \t](?:[\w@./'’`"-]{1,40}[ \t]){0,4}[\w@./'’`"-]{1,40})?[ \t]{1,4}(?:is|was|are|ist|lautet|es|est|é|has been changed to|will be)[:=]?[ \t]{1,4}(?:now |still |set to |changed to )?/y;
const clause =
  /(?:[ \t](?:for|of|on|in|für|para|de|pour)[ \t](?:[\w@./'’-]{1,40}[ \t]){0,3}[\w@./'’-]{1,40})[ \t]{0,2}:[ \t]{1,4}/y;
const dots = /\.{4,80}(?=[^\s.])/y;
const setTo = /[ \t]{1,4}(?:to|with|as)[ \t]{1,4}/y;
const element = /(?:[ \t][^<>\n]{0,120})?(?:>|&gt;)/y;
/** `<wsse:Password Type="…">` */
const inNamespace = /<[\w-]{1,20}:$/;
const nextLine = /\r?\n[ \t]{1,40}(?=["'`])/y;
/** `<key>AuthToken</key><string>…`, `<name>password</name><value>…` */
const nextElement = /<\/(?:key|name|param-name|property|k)>\s{0,40}<(?:string|data|value|param-value|v)>/y;
/** A part of a form: its value stands behind an empty line. */
const formPart = /"(?:\r?\n|\\r\\n)(?:[\w-]{1,40}:[^\r\n\\]{0,80}(?:\r?\n|\\r\\n)){0,3}(?:\r?\n|\\r\\n)/y;
/** What PHP says about a string before it shows it. */
const dumped = /\s{0,20}string\(\d{1,6}\)\s(?=")/y;

export function separationOf(text: string, name: Name, nameClass: NameClass): Separation | undefined {
  const before = text[name.start - 1] ?? "";
  const isFlag =
    name.text.startsWith("--") || (before === "-" && name.text.startsWith("-")) || isLongFlag(text, name);
  if (
    before === "<" ||
    text.startsWith("&lt;", name.start - 4) ||
    (before === ":" && inNamespace.test(text.slice(Math.max(0, name.start - 22), name.start)))
  ) {
    if (execAt(element, text, name.end) !== null) {
      const ahead = text.slice(name.end, name.end + MAX_VALUE);
      if (ahead.includes("</") || ahead.includes("&lt;/"))
        return { from: element.lastIndex, sign: "=", form: "element" };
    }
  }
  if (
    before === '"' &&
    /^">[^<>\n]{4,200}<\//.test(text.slice(name.end, name.end + 210)) &&
    !/(?:for|id|class|href|type|data-[\w-]{1,20})="$/i.test(
      text.slice(Math.max(0, name.start - 28), name.start),
    )
  )
    return { from: name.end + 2, sign: "=", form: "element" };
  if (before === ">" && execAt(nextElement, text, name.end) !== null)
    return { from: nextElement.lastIndex, sign: "=", form: "element" };
  if (before === '"' && execAt(formPart, text, name.end) !== null)
    return { from: formPart.lastIndex, sign: "=", form: "literal" };
  // A comma or the line's end: only an attribute named "value" can follow.
  const next = text.charCodeAt(name.end);
  if ((next === 44 || next === 59) && !isFlag) return undefined;
  execAt(nameEnd, text, name.end);
  const ended = nameEnd.lastIndex;
  const isQuotedName = /["'`]|&quot;|&#34;|\\u0022|\\x22|%22/.test(text.slice(name.end, ended));
  const named = /value/i.test(text.slice(name.end, name.end + 64))
    ? (execAt(valueAttribute, text, name.end) ?? execAt(valueAttribute, text, ended))
    : null;
  if (named !== null && (isQuotedName || /^\s*(?:\n|\\n|["'=>,{:])/.test(named[0])))
    return { from: named.index + named[0].length, sign: ":", form: "config" };
  if (before === '"' && execAt(defaultAttribute, text, name.end) !== null)
    return { from: defaultAttribute.lastIndex, sign: "=", form: "config" };
  const sign = execAt(operator, text, ended);
  if (sign?.[1] !== undefined)
    return signed(text, name, nameClass, sign[1], operator.lastIndex, { isFlag, isQuotedName, before });
  if (execAt(goType, text, name.end) !== null) return { from: goType.lastIndex, sign: "=", form: "call" };
  if (execAt(property, text, name.end) !== null) return { from: property.lastIndex, sign: "=", form: "call" };
  if (execAt(array, text, name.end) !== null) return { from: array.lastIndex, sign: "=", form: "call" };
  if (isFlag && /[ \t]/.test(text[name.end] ?? "")) {
    const from = skipBlanks(text, name.end);
    return {
      from: text.startsWith("<<<", from) ? skipBlanks(text, from + 3) : from,
      sign: " ",
      form: "literal",
    };
  }
  if (isQuotedName && execAt(argument, text, ended) !== null) {
    const from = argument.lastIndex;
    // In a list of names the next one is no value: it can be read.
    const span = quotedSpan(text, from);
    const isValue =
      span !== undefined &&
      (isStrong(text.slice(span.start, span.end)) ||
        nameClass === "authorization" ||
        /^[^\s"'`]{0,80}\d/.test(text.slice(span.start, span.end)));
    return isValue ? { from, sign: ",", form: "call" } : undefined;
  }
  if (isSetter(text, name) && execAt(call, text, name.end) !== null)
    return { from: call.lastIndex, sign: "(", form: "call" };
  return spoken(text, name, nameClass, ended);
}

interface Around {
  isFlag: boolean;
  isQuotedName: boolean;
  before: string;
}

function signed(
  text: string,
  name: Name,
  nameClass: NameClass,
  sign: string,
  operatorEnd: number,
  { isFlag, isQuotedName, before }: Around,
): Separation | undefined {
  let from = operatorEnd;
  if (before === ";" && sign.startsWith("=") && text[name.end] === "=")
    return { from: name.end + 1, sign: "=", form: "literal" };
  if (sign === "=>" && execAt(dumped, text, from) !== null)
    return { from: dumped.lastIndex, sign: "=", form: "config" };
  if (isQuotedName && execAt(gap, text, from) !== null) from = gap.lastIndex;
  if ((sign === "=" || sign === ":=") && execAt(nextLine, text, from) !== null) from = nextLine.lastIndex;
  // `NAME=` of an environment: whatever follows is the value, also when it makes the sign look longer.
  if (
    sign !== "=" &&
    sign.startsWith("=") &&
    text[name.end] === "=" &&
    !/\s/.test(text[name.end + 1] ?? " ")
  ) {
    const isEnv = isEnvName(name.text);
    if (
      isEnv ||
      (sign === "==" &&
        /^=\S{8}/.test(text.slice(name.end + 1, name.end + 10)) &&
        (name.text.includes(".") || /^\n?$/.test(text[name.start - 1] ?? "")))
    )
      return { from: name.end + 1, sign: "=", form: isEnv ? "literal" : "prose" };
  }
  if (sign.startsWith("==")) {
    return /^["'`]/.test(text.slice(from, from + 1)) && nameClass === "password"
      ? { from, sign: "==", form: "call" }
      : undefined;
  }
  if (sign === "=" && text.startsWith("3D", from) && from === name.end + 1)
    return { from: from + 2, sign: "=", form: "literal" };
  if ((sign === ":" || sign === "=") && execAt(annotation, text, from) !== null)
    return { from: annotation.lastIndex, sign: "=", form: "call" };
  // A scheme with its own colon: `APP_KEY=base64:…`.
  if (text.startsWith("base64:", from)) return { from: from + 7, sign, form: "literal" };
  if (sign === "->" || sign === "→" || sign === "⇒" || sign === "：") return { from, sign, form: "said" };
  if (isFlag || (/[?&]/.test(before) && sign === "=")) return { from, sign: "=", form: "literal" };
  if (before === ";" && sign === "=") return { from, sign, form: "literal" };
  // The name of two words, and Markdown around the name, are a person's.
  const isField = sign === "=" && text[name.end] === "=";
  if (isSpoken(text, name) && !isField) return { from, sign, form: "said" };
  return {
    from,
    sign: sign === ":=" || sign === "?=" || sign === "=>" || sign === "<-" ? "=" : sign,
    form: "config",
  };
}

const isSpoken = (text: string, name: Name) =>
  /[*_]/.test(text[name.end] ?? "") ||
  (/^[a-z]+$/i.test(name.text) &&
    /[A-Za-z] $/.test(text.slice(Math.max(0, name.start - 2), name.start)) &&
    !/^(?:export|set|let|const|var|val|final|string|String|ENV|ARG|static|private|public|readonly|char|auto|local|my) $/.test(
      /\S+ $/.exec(text.slice(Math.max(0, name.start - 12), name.start))?.[0] ?? "",
    ));

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < from + 4 && /[ \t]/.test(text[at] ?? "")) at++;
  return at;
}

/** `-password x`, `-storepass x`: one dash before a whole word. */
const isLongFlag = (text: string, name: Name) =>
  /^-[a-z]{4,}/i.test(name.text) && /[\s"'`(]/.test(text[name.start - 1] ?? " ");

const isSetter = (text: string, name: Name) =>
  /^(?:set|with|use|add)[A-Z_]/.test(name.text) ||
  /[.\]]$/.test(text.slice(Math.max(0, name.start - 1), name.start)) ||
  /\.(?:set|with)?_?[a-z_]*(?:password|passwd|secret|token|key)$/i.test(name.text) ||
  /^(?:["'`]?\]?["'`]?\)?)?\.(?:equals|type|fill|sendKeys|send_keys|setValue|set_value|eq)\(/.test(
    text.slice(name.end, name.end + 24),
  );

/** Words as a person writes them, not a name of code. */
const plainName = /^(?:[A-Z]?[a-z]+|[A-Z]{2,}|[A-Za-z]+[-_][A-Za-z]+)$/;

/** A blank, a word such as "is", or a cell's border. */
function spoken(text: string, name: Name, nameClass: NameClass, ended: number): Separation | undefined {
  if (/[/\\]/.test(text[name.start - 1] ?? "")) return undefined;
  // Dots up to the value, as some logs align their columns.
  if (execAt(dots, text, ended) !== null) return { from: dots.lastIndex, sign: " ", form: "said" };
  for (const pattern of [says, clause]) {
    if (execAt(pattern, text, ended) !== null) return { from: pattern.lastIndex, sign: " ", form: "said" };
  }
  if (execAt(dash, text, ended) !== null) return { from: dash.lastIndex, sign: "-", form: "said" };
  if (
    plainName.test(name.text) &&
    !/^pass$/i.test(name.text) &&
    execAt(setTo, text, ended) !== null &&
    nameClass !== "key"
  )
    return { from: setTo.lastIndex, sign: " ", form: "prose" };
  const cell = /^[ \t]{0,4}\|[ \t]{0,40}(?=[^\s|-])/.exec(text.slice(ended, ended + 50))?.[0];
  if (
    cell !== undefined &&
    /(?:^|\n)[ \t]{0,8}\|(?:[^|\n]{0,60}\|){0,4}[^|\n]{0,60}$/.test(
      text.slice(Math.max(0, name.start - 200), name.start),
    )
  )
    return { from: ended + cell.length, sign: "|", form: "cell" };
  const column = /^[ \t]{2,40}(?=\S+[ \t]*(?:\r?\n|$))/.exec(text.slice(name.end, name.end + 200))?.[0];
  if (
    column !== undefined &&
    /(?:^|\n)[ \t]{0,8}$/.test(text.slice(Math.max(0, name.start - 10), name.start))
  )
    return { from: name.end + column.length, sign: " ", form: "cell" };
  const form = spacedForm(text, name, nameClass);
  if (form !== undefined) return { from: skipBlanks(text, name.end), sign: " ", form };
  return undefined;
}

/** `machine x login y password z`, `ENV API_KEY z`, `set -gx TOKEN z`, `WITH PASSWORD 'z'`, "the token z". */
function spacedForm(text: string, name: Name, nameClass: NameClass): Form | undefined {
  if (text[name.end] !== " " && text[name.end] !== "\t") return undefined;
  const before = text.slice(Math.max(0, name.start - 120), name.start);
  if (
    /(?:^|[\s+\-?=])(?:ENV|ARG|setenv|setx|set -[gUx]{1,3}|configure set|set) $/.test(before) ||
    name.text.startsWith("_")
  )
    return "literal";
  if (/^(?:requirepass|masterauth|bindpw|rootpw)$/i.test(name.text)) return "literal";
  if (/#define $/.test(before)) return "call";
  // A variable and its value in two columns.
  if (isEnvName(name.text) && name.text.includes("_") && /(?:^|\n)\s*$/.test(before)) return "prose";
  if (nameClass === "password" && /login\s+[^\s|]{1,80}\s+$/.test(before)) return "literal";
  if (name.text.toLowerCase() === "password" && /^["']/.test(text.slice(name.end + 1, name.end + 2)))
    return "literal";
  if (/^[ \t]*[|\n]/.test(text.slice(name.end, name.end + 20))) return undefined;
  return plainName.test(name.text) && !/^pass$/i.test(name.text) && nameClass !== "key" ? "prose" : undefined;
}
