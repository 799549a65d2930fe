import { entropyOf, hasOddLetters, isPlainWords, isReadable, looksRandom } from "./entropy.ts";
import type { NameClass } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";

/**
 * How sure the text is that a value stands there. `literal`: nothing else can (an env file, a flag, an element).
 * `quoted`: a string of code or configuration. `entry`: a line of a configuration, `redis_password: …`. `line`: all that a line says behind the name. `bare`: a word that may
 * be a variable. `said`: a word in a sentence, behind "is" or a colon. `prose`: any other word of a sentence.
 */
export type Written = "literal" | "quoted" | "entry" | "line" | "bare" | "said" | "prose" | "query";

export const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const pathLike =
  /^(?:[.~]{1,2}\/|\/[a-z]{2,}[/.]|\/[A-Za-z]+(?:\/[\w.-]+)*\/?$|[A-Za-z]:\\|https?:|file:|[a-z][a-z0-9_-]*\/[a-z0-9_./-]*$)|\.(?:ts|js|py|json|ya?ml|pem|txt|md|go|rs|sh|tsx|env)$/;
/** Code passes these beside passwords. */
const algorithm =
  /^(?:base\d+|sha-?\d+|md5|argon2\w*|pbkdf2|scrypt\d*|latin1|utf-?\d+|aes-?\d*\w*|rsa-?\d*|hs\d+|rs\d+|es\d+|scram-sha-\d+|oauth2?|u?int\d+\w*|i\d+|u\d+|f\d+|ed25519|bcrypt|sha\d+\w{0,8})$/i;
const versionLike = /^v?\d+(?:[.\-:TZ/ ]\d*)*$/;
const numberLike =
  /^[-+]?(?:0x[0-9a-f]+|\d+(?:\.\d+)?(?:e\d+)?|\d+(?:\.\d+)?(?:ms|s|m|h|d|px|em|rem|%|[kmg]i?b?))$/i;

/** Whether a value under a name of that class is worth hiding. */
export function isSecretValue(value: string, name: NameClass, written: Written): boolean {
  if (written === "query" && name !== "signature") return isSecretValue(value, name, "literal");
  if (value.length < 4 || isPlaceholder(value) || /^\/\^.*\$\/[a-z]*;?$/.test(value)) return false;
  if (/\s/.test(value)) return isSpacedSecret(value, name, written);
  switch (name) {
    case "password":
      return isPassword(value, written);
    case "secret":
      return uuid.test(value) || isKeyValue(value, written, 10) || (written !== "bare" && isMess(value));
    case "token":
      if (uuid.test(value)) return written !== "bare" && written !== "prose" && written !== "said";
      return isKeyValue(value, written, 16);
    case "key":
      return isUnspecificKey(value, written);
    case "signature":
      return written === "query" && value.length >= 20 && looksRandom(value);
    default:
      return false;
  }
}

const ofCode =
  /\\[dwsbDWSB]|\(\?|\[\^|\[[^\]]{0,12}(?:[aA]-[zZfF]|0-9)|=>|\(\)|\$\{[^{}]*\}|\{\{.*\}\}|::|&&|\|\||\?\.|\+\+|"[,:]|'[,:]|<\/?[a-z]+>|:\/\//;

/** Letters, digits and signs without any order: drawn from all that a keyboard has. */
export function isMess(value: string): boolean {
  if (value.length < 10 || value.length > 128 || /\s/.test(value) || ofCode.test(value)) return false;
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4}/.test(value)) return false;
  const signs = new Set(value.match(/[!-,/:-@[-^`{-~]/g)).size;
  const classes = classesOf(value);
  if (signs < 2 || (classes < 3 && signs < 5)) return false;
  if (signs === 2 && !(value.length >= 12 && (!isBalanced(value) || classes === 4))) return false;
  const words = value.match(/[A-Za-z][a-z]{3,}/g) ?? [];
  return words.every((word) => word.length < 6 && value.length >= word.length * 3) && /\w/.test(value);
}

/** As many brackets open as close. */
const isBalanced = (value: string) =>
  ["()", "[]", "{}", "<>"].every(
    ([open = "", close = ""]) => value.split(open).length === value.split(close).length,
  );

const isHexConstant = /^0x[0-9a-f]{1,8}$/i;

/** Letters of another script with a number behind them. */
const isForeignMix = (value: string) =>
  /^[\u0370-\u1fff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2,30}\d{3,8}$/.test(value);

/** The next field of a log: `ip=10.0.0.1`, `reason=expired`. */
const isField = /^[a-z_]{2,14}=(?:[\d.:]+|[a-z_-]+)$/;

/** Signs only, of many kinds. */
const isSigns = (value: string) => /^[!-/:-@[-`{-~]{8,64}$/.test(value) && new Set(value).size >= 6;

function isPassword(value: string, written: Written): boolean {
  if (written !== "bare" && written !== "prose" && isSigns(value)) return true;
  if (written !== "bare" && isMess(value)) return true;
  if (pathLike.test(value) && !isStrong(value)) return false;
  if (isHexConstant.test(value)) return false;
  switch (written) {
    case "literal":
      return value.length >= 6 || (/\d/.test(value) && /[A-Za-z]/.test(value));
    case "quoted":
      if (
        isShortMix(value) ||
        isOddlyWritten(value) ||
        /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}.*\d{3}/.test(value)
      )
        return true;
      if (/^[a-z]{3,}(?:[-._][a-z]{3,}){3,}$/.test(value)) return !speaksOfValue.test(value);
      if (value.length < 6 || algorithm.test(value)) return false;
      if (/^[a-z]{14,64}$/.test(value)) return !speaksOfValue.test(value);
      return isMixed(value, 6) ? !isCodeText(value) : isUnreadable(value);
    case "entry":
      return isPassword(value, "line") || (/^[a-z]{6,20}$/.test(value) && !speaksOfValue.test(value));
    case "line":
      if (isShortMix(value) || isOddlyWritten(value)) return true;
      if (value.length < 6 || algorithm.test(value) || isExpression(value) || isPattern(value)) return false;
      return isMixed(value, 6) || isUnreadable(value);
    case "said":
      if (isField.test(value)) return false;
      if (/^\d{6,20}$/.test(value) || isForeignMix(value)) return true;
      if (/^[a-z]{3,}(?:-[a-z]{3,}){3,}$/.test(value)) return isMadeUp(value);
      if (algorithm.test(value) || isExpression(value)) return false;
      return (value.length >= 6 && isStrong(value)) || isMadeUp(value) || isOddlyWritten(value);
    case "prose":
      if (isField.test(value)) return false;
      if (/^[a-z]{3,}(?:-[a-z]{3,}){3,}$/.test(value)) return isMadeUp(value);
      if (/^(?=.*[A-Z])(?=.*[a-z]\d[a-z])[A-Za-z0-9]{14,}$|^\d{8,20}$/.test(value)) return true;
      return value.length >= 6 && !algorithm.test(value) && isStrong(value) && !isExpression(value);
    default:
      if (/^\d{8,20}$/.test(value)) return true;
      if (value.length < 6 || algorithm.test(value) || versionLike.test(value) || isExpression(value))
        return false;
      return (/\d/.test(value) && /[A-Za-z]/.test(value)) || isStrong(value);
  }
}

function isKeyValue(value: string, written: Written, minLength: number): boolean {
  if (pathLike.test(value) || versionLike.test(value)) return false;
  if (written === "literal")
    return looksRandom(value, minLength) || (minLength < 16 && (isMixed(value, 8) || isPhrase(value)));
  if (isExpression(value) || isPattern(value) || (written === "quoted" && isCodeText(value))) return false;
  const isSpoken = written === "prose" || written === "said";
  if (isSpoken && isMarkup(value)) return false;
  const needed = isSpoken ? Math.max(minLength, 14) : minLength;
  if (!looksRandom(value, needed)) return false;
  return written === "quoted" || /\d/.test(value) || isUnreadable(value);
}

/** A word that stands for a value, or the name of a variable that holds one. */
const speaksOfValue =
  /pass|pwd|secret|token|key|word|user|input|value|field|label|text|string|name|hash|plain|null|none|true|false|requir|option|default|prompt|config|env|data|param|arg|self|undefined|empty|object|number|bool|masked|hidden|unset|change|random|generat|encrypt|valid|login|account|example|sample|bytes|sensitive|disabled|enabled|never|always|manual|server|client|admin|file|vault|query|buffer|result|response|request/;

/** Five characters, of which small and capital letters and digits. */
const isShortMix = (value: string) =>
  value.length === 5 && /^[A-Za-z0-9]+$/.test(value) && classesOf(value) === 3 && /\d.*\d/.test(value);

/** Letters with digits or signs: what people are made to choose. */
function isMixed(value: string, minLength: number): boolean {
  if (value.length < minLength) return false;
  if (!/[A-Za-z]/.test(value)) return isUnreadable(value);
  return /\d/.test(value) || /[!@#$%^&*+=~?]/.test(value) || classesOf(value) >= 3;
}

function classesOf(value: string): number {
  return (
    Number(/[a-z]/.test(value)) +
    Number(/[A-Z]/.test(value)) +
    Number(/\d/.test(value)) +
    Number(/[!-/:-@[-`{-~\u00a1-\u03ff\u2000-\u2bff]/.test(value)) +
    Number(/[\u0400-\u1fff\u3040-\uffff]/.test(value))
  );
}

/** More mixed than any word of a sentence or of code. */
export function isStrong(value: string): boolean {
  if (value.length < 7 || numberLike.test(value.replace(/^[([]/, "")) || isMarkup(value)) return false;
  if (isPlainWords(value)) {
    // A word with digits and a sign of its own, such as `Winter2024!`.
    return (
      value.length >= 8 && classesOf(value) === 4 && /[!@#$%^&*+=?]/.test(value) && !/[/\\()]/.test(value)
    );
  }
  const classes = classesOf(value);
  if (classes >= 3) return /\d/.test(value) || value.length >= 10;
  return looksRandom(value, 12) || isOddlyCased(value);
}

/** Words with capitals where no name has them, and a sign between: `Tango-fnakbZ_unrei`. */
export const isOddlyWritten = (value: string) =>
  value.length >= 10 &&
  /^[A-Za-z]+(?:[-_.+!~][A-Za-z]+)+$/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  ((!isReadable(value, 6) && /[a-z][A-Z]/.test(value)) || /[a-z][A-Z](?![A-Za-z])/.test(value));

/** Small and capital letters in no order: `ygjEqEtYSeBEKn`. */
const isOddlyCased = (value: string) =>
  value.length >= 12 && /^[A-Za-z]+$/.test(value) && isJumbled(value, 2) && !isReadable(value);

/** As people make passwords up: a word with a number or a sign, or letters in no order. */
export function isMadeUp(value: string): boolean {
  if (value.length < 6 || value.length > 64 || isMarkup(value) || pathLike.test(value)) return false;
  if (numberLike.test(value) || versionLike.test(value) || algorithm.test(value) || sized.test(value))
    return false;
  if (/[(){}[\]<>|\\;,"'`]|^[-.@#]/.test(value)) return false;
  if (!/[A-Za-z]/.test(value)) return false;
  if (/\d/.test(value)) return /^[A-Za-z]*[A-Z!@#$%^&*?]|\d{2}|[a-z]\d[a-z]/.test(value);
  if (/[!@#$%^&*+=~?](?=.*[A-Za-z0-9])/.test(value)) return classesOf(value) >= 3;
  if (/^[a-z]{3,}(?:[-._][a-z]{3,}){3,}$/.test(value)) return !sentence.test(value.replace(/[-._]/g, " "));
  return /^[A-Za-z]{8,}$/.test(value) && (isUnreadable(value) || isJumbled(value, 2));
}

/** `8-64`, `32bytes`, `base64-encoded`, `x86_64`: what a sentence about passwords says. */
const sized =
  /^(?:\d+[-–]\d+\w*|\d+-?[a-z]+|(?:base|sha|utf|md|aes|rsa|hmac|pbkdf|argon|bcrypt|scrypt|ed|x|oauth|http|s|ec|log)-?\d+\w*(?:-[a-z\d]+)*|[\w.+-]+@[\w-]+\.[\w.]+|(?:step|line|page|test|case|user|app|db|host|server|node|web|key|slot|item|example|option|attempt|version|chapter|section|figure|table)[-_]?\d+)$/i;

/** A link, or a pattern of a program. */
const isMarkup = (value: string) =>
  /\$\{\w|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4}|\]\(|:\/\/|^\[.*\]$|^[([]`?[\da-f]{7,40}`?[\])]/.test(
    value,
  ) || isPattern(value);

/** Nothing of it can be read as words; numbers alone count from six digits on. */
function isUnreadable(value: string): boolean {
  if (/^\d+$/.test(value)) return value.length >= 6 && !/^(?:19|20)\d\d(?:\d\d){1,2}$/.test(value);
  if (numberLike.test(value) || versionLike.test(value) || isPlainWords(value)) return false;
  if (/^[a-z]+$/.test(value)) return value.length >= 8 && /[^aeiouy]{5}/.test(value) && hasOddLetters(value);
  if (/^[A-Za-z]+$/.test(value))
    return value.length >= 10 && !/^[A-Z]+$/.test(value) && (isJumbled(value) || hasOddLetters(value));
  return classesOf(value) >= 2 && /[^\w./:-]/.test(value) && value.length >= 10 && !isCodeText(value);
}

/** Upper and lower case change places more often than between words. */
function isJumbled(value: string, often = 4): boolean {
  let changes = 0;
  for (let i = 1; i < value.length; i++) {
    if (/[a-z]/.test(value[i - 1] ?? "") !== /[a-z]/.test(value[i] ?? "")) changes++;
  }
  return changes * often >= value.length;
}

const chain =
  /^[!&*+-]{0,2}[A-Za-z_$@][\w$]*(?:(?:\?\.|\.|::|->|!\.)[A-Za-z_$][\w$]*|\([\w$.,:"'\s-]*\)?|\[[\w$."':-]*\]?|<[\w$.,&\s]*>?|[?!]|\{[\w$.,:\s]*\}?)*[,;)}\]]*$/;
const joined = /^[\w$.!"'()[\]]+(?:(?:\|\||&&|\?\?|[+*/?:|,<>=-])[\w$.!"'()[\]]+)+[;,)]*$/;

/** Names, calls and operators of code: `user.password`, `get(x)`, `Option<String>`, `a||b`, `!!token`. */
export function isExpression(value: string): boolean {
  if (/^\([A-Za-z_$][\w$]*$/.test(value)) return true;
  if (/^[A-Z][A-Za-z]*(?:\.[A-Z][a-z]+(?:[A-Z][a-z]+)*)+[;,]?$/.test(value)) return true;
  if (!chain.test(value) && !(joined.test(value) && !/\d/.test(value))) return false;
  // A chain of one word that no one would give a variable is a value.
  const names = value.split(/[^A-Za-z0-9_$]+/);
  if (!chain.test(value) && !names.every((name) => name.length < 3 || isReadable(name))) return false;
  // `hunter2` may be a variable, but hardly under such a name; `base64Key` is one.
  if (/^[A-Za-z]+\d+$|^[A-Z][A-Za-z]{4,}\d{2,}[?!]$/.test(value)) return false;
  return names.every((name) => name === "" || isName(name));
}

function isName(name: string): boolean {
  if (/^\d{1,4}$/.test(name) || /^[A-Z][A-Z_]*\d{0,2}$/.test(name)) return true;
  if (/^[a-z_$]+\d{0,2}$/i.test(name) && name.length < 10)
    return isReadable(name) || !isJumbled(name) || name.length < 5;
  return isReadable(name, name.length >= 10 ? 5 : 4) && !/\d[A-Za-z]{2,}\d/.test(name);
}

/** Text of a program rather than a password: `user.password`, `%s:%d`, `(\\w+)=`, words with signs between them. */
function isCodeText(value: string): boolean {
  if (/^[a-z]+(?:[-_./ ][a-z]+)*[.:!?]?$/i.test(value)) return isReadable(value, 4.5) || value.length < 9;
  if (/[(){}[\]<>]|=>|::|\?\.|\|\|/.test(value) && isReadable(value) && isBalanced(value)) return true;
  if (isPattern(value)) return true;
  return isPlainWords(value) && !/\d|\w["'\\,|<>$!@#%^&*~]+\w/.test(value);
}

const ranges = /[aA]-[zZf]|0-9/;
const hints = [/\\[dwsSDWbB]/, /\(\?[:=!<]/, /\[\^/, /[.\])][*+?]/, /\{\d,?\d*\}/, /^\/\^|\$\/[a-z,;]*$/];
/** A regular expression. One sign of it may stand in any password; two are a pattern's. */
const isPattern = (value: string) =>
  (ranges.test(value) && /[[\]()+*]/.test(value)) || hints.filter((hint) => hint.test(value)).length >= 3;

const appPassword = /^[a-z]{4}(?: [a-z]{4}){3}$/;
const phraseWords = /^[A-Za-z][a-z]{2,11}(?:[ -][a-z]{2,12}){3,11}$/;
const spokenPhrase = /^[a-z]{3,11}(?:[ -][a-z]{3,11}){3,11}$/;
const sentence =
  /\b(?:the|your|is|are|must|be|to|an?|of|in|and|or|not|this|that|enter|please|invalid|incorrect|wrong|password|required|does|do|you|with|for|has|have|no|can|cannot|should|will|was|use|reset|confirm|current|new|field|match|least|characters?|see|set|it|if|on|at|by|from|was|were|de|la|el|le|les|die|der|das|und|ist)\b/i;

export const isSentence = (value: string) => sentence.test(value);

/** Words in a row under a secret's name: an app password, or a phrase that is no sentence. */
function isSpacedSecret(value: string, name: NameClass, written: Written): boolean {
  if (name !== "password" && name !== "secret") return false;
  if (appPassword.test(value)) return !/^(?:this|that|with|from|must|have|your) /.test(value);
  // In a sentence only quotes hold blanks together.
  if (written === "said") return spokenPhrase.test(value) && !sentence.test(value);
  if (written === "bare" || written === "prose") return false;
  if (/[\n\r]/.test(value) || value.length > 128) return false;
  if (phraseWords.test(value)) return !sentence.test(value);
  if (written === "literal") return true;
  if (written !== "quoted") return false;
  // Each word of a sentence can be read; of a password with a blank in it none can.
  const words = value.split(/\s+/);
  if (words.length <= 3 && words.every((word) => isStrong(word))) return true;
  if (words.length > 8 || sentence.test(value) || /[{}<>%]|: /.test(value)) return false;
  return (
    (/\d/.test(value) && /[A-Z]/.test(value)) ||
    words.some((word) => /[a-z][A-Z]{2}|[a-z]\d|\d[a-zA-Z]|[a-z][&=!@#$%^*+~][A-Za-z]/.test(word))
  );
}

/** Words as a secret: believed where the text can only hold a value, unless they describe what belongs there. */
const isPhrase = (value: string) =>
  value.length >= 16 && !/(?:key|token|secret|password|value|here|id|name|file)$/i.test(value);

/** A name that ends in "key" alone says little: the value has to speak for itself. */
function isUnspecificKey(value: string, written: Written): boolean {
  if (uuid.test(value)) return written === "literal";
  // `Linux-node-…` names what was kept, not who may open it.
  if (pathLike.test(value) || value.length < 20 || /^[A-Za-z]+-[a-z]+-/.test(value)) return false;
  if (/^[0-9a-f]{32,}$/i.test(value)) return written !== "bare" && written !== "prose";
  if (written === "literal" || written === "quoted" || written === "line") {
    if (/^[a-z0-9]{28,}$/.test(value) && (value.match(/\d/g)?.length ?? 0) >= 4 && looksRandom(value))
      return true;
  }
  if (written === "bare" || value.length < 24 || !/^[\w+/=.~:-]+$/.test(value) || !looksRandom(value))
    return false;
  return /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value) && entropyOf(value) >= 3.8;
}
