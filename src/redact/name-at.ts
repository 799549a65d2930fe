/** The name that a word such as "password" stands in, what it says, and what can follow it. */
import { classifyName, type NameClass } from "./names.ts";
import { isWordCode } from "./scan.ts";
import type { Name } from "./separator.ts";

const MAX_NAME = 64;
const isNameCode = (code: number) => isWordCode(code) || code === 95 || code === 45 || code === 46;

export function nameAround(text: string, at: number): Name {
  let start = at;
  const lowest = Math.max(0, at - MAX_NAME);
  while (start > lowest && isNameCode(text.charCodeAt(start - 1))) start--;
  // The letter of an escape is not the name's: `\nPASSWORD=`.
  if (start > 0 && text.charCodeAt(start - 1) === 92 && start < at) start += escapeLength(text, start);
  if (text[start - 1] === "%" && /^[0-9A-F]{2}/i.test(text.slice(start, start + 2)) && start + 2 <= at)
    start += 2;
  // Nor is the end of a colour code: `\u001b[32mPASSWORD=`.
  const opener = text.charCodeAt(start - 1);
  if (opener === 91 || opener === 59) {
    const colour = /^\d{0,3}m/.exec(text.slice(start, at))?.[0];
    if (
      colour !== undefined &&
      /(?:\p{Cc}|u001b|x1b|033)\[[\d;]{0,12}$/u.test(text.slice(Math.max(0, start - 20), start))
    )
      start += colour.length;
  }
  let hasDot = false;
  let end = at;
  const highest = Math.min(text.length, at + MAX_NAME);
  while (end < highest && isNameCode(text.charCodeAt(end))) {
    if (text.charCodeAt(end) === 46) {
      if (text.charCodeAt(end + 1) === 46) break;
      hasDot = true;
    }
    end++;
  }
  if (hasDot) {
    const method = /\.(?:equals|type|fill|sendKeys|send_keys|setValue|set_value|eq|freeze)$/.exec(
      text.slice(start, end),
    )?.[0];
    if (method !== undefined) end -= method.length;
  }
  while (end > at && (text[end - 1] === "." || (text[end - 1] === "-" && text[end] === ">"))) end--;
  return { text: text.slice(start, end), start, end };
}

const escapeLength = (text: string, start: number) =>
  /^(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/.exec(text.slice(start, start + 5))?.[0].length ?? 1;

const SPACE = 32;

/** What a value of the class has at least. */
const SHORTEST_VALUE: Readonly<Record<Exclude<NameClass, undefined>, number>> = {
  password: 0,
  secret: 8,
  token: 14,
  key: 20,
  signature: 20,
  authorization: 0,
  cookie: 0,
};
const LOOK_AHEAD = 200;

/** What random values are made of. */
const inValue = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=.~:-%")
  inValue[char.charCodeAt(0)] = 1;

/** Signs that passwords have and names do not. */
const isSign = new Uint8Array(128);
for (const char of "!#%*+?@^~$&\\") isSign[char.charCodeAt(0)] = 1;

/** Whether a value of the class can follow at all: most names are followed by short or readable words only. */
export function mayFollow(text: string, name: Name, nameClass: Exclude<NameClass, undefined>): boolean {
  const needed = SHORTEST_VALUE[nameClass];
  if (needed === 0) return true;
  const from = name.end;
  const isAny = nameClass === "secret";
  // Where nothing but a value can stand, words are one: `API_SECRET=correct-horse-battery`, `--api-key`, `<secret>`.
  const words = isAny && /[=>]|^ /.test(text[from] ?? "") ? PHRASE : Number.POSITIVE_INFINITY;
  const end = Math.min(text.length, from + (nameClass === "key" ? LOOK_AHEAD / 2 : LOOK_AHEAD));
  let start = from;
  // Of a random value: digits, signs, or many changes from small to capital letters.
  let marks = 0;
  let changes = 0;
  let last = 0;
  for (let at = from; at <= end; at++) {
    const code = at < end ? text.charCodeAt(at) : 0;
    if (isAny ? code > SPACE : code < 128 && inValue[code] === 1) {
      if (code >= 48 && code <= 57) marks++;
      else if (code >= 65 && code <= 90) {
        changes += last >= 97 ? 1 : 0;
        // Two capitals side by side count as well: random letters have many of them.
        changes += last >= 65 && last <= 90 ? 0.5 : 0;
      } else if (code >= 128 || isSign[code] === 1) marks++;
      last = code;
      continue;
    }
    const length = at - start;
    if (length >= needed && (marks > 0 || changes * 6 >= length || length >= words)) return true;
    start = at + 1;
    marks = 0;
    changes = 0;
    last = 0;
  }
  return false;
}
const PHRASE = 16;

/** A colour begins right behind the name or its sign. */
export function isColoured(text: string, from: number): boolean {
  for (let at = from; at < from + 8; at++) {
    const code = text.charCodeAt(at);
    if (code === 27 || (code === 91 && /(?:\\u001b|\\x1b|\\033|\\e)$/i.test(text.slice(at - 6, at))))
      return true;
  }
  return false;
}

const wordAhead = /[ \t]{1,4}([a-z]+)[,.;:)]?[ \t\n]/y;
const JOINS: ReadonlySet<string> = new Set(
  "is was are for of on in from to with as ist lautet es est string has will value default set f\u00fcr para de pour".split(
    " ",
  ),
);

/** Of a sentence that speaks of tokens and keys, not of one. */
export const ABOUT: ReadonlySet<string> = new Set(
  "usage count counts limit limits budget cost costs calculation consumption window counting fields functions types names management rotation policy support handling validation auth flow based".split(
    " ",
  ),
);

/** A plain word that follows and leads to no value: nearly every time a sentence speaks of keys and tokens. */
export function wordBehind(text: string, at: number): string | undefined {
  wordAhead.lastIndex = at;
  const word = wordAhead.exec(text)?.[1];
  if (word === undefined || JOINS.has(word)) return undefined;
  // Four letters may be the first group of an app password.
  return word.length === 4 && appGroups.test(text.slice(at, at + 24)) ? undefined : word;
}

const appGroups = /^ [a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}/;

const wordsBefore = /(?:([A-Za-z]{2,20})[ -])?([A-Za-z]{2,20})[ -]$/;

/** "API key", "secret access key": a name of two or three words. */
export function twoWordClass(text: string, name: Name): NameClass {
  if (name.text.length > 6 || !/^(?:keys?|token|secret|pass|code|phrase)$/i.test(name.text)) return undefined;
  const first = text[name.start - 1];
  // "key" alone names a secret only in a sentence.
  if (first === "?" || first === "&") return /^key$/i.test(name.text) ? "key" : undefined;
  if (first !== " " && first !== "-") return undefined;
  const before = wordsBefore.exec(text.slice(Math.max(0, name.start - 44), name.start));
  if (before === null) return undefined;
  if (/^(?:public|publishable|primary|foreign|cache|sort|partition|host)$/i.test(before[2] ?? ""))
    return undefined;
  const whole = [before[1], before[2], name.text.replace(/s$/i, "")].filter((word) => word !== undefined);
  return classifyName(whole.join("_").toLowerCase()) ?? (/^keys?$/i.test(name.text) ? "key" : undefined);
}

/** `UID=sa;PWD=…`: among the fields of a connection it is no folder. */
export const fieldClass = (text: string, name: Name): NameClass =>
  name.text === "PWD" && text[name.start - 1] === ";" && text[name.end] === "=" ? "password" : undefined;

/** `pwd` is a folder more often than a password. */
export const isFolderName = (name: string) => /^-*pwd$/i.test(name);
