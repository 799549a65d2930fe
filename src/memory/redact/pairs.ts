import { findAuthorization, findCookie } from "./headers.ts";
import { classifyName, isEnvName, type NameClass } from "./names.ts";
import { type Anchor, isWordCode, type Pass } from "./scan.ts";
import type { Finding } from "./spans.ts";
import { isSecretValue, type Written } from "./values.ts";

const MAX_NAME = 64;
/** As much of a value as decides; what is found secret is then followed to its end. */
const MAX_VALUE = 128;

const isNameCode = (code: number) => isWordCode(code) || code === 95 || code === 45 || code === 46;

/** What can stand between a name and its value, and what of it tells how the value is written. */
const separator =
  /(\\{0,3}["'`]|&quot;)?(?:\][ \t]{0,2})?(?:[ \t]{0,20}(=>|:=|\?=|==?|::?)[ \t]{0,20}(?:[|>][+-]?[ \t]{0,4}\n[ \t]{1,20})?|(?:[ \t]{0,4},?(?:\s|\\n){0,40}|[ \t]{0,4}\/?>\s{0,4})\\{0,3}["'`]?[Vv]alue\\{0,3}["'`]?[ \t]{0,4}[:=>][ \t]{0,4}|([ \t]{0,4},[ \t]{0,4})(?=\\{0,3}["'`])|([ \t]{1,4}is:?[ \t]{1,4}))/y;
/** `name: Type = value`; the type says nothing. */
const annotation = /[A-Za-z_][\w.<>|]{0,40}(?:\[\])?[ \t]{0,4}=[ \t]{0,4}(?=[fbru]?["'`])/y;
const opening = /[fbru]?(\\{0,3}["'`]|&quot;)/y;
const literalValue = /[^\s\p{Cc}"'`\\<>]{1,128}/uy;
const queryValue = /[^\s\p{Cc}"'`\\<>&#;,)]{1,128}/uy;
const bareValue = /[^\s\p{Cc}"'`\\<>,;&(){}[\]|]{1,128}/uy;

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
  // Nor is the end of a colour code: `\u001b[32mPASSWORD=`.
  const colour = /^\d{0,3}m/.exec(text.slice(start, at))?.[0];
  if (
    colour !== undefined &&
    /(?:\p{Cc}|u001b|x1b|033)\[[\d;]{0,12}$/u.test(text.slice(Math.max(0, start - 20), start))
  )
    start += colour.length;
  let end = at;
  const highest = Math.min(text.length, at + MAX_NAME);
  while (end < highest && isNameCode(text.charCodeAt(end))) end++;
  return { text: text.slice(start, end), start, end };
}

const execAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Where a value in quotes ends: at the quote, the line or `limit`. */
function closingOf(text: string, from: number, quote: string, limit: number): number {
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
  const finding = findValue(text, name, nameClass);
  // A value that holds more names is read once; providers' formats in it are still looked for.
  if (finding !== undefined) pass.seenName = finding.end;
  return finding;
}

function findValue(text: string, name: Name, nameClass: NameClass): Finding | undefined {
  const before = text[name.start - 1] ?? "";
  const isFlag = name.text.startsWith("--") || (before === "-" && name.text.startsWith("-"));
  const isElement =
    before === "<" && text[name.end] === ">" && text.slice(name.end, name.end + MAX_VALUE).includes("</");
  let from: number;
  let sign = "=";
  let prose = false;
  const between = execAt(separator, text, name.end);
  if (between !== null) {
    from = separator.lastIndex;
    sign = between[2] ?? (between[3] === undefined ? ":" : ",");
    prose = between[4] !== undefined;
    // `set("x-api-key", "…")`; without quotes around the name, or in a list of names, it is another argument.
    if (
      sign === "," &&
      !(between[1] !== undefined && /^\s*\\{0,3}["'`][^"'`\n]{0,80}\d/.test(text.slice(from, from + 100)))
    )
      return undefined;
  } else if (isElement) from = name.end + 1;
  else if (isFlag && /[ \t]/.test(text[name.end] ?? "")) from = name.end + 1;
  else if (isSpaced(text, name, nameClass)) from = name.end + 1;
  else return undefined;
  // "PASS: TestLogin" is a verdict.
  if (sign !== "=" && /^-*pass$/i.test(name.text)) return undefined;
  if (sign === "==" || (prose && nameClass !== "password")) return undefined;
  if (nameClass === "authorization") return findAuthorization(text, from);
  if (nameClass === "cookie") return findCookie(text, from);
  if (sign === ":" && execAt(annotation, text, from) !== null) from = annotation.lastIndex;

  const quote = execAt(opening, text, from);
  if (quote?.[1] !== undefined) {
    const start = opening.lastIndex;
    const end = closingOf(text, start, quote[1], Math.min(text.length, start + MAX_VALUE));
    const written: Written = isEnvName(name.text) && sign === "=" ? "literal" : "quoted";
    const finding = findingOf(text, start, end, nameClass, written);
    if (finding !== undefined) finding.end = closingOf(text, end, quote[1], text.length);
    return finding;
  }
  const isQuery = /[?&;]/.test(before) && sign === "=";
  const isEnv = sign === "=" && between?.[2] === "=" && isEnvName(name.text) && from === name.end + 1;
  const literal = isQuery || isEnv || isElement || (isFlag && between !== null);
  const pattern = isQuery ? queryValue : isEnv ? literalValue : bareValue;
  const value = execAt(pattern, text, from);
  if (value === null) return undefined;
  if (!literal && /[([]/.test(text[pattern.lastIndex] ?? "")) return undefined;
  const trailing = isEnv ? /;+$/ : /[,;.:!?)]+$/;
  const end = pattern.lastIndex - (trailing.exec(value[0])?.[0].length ?? 0);
  const finding = findingOf(
    text,
    from,
    end,
    nameClass,
    isQuery ? "query" : literal ? "literal" : isFlag ? "quoted" : "bare",
  );
  if (finding !== undefined && value[0].length >= MAX_VALUE) {
    while (execAt(pattern, text, finding.end) !== null) finding.end = pattern.lastIndex;
  }
  return finding;
}

function findingOf(
  text: string,
  start: number,
  end: number,
  name: NameClass,
  written: Written,
): Finding | undefined {
  if (end <= start) return undefined;
  if (!isSecretValue(text.slice(start, end), name, written)) return undefined;
  return { kind: name === "password" ? "password" : "secret", start, end };
}

/** `machine x login y password z`, `ENV API_KEY z`, `npm config set …:_authToken z`, `WITH PASSWORD 'z'`. */
function isSpaced(text: string, name: Name, nameClass: NameClass): boolean {
  if (text[name.end] !== " ") return false;
  const before = text.slice(Math.max(0, name.start - 120), name.start);
  if (/(?:^|\s)(?:ENV|ARG) $/.test(before) || name.text.startsWith("_")) return true;
  if (nameClass !== "password") return false;
  return (
    (name.text.toLowerCase() === "password" && /^["']/.test(text.slice(name.end + 1, name.end + 2))) ||
    /login\s+\S{1,80}\s+$/.test(before)
  );
}

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
  "bearer",
].map((literal) => ({ literal, fold: true, find }));
