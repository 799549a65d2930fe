/** Long runs without spaces: tokens of any issuer, and secrets inside base64, percent-encoding and colours. */
import { isExampleToken } from "./placeholder.ts";
import { looksRandom } from "./randomness.ts";
import { afterEscape } from "./scan.ts";
import type { Finding } from "./spans.ts";

type Find = (text: string) => Finding[];

export const SHORTEST_RUN = 24;
const SHORTEST_TEXT = 40;
const LONGEST_TOKEN = 200;
/** `/assets/index-…`, `…-chunk.js`, `name@sha512-…` */
const isPartOfPath = (text: string, start: number, end: number) =>
  /[/\\@.:#]/.test(text[start - 1] ?? " ") || /^(?:[./\\@]\w|[:(])/.test(text.slice(end, end + 2));
/** Skips the sign of a diff, and the letters of an escape or a colour. */
const wordStart = (text: string, start: number) =>
  afterEscape(text, start) + (/^[-+/]+/.exec(text.slice(start, start + 8))?.[0].length ?? 0);

/** Longer ones are files. */
const MAX_RUN = 64_000;

/** The characters of base64, by code; both alphabets. */
const inBase64 = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
  inBase64[char.charCodeAt(0)] = 1;

/**
 * Reads backwards from the minimum end of a run that begins here. The first other character rules out every run that contains
 * it, so in ordinary text only a few characters in forty are read.
 */
export function findRuns(text: string, find: Find): Finding[] {
  const found: Finding[] = [];
  for (let start = 0; start + SHORTEST_RUN <= text.length; ) {
    let at = start + SHORTEST_RUN - 1;
    while (at >= start && inBase64[text.charCodeAt(at)] === 1) at--;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + SHORTEST_RUN;
    while (inBase64[text.charCodeAt(end)] === 1) end++;
    const from = end - start <= LONGEST_TOKEN ? wordStart(text, start) : end;
    if (isToken(text.slice(from, end)) && !isPartOfPath(text, from, end)) {
      found.push({ kind: "provider-token", start: from, end });
    } else if (end - start >= SHORTEST_TEXT && end - start <= MAX_RUN && looksEncoded(text, start)) {
      const plain = Buffer.from(text.slice(start, end), "base64").toString("latin1");
      while (text[end] === "=") end++;
      if (printable.test(plain.slice(0, -1)) && find(plain).length > 0)
        found.push({ kind: "secret", start, end });
    }
    start = end + 1;
  }
  return found;
}

/** Ids have the same form, but these prefixes are used only for ids. */
const ofIds =
  /^(?:pk|pub|publishable|id|ids|sha\d*|md5|blake\w*|toolu|srvtoolu|msg|req|call|chatcmpl|run|step|resp|item|evt|event|obj|thread|asst|file|batch|cus|sub|prod|price|pi|in|ch|txn|acct|org|proj|prj|user|usr|img|vol|vpc|subnet|trace|span|node|commit|etag|build|chunk|index|core|vendor|PRR?C?|IC|depl|sesn|integrity|nonce|csrf|cursor|page|x|xn|v\d+)[-_]/i;
/** A word that means token: then a shorter tail, or one of small letters and digits, is enough. */
const saysToken =
  /(?:^|[-_])(?:key|keys?|api|apikey|token|tok|pat|secret|sk|sess|auth|oauth|live|prod|priv|access)[-_]/i;
const tail =
  /^((?:(?:[a-z][a-z0-9]{0,9}|[A-Z]{2,8})[-_]){1,4})(?!01[0-9a-z]{24}$)([A-Za-z0-9]{20,128}(?:[-_][A-Za-z0-9]{4,64}){0,3})={0,2}$/;

/** A short prefix and a long random tail: a token of any issuer. */
function isToken(run: string): boolean {
  const match = tail.exec(run);
  const [prefix = "", random = ""] = match?.slice(1) ?? [];
  if (match === null || ofIds.test(prefix) || isExampleToken(random)) return false;
  const isMixed = /[A-Z]/.test(random) && /[a-z]/.test(random) && /\d/.test(random);
  if (saysToken.test(prefix)) return looksRandom(random, 20) && new Set(random).size >= 10;
  return (
    isMixed &&
    !/[A-Z][a-z]{5}/.test(random) &&
    random.length >= 28 &&
    looksRandom(random, 28) &&
    new Set(random).size >= 16
  );
}

/** Base64 of text: each first of four characters encodes six bits that begin with a zero: a capital letter or a to f. */
function looksEncoded(text: string, start: number): boolean {
  for (let at = start; at < start + 20; at += 4) {
    const code = text.charCodeAt(at);
    if (!((code >= 65 && code <= 90) || (code >= 97 && code <= 102))) return false;
  }
  return true;
}

const printable = /^[\t\n\r\x20-\x7e]*$/;

/** An encoded quote, colon, equals sign, bracket, blank or percent sign. */
const encodedSign = /%(?:25|22|3[ad]|5d|20[A-Z]|0a)/gi;
const ENCODED = /%([2-7][0-9a-f]|0[ad])/gi;
/** One field of a URL or a form, up to its end and back to its name. */
const fieldAhead = /^[^\s"'<>`\\&?;]{0,8000}/;
const fieldBehind = /[^\s"'<>`\\&?;=]{0,200}$/;

/** Redacts a field that is percent-encoded once or twice as a whole, if its decoded text contains a secret. */
export function findPercentEncoded(text: string, find: Find): Finding[] {
  const found: Finding[] = [];
  let end = 0;
  for (const { index } of text.matchAll(encodedSign)) {
    if (index < end) continue;
    const name = fieldBehind.exec(text.slice(Math.max(end, index - 200), index))?.[0] ?? "";
    const field = name + (fieldAhead.exec(text.slice(index, index + 8_000))?.[0] ?? "");
    const start = index - name.length;
    end = start + field.length;
    let plain = field;
    for (let level = 0; level < 2 && plain.includes("%"); level++) {
      plain = plain.replace(ENCODED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      if (find(plain).length === 0) continue;
      found.push({ kind: "secret", start: start + field.indexOf("=") + 1, end });
      break;
    }
  }
  return found;
}
