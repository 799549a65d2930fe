/** How well texts fit the words of a prompt. */
import { commonness } from "../../text/distinctive-words.ts";

const K1 = 1.2;
const B = 0.4;
/**
 * As if so many unseen texts stood beside these, with every word as common as it is in general: otherwise one text alone
 * could not tell a rare word from a common one.
 */
const BACKGROUND = 20;

/** A score for each text, unscaled: comparable between prompts. */
export function bm25(words: readonly string[], texts: readonly (readonly string[])[]): number[] {
  const average = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length) || 1;
  const scores = texts.map(() => 0);
  for (const word of new Set(words)) {
    const counts = texts.map((text) => text.filter((one) => one === word).length);
    const holding = counts.filter((count) => count > 0).length;
    if (holding === 0) continue;
    const seen = holding + BACKGROUND * commonness(word);
    const idf = Math.log(1 + (texts.length + BACKGROUND - seen + 0.5) / (seen + 0.5));
    for (const [index, times] of counts.entries()) {
      const length = (texts[index]?.length ?? 0) / average;
      scores[index] = (scores[index] ?? 0) + (idf * times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
    }
  }
  return scores;
}
