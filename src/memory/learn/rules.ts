/** Which of the user's sentences lay down a rule, and how sure that is. */

import { correctionIn } from "./correction.ts";
import {
  CLEAR,
  DESCRIBES,
  HEDGED,
  MOMENTARY,
  NOT_A_RULE,
  QUESTION,
  REPORTED,
  UNCLEAR,
} from "./rule-patterns.ts";

/** `clear`: taken up at once. `unclear`: proposed, for the user to confirm. */
export type Clarity = "clear" | "unclear";

export function clarityOf(sentence: string): Clarity | undefined {
  const plain = withoutMarks(sentence);
  if (QUESTION.test(plain) || MOMENTARY.test(plain) || NOT_A_RULE.test(plain)) return undefined;
  const order = CLEAR.map((pattern) => pattern.exec(plain)).find((found) => found !== null);
  if (order !== undefined) {
    // What is added behind the order ("…, but I think we should log it") does not take it back.
    const upToOrder = plain.slice(0, order.index + order[0].length);
    return HEDGED.test(upToOrder) ||
      REPORTED.test(plain) ||
      DESCRIBES.test(plain.slice(0, upToOrder.length + VERB_LENGTH))
      ? toUnclear(plain)
      : "clear";
  }
  // "Use pnpm, not npm": the tools of a project are chosen for good.
  if (correctionIn(plain)?.isToolChoice === true && !HEDGED.test(plain)) return "clear";
  if (!UNCLEAR.some((pattern) => pattern.test(plain))) return undefined;
  return HEDGED.test(plain) || REPORTED.test(plain) ? undefined : toUnclear(plain);
}

/** Behind "should never be": the word that says whether a rule for work follows, or a wish for the product. */
const VERB_LENGTH = 30;

/** "The function should use …": somebody describes or reviews code. Not even worth a proposal. */
const THIRD_PERSON = /^(?:the|this|these|that|it|alternatively|since|while)\b/i;

function toUnclear(plain: string): "unclear" | undefined {
  return THIRD_PERSON.test(plain) ? undefined : "unclear";
}

/** "use X instead of Y" with X and Y as code reads as code: its marks say nothing about the sentence. */
function withoutMarks(sentence: string): string {
  return sentence.replace(/[*_`]+/g, "");
}

/** Not "never cleared", "always opens", "always the same": a report goes on in another form than an order. */
const ORDER =
  "(?:always|never)\\s+(?!\\w+(?:ed|ing|[^s\\W]s)\\b|(?:a|an|the|in|on|been|got|had|seen|was|be)\\b)[a-z]";
const ENGLISH = [
  // At the start of a sentence or a clause.
  new RegExp(`(?:^|[,;:–—-]\\s*|\\b(?:and|but|so|then|please|also|just)\\s+)${ORDER}`, "i"),
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
  const plain = withoutMarks(sentence);
  return ENGLISH.some((pattern) => pattern.test(plain)) || CHINESE.test(plain) || KOREAN.test(plain);
}
