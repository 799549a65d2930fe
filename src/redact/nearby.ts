/**
 * Finds values that stand out near a word about secrets, whatever is between them. The scan finds the words. Each value is
 * judged by its shape and by its distance to the word.
 */
import { isExpression, isMadeUp, isMess, isStrong, kindOf, type Sort, uuid } from "./judge.ts";
import { isPlaceholder } from "./placeholder.ts";
import { isHex, isPlainWords, isReadable, looksRandom } from "./randomness.ts";
import type { Hint } from "./scan.ts";
import type { Finding } from "./spans.ts";

/** The reach of a word: a few lines after it, or back to the start of its line. */
const MAX_AHEAD = 180;
const MAX_LINES = 4;
const MAX_BEFORE = 110;
const MAX_VALUE = 400;
/** A text with more such words is a document about secrets, and reading each of them would take too long. */
const MOST_HINTS = 400;

/**
 * How a value relates to the word. `joined`: words or signs connect them, or the value is alone on the next line. `beside`:
 * nothing is between them. `line`: they share a line. `far`: the value is on one of the next lines.
 */
type Tie = "joined" | "beside" | "line" | "far";

export function findNearby(text: string, hints: readonly Hint[]): Finding[] {
  const more: Finding[] = [];
  for (const hint of hints.slice(0, MOST_HINTS)) {
    const from = lineStart(text, hint.at);
    const window = text.slice(from, reachOf(text, hint.end));
    if (!valueLike.test(window)) continue;
    for (const { at, value, isOdd } of candidatesIn(window)) {
      const start = from + at;
      const end = start + value.length;
      if (start < hint.end && hint.at < end) continue;
      if (isOdd ? isPlaceholder(value) : isSomethingElse(value, text, start)) continue;
      if (hint.isCode && !(start > hint.end && start - hint.end <= 70 && /["'`]/.test(text[start - 1] ?? "")))
        continue;
      const isBehind = start > hint.at;
      const between = isBehind ? text.slice(hint.end, start) : text.slice(end, hint.at);
      const tie = isBehind ? tieBehind(text, start, end, hint) : tieBefore(between);
      if (tie !== "joined" && !isOdd && isExpression(value)) continue;
      if (standsOut(value, hint.sort, tie, between, isBehind, isPair(text, start)))
        more.push({ kind: kindOf(hint.sort === "weak" ? "password" : hint.sort), start, end });
    }
  }
  return more;
}

/** Features that nearly every value has and few words have. */
const valueLike = /\d|[a-z][A-Z]|[A-Za-z0-9][!@#$%^&*+~?][A-Za-z0-9]/;
const runs = /[!-~\u00a1\u00bf-\u024f]{7,400}/g;
const opens = /^["'`([<{*_~|>#:=.,@-]+/;
const closes = /["'`)\]>}.,;:!?*_~|=]+$/;
/** A name and a sign in front of the value: `user=`, `admin:`. */
const lead = /^[\w.@+-]{1,60}[=:](?=[^=:/])/;
const dividers = /[(){}[\]<>|;,"'`]+/;

/** Runs without spaces. If quotes, brackets and commas divide one, its parts, unless the whole looks random. */
function* candidatesIn(window: string): Generator<{ at: number; value: string; isOdd: boolean }> {
  for (const run of window.matchAll(runs)) {
    if (!valueLike.test(run[0])) continue;
    if (isMess(run[0]) && isAlone(window, run.index, run[0].length)) {
      yield { at: run.index, value: run[0], isOdd: true };
      continue;
    }
    let at = run.index;
    for (const part of run[0].split(/([(){}[\]<>|;,"'`]+)/)) {
      const own = dividers.test(part) ? undefined : trim(part, at);
      at += part.length;
      if (own === undefined || !valueLike.test(own.value)) continue;
      const name = lead.exec(own.value)?.[0].length ?? 0;
      if (own.value.length - name >= 6)
        yield { at: own.at + name, value: own.value.slice(name), isOdd: false };
    }
  }
}

const isAlone = (window: string, at: number, length: number) =>
  /(?:^|\n)[ \t]*$/.test(window.slice(Math.max(0, at - 20), at)) &&
  /^[ \t]*(?:\r?\n|$)/.test(window.slice(at + length, at + length + 20));

function trim(run: string, at: number): { at: number; value: string } | undefined {
  const lead = opens.exec(run)?.[0].length ?? 0;
  const value = run.slice(lead).replace(closes, "");
  return value.length < 6 ? undefined : { at: at + lead, value };
}

function lineStart(text: string, at: number): number {
  const low = Math.max(0, at - MAX_BEFORE);
  const before = text.slice(low, at);
  const cut = before.lastIndexOf("\n");
  if (cut !== -1) return low + cut + 1;
  // The window may begin in the middle of a word.
  const blank = low === 0 ? 0 : before.search(/\s/);
  return blank === -1 ? at : low + blank;
}

function reachOf(text: string, at: number): number {
  const ahead = text
    .slice(at, at + MAX_AHEAD)
    .split("\n", MAX_LINES)
    .join("\n").length;
  // Not in the middle of a value.
  const more = ahead < MAX_AHEAD ? 0 : text.slice(at + ahead, at + ahead + MAX_VALUE).search(/\s|$/);
  return at + ahead + Math.max(0, more);
}

/** Signs of program code: text that contains them is not a sentence. */
const code = /[;{}<>\\$|&]|\(\)|=>|==|::|\]\(|\+=|["'`],? ?["'`]|\w\(|^["'`]?[,:]["'`]/;
const markdown = /```\w*|^[ \t]*>+|^[\w.-]{1,40}[ \t]{1,20}\|/gm;
/** Words and signs that introduce the value. */
const joins =
  /(?:[:：=＝→—–/\u2190-\u21ff\u2794-\u27bf]|[\u{1f300}-\u{1faff}]|->|(?:^|[^\p{L}])(?:is|was|be|are|it['’]s|['’]s|now|ist|lautet|war|es|est|c['’]est|vaut|sera|foi|era|equals?|reads?|says|entered|é|será|это|теперь)|[是为為は成了を가는은이])[\s"'`“„«「『(*_]*$/iu;
const setsTo =
  /(?:^|[\s])(?:set|chang|reset|updat|rotat|switch|mov|änder|habe|setz|cambi|mud|alter|поменя|смени|измени)\p{L}*.*[\s](?:to|for|auf|a|à|en|para|на)[\s"'`“„«「『(*_]*$/iu;
const towards = /\s(?:to|for|auf|a|à|en|para|на)[\s"'`“„«「『(*_]*$/iu;
/** "Here is the token:", "API key?", a heading, or the name alone: the value is on the next line. */
const announces =
  /^[^\n]{0,80}(?:[:：?？。][\s*_`]*|(?:below|following|here)\W{0,3})\n|^[\s"'`*_)\]]*\n|\n[^\n]{0,20}(?:value|result|output)(?::| is) $/i;
const ownLine =
  /^(?:[\w.-]{1,40}[ \t]{1,20}\|)?(?:[\s>*+\-`"'|]|\d{1,3}[.)]|[A-Za-z]{1,12}[:>]|[A-Za-z]{2,8} (?:value|result|output)(?::| is)|\[?\d\d:\d\d\]?)*$/;

function tieBehind(text: string, start: number, end: number, hint: Hint): Tie {
  const between = text.slice(hint.end, start);
  const cut = between.lastIndexOf("\n");
  const isSpoken = !code.test(cut === -1 ? between.replace(/[;|] /g, " ") : between.replace(markdown, ""));
  if (cut === -1) {
    // Inside a longer name, the sign after it belongs to that name: `AUTH0_CLIENT_ID=`.
    if (!isSpoken || (/[\w-]/.test(between[0] ?? "") && otherThing.test(between))) return "line";
    const head = text.slice(Math.max(0, hint.at - 90), hint.at);
    const isJoined =
      joins.test(between.slice(-20)) ||
      (towards.test(between.slice(-12)) && setsTo.test(`${head} ${between}`)) ||
      (hint.isEastern === true && between.length <= 12);
    return isJoined ? "joined" : adjacent.test(between) ? "beside" : "line";
  }
  if (isSpoken && announces.test(between) && ownLine.test(between.slice(cut + 1)))
    return /^[\s"'`|*_.!?]*(?:\n|$)/.test(text.slice(end, end + 12)) ? "joined" : "far";
  return "far";
}

const adjacent = /^[\s"'`*_([“„«「『]*$/;

/** "… is the password", "use … as the API key". */
const tieBefore = (between: string): Tie =>
  /^["'`*_)\]」]*\s{1,2}(?:is|was|as|ist|es|est|é)\s/i.test(between) && !code.test(between)
    ? "joined"
    : "line";

/** Words that explain a run of letters and digits as something other than a secret. */
const otherThing =
  /(?:^|[^A-Za-z])(?:commit|sha\d*|hash|digest|checksum|integrity|md5|etag|fingerprint|revision|version|id|uuid|branch|build|image|model|request|trace|span|line|port|page|file|size|length|usage|count|bytes?|chars?|characters?|bits?|expires?|at|regex|pattern|format)(?![A-Za-z])[^.!?\n]{0,24}$/i;
/** After another name, it is that name's value. */
const otherName = /[,;{&]\s*["'`]?[\w.-]+["'`]?\s*[:=]/;
/** A special character after a letter or digit, as in passwords. Before one, it is usually part of a language's syntax. */
const hasSign = /[A-Za-z0-9][!#$%^&*?@~+]/;
const isCased = (value: string) => /[A-Z]/.test(value) && /[a-z]/.test(value);

function standsOut(
  value: string,
  sort: Sort | "weak",
  tie: Tie,
  between: string,
  isBehind: boolean,
  isPair: boolean,
): boolean {
  if (isBehind && /fingerprint|thumbprint|checksum|digest/i.test(between)) return false;
  const isOnLine = tie !== "far";
  const hasDigit = /\d/.test(value);
  if (isOnLine && isStrong(value) && !isReadable(value)) {
    if (isPair && (isCased(value) || hasSign.test(value))) return true;
    if (sort === "weak") return hasDigit && isCased(value) && hasSign.test(value) && value.length >= 10;
  }
  if (sort === "weak") return false;
  if (sort === "password") {
    if (tie === "joined") return isStrong(value) || isMadeUp(value);
    if (tie === "beside" && isStrong(value)) return true;
    if (!isCased(value) && !hasSign.test(value)) return false;
    if (hasSign.test(value)) return hasDigit ? isStrong(value) : value.length >= 12 && !isReadable(value);
    if (/^[A-Z][a-z]{3,}\d{2,4}$/.test(value))
      return between.length <= 50 && !/[;{}<>\\$&()=]/.test(between.replace(/[\s("'`]+$/, ""));
    return looksRandom(value, 12) && !isName(value);
  }
  if (!isOnLine) return false;
  const isJoined = tie === "joined" || tie === "beside";
  if (uuid.test(value)) return isJoined || /(?:\(|\|\||\?\?) ?["'`]?$/.test(between);
  if (!isJoined && (otherThing.test(between) || isName(value))) return false;
  if (isBehind && !isJoined && otherName.test(between) && (value.length < 24 || isHex(value, 24)))
    return false;
  // Before the word, it is more often a commit, a blob or an address than a token.
  if (isHex(value.replace(/^0x/, ""), isJoined ? 20 : 32))
    return isJoined || (isBehind && between.length <= 60);
  if (!looksRandom(value, isJoined ? 14 : 20)) return false;
  if (hasDigit) return isJoined || isCased(value) || (value.length >= 32 && between.length <= 60);
  return isJoined && isCased(value) && value.length >= 24;
}

/** A user name comes first: `admin / …`, `deploy:…`. */
const isPair = (text: string, start: number) =>
  /(?:^|[\s"'`(])[A-Za-z][\w.@+-]{1,40}(?: \/ |:)$/.test(text.slice(Math.max(0, start - 60), start));

/** Addresses, paths, dates, numbers with units, identifiers of tools and models, names of standards. */
const notValue =
  /^(?:#[0-9a-f]{3,8}\b.*|[x*!]:\d+:\d+:.*|AAAA[BCE].*|(?:Ctrl|Cmd|Command|Alt|Option|Shift|Meta|Super|Win)[+-].*|[\w.+-]+@[\w-]+\.[\w.]+(?:[?].*)?|.*:\/\/.*|[./~\\].*|.*[=&].*[=&].*|[A-Z]:\\.*|[\w.-]+\.(?:com|org|net|[a-z]{2,4}|java|json|yaml|toml|lock|html|tsx|jsx|scss|swift)(?:[:#]\w+.*)?|[\d.,:TZ+-]+|\d+(?:\.\d+)?[a-zA-Z%]{1,8}|[a-z]{2,12}_[01]\d\w+|(?:toolu|msg|req|call|chatcmpl|run|step|resp|item|evt|obj|thread|asst|srvtoolu)_\w+|(?:gpt|claude|gemini|o\d|llama|qwen|mistral|text|sonnet|opus|haiku)-.*|[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+|(?:RFC|ISO|CVE|UTF|SHA|AES|RSA|HMAC|PBKDF|OAuth|HTTP|TLS|PKCS|[Bb]ase|utf|[Ss]ha|v)[-#]?\d.*|(?:RSA|RSASSA|ECDSA|EDDSA|PBES?)\w*-.*|(?:[0-9A-Fa-f]{2}:){3}.*|@.*|--?[a-z].*)$/;
const codeSigns =
  /a-zA-Z|A-Za-z|0-9|_\d\.[A-Za-z]|\?\w+:|\w\.[A-Z_]{5,}|\$\{|\{\{|->|=>|==|!=|&&|\|\||\+\+|::|\?\.|\.\.|\w\?:|[\w)]\/[\w.]+\/|\/\/|%[sd]|\$\d|\w\*\w*\.|\\/;
const common =
  /^(?:base|sha|utf|int|uint|float|windows|python|error|http|port|test|line|page|step|figure|version|user|node|java|bits?|x|ipv|oauth|sprint|ticket|issue|phase|item|case|chapter|section|table|task|january|february|march|april|june|july|august|september|october|november|december|example|sample)[-_]?\d+$/i;
/** A key of a page's elements, a class, an integrity hash; a public key. */
const ofPage =
  /(?:;base64,|\b(?:key|id|for|href|src|data-[a-z-]{1,20})=["']|class(?:Name)?=["'][^"'\n]{0,80}|ENC(?:RYPTED)?\[[^\]\n]*|-----BEGIN (?!.*PRIVATE)[^\n]*\n[^-]*)$/;

/** True for values that are not secret, whatever word is near them. */
function isSomethingElse(value: string, text: string, start: number): boolean {
  if (notValue.test(value) || common.test(value)) return true;
  if (codeSigns.test(value) && !/^[A-Za-z0-9+/]{60,}={0,2}$/.test(value)) return true;
  // A part of a path, an address or a call.
  if (/[/\\@]/.test(text[start - 1] ?? "") || /[(\\/]/.test(text[start + value.length] ?? "")) return true;
  // A flag, or the checksum of the text before it.
  if (
    /(?:[\s[(|]--?|\barn:|\b(?:h1|(?:sha|SHA)\d*|md5|MD5)[:-]|(?:trace|span|request|dedup)[\w ]*=)$/.test(
      text.slice(Math.max(0, start - 16), start),
    )
  )
    return true;
  if (isPlaceholder(value)) return true;
  return ofPage.test(text.slice(Math.max(0, start - 120), start));
}

const nameLike =
  /^(?:\d[\w.]*-.*|[\w.-]+\/[\w./@:-]+|#\w+|[a-z]+(?:[A-Z][a-z]+)+\d{0,2}|\w+\.\w+(?:\.\w+)*)$/;
/** Names of code and paths without a leading sign. */
const isName = (value: string) =>
  isPlainWords(value) ||
  (nameLike.test(value) && (isReadable(value) || (/[/#]/.test(value) && value.length < 36)));
