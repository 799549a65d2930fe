/**
 * Decides whether a value is a secret. Each stage determines which kind of value a name suggests (`Sort`) and how certain the
 * context is (`Trust`). Only this file decides, from these two and the value itself.
 */
import { isPlaceholder } from "./placeholder.ts";
import { isHex, isPlainWords, isReadable, isUnsaid, looksRandom } from "./randomness.ts";

/** The kind of secret that a name suggests. "key" alone is the weakest: the value itself must look secret. */
export type Sort = "password" | "secret" | "token" | "key";

/**
 * How certain the context is. `certain`: only a value can be there (an env file, a flag, an element). `string`: a string of
 * code or configuration. `line`: the rest of a line after the name. `bare`: a word that may be a variable. `said`: a word of
 * a sentence, after "is" or a colon. `near`: any other word of a sentence.
 */
export type Trust = "certain" | "string" | "line" | "bare" | "said" | "near";

export const kindOf = (sort: Sort) => (sort === "password" ? "password" : "secret");

export function isSecret(value: string, sort: Sort, trust: Trust): boolean {
  if (value.length < 4 || isPlaceholder(value) || isOtherLine.test(value)) return false;
  if (isConstant.test(value) && !looksRandom(value, 12)) return false;
  if (/\s/.test(value)) return sort !== "token" && sort !== "key" && isPhrase(value, trust);
  if (sort === "password") return isPassword(value, trust);
  if (sort === "key") return isKey(value, trust);
  if (uuid.test(value))
    return sort === "secret" || trust === "certain" || trust === "string" || trust === "line";
  return isToken(value, trust, sort === "secret" ? 10 : 16);
}

/** Another name, or a call: `DB_PASSWORD`, `--recovery-key`, `$self->{pass}`. */
const isConstant =
  /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|--?[a-z]+(?:[-_][a-z]+)*(?:=\w*)?[='",]*|\$\w+->.*|[a-z]{4,}\([\w:]+,.*)$/;
/** A regular expression, a line of /etc/passwd, a colour, the next parameter, or where the value is read from. */
const isOtherLine =
  /^\/\^.*\$\/[a-z]*;?$|^[x*!]:\d+:\d+:|^#[0-9a-f]{3,8}\b|^&\w+=|^(?:id|src|type)=|^@[./~]/i;
export const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const pathLike =
  /^(?:[.~]{1,2}\/|\/[a-z]{2,}[/.]|\/[A-Za-z]+(?:\/[\w.-]+)*\/?$|[A-Za-z]:\\|https?:|file:|[a-z][a-z0-9_-]*\/[a-z0-9_./-]*$)|\.(?:ts|js|py|json|ya?ml|pem|txt|md|go|rs|sh|tsx|env)$/;
/** Code passes these beside passwords. */
const algorithm =
  /^(?:\w*(?:hmac|with)\w*sha-?\d+|base\d+|sha-?\d+\w{0,8}|md5|argon2\w*|pbkdf2\w*|scrypt\d*|latin1|utf-?\d+|aes-?\d*\w*|[rhe]s\d+|rsa-?\d*|scram-sha-\d+|oauth2?|u?int\d+\w*|[iuf]\d+|ed25519|bcrypt)$/i;
const versionLike = /^v?\d+(?:[.\-:TZ/ ]\d*)*$/;
const numberLike =
  /^[-+]?(?:0x[0-9a-f]{1,8}|\d+(?:\.\d+)?(?:e\d+)?|\d+(?:\.\d+)?(?:(?:ms|s|ns|us|[kmg]?b)\/\w+|ms|s|m|h|d|px|em|rem|%|[kmg]i?b?))$/i;
const foreign = /[\u0370-\u1fff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
const joinedWords =
  /^[a-z]{3,}(?:[-._][a-z]{3,}){3,}$|^(?=.*[A-Z])[A-Za-z]{2,}(?:-[A-Za-z]{2,}){2,}$|^[A-Z][a-z]{2,}(?:\.[A-Z][a-z]{2,}){2,}$/;

function isPassword(value: string, trust: Trust): boolean {
  if ((pathLike.test(value) && !isStrong(value)) || /^0x[0-9a-f]{1,8}$/i.test(value)) return false;
  const isNamed = algorithm.test(value);
  switch (trust) {
    case "certain":
      return value.length >= 6 || /^\d{4,}$|\d.*[A-Za-z]|[A-Za-z].*\d/.test(value);
    case "string":
      if (foreign.test(value) && value.length >= 8) return true;
      if (joinedWords.test(value)) return !wordsSpeakOfValue(value);
      return value.length >= 6 && isMixed(value) ? !isCodeText(value) : isUnreadable(value);
    case "line":
      if (joinedWords.test(value)) return !wordsSpeakOfValue(value);
      if (value.length < 6 || isNamed || isExpression(value) || isPattern(value)) return false;
      return (value.length >= 6 && isMixed(value)) || isUnreadable(value);
    case "said":
      if (/^\d{6,20}$/.test(value) || (foreign.test(value) && /^\D{2,30}\d{3,8}$/.test(value))) return true;
      if (joinedWords.test(value)) return isMadeUp(value);
      return !isExpression(value) && (isStrong(value) || isMadeUp(value));
    case "near":
      return /^\d{8,20}$/.test(value) || (isStrong(value) && !isExpression(value));
    case "bare":
      if (value.length < 6 || isNamed || versionLike.test(value) || isExpression(value)) return false;
      return (/\d/.test(value) && /[A-Za-z]/.test(value)) || isStrong(value);
  }
}

function isToken(value: string, trust: Trust, shortest: number): boolean {
  if (pathLike.test(value) || versionLike.test(value)) return false;
  if (trust === "certain")
    return looksRandom(value, shortest) || (shortest < 16 && value.length >= 8 && isMixed(value));
  if (isExpression(value) || isPattern(value)) return false;
  const isSpoken = trust === "near" || trust === "said";
  if (!looksRandom(value, isSpoken ? Math.max(shortest, 14) : shortest)) return false;
  return trust === "string" || /\d/.test(value) || isUnreadable(value);
}

function isKey(value: string, trust: Trust): boolean {
  if (uuid.test(value)) return trust === "certain";
  // `Linux-node-…` names a cache entry, not a credential.
  if (pathLike.test(value) || value.length < 20 || /^[A-Za-z]+-[a-z]+-/.test(value)) return false;
  if (isHex(value, 32)) return trust !== "bare" && trust !== "near";
  if (trust === "bare" || !/^[\w+/=.~:-]+$/.test(value) || !looksRandom(value, 20)) return false;
  return /[A-Z]/.test(value) && /[a-z]/.test(value)
    ? value.length >= 24 && /\d/.test(value)
    : trust !== "near" && trust !== "said" && /^[a-z0-9]{28,}$/.test(value);
}

const ofCode =
  /->[{[]|^\$?\w+\(\w|^\w+=["']?\w|=["']\w|\\f[A-Z]|\\\*\(|\\[dwsbDWSB]|\(\?|\[\^|\[[^\]]{0,12}(?:[aA]-[zZfF]|0-9)|=>|\(\)|\$\{[^{}]*\}|\{\{.*\}\}|::|&&|\|\||\?\.|\+\+|"[,:]|'[,:]|<\/?[a-z]+>|:\/\//;

/** Letters, digits and signs in random order, as drawn from the whole keyboard. */
export function isMess(value: string): boolean {
  if (value.length < 10 || value.length > 128) return false;
  const signs = new Set(value.match(/[!-,/:-@[-^`{-~]/g)).size;
  if (signs < 2 || /\s/.test(value) || ofCode.test(value)) return false;
  const classes = classesOf(value);
  if (classes < 3 && signs < 5) return false;
  if (signs === 2 && !(value.length >= 12 && (!isBalanced(value) || classes === 4))) return false;
  const words = value.match(/[A-Za-z][a-z]{3,}/g) ?? [];
  return words.every((word) => word.length < 6 && value.length >= word.length * 3) && /\w/.test(value);
}

/** Equal numbers of opening and closing brackets. */
const isBalanced = (value: string) =>
  ["()", "[]", "{}", "<>"].every(
    ([open = "", close = ""]) => value.split(open).length === value.split(close).length,
  );

/** A placeholder word for a value, or the name of a variable that holds one. */
const speaksOfValue =
  /pass|pwd|secret|token|key|word|user|input|value|field|label|text|string|name|hash|plain|null|none|true|false|requir|option|default|prompt|config|env|data|param|arg|self|undefined|empty|object|number|bool|masked|hidden|unset|change|random|generat|encrypt|valid|login|account|example|sample|bytes|sensitive|disabled|enabled|never|always|manual|server|client|admin|file|vault|query|buffer|result|response|request/;

/** `donkey` contains "key" but is unrelated: a word must begin with it. */
const wordsSpeakOfValue = (value: string) =>
  value
    .toLowerCase()
    .split(/[-._]/)
    .some((word) => word.search(speaksOfValue) === 0);

/** Letters with digits or signs, as password rules require. */
function isMixed(value: string): boolean {
  if (!/[A-Za-z]/.test(value)) return isUnreadable(value);
  return /[\d!@#$%^&*+=~?]/.test(value) || classesOf(value) >= 3;
}

const classesOf = (value: string) =>
  [/[a-z]/, /[A-Z]/, /\d/, /[!-/:-@[-`{-~\u00a1-\u03ff\u2000-\u2bff]/, /[\u0400-\u1fff\u3040-\uffff]/].filter(
    (one) => one.test(value),
  ).length;

/** More mixed than any word of a sentence or of code. */
export function isStrong(value: string): boolean {
  if (value.length < 7 || numberLike.test(value.replace(/^[([]/, "")) || isMarkup(value)) return false;
  const classes = classesOf(value);
  // A word with digits and a sign of its own, such as `Winter2024!`.
  if (isPlainWords(value)) return classes === 4 && /[!@#$%^&*+=?]/.test(value) && !/[/\\()]/.test(value);
  if (classes >= 3) return /\d/.test(value) || value.length >= 10;
  return looksRandom(value, 12);
}

/** Passwords in the style of people: a word with a number or a sign, or unordered letters. */
export function isMadeUp(value: string): boolean {
  if (value.length < 6 || value.length > 64 || isMarkup(value) || pathLike.test(value)) return false;
  if (numberLike.test(value) || versionLike.test(value) || algorithm.test(value) || sized.test(value))
    return false;
  if (/[(){}[\]<>|\\;,"'`]|^[-.@#]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/\d/.test(value))
    return /^[A-Za-z]*[A-Z!@#$%^&*?]|\d{2}|[a-z]\d[a-z]|^[a-z]+-.*[A-Z]|^[a-z]{3,}(?:-[a-z]{3,})+-?\d+$/.test(
      value,
    );
  if (joinedWords.test(value)) return !isSentence(value.replace(/[-._]/g, " "));
  return /^[A-Za-z]{8,}$/.test(value) && isUnreadable(value);
}

/** `8-64`, `32bytes`, `base64-encoded`, `x86_64`: typical values in a sentence about passwords. */
const sized =
  /^(?:[0-9a-f]{7}|\d+[-–]\d+\w*|\d+-?[a-z]+|(?:base|sha|utf|md|aes|rsa|hmac|pbkdf|argon|bcrypt|scrypt|ed|x|oauth|http|s|ec|log)-?\d+\w*(?:-[a-z\d]+)*|[\w.+-]+@[\w-]+\.[\w.]+|(?:step|line|page|test|case|user|app|db|host|server|node|web|key|slot|item|example|option|attempt|version|chapter|section|figure|table)[-_]?\d+)$/i;

/** A link, or a pattern of a program. */
const isMarkup = (value: string) =>
  /\$\{\w|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4}|\]\(|:\/\/|^\[-|^\[.*\]$|^[([]`?[\da-f]{7,40}`?[\])]/.test(
    value,
  ) || isPattern(value);

/** No part of it is readable as words; numbers alone count from six digits on. */
function isUnreadable(value: string): boolean {
  if (/^\d+$/.test(value)) return value.length >= 6 && !/^(?:19|20)\d\d(?:\d\d){1,2}$/.test(value);
  if (numberLike.test(value) || versionLike.test(value) || isPlainWords(value)) return false;
  if (/^[A-Za-z]+$/.test(value)) return value.length >= 8 && !/^[A-Z]+$/.test(value) && isUnsaid(value);
  return classesOf(value) >= 2 && /[^\w./:-]/.test(value) && value.length >= 10 && !isCodeText(value);
}

const chain =
  /^[!&*+-]{0,2}[A-Za-z_$@]\w*(?:(?:\?\.|\.|::|->|!\.)[A-Za-z_$]\w*|\([\w$.,:="'\s-]*\)?|\[[\w$."':+-]*\]?|<[\w$.,&\s]*>?|[?!]|\{[\w$.,:\s]*\}?)*[,;)}\]]*$/;
const joined = /^[\w$.!"'()[\]]+(?:(?:\|\||&&|\?\?|[+*/?:|,<>=-])[\w$.!"'()[\]]+)+[;,)]*$/;

/** Names, calls and operators of code: `user.password`, `get(x)`, `Option<String>`, `a||b`, `!!token`. */
export function isExpression(value: string): boolean {
  const isChain = chain.test(value) || /^\([A-Za-z_$][\w$]*$/.test(value);
  if (!isChain && !(joined.test(value) && !/\d/.test(value))) return false;
  // `hunter2` may be a variable, but is unlikely under such a name; `base64Key` is one.
  if (/^[A-Za-z]+\d+$|^[A-Z][A-Za-z]{4,}\d{2,}[?!]$/.test(value)) return false;
  return value
    .replace(/["'`][^"'`]*["'`]/g, "")
    .split(/[^A-Za-z0-9_$]+/)
    .every((name) => name === "" || isName(name, isChain));
}

function isName(name: string, isChain: boolean): boolean {
  if (/^\d{1,4}$/.test(name) || /^[A-Z][A-Z_]*\d{0,2}$/.test(name) || name.length < 5) return true;
  if (isChain && /^[a-z_$]+\d{0,2}$/i.test(name) && name.length < 10) return true;
  return isReadable(name, 6) && !/\d[A-Za-z]{2,}\d/.test(name);
}

/** Program text rather than a password: words with the usual signs between them. */
const isCodeText = (value: string) =>
  isPattern(value) || (isPlainWords(value) && !/\d|\w["'\\,|<>$!@#%^&*~]+\w/.test(value));

/** A regular expression. */
const isPattern = (value: string) => /[aA]-[zZf]|0-9/.test(value) && /[[\]()+*]/.test(value);

const appPassword = /^(?!this|that|with|from|must|have|your)[a-z]{4}(?: [a-z]{4}){3}$/;
const phraseWords = /^[A-Za-z][a-z]{2,11}(?:[ -][a-z]{2,12}){3,11}$/;
const sentence =
  /\b(?:the|your|is|are|must|be|to|an?|of|in|and|or|not|this|that|enter|please|invalid|incorrect|wrong|password|required|does|do|you|with|for|has|have|no|can|cannot|should|will|was|use|reset|confirm|current|new|field|match|least|characters?|see|set|it|if|on|at|by|from|was|were|because|under|their|when|than|which|after|before|while|only|into|about|more|such|same|as|again|de|la|el|le|les|die|der|das|und|ist)\b/i;

export const isSentence = (value: string) => sentence.test(value);

/** Several words: an app password, or a phrase that is not a sentence. In a sentence, only quotes hold spaces together. */
function isPhrase(value: string, trust: Trust): boolean {
  if (trust === "bare" || trust === "near" || value.length > 128 || foreign.test(value)) return false;
  if (appPassword.test(value)) return true;
  if (phraseWords.test(value)) return !isSentence(value) && (trust !== "said" || /^[a-z]/.test(value));
  if (trust !== "string") return trust === "certain";
  // All words of a sentence are readable; in a password with a space, none is.
  if (isSentence(value) || /[{}<>%\n]|: /.test(value)) return false;
  return (
    (/\d/.test(value) && /[A-Z]/.test(value)) ||
    value
      .split(/\s+/)
      .some((word) => /[a-z][A-Z]{2}|[a-z]\d|\d[a-zA-Z]|[a-z][&=!@#$%^*+~][A-Za-z]/.test(word))
  );
}
