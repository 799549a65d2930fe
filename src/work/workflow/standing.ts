/** What the user said once and meant for good: "always …", "never …", in the languages of the catalogue. */
import { isStanding } from "../../memory/learn/rules.ts";
import { sentencesOf } from "../../memory/learn/typed-text.ts";
import type { Prompt } from "../../store/records/records.ts";

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
