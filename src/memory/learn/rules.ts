/** Which of the user's sentences lay down a rule, and how sure that is. */

import { correctionIn } from "./correction.ts";
import {
  ABOUT_WORK,
  ANSWER,
  CONTRAST,
  DESCRIBES,
  FORBIDS,
  GENERAL,
  HABIT,
  HEDGED,
  LASTING,
  MOMENTARY,
  NAMED_RULE,
  NOMINAL,
  NOT_A_RULE,
  ORDER,
  QUESTION,
  REPORTED,
  REPORTS_FACT,
  SOURCE,
  TOLD,
  WORK_WORD,
} from "./rule-patterns.ts";

/** `clear`: active at once. `unclear`: a proposal that the user is asked about. */
export type Clarity = "clear" | "unclear";

/** What a sentence shows, and how much that says. Fitted by eye on bench/corpora/memory. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [LASTING, 2],
  [NAMED_RULE, 3],
  [FORBIDS, 2],
  [ORDER, 1],
  [HABIT, 2],
  [ABOUT_WORK, 2],
  [GENERAL, 1],
  [CONTRAST, 1],
  [NOMINAL, 1],
  [WORK_WORD, 1],
  [SOURCE, -2],
  [DESCRIBES, -9],
  [REPORTS_FACT, -5],
];
const NO_RULE = [QUESTION, MOMENTARY, NOT_A_RULE, HEDGED, TOLD, REPORTED];
const SCORE = 3;
const SHORT_ANSWER = 60;

export function clarityOf(sentence: string): Clarity | undefined {
  const plain = toPlain(sentence);
  const shows = (...patterns: RegExp[]) => patterns.some((pattern) => pattern.test(plain));
  if (shows(...NO_RULE)) return undefined;
  // "Use pnpm, not npm": the tools of a project are chosen for good.
  if (correctionIn(plain)?.isToolChoice === true) return "clear";
  if (ANSWER.test(plain) && plain.length < SHORT_ANSWER) return undefined;
  const score = WEIGHTS.reduce((sum, [pattern, weight]) => sum + (pattern.test(plain) ? weight : 0), 0);
  const isDirect = shows(ORDER, FORBIDS, HABIT);
  if (score >= SCORE && !plain.startsWith("(") && (shows(NAMED_RULE) || (isDirect && shows(LASTING))))
    return "clear";
  // An order alone is the task at hand.
  const isGeneral = shows(FORBIDS, HABIT, ABOUT_WORK, NOMINAL, CONTRAST) || (isDirect && shows(LASTING));
  return score >= SCORE && isGeneral ? "unclear" : undefined;
}

/** Without code marks, which say nothing about the sentence, and with the usual spelling of what people type in haste. */
function toPlain(sentence: string): string {
  return sentence
    .replace(/[*_`]+/g, "")
    .replace(/[’‘]/g, "'")
    .replace(/\b(do|does|is|should|ca|wo)nt\b/gi, "$1n't")
    .replace(/\b(?:pls|plz|pl[se]{2})\b/gi, "please")
    .replace(/\bu\b/g, "you");
}
/** Not "never cleared", "always opens", "always the same": a report goes on in another form than an order. */
const ALWAYS_DO =
  "(?:always|never)\\s+(?!\\w+(?:ed|ing|[^s\\W]s)\\b|(?:a|an|the|in|on|been|got|had|seen|was|be)\\b)[a-z]";
const ENGLISH = [
  // At the start of a sentence or a clause.
  new RegExp(`(?:^|[,;:–—-]\\s*|\\b(?:and|but|so|then|please|also|just)\\s+)${ALWAYS_DO}`, "i"),
  /\b(?:you|we|it|they|there|\w+s)?\s*(?:should|must|shall|need to|have to)\s+(?:always|never)\b/i,
  /\bwe (?:always|never)\b/i,
  /\b(?:want|like|need|remember|make sure|be sure|try|expect)(?: you)? to (?:always|never)\b/i,
  /\b(?:from now on|going forward|in (?:the )?future,|every time you|each time you|whenever you|as a (?:general )?rule)\b/i,
  /^(?:please\s+)?(?:don'?t|do not)\b.*\b(?:ever|again|any ?more|without|unless)\b/i,
];
/** A word for "always" alone may be a report; with "please", "must" or at the start it is an order. */
const CHINESE =
  /一律|每次都要|(?:永遠|永远)(?:不要|不能|不可|要)|(?:絕對?|绝对?)不(?:要|可|能|准)|(?:千萬|千万)(?:不要|別|别)|務必|务必|切勿|(?:以後|以后)(?:都|不要|請|请)|(?:從現在起|从现在起)|(?:^|[，,；;]|請|请|要|必須|必须|應該|应该)(?:總是|总是|始終|始终|永遠|永远)/;
const KOREAN =
  /앞으로는|(?:항상|언제나|절대로?|반드시|매번|무조건).*(?:세요|십시오|[하해써 ]줘|하라|해라|[할말] ?것|마라|해야|하자|하지 ?마|말아|됩니다|안 ?돼)[\s.!~]*\S{0,4}$/;

/**
 * The same question with recall before precision: what a compaction keeps of the session's own orders. There a
 * sentence too many costs one line; here it would become a rule for good.
 */
export function isStanding(sentence: string): boolean {
  if (/[?？]\s*$/.test(sentence)) return false;
  const plain = toPlain(sentence);
  return ENGLISH.some((pattern) => pattern.test(plain)) || CHINESE.test(plain) || KOREAN.test(plain);
}
