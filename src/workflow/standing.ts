/** What the user said once and meant for good: "always …", "never …", in the languages of the catalogue. */
import type { Prompt } from "../memory/records.ts";
import { clip, oneLine } from "./cut.ts";

const ENGLISH = [
  // An order at the start of a sentence, or one that is spoken to somebody: "it never ends" is a report, not an order.
  /^(?:(?:please|also|and|but|so|ok|okay|yes|no|note|remember|important)\b[,:!]?\s+){0,3}(?:always|never)\b/i,
  /\b(?:you|we|you'?ll|i want you to|i'?d like you to|should|must|shall|please|to)\s+(?:(?:should|must|need to|have to|can|may)\s+)?(?:always|never)\b/i,
  /\b(?:from now on|going forward|in (?:the )?future,|every time you|each time you|whenever you|don'?t ever|do not ever|as a (?:general )?rule)\b/i,
];
const CHINESE =
  /(?:總是要?|总是要?|一律|每次都要?|永遠(?:不要|要|都)?|永远(?:不要|要|都)?|絕(?:對)?不(?:要|可|能)?|绝(?:对)?不(?:要|可|能)?|千萬(?:不要|別)|千万(?:不要|别)|務必|务必|切勿|以後都|以后都|從現在起|从现在起|始終|始终)/;
const KOREAN = /(?:항상|언제나|절대(?:로)?|반드시|앞으로는?|매번|무조건)/;

const QUESTION = /[?？]\s*$/;
const MOST = 20;

/** Newest first, each once. */
export function standingIn(prompts: readonly Prompt[]): string[] {
  const found = new Map<string, string>();
  for (const prompt of prompts) {
    for (const sentence of sentencesOf(prompt.text)) {
      if (!isStanding(sentence)) continue;
      const key = sentence.toLowerCase();
      found.delete(key);
      found.set(key, sentence);
    }
  }
  return [...found.values()].reverse().slice(0, MOST);
}

export function isStanding(sentence: string): boolean {
  if (QUESTION.test(sentence)) return false;
  return ENGLISH.some((pattern) => pattern.test(sentence)) || CHINESE.test(sentence) || KOREAN.test(sentence);
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
