/** Which of the user's sentences lay down a rule: orders meant for good, and corrections. */
import { cut } from "../text/quote.ts";

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

const QUESTION =
  /[?？]\s*$|^(?:should|shall|can|could|would|do|does|did|is|are|why|what|how|when|where|which|who)\b(?!.*\b(?:always|never)\b)|(?:嗎|吗|呢|까요|나요|ㄹ까)[?？。.\s]*$/i;

/** Meant for good: "always …", "never …", "from now on …", in the languages of the catalogue. */
export function isStanding(sentence: string): boolean {
  if (/[?？]\s*$/.test(sentence)) return false;
  const plain = sentence.replace(/[*_`]+/g, "");
  return ENGLISH.some((pattern) => pattern.test(plain)) || CHINESE.test(plain) || KOREAN.test(plain);
}

/** "Use X instead of Y", "don't …", "no, …": what was just done was not what was wanted. */
const CORRECTION: readonly RegExp[] = [
  /\b(?:use|prefer|call|import|write|run|put|keep|name|call it)\b.{1,80}\b(?:instead of|rather than|not)\b/i,
  /\b(?:instead of|rather than)\b.{1,60},\s*(?:please\s+)?(?:use|prefer|call|write|run|put|do)\b/i,
  /^(?:no[,.!]?\s+|please\s+|and\s+|but\s+|also\s+)*(?:don'?t|do not|stop|avoid|never)\s+\w+/i,
  /^(?:no|nope|wrong)[,.!]\s+\S+/i,
  /\b(?:we|i) (?:don'?t|do not|never) (?:want|use|do|write|like|need)\b|\bi (?:said|told you|asked)\b.*\b(?:not|don'?t|instead)\b|\bi(?:'d)? prefer\b/i,
  /改用|請用|请用|不要(?!紧|緊)|別再|别再|不准|禁止|應該用|应该用|而不是/,
  /하지 ?마|쓰지 ?마|말고|대신(?:에)?\s|사용하세요|써 ?주세요|사용해 ?주세요|금지/,
];

export function isCorrection(sentence: string): boolean {
  if (QUESTION.test(sentence)) return false;
  return CORRECTION.some((pattern) => pattern.test(sentence.replace(/[*_`]+/g, "")));
}

/** A person's order is short. What is longer was pasted, and quotes somebody else. */
const LONGEST_SENTENCE = 300;
const LONGEST_PROMPT = 6000;

/** The user's own words: no code, no quotation, nothing that the client wrapped in tags. */
export function sentencesOf(text: string): string[] {
  return text
    .slice(0, LONGEST_PROMPT)
    .replace(/```[\s\S]*?(?:```|$)/g, "\n")
    .replace(/<([a-z][\w-]{0,60})\b[^>]{0,300}>[\s\S]*?<\/\1>/gi, "\n")
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/)
    .filter((line) => !/^\s*[>|<]/.test(line))
    .map((line) => oneLine(line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, "")))
    .filter((line) => line.length >= 4 && line.length <= LONGEST_SENTENCE)
    .map((line) => cut(line, 200));
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
}
