/** Finds the user's sentences that ask Pawl to remember something, or that state a decision. */
import ASK_WEIGHTS from "./ask-weights.json" with { type: "json" };
import DECISION_WEIGHTS from "./decision-weights.json" with { type: "json" };
import { toPlain, weightOf, wordFeatures } from "./weigh.ts";
import { classFeatures } from "./word-classes.ts";

export function saidFeatures(sentence: string): string[] {
  const plain = toPlain(sentence);
  return [...new Set([...wordFeatures(plain), ...classFeatures(plain)])];
}

/** Above 0 the sentence counts, above 1 it is certain. */
type Weigh = (sentence: string) => number;

/**
 * With weights fitted without the tested corpus, `LEAST` classifies 95 % of 370 requests and lookalikes correctly, and 96 %
 * of 300 decisions; of 1,900 other sentences, 24 and 49 are false positives. With `SURE`: hardly any.
 */
const LEAST = -0.5;
const SURE = 1;
const weigher =
  (weights: Readonly<Record<string, number>>): Weigh =>
  (sentence) =>
    (weightOf(saidFeatures(sentence), weights) - LEAST) / (SURE - LEAST);

export const weighRequest = weigher(ASK_WEIGHTS);
export const weighDecision = weigher(DECISION_WEIGHTS);
