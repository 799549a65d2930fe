/**
 * The net below the rules: a value that nobody would write for another reason, near a word that speaks of a secret.
 * It knows no sentence and no file format. It asks only how the value itself looks, and that is why it asks for more.
 */
import { isReadable, looksRandom } from "./entropy.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Anchor, Hint } from "./scan.ts";
import type { Finding } from "./spans.ts";
import { isExpression, isMess, isOddlyWritten, uuid } from "./values.ts";

/** So far a word reaches: behind it over a few lines, before it within its line. */
const MAX_AHEAD = 180;
const MAX_LINES = 4;
const MAX_BEFORE = 110;
/** More words than this are a document about secrets: each would be read on its own. */
const MOST_HINTS = 400;

/** What no blank, quote or bracket divides. Letters of other scripts end a value as a blank does. */
const runs = /[!#-&*-+\-./0-9:=?-Z^_a-z~\\]{7,120}/g;

export function findStandouts(text: string, hints: readonly Hint[], found: readonly Finding[]): Finding[] {
  const more: Finding[] = [];
  hints = [...hints].sort((a, b) => a.at - b.at);
  // The words' reaches overlap: what is no value for one of them is none for the next.
  const refused = new Set<number>();
  for (const hint of hints.length > MOST_HINTS ? hints.slice(0, MOST_HINTS) : hints) {
    const from = lineStart(text, hint.at);
    const end = reachOf(text, hint.at);
    const window = text.slice(from, end);
    if (hint.of === "password") addMess(window, from, more);
    if (!mixed.test(window)) continue;
    runs.lastIndex = 0;
    for (let run = runs.exec(window); run !== null; run = runs.exec(window)) {
      // A run is shorter than 128.
      const id = (from + run.index) * 128 + run[0].length;
      if (refused.has(id)) continue;
      const place = valueIn(run[0]);
      if (place === undefined) {
        refused.add(id);
        continue;
      }
      const start = from + run.index + place.start;
      const value = run[0].slice(place.start, place.end);
      // The word is a part of it: a name of code.
      if (start <= hint.at && hint.at < start + value.length) continue;
      const between =
        start < hint.at ? text.slice(start + value.length, hint.at) : text.slice(hint.at, start);
      if (!mayStandOut(value, hint.of, between)) continue;
      if (
        found.some((one) => start < one.end && start + value.length > one.start) ||
        isSomethingElse(value, text, start)
      ) {
        refused.add(id);
        continue;
      }
      if (isStandout(value, hint.of, between, text, start))
        more.push({ kind: hint.of === "password" ? "password" : "secret", start, end: start + value.length });
    }
  }
  return more;
}

const words = /[^\s]{10,64}/g;

/** Letters, digits and signs in no order: not even quotes and brackets end it. */
function addMess(window: string, from: number, more: Finding[]): void {
  for (const word of window.matchAll(words)) {
    const value = word[0].replace(/^["'`*_(]+|["'`*_,.;:)]+$/g, "");
    if (
      value.length > 40 ||
      /[a-z]{5}|[^!-~]|\$\(|\)\{|\w\(\w*[,)=(]|;[a-z]{2,}|\}\)/.test(value) ||
      caseChanges(value) * 2 < value.length
    )
      continue;
    if (!isMess(value) || new Set(value.match(/[!-,/:-@[-^`{-~]/g)).size < 3) continue;
    if (!(isUpper.test(value) && isLower.test(value) && hasDigit.test(value)) || isPlaceholder(value))
      continue;
    const start = from + word.index + word[0].indexOf(value);
    more.push({ kind: "password", start, end: start + value.length });
  }
}

/** Small letters, capitals or signs, and a digit somewhere: without them the window holds no value. */
const mixed = /[A-Z][^\s]*[a-z][^\s]*|[a-z][^\s]*[A-Z!#$%&*?@^~]/;

function lineStart(text: string, at: number): number {
  const low = Math.max(0, at - MAX_BEFORE);
  const cut = text.slice(low, at).lastIndexOf("\n");
  if (cut !== -1) return low + cut + 1;
  // The window may begin in the middle of a word.
  const blank = low === 0 ? 0 : text.slice(low, at).search(/\s/);
  return blank === -1 ? at : low + blank;
}

function reachOf(text: string, at: number): number {
  const limit = Math.min(text.length, at + MAX_AHEAD);
  let lines = 0;
  for (let place = at; place < limit; place++) {
    if (text.charCodeAt(place) === 10 && ++lines === MAX_LINES) return place;
  }
  return limit;
}

/** Without the name and the sign in front of it, and the sentence's punctuation behind it. */
function valueIn(run: string): { start: number; end: number } | undefined {
  const lead = /^(?:[\w.@-]*[=:](?=[^=:]))?[*_~.:=#@-]*/.exec(run)?.[0].length ?? 0;
  const tail = /[.:,*_=~]*$/.exec(run)?.[0].length ?? 0;
  const end = run.length - tail;
  return end - lead >= 8 ? { start: lead, end } : undefined;
}

/** Names of code have no such sign between their parts. */
const isOddName = (value: string) =>
  isOddlyWritten(value) && /[a-z][A-Z]/.test(value) && /[-+!~]/.test(value);
/** A user's name stands in front: `admin / …`, `deploy:…`. */
const isPair = /(?:^|[\s"'`(])[A-Za-z][\w.@+-]{1,40}(?: \/ |:)$/;
/** A key of a page's parts. */
const isAttribute = /(?:key|id|class|name|for|href|src|data-[a-z-]{1,20})=["']$/;
const isUpper = /[A-Z]/;
const isLower = /[a-z]/;
const hasDigit = /\d/;
const notOne =
  /^(?:AAAA[BCE].*|(?:Ctrl|Cmd|Command|Alt|Option|Shift|Meta|Super|Win)[+-].*|[\w.+-]+@[\w-]+\.[\w.]+(?:[?].*)?|.*:\/\/.*|[./~\\].*|.*[=&].*[=&].*|[A-Z]:\\.*|.*\\[nrtudwsb].*|[\w.-]+\.(?:[a-z]{2,4}|java|json|yaml|toml|lock|html|tsx|jsx|scss|swift)(?:[:#]\w+.*)?|[\d.,:TZ+-]+|[a-z]{2,12}_[01]\d\w+|(?:toolu|msg|req|call|chatcmpl|run|step|resp|item|evt|obj|thread|asst|srvtoolu)_\w+|(?:gpt|claude|gemini|o\d|llama|qwen|mistral|text|sonnet|opus|haiku)-.*|(?:RSASSA|ECDSA|EDDSA|PBES\d?|RFC|ISO|CVE|UTF|SHA|AES|RSA|HMAC|OAuth|HTTP|TLS|PKCS|base|Base|utf|sha|Sha|v)-?\d.*|(?:RSA|RSASSA|ECDSA|PBE)\w*-.*)$/;
const codeSigns =
  /a-zA-Z|A-Za-z|0-9|_\d\.[A-Za-z]|\?\w+:|\w\.[A-Z_]{5,}|\$\{|\{\{|->|=>|==|!=|&&|\|\||\+\+|::|\?\.|\.\.|\w\?:|[\w)]\/[\w.]+\/|\/\/|%[sd]|\$\d|\w\*\w*\.|\\/;
const wordAndNumber = /^[A-Z][a-z]{3,}[a-z]*\d{2,4}[!?#$%*]{0,2}$/;
const common =
  /^(?:base|sha|utf|int|uint|float|windows|python|error|http|port|test|line|page|step|figure|version|user|node|java|bits?|x|ipv|oauth|sprint|ticket|issue|phase|item|case|chapter|section|table|task|january|february|march|april|june|july|august|september|october|november|december|example|sample)\d+/i;

/** What `isStandout` would refuse in the end, seen at a glance: by far the most are plain words of one case. */
function mayStandOut(value: string, of: Hint["of"], between: string): boolean {
  if (!isUpper.test(value)) return of !== "weak" && !between.includes("\n");
  return isLower.test(value) || uuid.test(value);
}

/** Whatever word stands near it. */
function isSomethingElse(value: string, text: string, start: number): boolean {
  if (notOne.test(value) || codeSigns.test(value) || isPlaceholder(value) || isExpression(value)) return true;
  // A part of a path, an address or a call.
  if (/[/\\@]/.test(text[start - 1] ?? "") || /[(\\/]/.test(text[start + value.length] ?? "")) return true;
  // Encrypted already.
  if (/ENC\[[^\]\n]*$/.test(text.slice(Math.max(0, start - 60), start))) return true;
  if (isAttribute.test(text.slice(Math.max(0, start - 28), start))) return true;
  return /class(?:Name)?=["'][^"'\n]*$|-----BEGIN (?!.*PRIVATE)[^\n]*\n[^-]*$/.test(
    text.slice(Math.max(0, start - 120), start),
  );
}

function isStandout(value: string, of: Hint["of"], between: string, text: string, start: number): boolean {
  const isOnLine = !between.includes("\n");
  if (uuid.test(value))
    return of !== "weak" && isOnLine && /(?:secret|token|key)\W{0,3}(?:is |was |\()["'`]?$/i.test(between);
  if (!isUpper.test(value)) return of !== "weak" && isOnLine && isLongKey(value, between);
  if (!isLower.test(value)) return false;
  if (
    isOnLine &&
    isPair.test(text.slice(Math.max(0, start - 60), start)) &&
    (isOddName(value) || looksRandom(value, 16) || (hasDigit.test(value) && isUnlikeWords(value, 10)))
  )
    return true;
  if (of === "weak")
    return isOnLine && isUnlikeWords(value, 10) && hasDigit.test(value) && hasSign.test(value);
  const isPassword = of === "password";
  if (hasSign.test(value)) {
    if (!isPassword) return hasDigit.test(value) && !isReadable(value) && value.length >= 12;
    if (!hasDigit.test(value)) return value.length >= 12 && isUnlikeWords(value, 12);
    return !isReadable(value, 8) || /\d{2}[!?#$%*]*$/.test(value);
  }
  if (isPassword && wordAndNumber.test(value) && !common.test(value))
    return (isOnLine || between.length <= 50) && !hasCode.test(between.replace(/[\s("'`]+$/, ""));
  if (
    !(/^[\w.+~-]+$/.test(value) || (value.length >= 32 && caseChanges(value) * 3 >= value.length)) ||
    (isRandomOther.test(between) && start > 0)
  )
    return false;
  if (!isPassword && !isOnLine) return false;
  if (hasDigit.test(value)) return looksRandom(value, isPassword ? 12 : 20) && caseChanges(value) >= 3;
  return isPassword && (isUnlikeWords(value, 14) || (isOnLine && isOddName(value)));
}

/** A sign that passwords have, behind a letter or digit: in front of them it belongs to a language. */
const hasSign = /[A-Za-z0-9][!#$%^&*?@~+]/;

const isUnlikeWords = (value: string, length: number) =>
  value.length >= length &&
  !isReadable(value, 3) &&
  (/[^\w]/.test(value) ? caseChanges(value) * 4 : caseChanges(value.replaceAll("_", "")) * 3) >= value.length;

/** Small letters and digits only: a key when it is long, close by and not called anything else. */
const isLongKey = (value: string, between: string) =>
  between.length <= 60 &&
  (!/[{}<>\\$|&()=]/.test(between) || /^["'].{0,50}(?:\/\/|#|--|\/\*)/.test(between)) &&
  /^[a-z0-9]{32,128}$/.test(value) &&
  (value.match(/\d/g)?.length ?? 0) >= 4 &&
  looksRandom(value, 32) &&
  !otherThing.test(between);

/** Labels of two letters: the rules read them only before certain letters. */
const eastern = "密码|密碼|口令|暗号|비번|암호|пасс|Пасс|wifi|wi-fi|wlan".split("|");
const weak =
  "login|log in|logged in|sign in|signin|log on|credential|account|unlock|paswd|pswd|passwrt|pword|username|userid|connect(|admin|api key|api_key|apikey|api-key".split(
    "|",
  );

/** Words that speak of logging in. They find nothing themselves. */
export const hintAnchors: Anchor[] = [...weak, ...eastern].map((literal) => ({
  literal,
  fold: /^[a-z _-]+$/.test(literal),
  find(_text, at, pass) {
    pass.hints.push({
      at,
      of:
        /^p/.test(literal) || eastern.includes(literal)
          ? "password"
          : /^api/.test(literal)
            ? "secret"
            : "weak",
    });
    return undefined;
  },
}));

const hasCode = /[;{}<>\\$&()=]/;
/** The same for values with small letters, capitals and digits: no commit looks like that. */
const isRandomOther =
  /(?:^|[^A-Za-z])(?:hash|digest|checksum|integrity|etag|fingerprint|id|uuid|image|model|trace|regex|pattern)(?:[^A-Za-z][^\n]{0,20})?$/i;
const otherThing =
  /\b(?:commit|sha\d*|hash|digest|checksum|integrity|md5|etag|fingerprint|revision|version|id|uuid|branch|build|image|model|request|trace|span|regex|pattern)\b[^\n]{0,30}$/i;

/** How often letters change between small and capital, or to digits: words do it seldom. */
function caseChanges(value: string): number {
  let changes = 0;
  for (let at = 1; at < value.length; at++) {
    if (kindOf(value.charCodeAt(at)) !== kindOf(value.charCodeAt(at - 1))) changes++;
  }
  return changes;
}
const kindOf = (code: number) => (code >= 97 ? 2 : code >= 65 ? 1 : code >= 48 && code <= 57 ? 0 : 3);
