/** A value that stands out of the sentence around a secret's name, whatever words lie between them. */
import { isReadable, looksRandom } from "./entropy.ts";
import type { NameClass } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Pass } from "./scan.ts";
import type { Finding } from "./spans.ts";
import { isMadeUp, isStrong, uuid } from "./values.ts";

/** So far a sentence is followed, also over the end of its line; and so far back. */
const MAX_SENTENCE = 160;
const MAX_BEFORE = 90;

const runs = /[!-~\u00a1\u00bf-\u024f]{6,200}/g;
const opens = /^["'`([<{*_~|>#]+/;
const closes = /["'`)\]>}.,;:!?*_~|]+$/;
/** Signs of a program: what they stand in is no sentence. */
const code = /[;{}<>\\$|&]|\(\)|=>|==|::|\]\(|\+=|["'`],? ?["'`]|\w\(|^["'`]?[,:]["'`]/;
const markdown = /```\w*|^[ \t]*>+|^[\w.-]{1,40}[ \t]{1,20}\|/gm;
/** What says that the next word is the value. */
const joins =
  /(?:[:：=＝→—–/\u2190-\u21ff\u2794-\u27bf]|[\u{1f300}-\u{1faff}]|->|(?:^|[^\p{L}])(?:is|was|be|are|it['’]s|['’]s|now|ist|lautet|war|es|est|c['’]est|vaut|sera|foi|era|equals?|reads?|says|entered|é|será|это|теперь)|[是为為は成了を가는은이])[\s"'`“„«「『(*_]*$/iu;
const setsTo =
  /(?:^|[\s])(?:set|chang|reset|updat|rotat|switch|mov|änder|habe|setz|cambi|mud|alter|поменя|смени|измени)\p{L}*.*[\s](?:to|for|auf|a|à|en|para|на)[\s"'`“„«「『(*_]*$/iu;
const adjacent = /^[\s"'`*_([“„«「『]*$/;
const quotes = /["'`(“„«「『]$/;

/** Where the sentence ends: with its line, or behind the next ones when the line only announces the value. */
function sentenceEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_SENTENCE);
  for (let at = from; at < limit; at++) {
    if (text.charCodeAt(at) === 10) return announces.test(text.slice(from, at)) ? limit : at;
  }
  return limit;
}

/** "Here is the token:", "API key?", a heading, or the name alone. */
const announces = /^[^\n]{0,80}(?:[:：?？。][\s*_`]*$|(?:below|following|here)\W{0,3}$)|^[\s"'`*_)\]]*$/;

interface NearName {
  start: number;
  end: number;
  /** Its language writes no blanks: a word of other letters close behind it is the value. */
  isEastern?: boolean;
}

export function findNearby(
  text: string,
  name: NearName,
  nameClass: NameClass,
  pass: Pass,
): Finding | undefined {
  // Several names in one sentence: what lies behind them is read once.
  if (name.end < pass.seenSentence) return undefined;
  const end = sentenceEnd(text, name.end);
  pass.steps += end - name.end;
  pass.seenSentence = end;
  const window = text.slice(name.end, end);
  const head = text.slice(Math.max(0, name.start - MAX_BEFORE), name.start);
  return (
    (valueLike.test(window) ? findAhead(window, head, name, nameClass) : undefined) ??
    findBefore(text, name, nameClass)
  );
}

/** What nearly every value has and few words do. */
const valueLike = /\d|[a-z][A-Z]/;

function findAhead(window: string, head: string, name: NearName, nameClass: NameClass): Finding | undefined {
  runs.lastIndex = 0;
  for (let run = runs.exec(window); run !== null; run = runs.exec(window)) {
    if (!isCandidate.test(run[0]) || ofWords.test(run[0])) continue;
    const between = window.slice(0, run.index);
    if (code.test(between.includes("\n") ? between.replace(markdown, "") : between)) return undefined;
    const lead = opens.exec(run[0])?.[0] ?? "";
    const value = run[0].slice(lead.length).replace(closes, "");
    if (value.length < 6 || codeSigns.test(value) || !mayBeSecret(value)) continue;
    const place = placeOf(window, between + lead, run.index + lead.length + value.length);
    if (place === undefined) continue;
    const isJoined =
      place === "own line" || isJoin(head, between) || (name.isEastern === true && between.length <= 12);
    if (standsOut(value, nameClass, between + lead, isJoined) && !isPlaceholder(value)) {
      const start = name.end + run.index + lead.length;
      return { kind: nameClass === "password" ? "password" : "secret", start, end: start + value.length };
    }
  }
  return undefined;
}

/** Letters, digits or signs mixed as no word has them; a phrase of words with signs between them. */
const isCandidate = /\d|[a-z][A-Z]|[!@#$%^&*+=~?].*[A-Za-z0-9]|[a-z]-[a-z]+-[a-z]+-/;
/** Words with capitals between them, and nothing else: names of code. */
const ofWords = /^["'`(]*[A-Za-z]?[a-z]*(?:[A-Z][a-z]{2,}|[_./][a-z]*)*[^A-Za-z0-9]*$/;
const mayBeSecret = (value: string) =>
  isStrong(value) || isMadeUp(value) || looksRandom(value, 14) || isHex(value, 16);

/** The words right before the value decide; a verb such as "set" may stand further off. */
const isJoin = (head: string, between: string) =>
  joins.test(between.slice(-20)) || (towards.test(between.slice(-12)) && setsTo.test(`${head} ${between}`));
const towards = /\s(?:to|for|auf|a|à|en|para|на)[\s"'`“„«「『(*_]*$/iu;

/** "… is the password": the last word that stands out before the name, on its line. */
export function findBefore(text: string, name: NearName, nameClass: NameClass): Finding | undefined {
  const head = text.slice(Math.max(0, name.start - MAX_BEFORE), name.start);
  if (!valueLike.test(head)) return undefined;
  const cut = head.lastIndexOf("\n") + 1;
  const line = head.slice(cut);
  runs.lastIndex = 0;
  const found = [...line.matchAll(runs)].reverse();
  for (const run of found.slice(0, 3)) {
    const lead = opens.exec(run[0])?.[0] ?? "";
    const value = run[0].slice(lead.length).replace(closes, "");
    const between = line.slice(run.index + lead.length + value.length);
    if (!valueLike.test(value)) continue;
    if (code.test(between) || /[.!?:]\s/.test(between)) return undefined;
    if (value.length < 8 || codeSigns.test(value)) continue;
    // A run that reaches to the window's edge may be the end of something longer.
    if (cut === 0 && run.index === 0 && head.length === MAX_BEFORE) continue;
    const isValue = /^["'`*_)\]」]*\s{1,2}(?:is|was|as|for|ist|es|est|é)\s/i.test(between);
    if (!isRandom(value, nameClass, isValue) || isPlaceholder(value)) continue;
    const start = name.start - head.length + cut + run.index + lead.length;
    return { kind: nameClass === "password" ? "password" : "secret", start, end: start + value.length };
  }
  return undefined;
}

const codeSigns = /[(){}[\]<>\\;|,"'`]|\w=./;

/** Behind the end of the name's line, only what has a line to itself counts, or what a word such as "is" leads to. */
function placeOf(window: string, between: string, end: number): "same line" | "own line" | undefined {
  const cut = between.lastIndexOf("\n");
  if (cut === -1) return "same line";
  const before = between.slice(cut + 1);
  if (/^(?:[\w.-]{1,40}[ \t]{1,20}\|)?(?:[\s>*+\-`"'|]|\d{1,3}[.)]|[A-Za-z]{1,12}:)*$/.test(before))
    return /^[\s"'`|*_.!?]*(?:\n|$)/.test(window.slice(end, end + 12)) ? "own line" : undefined;
  return joins.test(before.slice(-20)) ? "same line" : undefined;
}

/** Words that make a run of letters and digits something else than a secret. */
const otherThing =
  /\b(?:commit|sha\d*|hash|digest|checksum|md5|etag|fingerprint|revision|version|id|uuid|branch|build|image|model|request|trace|span|line|port|page|file|size|length|usage|count|bytes?|chars?|characters?|bits?|expires?|at|regex|pattern|format)\b[^.!?\n]{0,24}$/i;

function standsOut(value: string, nameClass: NameClass, between: string, isJoined: boolean): boolean {
  if (notValues.test(value)) return false;
  if (nameClass === "password" && isJoined) return isStrong(value) || isMadeUp(value) || isHex(value, 16);
  if (otherThing.test(between)) return false;
  if (nameClass === "password" && adjacent.test(between))
    return isStrong(value) || (isMadeUp(value) && /[A-Z].*\d\d/.test(value));
  if (nameClass === "password" && quotes.test(between)) return isStrong(value) && !isName(value);
  return isRandom(value, nameClass, isJoined);
}

/** Random enough to be believed by itself; less so where the words around it point at it. */
function isRandom(value: string, nameClass: NameClass, isJoined: boolean): boolean {
  if (notValues.test(value)) return false;
  if (nameClass === "password")
    return isStrong(value) && looksMixed(value) && (isJoined || /\d/.test(value)) && !isName(value);
  if (!/^[\w+/=.~:-]+$/.test(value)) return false;
  if (isHex(value, isJoined ? 20 : 32)) return true;
  if (!isJoined && isName(value)) return false;
  if (!looksRandom(value, isJoined ? 14 : 20)) return false;
  const isCased = /[A-Z]/.test(value) && /[a-z]/.test(value);
  return /\d/.test(value) ? isJoined || isCased : isJoined && isCased && value.length >= 24;
}

const isHex = (value: string, length: number) =>
  value.length >= length &&
  /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(value) &&
  /[a-f]/i.test(value) &&
  /\d/.test(value);

/** A capital and a small letter, or a sign that no identifier has. */
const looksMixed = (value: string) =>
  (/[A-Z]/.test(value) && /[a-z]/.test(value)) || /[!@#$%^&*?~+=]/.test(value);

/** Addresses, paths, dates, numbers with units, identifiers of tools and models. */
const notValues =
  /^(?:[\w.+-]+@[\w-]+\.[\w.]+|\w+:\/\/.*|[./~].*|[\w.-]+\.(?:com|org|net|io|dev|ts|js|py|md|json|ya?ml|go|rs|sh|txt|html?|css|tsx|jsx|java|rb|php|c|h|toml|lock|log|svg|png)(?::\d+.*)?|[\d.,:TZ+-]+|\d+(?:\.\d+)?[a-zA-Z%]{1,8}|(?:toolu|msg|req|call|chatcmpl|run|step|resp|item|evt|obj|thread|asst)_\w+|(?:gpt|claude|gemini|o\d|llama|qwen|mistral|text|sonnet|opus|haiku)-.*|[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+|(?:RFC|ISO|CVE|UTF|SHA|AES|RSA|HMAC|OAuth|HTTP|TLS|PKCS|base|utf|sha|v)-?\d.*|(?:[0-9A-Fa-f]{2}:){3}.*|@.*|--?[a-z].*)$/;
const nameLike =
  /^(?:\d[\w.]*-.*|[\w.-]+\/[\w./@:-]+|#\w+|[a-z]+(?:[A-Z][a-z]+)+\d{0,2}|\w+\.\w+(?:\.\w+)*)$/;
/** Names of code and paths without a leading sign. */
const isName = (value: string) =>
  nameLike.test(value) && (isReadable(value, 1.5) || (/[/#]/.test(value) && !isLongRandom.test(value)));
const isLongRandom = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9+/]{36,}={0,2}$/;

const literal = /["'`]?[^\n"'`]{0,60}?(["'`])([\w+/=.~!@#$%^&*?:-]{12,200})\1/y;

/** A string of the same statement that no one would write by hand: `process.env.SECRET || "…"`, `assert token == '…'`. */
export function findLiteral(
  text: string,
  name: { end: number },
  nameClass: NameClass,
  pass: Pass,
): Finding | undefined {
  if (nameClass !== "password" && nameClass !== "secret" && nameClass !== "token") return undefined;
  literal.lastIndex = name.end;
  const match = literal.exec(text);
  const value = match?.[2];
  if (match === null || value === undefined) return undefined;
  pass.steps += match[0].length;
  const between = match[0].slice(0, -value.length - 2);
  // Behind another name it is that one's value.
  if (/,\s*["'`]?\w+["'`]?\s*[:=]/.test(between) || otherThing.test(between)) return undefined;
  const isFallback = nameClass === "secret" && /(?:\|\||\?\?)\s*$/.test(between) && uuid.test(value);
  if (!/\d/.test(value) || isPlaceholder(value)) return undefined;
  if (!isFallback && !isRandom(value, nameClass, false)) return undefined;
  const start = literal.lastIndex - 1 - value.length;
  return { kind: nameClass === "password" ? "password" : "secret", start, end: start + value.length };
}
