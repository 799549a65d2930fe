import { findAuthorization, findCookie } from "./headers.ts";
import { classifyName, isEnvName, type NameClass } from "./names.ts";
import { type Anchor, isWordCode, type Pass } from "./scan.ts";
import type { Finding } from "./spans.ts";
import { isSecretValue, type Written } from "./values.ts";

const MAX_NAME = 64;
const MAX_VALUE = 1024;

const isNameCode = (code: number) => isWordCode(code) || code === 95 || code === 45 || code === 46;

/** What can stand between a name and its value, and what of it tells how the value is written. */
const separator =
  /(\\{0,3}["'`]|&quot;)?(?:\][ \t]{0,2})?(?:[ \t]{0,20}(=>|:=|\?=|==?|::?)[ \t]{0,20}|(?:[ \t]{0,4},?(?:\s|\\n){0,40}|[ \t]{0,4}\/?>\s{0,4})\\{0,3}["'`]?[Vv]alue\\{0,3}["'`]?[ \t]{0,4}[:=>][ \t]{0,4}|([ \t]{0,4},[ \t]{0,4})(?=\\{0,3}["'`])|([ \t]{1,4}is:?[ \t]{1,4}))/y;
/** `name: Type = value`; the type says nothing. */
const annotation = /[A-Za-z_][\w.<>|]{0,40}(?:\[\])?[ \t]{0,4}=[ \t]{0,4}(?=[fbru]?["'`])/y;
const opening = /[fbru]?(\\{0,3}["'`]|&quot;)/y;
const literalValue = /[^\s"'`\\<>]{1,1024}/y;
const queryValue = /[^\s"'`\\<>&#;,)]{1,1024}/y;
const bareValue = /[^\s"'`\\<>,;&(){}[\]|]{1,1024}/y;

interface Name {
  text: string;
  start: number;
  end: number;
}

function nameAround(text: string, at: number): Name {
  let start = at;
  const lowest = Math.max(0, at - MAX_NAME);
  while (start > lowest && isNameCode(text.charCodeAt(start - 1))) start--;
  // The letter of an escape is not the name's: `\nPASSWORD=`.
  if (start > 0 && text.charCodeAt(start - 1) === 92 && start < at) start++;
  let end = at;
  const highest = Math.min(text.length, at + MAX_NAME);
  while (end < highest && isNameCode(text.charCodeAt(end))) end++;
  return { text: text.slice(start, end), start, end };
}

const execAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Where the quoted value ends; undefined when the quote never closes in reach. */
function closingOf(text: string, from: number, quote: string): number {
  const limit = Math.min(text.length, from + MAX_VALUE * 4);
  const sign = quote[quote.length - 1] ?? '"';
  for (let at = from; at < limit; at++) {
    const char = text[at];
    if (char === "\n") return at;
    if (quote === "&quot;") {
      if (text.startsWith(quote, at)) return at;
    } else if (quote.length > 1) {
      if (text.startsWith(quote, at)) return at;
    } else if (char === "\\") at++;
    else if (char === sign) return at;
  }
  return limit;
}

function find(text: string, at: number, pass: Pass): Finding | undefined {
  if (at < pass.seenName) return undefined;
  const name = nameAround(text, at);
  pass.seenName = name.end;
  const nameClass = classifyName(name.text);
  if (nameClass === undefined) return undefined;
  return findValue(text, name, nameClass);
}

function findValue(text: string, name: Name, nameClass: NameClass): Finding | undefined {
  const before = text[name.start - 1] ?? "";
  const isFlag = name.text.startsWith("--") || (before === "-" && name.text.startsWith("-"));
  const isElement = before === "<" && text[name.end] === ">";
  let from: number;
  let sign = "=";
  let prose = false;
  const between = execAt(separator, text, name.end);
  if (between !== null) {
    from = separator.lastIndex;
    sign = between[2] ?? (between[3] === undefined ? ":" : ",");
    prose = between[4] !== undefined;
  } else if (isElement) from = name.end + 1;
  else if (isFlag && /[ \t]/.test(text[name.end] ?? "")) from = name.end + 1;
  else if (nameClass === "password" && isNetrc(text, name)) from = name.end + 1;
  else return undefined;
  if (sign === "==" || (prose && nameClass !== "password")) return undefined;
  if (nameClass === "authorization") return findAuthorization(text, from);
  if (nameClass === "cookie") return findCookie(text, from);
  if (sign === ":" && execAt(annotation, text, from) !== null) from = annotation.lastIndex;

  const quote = execAt(opening, text, from);
  if (quote?.[1] !== undefined) {
    const start = opening.lastIndex;
    const end = closingOf(text, start, quote[1]);
    const written: Written = isEnvName(name.text) && sign === "=" ? "literal" : "quoted";
    return findingOf(text, start, end, nameClass, written);
  }
  const isQuery = /[?&;]/.test(before) && sign === "=";
  const isEnv = sign === "=" && between?.[2] === "=" && isEnvName(name.text) && from === name.end + 1;
  const literal = isQuery || isEnv || isElement || isFlag;
  const pattern = isQuery ? queryValue : isEnv ? literalValue : bareValue;
  const value = execAt(pattern, text, from);
  if (value === null) return undefined;
  if (!literal && /[([]/.test(text[pattern.lastIndex] ?? "")) return undefined;
  const trailing = isEnv ? /;+$/ : /[,;.:!?)]+$/;
  const end = pattern.lastIndex - (trailing.exec(value[0])?.[0].length ?? 0);
  return findingOf(text, from, end, nameClass, literal ? "literal" : "bare");
}

function findingOf(
  text: string,
  start: number,
  end: number,
  name: NameClass,
  written: Written,
): Finding | undefined {
  if (end <= start) return undefined;
  const value = text.slice(start, Math.min(end, start + MAX_VALUE));
  if (!isSecretValue(value, name, written)) return undefined;
  return { kind: name === "password" ? "password" : "secret", start, end };
}

/** `machine x login y password z` */
const isNetrc = (text: string, name: Name) =>
  name.text === "password" &&
  /login\s+\S{1,80}\s+$/.test(text.slice(Math.max(0, name.start - 120), name.start));

export const pairAnchors: Anchor[] = [
  "pass",
  "pwd",
  "secret",
  "token",
  "key",
  "auth",
  "cred",
  "jwt",
  "cookie",
  "sig",
  "psk",
  "sess",
  "bearer",
].map((literal) => ({ literal, fold: true, find }));
