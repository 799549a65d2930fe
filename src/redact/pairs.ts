/** A name that speaks of a secret, and the value that it names. */
import { findAnswer } from "./dialogs.ts";
import { findAuthorization, findCookie } from "./headers.ts";
import {
  ABOUT,
  fieldClass,
  isColoured,
  isFolderName,
  mayFollow,
  nameAround,
  twoWordClass,
  wordBehind,
} from "./name-at.ts";
import { classifyName, type NameClass } from "./names.ts";
import { findBefore, findLiteral, findNearby } from "./nearby.ts";
import { isPlaceholder } from "./placeholder.ts";
import { type Anchor, isWordCode, type Pass } from "./scan.ts";
import { type Name, separationOf } from "./separator.ts";
import type { Finding } from "./spans.ts";
import { CELL_END, findTable } from "./tables.ts";
import { valueAt, wholeLine } from "./value-at.ts";
import { execAt } from "./value-span.ts";
import { isMess, isSecretValue, isStrong } from "./values.ts";

function find(text: string, at: number, pass: Pass): Finding | undefined {
  if (at < pass.seenName) return undefined;
  const name = nameAround(text, at);
  pass.seenName = name.end;
  pass.steps += name.end - name.start;
  // Most names stand in code or in a sentence and are followed by what cannot lead to a value.
  const next = text.charCodeAt(name.end);
  if (NO_VALUE.has(next) || (next !== EQUALS && name.text === "PASS")) return undefined;
  const word = next === SPACE ? wordBehind(text, name.end) : undefined;
  if (word !== undefined && ABOUT.has(word)) return undefined;
  const nameClass = classifyName(name.text) ?? twoWordClass(text, name) ?? fieldClass(text, name);
  if (nameClass === undefined) return undefined;
  // `FooKey links …` in a comment: what "key" alone names has to stand beside it.
  if (word !== undefined && nameClass === "key" && !isWord(text, name, nameClass)) return undefined;
  if (!mayFollow(text, name, nameClass))
    return isWord(text, name, nameClass) ? findBefore(text, name, nameClass) : undefined;
  if (isColoured(text, name.end)) pass.colours = true;
  // Whoever hid the value hid nothing behind it.
  const behind = text.slice(name.end, name.end + 12);
  if (behind.includes("***") && isHidden.test(behind)) return undefined;
  const direct = word === undefined ? findValue(text, name, nameClass, pass) : undefined;
  const finding =
    direct ??
    (isWord(text, name, nameClass) ? findNearby(text, name, nameClass, pass) : undefined) ??
    findLiteral(text, name, nameClass, pass) ??
    (nameClass === "password" ? findAnnounced(text, name) : undefined) ??
    (nameClass === "password" && isWord(text, name, nameClass) ? findAnswer(text, name) : undefined);
  // A value that holds more names is read once; providers' formats in it are still looked for.
  if (finding !== undefined) pass.seenName = Math.max(finding.end, name.end);
  return finding;
}

const isHidden = /^["'`]?\s{0,2}[=:]\s{0,2}["'`]?\*{3,8}(?:["'`\s]|$)/;

/** A word of a sentence, not a name of code. */
const isWord = (text: string, name: Name, nameClass: NameClass) =>
  !isFolderName(name.text) &&
  (nameClass === "password" ||
    nameClass === "secret" ||
    nameClass === "token" ||
    (nameClass === "key" && /^[A-Z][A-Z0-9_]+$/.test(name.text)) ||
    (nameClass === "key" &&
      /(?:^|[^a-z])(?:my|our|your|this|their) $/i.test(
        text.slice(Math.max(0, name.start - 7), name.start),
      ))) &&
  (/^(?!pass$|Pass$)(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-_](?:[A-Z]?[a-z]+|[A-Z]+))?$/.test(name.text) ||
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name.text)) &&
  /[\s"'`(*_>\]/]/.test(text[name.start - 1] ?? " ") &&
  (/[\s:,.?)'’*`"]/.test(text[name.end] ?? " ") || text.charCodeAt(name.end) > SYMBOLS);

/** Arrows and pictures begin here. */
const SYMBOLS = 0x2000;

/** `/`, `}`, `+`, `!`, `@`, `$`, `#`, and the end of a text. */
const NO_VALUE: ReadonlySet<number> = new Set([..."/}+!@$#^~"].map((char) => char.charCodeAt(0)));

const SPACE = 32;
const EQUALS = 61;

function findValue(text: string, name: Name, nameClass: NameClass, pass: Pass): Finding | undefined {
  const found = separationOf(text, name, nameClass);
  if (found === undefined) {
    const before = valueBefore(text, name, nameClass);
    if (before !== undefined) return before;
    if (
      nameClass !== "key" &&
      name.start >= pass.seenTable &&
      CELL_END.test(text.slice(name.end, name.end + 42))
    )
      findTable(text, name, pass);
    return undefined;
  }
  pass.steps += found.from - name.end;
  if (nameClass === "authorization") return findAuthorization(text, found.from);
  if (nameClass === "cookie") return findCookie(text, found.from);
  const inside = valueAt(text, name, nameClass, found, pass);
  const finding = nameClass === "password" ? (wholeLine(text, name, found, inside) ?? inside) : inside;
  // Beside the name stands no value: the cell may be the head of a column.
  if (finding === undefined && found.form === "cell" && name.start >= pass.seenTable)
    findTable(text, name, pass);
  return finding;
}

const announced =
  /[^\n]{0,40}[:：][ \t*_]{0,4}\r?\n\s{0,4}(?:```\w{0,10}\n)?[ \t>*-]{0,6}([^\s]{8,64})[ \t]{0,4}(?=\r?\n|$)/dy;

/** Letters of both cases and three signs or more, whatever they are. */
const isAllSorts =
  /^(?=.*[a-z])(?=.*[A-Z])(?=(?:[^!-/:-@[-`{-~]*[!-/:-@[-`{-~]){3})(?!.*(?:=>|\(\)|::))[!-~]{10,64}$/;

/** "Temporary password:", and a line of its own for the value, also in a block of code. */
function findAnnounced(text: string, name: Name): Finding | undefined {
  const place = execAt(announced, text, name.end)?.indices?.[1];
  if (place === undefined) return undefined;
  const value = text.slice(...place);
  if (isPlaceholder(value)) return undefined;
  const isValue =
    isMess(value) || (isStrong(value) && !/^[#`"'{[<(]|[:{([,;]$/.test(value)) || isAllSorts.test(value);
  return isValue ? { kind: "password", start: place[0], end: place[1] } : undefined;
}

const asThe = /([^\s"'`]{12,200})["'`]?[ ]as (?:the |my |your |an? |its |our )(?:[A-Za-z]{2,12}[ -]){0,2}$/;

/** "use X as the API key" */
function valueBefore(text: string, name: Name, nameClass: NameClass): Finding | undefined {
  if (text[name.start - 1] !== " ") return undefined;
  if (!text.slice(Math.max(0, name.start - 40), name.start).includes(" as ")) return undefined;
  const before = text.slice(Math.max(0, name.start - 240), name.start);
  const match = asThe.exec(before);
  const value = match?.[1];
  if (match === null || value === undefined || !isSecretValue(value, nameClass, "prose")) return undefined;
  const start = name.start - before.length + match.index;
  return { kind: nameClass === "password" ? "password" : "secret", start, end: start + value.length };
}

const LITERALS =
  "pass pwd pw pat secret token key auth cred jwt cookie sig psk bearer senha mdp kennwort bindpw rootpw salt rasena pasword pssword p12 pfx pkcs12".split(
    " ",
  );

const PASSWORDS = /^(?:pa?s|pwd?|senha|mdp|kennwort|bindpw|rootpw|rasena|psk|cred|secret)/;

/** `chpasswd`, `rootpassword` */
const isCompound = (text: string, at: number) =>
  /^(?:pass(?:w(?:or)?d|phrase)|pwd(?![a-z]))/i.test(text.slice(at, at + 10)) && !isInBase64(text, at);

const MAX_RUN = 40;
const base64 = /[A-Za-z0-9+/=]/;

function isInBase64(text: string, at: number): boolean {
  let [start, end] = [at, at];
  while (end - at < MAX_RUN && base64.test(text[end] ?? "")) end++;
  while (at - start < MAX_RUN && start > 0 && base64.test(text[start - 1] ?? "")) start--;
  return end - start >= MAX_RUN;
}

/** Not in the middle of random letters: behind no letter, or with a capital behind a small one. */
function isWordStart(text: string, at: number): boolean {
  if (isInBase64(text, at)) return false;
  const before = text.charCodeAt(at - 1);
  // Nor of base64.
  if (before === 43 || before === 47) return !isWordCode(text.charCodeAt(at - 2));
  if (!isWordCode(before)) return true;
  return text.charCodeAt(at) < 97 && before >= 97 && text.charCodeAt(at + 1) >= 97;
}

/** How a literal goes on in a name of a secret; any other letter behind it makes another word: "author", "keys". */
const SUFFIXES: Readonly<Record<string, string>> = {
  pass: "w|owrd|sword|phrase|code|e(?![a-z])|key",
  secret: "s(?![a-z])|key|access|string|id",
  key: "store|pass|s(?![a-z])",
  auth: "oriz|token|key",
  cred: "ential|s(?![a-z])",
  cookie: "s(?![a-z])",
  sig: "nature",
};
/** Words that change nothing: `passwordValue`. */
const camelTail =
  /(?:Value|B64|Base|Prod|Staging|Dev|Live|Test|Old|New|Plain|Raw|Str|Data|Id|Key|Token|Secret|Access|Db|Database)/y;

export const pairAnchors: Anchor[] = LITERALS.map((literal): Anchor => {
  const suffix = new RegExp(SUFFIXES[literal] ?? "(?!)", "iy");
  const of = PASSWORDS.test(literal) ? "password" : "secret";
  return {
    literal,
    fold: true,
    find(text, at, pass) {
      const end = at + literal.length;
      const code = text.charCodeAt(end);
      const isLower = code >= 97 && code <= 122;
      const isUpper = code >= 65 && code <= 90;
      if (isLower || isUpper) {
        const isCamel = isUpper && text.charCodeAt(end - 1) >= 97;
        const isOwned = isCamel && literal === "senha";
        if (!isOwned && execAt(isCamel ? camelTail : suffix, text, end) === null) return undefined;
      }
      const isVerdict =
        literal === "pass" && text.startsWith("PASS", at) && !/[A-Z_]/.test(text[at + 4] ?? "");
      if (isVerdict) return find(text, at, pass);
      if (
        literal !== "key" &&
        literal !== "sig" &&
        literal !== "salt" &&
        (isWordStart(text, at) || isCompound(text, at))
      )
        pass.hints.push({ at, of });
      return find(text, at, pass);
    },
  };
});
