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
  // "Use pnpm, not npm": a project's tools are seldom chosen for one task.
  const isToolChoice = correctionIn(plain)?.isToolChoice === true;
  if (ANSWER.test(plain) && plain.length < SHORT_ANSWER && !isToolChoice) return undefined;
  const score = WEIGHTS.reduce((sum, [pattern, weight]) => sum + (pattern.test(plain) ? weight : 0), 0);
  if (score < SCORE && !isToolChoice) return undefined;
  const isDuty = shows(OBLIGES) && shows(ABOUT_WORK);
  const isLasting = isToolChoice || shows(NAMED_RULE) || (shows(ORDER, FORBIDS, HABIT) && shows(LASTING));
  if ((isDuty || (isLasting && shows(...FOR_GOOD))) && isPlainWord(plain)) return "clear";
  // An order alone is the task at hand.
  return isLasting || shows(FORBIDS, HABIT, ABOUT_WORK, NOMINAL, CONTRAST) ? "unclear" : undefined;
}

/** A longer one explains a task. */
const SHORT = 120;
/** Points at the work at hand, or tells what somebody does or did. */
const AT_HAND =
  /\b(?:here(?!\W*$)|there|now(?! on)|th(?:is|ese|ose)(?! (?:repo|repository|project|codebase|team|monorepo|rule|point)\b)|(?:i|we)(?:'m|'re| am| are| was| were) (?:\w+ )?\w+ing|(?:i|we) (?:just |never |always )?(?!need|decided|agreed|settled)(?:\w{2,}ed|did|had|got|saw|ran|made))\b|[這这](?![個个]? ?(?:repo|專案|项目|倉庫|仓库))|剛|刚|正在|여기|지금(?!부터)|이거|이건/i;

/** Unmistakable enough to count without a question: short, about no work at hand, no doubt in it. */
export const isPlainWord = (sentence: string) =>
  sentence.length <= SHORT && ![QUESTION, MOMENTARY, HEDGED, TOLD, AT_HAND].some((one) => one.test(sentence));

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
/** What says itself that it holds from now on. */
const FOR_GOOD = [
  // At the start of a sentence or a clause.
  new RegExp(`(?:^|[,;:–—-]\\s*|\\b(?:and|but|so|then|please|also|just)\\s+)${ALWAYS_DO}`, "i"),
  /\b(?:you|we) (?:should|must|shall|need to|have to) (?:always|never)\b/i,
  /\bwe (?:always|never)\b/i,
  /\b(?:want|like|need|remember|make sure|be sure|try|expect)(?: you)? to (?:always|never)\b/i,
  /\b(?:from (?:now|here|today) on|(?:in|for) every session|(?:don'?t|do not)\b.*\bever\b|henceforth|going forward|in (?:the )?future,|every time you|each time you|whenever you|as a (?:general )?rule)\b/i,
  /\bin (?:this|our) (?:repo(?:sitory)?|project|code ?base|team|monorepo),? we\b|[,.;] (?:always|ever|never)[.!]?$/i,
  // A word for "always" alone may be a report; with "please", "must" or at the start it is an order.
  /一律|每次都要|(?:永遠|永远)(?:不要|不能|不可|要)|(?:絕對?|绝对?)不(?:要|可|能|准)|(?:千萬|千万)(?:不要|別|别)|務必|务必|切勿|(?<![一-鿿])[以往][後后](?!再|的)|(?:另外|[還还]有)以[後后]|[從从](?:現在|现在|今天)起|一概|禁止|(?:^|[，,；;]|請|请|要|必須|必须|應該|应该)(?:總是|总是|始終|始终|永遠|永远)/,
  /앞으로(?! ?가기)|(?:항상|언제나|절대로?|반드시|매번|무조건).*(?:세요|십시오|[하해써 ]줘|하라|해라|[할말] ?것|마라|해야|하자|하지 ?마|말아|됩니다|안 ?돼)[\s.!~]*\S{0,4}$/,
];
/** "Tests must never …" is a rule, "stock must never …" the product: the subject decides. */
const OBLIGES = /\b(?:should|must|shall|need to|have to)\s+(?:always|never)\b/i;
/** Only in this session, it may be. */
const UNTIL = /^(?:please\s+)?(?:don'?t|do not)\b.*\b(?:ever|again|any ?more|without|unless)\b/i;

/**
 * The same question with recall before precision: what a compaction keeps of the session's own orders. There a
 * sentence too many costs one line; here it would become a rule for good.
 */
export function isStanding(sentence: string): boolean {
  if (/[?？]\s*$/.test(sentence)) return false;
  const plain = toPlain(sentence);
  return [UNTIL, OBLIGES, ...FOR_GOOD].some((pattern) => pattern.test(plain));
}
