/** Finds a name for a secret, and its value. */
import { findAuthorization, findCookie } from "./headers.ts";
import { isMess, isSecret, isSentence, isStrong, kindOf, type Sort, type Trust } from "./judge.ts";
import { classifyName, isEnvName, isFolderName, type NameClass } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import { type Anchor, afterEscape, isWordCode, type Pass } from "./scan.ts";
import { type Name, type Separation, separationOf } from "./separators.ts";
import {
  bareSpan,
  closingOf,
  elementSpan,
  execAt,
  isOwnSign,
  type Line,
  lineBefore,
  MAX_VALUE,
  quotedSpan,
  type Span,
  withoutPunctuation,
} from "./span.ts";
import type { Finding } from "./spans.ts";
import { CELL_END, findTable } from "./tables.ts";

const MAX_NAME = 64;
const isNameCode = (code: number) => isWordCode(code) || code === 95 || code === 45 || code === 46;
function nameAround(text: string, at: number): Name {
  let start = at;
  const lowest = Math.max(0, at - MAX_NAME);
  while (start > lowest && isNameCode(text.charCodeAt(start - 1))) start--;
  start = Math.min(at, afterEscape(text, start));
  let end = at;
  const highest = Math.min(text.length, at + MAX_NAME);
  while (end < highest && isNameCode(text.charCodeAt(end)) && !text.startsWith("..", end)) end++;
  while (end > at && (text[end - 1] === "." || (text[end - 1] === "-" && text[end] === ">"))) end--;
  return { text: text.slice(start, end), start, end };
}

/** A plain word after the name that introduces no value: such a sentence nearly always just mentions keys or tokens. */
const wordAhead =
  /[ \t]{1,4}(?!(?:is|was|are|for|of|on|in|from|to|with|as|ist|lautet|es|est|string|has|will|value|default|set|für|para|de|pour)[ \t\n,.;:)])(?![a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4})([a-z]+)[,.;:)]?[ \t\n]/y;
const isAssigned = /^["'`]?[ \t]{0,8}(?:=>|[:=]|,["'`]|$)/;
const wordBefore = /([A-Za-z]{2,20})[ -]$/;

/** "API key", "secret access key": a name of two or three words. */
function twoWordClass(text: string, name: Name): NameClass {
  if (!/^(?:keys?|token|secret|pass|code|phrase)$/i.test(name.text)) return undefined;
  const isKey = /^keys?$/i.test(name.text);
  const before = wordBefore.exec(text.slice(Math.max(0, name.start - 22), name.start));
  if (before === null)
    return isKey && isAssigned.test(text.slice(name.end, name.end + 12)) ? "key" : undefined;
  if (/^(?:public|publishable|primary|foreign|cache|sort|partition|host|dedupe?)$/i.test(before[1] ?? ""))
    return undefined;
  return (
    classifyName(`${before[1]}_${name.text.replace(/s$/i, "")}`.toLowerCase()) ?? (isKey ? "key" : undefined)
  );
}

/** `/`, `}`, `+`, `!`, `@`, `$`, `#`: signs that cannot introduce a value. */
const NO_VALUE: ReadonlySet<string> = new Set("/}+!@$#^~");
/** A test's verdict, or a class of a compiler. */
const ofPasses = /^PASS$|^[A-Z]\w*[a-z]Pass$/;

function find(text: string, at: number, pass: Pass): Finding | undefined {
  if (at < pass.seenName) return undefined;
  const name = nameAround(text, at);
  pass.seenName = name.end;
  pass.steps += name.end - name.start;
  const next = text[name.end] ?? "";
  if (NO_VALUE.has(next) || (next !== "=" && ofPasses.test(name.text))) return undefined;
  // A part of an ARN.
  if (next === ":" && text[name.start - 1] === ":") return undefined;
  const word = next === " " ? execAt(wordAhead, text, name.end)?.[1] : undefined;
  const nameClass =
    classifyName(name.text) ??
    twoWordClass(text, name) ??
    // `UID=sa;PWD=…`: among connection fields it is not a folder.
    (name.text === "PWD" && /[;&?]/.test(text[name.start - 1] ?? "") && next === "="
      ? "password"
      : undefined);
  if (nameClass === undefined) return undefined;
  const isCode = !isWord(text, name, nameClass);
  const finding = word === undefined ? findValue(text, name, nameClass, pass) : undefined;
  // A value with more names in it is read once. Provider formats in it are still searched.
  if (finding !== undefined) pass.seenName = Math.max(finding.end, name.end);
  else if (isSort(nameClass) && !(isCode && nameClass === "key"))
    pass.hints.push({ at: name.start, end: name.end, sort: nameClass, isCode });
  return finding;
}

const isSort = (nameClass: NameClass): nameClass is Sort =>
  nameClass === "password" || nameClass === "secret" || nameClass === "token" || nameClass === "key";

/** A word of a sentence, not a name of code. */
const isWord = (text: string, name: Name, nameClass: NameClass) =>
  !isFolderName(name.text) &&
  (nameClass !== "key" ||
    /^[A-Z][A-Z0-9_]+$/.test(name.text) ||
    /(?:^|[^a-z])(?:my|our|your|this|their) $/i.test(text.slice(Math.max(0, name.start - 7), name.start))) &&
  /^(?!pass$|Pass$)(?:(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-_](?:[A-Z]?[a-z]+|[A-Z]+))?|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/.test(
    name.text,
  ) &&
  /[\s"'`(*_>\]/]/.test(text[name.start - 1] ?? " ") &&
  /[\s:,.?)'’*`"\u2001-\uffff]/.test(text[name.end] ?? " ");

/** Finds a value joined to a name, or below it in a table. */
export function findValue(text: string, name: Name, nameClass: NameClass, pass: Pass): Finding | undefined {
  const found = separationOf(text, name, nameClass);
  if (found === undefined) {
    if (
      nameClass !== "key" &&
      name.start >= pass.seenTable &&
      CELL_END.test(text.slice(name.end, name.end + 100))
    )
      findTable(text, name, pass);
    return undefined;
  }
  pass.steps += found.from - name.end;
  if (nameClass === "authorization") return findAuthorization(text, found.from);
  if (nameClass === "cookie") return findCookie(text, found.from);
  // What signs a URL.
  if (nameClass === "signature" && found.value === "query") return valueAt(text, name, "token", found, pass);
  if (!isSort(nameClass)) return undefined;
  return valueAt(text, name, nameClass, found, pass);
}

/** Other fields of a connection: `host=db user=app password='…'`. */
const ofConnection =
  /(?:^|[\s;"'])(?:host|hostaddr|server|data source|uid|user(?: id)?|dbname|database)[ \t]?=[^;\n]+[; ][ \t]*$/i;
const beginsLine =
  /^[\s>+\-*|\d→:#]*(?:(?:export|set|let|final|var|val|const)\s+)?(?:\S{1,120}:\d{1,6}[:-]\s*)?$/;
const oneRun = /\S{12,80}(?=[ \t]*(?:\r?\n|$))/y;

function valueAt(text: string, name: Name, sort: Sort, found: Separation, pass: Pass): Finding | undefined {
  const { from, trust, value } = found;
  const line = lineBefore(text, name.start);
  // A password with quotes, commas and brackets in it, alone after its name: no sign ends it.
  const alone = sort === "password" && value === "any" ? (execAt(oneRun, text, from)?.[0] ?? "") : "";
  if (
    beginsLine.test(line.text) &&
    !/^(["'`]).*\1[,;]?$/.test(alone) &&
    isMess(alone) &&
    !isPlaceholder(alone)
  )
    return { kind: "password", start: from, end: from + alone.length };
  const quoted = value === "element" ? undefined : quotedSpan(text, from);
  if (quoted?.quote !== undefined && !isOwnSign(text, quoted)) {
    const isSpoken = trust === "near" || trust === "said" || /^"?pass$/i.test(name.text);
    const isEnv = isEnvName(name.text) && (found.sign === "=" || found.sign === "");
    const sure =
      trust === "bare"
        ? "bare"
        : trust === "certain" || isEnv || ofConnection.test(line.text)
          ? "certain"
          : isSpoken
            ? "said"
            : "string";
    const finding = findingOf(text, quoted, sort, sure);
    if (finding !== undefined && quoted.end - quoted.start >= MAX_VALUE)
      finding.end = closingOf(text, quoted.end, quoted.quote, text.length);
    return finding;
  }
  if (value === "string") return undefined;
  let span =
    value === "element"
      ? elementSpan(text, from)
      : // `Environment="NAME=a value"`: the quote before the name closes after the value.
        found.sign === "=" && isEnvName(name.text) && /["']/.test(text[name.start - 1] ?? "")
        ? { start: from, end: closingOf(text, from, text[name.start - 1] ?? "", from + MAX_VALUE) }
        : bareSpan(text, from, line, found.value === "query");
  if (span.end <= span.start || isCrowded(name, span, pass)) return undefined;
  const sure = trust === "config" ? trustOf(text, name, sort, found, span, line) : trust;
  if (sure === "near" || sure === "said") span = withoutPunctuation(text, span);
  else if (sure !== "certain")
    span = { ...span, end: span.end - (/[,;]+$/.exec(text.slice(span.start, span.end))?.[0].length ?? 0) };
  if (isFolderName(name.text) && !(trust === "certain" && /[;?&,"']\s*$/.test(line.text))) {
    const folder = text.slice(span.start, span.end);
    if (!(isStrong(folder) || /^[A-Z][a-z]{3,}\d{2,}/.test(folder)) || /[/\\]|^~/.test(folder))
      return undefined;
  }
  const finding =
    (sort === "password" || sort === "secret" ? findPhrase(text, span, name, sure) : undefined) ??
    findingOf(text, span, sort, sure);
  if (finding === undefined || span.end - span.start < MAX_VALUE) return finding;
  for (let more = span; more.end > more.start; finding.end = more.end)
    more = bareSpan(text, finding.end, line, found.value === "query");
  return finding;
}

/** Maximum names inside one value without a space. More are not real text, and each would be read to its end. */
const MOST_NAMES = 8;

function isCrowded(name: Name, span: Span, pass: Pass): boolean {
  if (name.start >= pass.bareEnd) pass.bareNames = 0;
  pass.bareEnd = Math.max(pass.bareEnd, span.end);
  pass.steps += span.end - span.start;
  return ++pass.bareNames > MOST_NAMES;
}

/** How certain an unquoted value is, judged by its line. */
function trustOf(text: string, name: Name, sort: Sort, { sign }: Separation, span: Span, line: Line): Trust {
  if (sign === "=" && isEnvName(name.text) && span.start === name.end + 1) return "certain";
  // A header of HTTP.
  if (sign === ":" && /^(?:[A-Z]+|[A-Z][a-z]+)(?:-(?:[A-Z]+|[A-Z][a-z]+))+$/.test(name.text))
    return "certain";
  const endsLine =
    span.end - span.start >= MAX_VALUE ||
    /^(?:[\r\n]|[ \t]*$|\\[nr]|"|$|[,;][\r\n]|,?$)/.test(text.slice(span.end, span.end + 2));
  if (endsLine && (sort === "password" || beginsLine.test(line.text))) return "line";
  return sign === ":" && /^(?:pw|pass|passwords?|passwd)$/i.test(name.text) ? "said" : "bare";
}

const appGroups = /^[a-z]{4}(?: [a-z]{4}){3}(?![a-z0-9-])(?! [a-z])/;
const wordsToEnd = /^[a-z]{3,11}(?: [a-z]{2,12}){2,9}(?=[ \t]*(?:\n|$))/;

/** A password of several words, if the line contains nothing else; an app password in four groups. */
function findPhrase(text: string, { start }: Span, name: Name, trust: Trust): Finding | undefined {
  const rest = text.slice(start, start + 160);
  const isPhraseName = /phrase$/i.test(name.text);
  const isPassword = /(?:password|passwd|passwort|pwd)$/i.test(name.text) && trust !== "certain";
  const words = trust !== "near" && (isPhraseName || isPassword) ? wordsToEnd.exec(rest)?.[0] : undefined;
  const isPhrase = words !== undefined && !isSentence(words) && (isPhraseName || words.split(" ").length > 3);
  const phrase = appGroups.exec(rest)?.[0] ?? (isPhrase ? words : undefined);
  return phrase === undefined ? undefined : { kind: "password", start, end: start + phrase.length };
}

function findingOf(text: string, { start, end }: Span, sort: Sort, trust: Trust): Finding | undefined {
  return end > start && isSecret(text.slice(start, end), sort, trust)
    ? { kind: kindOf(sort), start, end }
    : undefined;
}

/** How names of secrets begin or end, and how each continues. Any other letter makes another word: "author", "keys". */
const PARTS: [literals: string, goesOn: RegExp, isHint?: boolean][] = [
  ["pass", /w|owrd|sword|phrase|code|e(?![a-z])|key/iy, true],
  ["pasword|pssword|pwd|pw|senha|mdp|kennwort|bindpw|rootpw|rasena", /(?!)/y, true],
  ["secret", /s(?![a-z])|key|access|string|id/iy, true],
  ["key", /store|pass|s(?![a-z])/iy],
  ["auth", /oriz|token|key/iy, true],
  ["cred", /ential|s(?![a-z])/iy, true],
  ["cookie", /s(?![a-z])/iy, true],
  ["token|pat|jwt|bearer", /(?!)/y, true],
  ["sig", /nature/iy],
  ["psk|salt|p12|pfx|pkcs12|macaroon|verifier|authtok|community|seed", /(?!)/y],
  // In capitals only: the names of an environment.
  ["_PIN|_SK|_APPID|_PRIVATE|_CODE|_SALT", /(?!)/y],
];
const PASSWORDS = /^(?:pa?s|pwd?|senha|mdp|kennwort|bindpw|rootpw|rasena|cred|secret)/;
/** Words that change nothing: `passwordValue`. */
const camelTail =
  /(?:Value|B64|Base|Prod|Staging|Dev|Live|Test|Old|New|Plain|Raw|Str|Data|Id|Key|Token|Secret|Access|Db|Database)/y;

const MAX_RUN = 40;
const base64 = /[A-Za-z0-9+/=]/;

function isInBase64(text: string, at: number): boolean {
  let [start, end] = [at, at];
  while (end - at < MAX_RUN && base64.test(text[end] ?? "")) end++;
  while (at - start < MAX_RUN && start > 0 && base64.test(text[start - 1] ?? "")) start--;
  return end - start >= MAX_RUN;
}

/** Not inside random letters: not after a letter, with a capital after a small one, or `chpasswd`. */
function speaksOfSecret(text: string, at: number, literal: string): boolean {
  if (isInBase64(text, at) || /(?:hash(?:ed)?|public_?key)[_-]?$/i.test(text.slice(Math.max(0, at - 12), at)))
    return false;
  if (/^(?:pass(?:w(?:or)?d|phrase)|pwd(?![a-z:=]))/i.test(text.slice(at, at + 10))) return true;
  // Python's `pass` statement.
  if (literal === "pass" && /(?:^|[\n:])[ \t]*pass[\r\n]/.test(text.slice(Math.max(0, at - 40), at + 5)))
    return false;
  // A verdict: `dkim=pass`.
  if (literal === "pass" && text[at - 1] === "=") return false;
  // The shell's folder.
  if (literal === "pwd" && /(?:^|[^A-Za-z])pwd["']?[:=]/i.test(text.slice(Math.max(0, at - 1), at + 5)))
    return false;
  const before = text.charCodeAt(at - 1);
  if (before === 43 || before === 47) return !isWordCode(text.charCodeAt(at - 2));
  if (!isWordCode(before)) return true;
  return text.charCodeAt(at) < 97 && before >= 97 && text.charCodeAt(at + 1) >= 97;
}

export const nameAnchors: Anchor[] = PARTS.flatMap(([literals, goesOn, isHint]) =>
  literals.split("|").map((literal): Anchor => {
    const sort = PASSWORDS.test(literal) ? "password" : "secret";
    return {
      literal,
      fold: !literal.startsWith("_"),
      find(text, at, pass) {
        const end = at + literal.length;
        const next = text[end] ?? "";
        if (/[A-Za-z]/.test(next)) {
          const isCamel = /[A-Z]/.test(next) && text.charCodeAt(end - 1) >= 97;
          const isOwned = isCamel && literal === "senha";
          if (!isOwned && execAt(isCamel ? camelTail : goesOn, text, end) === null) return undefined;
        }
        const isVerdict = text.startsWith("PASS", at) && !/[A-Z_]/.test(next);
        if (isHint && !isVerdict && speaksOfSecret(text, at, literal)) pass.hints.push({ at, end, sort });
        return find(text, at, pass);
      },
    };
  }),
);
