/** A value that stands out of the sentence behind a secret's name, whatever words lie between them. */
import { looksRandom } from "./entropy.ts";
import type { NameClass } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Pass } from "./scan.ts";
import type { Finding } from "./spans.ts";
import { isMadeUp, isStrong } from "./values.ts";

/** So far a sentence is followed, also over the end of its line. */
const MAX_SENTENCE = 160;

const runs = /[!-~\u00a1\u00bf-\u024f]{6,200}/g;
const opens = /^["'`([<{*_~|>#]+/;
const closes = /["'`)\]>}.,;:!?*_~|]+$/;
/** Signs of a program: what they stand in is no sentence. */
const code = /[;{}<>\\$|&]|\(\)|=>|==|::|\]\(|\+=|["'`],? ?["'`]|\w\(|^["'`]?[,:]["'`]/;
const markdown = /```\w*|^[ \t]*>+/gm;
/** What says that the next word is the value. */
const joins =
  /(?:[:：=＝→—–]|->|\b(?:is|was|be|are|it['’]s|now|ist|lautet|war|es|est|sera|foi|era|equals|reads|also)|(?:^|[\s,])(?:é|será|это|теперь)|[是为為は成가는은이])[\s"'`“„«「『(*_]*$/iu;
const setsTo =
  /\b(?:set|chang|reset|updat|rotat|switch|mov|änder|setz|cambi|chang|mud|alter|поменя|смени|измени)\p{L}*.*[\s](?:to|for|auf|a|à|en|para|на)[\s"'`“„«「『(*_]*$/iu;

/** Where the sentence ends: with its line, or behind the next ones when the line only announces the value. */
function sentenceEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_SENTENCE);
  for (let at = from; at < limit; at++) {
    if (text.charCodeAt(at) === 10) return announces.test(text.slice(from, at)) ? limit : at;
  }
  return limit;
}

/** "Here is the token:", "API key?", a heading, or the name alone. */
const announces = /^[^\n]{0,80}[:：?？][\s*_`]*$|^[\s"'`*_)\]]*$/;

export function findNearby(
  text: string,
  name: { start: number; end: number },
  nameClass: NameClass,
  pass: Pass,
): Finding | undefined {
  // Several names in one sentence: what lies behind them is read once.
  if (name.end < pass.seenSentence) return undefined;
  const end = sentenceEnd(text, name.end);
  pass.steps += end - name.end;
  pass.seenSentence = end;
  const window = text.slice(name.end, end);
  if (!/\d|[a-z][A-Z]/.test(window)) return undefined;
  runs.lastIndex = 0;
  for (let run = runs.exec(window); run !== null; run = runs.exec(window)) {
    const between = window.slice(0, run.index);
    if (code.test(between.replace(markdown, ""))) return undefined;
    const lead = opens.exec(run[0])?.[0] ?? "";
    const value = run[0].slice(lead.length).replace(closes, "");
    if (value.length < 6 || codeSigns.test(value) || isPlaceholder(value)) continue;
    if (!isOfLine(window, between + lead, run.index + lead.length + value.length)) continue;
    const head = text.slice(Math.max(0, name.start - 40), name.start);
    if (standsOut(value, nameClass, between + lead, head)) {
      const start = name.end + run.index + lead.length;
      return { kind: nameClass === "password" ? "password" : "secret", start, end: start + value.length };
    }
  }
  return undefined;
}

const codeSigns = /[(){}[\]<>\\;|,"'`]|\w=./;

/** Behind the end of the name's line, only what has a line to itself counts, or what a word such as "is" leads to. */
function isOfLine(window: string, between: string, end: number): boolean {
  const cut = between.lastIndexOf("\n");
  if (cut === -1) return true;
  const before = between.slice(cut + 1);
  if (/^(?:[\s>*+\-`"'|]|\d{1,3}[.)]|[A-Za-z]{1,12}:)*$/.test(before))
    return /^[\s"'`|*_.!?]*(?:\n|$)/.test(window.slice(end, end + 12));
  return joins.test(before);
}

/** Words that make a run of letters and digits something else than a secret. */
const otherThing =
  /\b(?:commit|sha\d*|hash|digest|checksum|md5|etag|fingerprint|revision|version|id|uuid|branch|build|image|model|request|trace|span|line|port|page|file|size|length|usage|count|bytes?|chars?|characters?|bits?|expires?|at|regex|pattern|format)\b[^.!?\n]{0,24}$/i;

function standsOut(value: string, nameClass: NameClass, between: string, head: string): boolean {
  if (notValues.test(value)) return false;
  const isJoined = joins.test(between) || setsTo.test(`${head} ${between}`);
  if (nameClass === "password") {
    if (isJoined) return isStrong(value) || isMadeUp(value) || isHex(value, 16);
    if (names.test(value) || otherThing.test(between)) return false;
    if (/^[\s"'`*_]*$/.test(between)) return isStrong(value) || (isMadeUp(value) && /[A-Z].*\d\d/.test(value));
    return isStrong(value) && /\d/.test(value) && looksMixed(value);
  }
  if (otherThing.test(between) || !/\d/.test(value) || !/^[\w+/=.~:-]+$/.test(value)) return false;
  if (isHex(value, isJoined ? 20 : 32)) return true;
  if (!isJoined && names.test(value)) return false;
  if (!looksRandom(value, isJoined ? 14 : 20)) return false;
  return isJoined || (/[A-Z]/.test(value) && /[a-z]/.test(value));
}

const isHex = (value: string, length: number) =>
  value.length >= length && /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(value) && /[a-f]/i.test(value) && /\d/.test(value);

/** A capital and a digit, or a digit and a sign that no identifier has. */
const looksMixed = (value: string) =>
  (/[A-Z]/.test(value) && /[a-z]/.test(value)) || /[!@#$%^&*?~+=]/.test(value);

/** Addresses, paths, dates, numbers with units, identifiers of tools and models. */
const notValues =
  /^(?:[\w.+-]+@[\w-]+\.[\w.]+|\w+:\/\/.*|[./~].*|[\w.-]+\.(?:com|org|net|io|dev|ts|js|py|md|json|ya?ml|go|rs|sh|txt|html?|css|tsx|jsx|java|rb|php|c|h|toml|lock|log|svg|png)(?::\d+.*)?|[\d.,:TZ+-]+|\d+(?:\.\d+)?[a-zA-Z%]{1,8}|(?:toolu|msg|req|call|chatcmpl|run|step|resp|item|evt|obj|thread|asst)_\w+|(?:gpt|claude|gemini|o\d|llama|qwen|mistral|text|sonnet|opus|haiku)-.*|[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+|(?:RFC|ISO|CVE|UTF|SHA|AES|RSA|HMAC|OAuth|HTTP|TLS|PKCS|base|utf|sha|v)-?\d.*|(?:[0-9A-Fa-f]{2}:){3}.*|@.*|--?[a-z].*)$/;
/** Names of code and paths without a leading sign. */
const names = /^(?:\d[\w.]*-.*|[\w.-]+\/[\w./@:-]+|#\w+|[a-z]+(?:[A-Z][a-z]+)+\d{0,2}|\w+\.\w+(?:\.\w+)*)$/;

const literal = /["'`]?[^\n"'`]{0,60}?(["'`])([\w+/=.~!@#$%^&*?:-]{12,200})\1/y;

/** A string of the same statement that no one would write by hand: `process.env.SECRET || "…"`, `assert token == '…'`. */
export function findLiteral(text: string, name: { end: number }, nameClass: NameClass, pass: Pass): Finding | undefined {
  if (nameClass !== "password" && nameClass !== "secret" && nameClass !== "token") return undefined;
  literal.lastIndex = name.end;
  const match = literal.exec(text);
  const value = match?.[2];
  if (match === null || value === undefined || isPlaceholder(value)) return undefined;
  pass.steps += match[0].length;
  const isSecret =
    nameClass === "password"
      ? isStrong(value) && looksMixed(value) && /\d/.test(value)
      : isHex(value, 32) || (looksRandom(value, 20) && /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value));
  // Behind another name it is that one's value.
  if (/,\s*["'`]?\w+["'`]?\s*[:=]/.test(match[0].slice(0, -value.length))) return undefined;
  if (!isSecret || notValues.test(value) || names.test(value) || otherThing.test(match[0].slice(0, -value.length - 2)))
    return undefined;
  const start = literal.lastIndex - 1 - value.length;
  return { kind: nameClass === "password" ? "password" : "secret", start, end: start + value.length };
}
