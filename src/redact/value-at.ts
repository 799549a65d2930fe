/** What stands behind a name and its sign: the value, where it ends, and whether it is worth hiding. */
import { isFolderName } from "./name-at.ts";
import { isEnvName, type NameClass } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Pass } from "./scan.ts";
import type { Name, Separation } from "./separator.ts";
import type { Finding } from "./spans.ts";
import {
  bareSpan,
  closingOf,
  execAt,
  type Line,
  lineBefore,
  MAX_VALUE,
  quotedSpan,
  type Span,
  withoutPunctuation,
} from "./value-span.ts";
import { isMess, isSecretValue, isSentence, isStrong, type Written } from "./values.ts";

const beginsLine = /^[\s>+\-*|\d→:#]*$/;
const oneRun = /[^\s]{12,80}(?=[ \t]*(?:\r?\n|$))/y;

/** A password with quotes, commas and brackets of its own, alone behind its name: no sign in it ends it. */
export function wholeLine(
  text: string,
  name: Name,
  { from, form }: Separation,
  inside: Finding | undefined,
): Finding | undefined {
  if (form === "call" || form === "element" || execAt(oneRun, text, from) === null) return undefined;
  const end = oneRun.lastIndex;
  // Found up to the end, or up to the quote that closes it.
  if (inside !== undefined && /^["'`]?[,;.!?)\]]*$/.test(text.slice(inside.end, end))) return undefined;
  if (!beginsLine.test(lineBefore(text, name.start).text)) return undefined;
  const quoted = /^(["'`])(.*)\1[,;]?$/.exec(text.slice(from, end));
  const start = quoted === null ? from : from + 1;
  const value = quoted?.[2] ?? text.slice(from, end);
  return isMess(value) && !isPlaceholder(value) && !/^\/\^|\$\/[a-z]*;?$/.test(value)
    ? { kind: "password", start, end: start + value.length }
    : undefined;
}

export function valueAt(
  text: string,
  name: Name,
  nameClass: NameClass,
  found: Separation,
  pass: Pass,
): Finding | undefined {
  const { from, form } = found;
  const quoted = form === "element" ? undefined : quotedSpan(text, from);
  // A quote with a letter behind it closes nothing: it is one of the value's own signs.
  if (quoted?.quote !== undefined && !isOwnSign(text, quoted)) {
    const isEnv = isEnvName(name.text) && (found.sign === "=" || found.sign === ",");
    const isSpoken = form === "prose" || form === "said" || form === "cell" || /^"?pass$/i.test(name.text);
    const written: Written = form === "literal" || isEnv ? "literal" : isSpoken ? "said" : "quoted";
    const inQuotes = text.slice(quoted.start, quoted.end);
    if (isFolderName(name.text) && !isStrong(inQuotes) && !/^[A-Z][a-z]{4,}\d{2,}/.test(inQuotes))
      return undefined;
    const finding = findingOf(text, quoted, nameClass, written);
    // A plan of changes shows the old value and the new one.
    const next = execAt(changed, text, quoted.end) === null ? undefined : quotedSpan(text, changed.lastIndex);
    const change = next === undefined ? undefined : findingOf(text, next, nameClass, written);
    if (change !== undefined) pass.more.push(change);
    if (finding !== undefined && quoted.end - quoted.start >= MAX_VALUE)
      finding.end = closingOf(text, quoted.end, quoted.quote, text.length);
    return finding;
  }
  if (form === "call") return undefined;
  const line = lineBefore(text, name.start);
  const isQuery =
    form === "literal" && /[?&;]$/.test(line.text) && found.sign === "=" && !/[;]$/.test(line.text);
  let span = form === "element" ? elementSpan(text, from) : bareSpan(text, from, line, isQuery);
  if (span.end <= span.start || isCrowded(name, span, pass)) return undefined;
  // ODBC writes a value with signs in braces.
  if (text[span.start] === "{" && line.text.endsWith(";")) {
    const close = text.indexOf("}", span.start);
    if (close !== -1 && close < span.start + MAX_VALUE) span = { start: span.start + 1, end: close };
  }
  const written = writtenOf(text, name, nameClass, found, span, line, isQuery);
  if (written === undefined) return undefined;
  if (written === "prose" || written === "said") span = withoutPunctuation(text, span);
  else if (written === "line" || written === "entry" || written === "bare")
    span = withoutTrailing(text, span);
  if (isFolderName(name.text) && (form !== "literal" || !/[;?&,"']\s*$/.test(line.text))) {
    const value = text.slice(span.start, span.end);
    if (!(isStrong(value) || /^[A-Z][a-z]{3,}\d{2,}/.test(value)) || /[/\\]|^~/.test(value)) return undefined;
  }
  const wide = widen(
    text,
    span,
    nameClass,
    /phrase$/i.test(name.text) && (written === "bare" || written === "literal")
      ? "phrase"
      : written === "said" && !/(?:password|passphrase|passwort)$/i.test(name.text)
        ? "prose"
        : written,
  );
  const finding =
    findingOf(text, wide, nameClass, wide === span || written === "said" ? written : "line") ??
    (wide === span ? undefined : findingOf(text, span, nameClass, written));
  if (finding === undefined) return undefined;
  if (span.end - span.start >= MAX_VALUE) {
    let more = bareSpan(text, finding.end, line, isQuery);
    while (more.end > more.start) {
      finding.end = more.end;
      more = bareSpan(text, finding.end, line, isQuery);
    }
  }
  return finding;
}

const changed = /["'][ \t]{1,4}(?:->|→|=>)[ \t]{1,4}(?=["'])/y;

/** So many names inside one value without a blank. More are no text that anyone wrote, and each would be read to its end. */
const MOST_NAMES = 8;

function isCrowded(name: Name, span: Span, pass: Pass): boolean {
  if (name.start >= pass.bareEnd) pass.bareNames = 0;
  pass.bareEnd = Math.max(pass.bareEnd, span.end);
  pass.steps += span.end - span.start;
  return ++pass.bareNames > MOST_NAMES;
}

export const isOwnSign = (text: string, { quote, end }: Span) =>
  quote?.length === 1 && text[end] === quote && ownSign.test(text.slice(end + 1, end + 3));
/** What stands behind no quote that closes. */
const ownSign = /^(?:[\w%#^~@*&$!?+=(<{[-](?!\s)|[\w%#^~@*&$!?]$|\.[^\s\w])/;

function elementSpan(text: string, from: number): Span {
  if (text.startsWith("<![CDATA[", from)) {
    const close = text.indexOf("]]>", from);
    if (close !== -1 && close < from + MAX_VALUE * 2) return { start: from + 9, end: close };
  }
  const closes = text[from - 1] === ">" ? /<\/|\n/ : /<\/|&lt;\/|\n/;
  const end = text.slice(from, from + MAX_VALUE * 2).search(closes);
  // A key may go on for pages.
  if (end === -1 && /^[A-Za-z0-9+/=]{400}/.test(text.slice(from, from + 400)))
    return {
      start: from,
      end: from + (/^[A-Za-z0-9+/=]{400,20000}/.exec(text.slice(from, from + 20_000))?.[0].length ?? 0),
    };
  return { start: from, end: end === -1 ? from : from + end };
}

const withoutTrailing = (text: string, span: Span): Span => {
  const signs = /[,;]+$|(?<=[\w"'])[.:]$/.exec(text.slice(span.start, span.end))?.[0].length ?? 0;
  return { ...span, end: span.end - signs };
};

/** How sure it is that a value without quotes is one; undefined where it cannot be. */
function writtenOf(
  text: string,
  name: Name,
  nameClass: NameClass,
  { form, sign }: Separation,
  span: Span,
  line: Line,
  isQuery: boolean,
): Written | undefined {
  if (isQuery) return "query";
  if (form === "element" || form === "literal") return "literal";
  if (form === "prose") return "prose";
  if (form === "said" || form === "cell") return "said";
  // "PASS: TestLogin" is a verdict.
  if (/^-*PASS$/.test(name.text) && sign !== "=") return undefined;
  if (sign === "==") return undefined;
  const isEnv = sign === "=" && isEnvName(name.text) && span.start === name.end + 1;
  if (isEnv) return "literal";
  if (nameClass === "password" && isBesideUser(text, name, span)) return "literal";
  // A header of HTTP.
  if (sign === ":" && /^(?:[A-Z]+|[A-Z][a-z]+)(?:-(?:[A-Z]+|[A-Z][a-z]+))+$/.test(name.text))
    return "literal";
  const rest = text.slice(span.end, span.end + 2);
  const endsLine =
    span.end - span.start >= MAX_VALUE ||
    /^(?:[\r\n]|[ \t]*$|\\[nr]|"|$|[,;][\r\n]|,?$)/.test(rest) ||
    span.end >= text.length;
  const beginsLine =
    /^[\s>+\-*|\d→:#]*(?:(?:export|set|let|final|var|val|const)\s+)?(?:\S{1,120}:\d{1,6}[:-]\s*)?$/.test(
      line.text,
    );
  if (endsLine && beginsLine && isEntry(text, name, nameClass, span)) return "entry";
  if (endsLine && (beginsLine || nameClass === "password")) return "line";
  return sign === ":" && /^(?:pw|pass|passwords?|passwd)$/i.test(name.text) ? "said" : "bare";
}

const user =
  /(?:^|[^\w])(?:user(?:[_-]?name|[_-]?id)?|login|e-?mail|account|uid|usr)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?[\w.@+-]{2,60}["']?[ \t]{0,4}[,;]?\s{1,12}$/i;
/** What types, fields and functions are called. */
const ofCode =
  /string|str\b|field|type|input|schema|column|text|pass|secret|value|require|option|null|none|any\b|object|hash|self|this|props|[(){}[\]<>;]|^[a-z]+$|^\w+\.\w+$/i;

/** The line before says who it belongs to, so this one says the password. */
const isBesideUser = (text: string, name: Name, span: Span) =>
  !ofCode.test(text.slice(span.start, span.end)) &&
  /^\s*(?:\n|$)/.test(text.slice(span.end, span.end + 40)) &&
  user.test(text.slice(Math.max(0, name.start - 110), name.start));

/** A name of several words and a value with nothing behind it: configuration, not code. */
const isEntry = (text: string, name: Name, nameClass: NameClass, span: Span) =>
  nameClass === "password" &&
  /^[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+$/i.test(name.text) &&
  !/[,;)"']/.test(text[span.end - 1] ?? "") &&
  !/[,;)"']/.test(text[span.end] ?? "");

const commandWord = /^[ \t]+(?:[a-z][a-z0-9_.-]*(?=[ \t\n]|$)|[-./~$&|;#<>("'[]|[A-Z_]+=)/;

/** A password with a blank in it, where the line has nothing else; an app password in four groups. */
function widen(text: string, span: Span, nameClass: NameClass, written: Written | "phrase"): Span {
  if (nameClass !== "password" && nameClass !== "secret") return span;
  const rest = text.slice(span.start, span.start + 160);
  const groups = /^[a-z]{4}(?: [a-z]{4}){3}(?![a-z0-9-])(?! [a-z])/.exec(rest)?.[0];
  if (groups !== undefined) return { start: span.start, end: span.start + groups.length };
  if (written === "bare" && nameClass === "password") {
    const words = /^[a-z]{3,11}(?: [a-z]{3,12}){3,9}[ \t]*(?=\n|$)/.exec(rest)?.[0];
    if (words !== undefined) return { start: span.start, end: span.start + words.trimEnd().length };
  }
  if (written === "said") {
    const words = /^[a-z]{3,11}(?: [a-z]{3,12}){3,9}[ \t]*(?=\n|$)/.exec(rest)?.[0].trimEnd();
    return words === undefined || isSentence(words)
      ? span
      : { start: span.start, end: span.start + words.length };
  }
  if (written === "phrase") {
    const words = /^[a-z]{3,11}(?: [a-z]{3,12}){2,9}[ \t]*(?=\n|$)/.exec(rest)?.[0];
    return words === undefined ? span : { start: span.start, end: span.start + words.trimEnd().length };
  }
  if (written !== "literal" && written !== "line" && written !== "entry") return span;
  const tail = /^[^\r\n]{1,80}/.exec(text.slice(span.end, span.end + 80))?.[0] ?? "";
  if (written === "line" || written === "entry") {
    const spaced = /^[^\s"'`(){};,<>=]{2,20}(?: [^\s"'`(){};,<>=]{1,20}){1,5}[ \t]*(?=\n|$)/
      .exec(rest)?.[0]
      .trimEnd();
    if (
      spaced !== undefined &&
      /[a-z]\d|\d[A-Za-z]|[A-Z]\d/.test(spaced) &&
      /[A-Z]/.test(spaced) &&
      !isSentence(spaced)
    )
      return { start: span.start, end: span.start + spaced.length };
  }
  if (written === "line" || written === "entry" || text[span.end] !== " " || commandWord.test(tail)) {
    const phrase = /^[a-z]{3,11}(?: [a-z]{2,12}){3,9}[ \t]*(?=\n|$)/.exec(rest)?.[0];
    return phrase === undefined || written === "literal"
      ? span
      : { start: span.start, end: span.start + phrase.trimEnd().length };
  }
  const word = /^ [^\s]{1,40}(?=\s*(?:\n|$))/.exec(tail)?.[0];
  return word === undefined || !/[^\w.-]|\d/.test(word.slice(1))
    ? span
    : { start: span.start, end: span.end + word.length };
}

export function findingOf(
  text: string,
  { start, end }: Span,
  name: NameClass,
  written: Written,
): Finding | undefined {
  if (end <= start) return undefined;
  if (!isSecretValue(text.slice(start, end), name, written)) return undefined;
  return { kind: name === "password" ? "password" : "secret", start, end };
}
