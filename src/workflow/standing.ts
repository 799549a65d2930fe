/** What the user said once and meant for good: "always …", "never …", in the languages of the catalogue. */
import type { Prompt } from "../memory/records.ts";
import { clip, oneLine } from "./cut.ts";

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

const QUESTION = /[?？]\s*$/;
const MOST = 20;

/** Other lines with one of the words: most tell how something behaves, which is still worth a few of them. */
const MENTION = /\b(?:always|never)\b|總是|总是|始終|始终|從不|从不|항상|언제나|절대/i;
const MENTIONS = 5;

/** Orders first, then mentions; each newest first and once. */
export function standingIn(prompts: readonly Prompt[]): string[] {
  const found = new Map<string, string>();
  for (const prompt of prompts) {
    for (const sentence of sentencesOf(prompt.text)) {
      const key = sentence.toLowerCase();
      found.delete(key);
      found.set(key, sentence);
    }
  }
  const newest = [...found.values()].reverse();
  const orders = newest.filter(isStanding).slice(0, MOST);
  const mentions = newest.filter((line) => MENTION.test(line) && !isStanding(line) && !QUESTION.test(line));
  return [...orders, ...mentions.slice(0, MENTIONS)];
}

export function isStanding(sentence: string): boolean {
  if (QUESTION.test(sentence)) return false;
  const plain = sentence.replace(/[*_`]+/g, "");
  return ENGLISH.some((pattern) => pattern.test(plain)) || CHINESE.test(plain) || KOREAN.test(plain);
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
    .map((line) => clip(line, 200));
}
