/**
 * Fits the weights of `src/memory/learn/rules.ts`: logistic regression over every typed sentence of the labelled prompts in
 * bench/corpora.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ruleFeatures } from "../src/memory/learn/rules.ts";
import { typedSentences } from "../src/memory/learn/typed-text.ts";
import { packageDir } from "../src/platform/paths.ts";

const CORPORA = ["everyday", "memory", "memory-second-hand", "memory-third-hand"];
const ROUNDS = 30;
const STEP = 0.1;
const SHRINK = 0.002;
/** A rule is rarer than another sentence and counts twice. */
const RULE_WEIGHT = 2;

interface Labelled {
  label: string;
  prompt: string;
  sentence?: string;
}

interface Example {
  features: string[];
  isRule: boolean;
}

/** `leaveOut`: for cross-validation. */
export function ruleWeights(leaveOut?: string): string {
  const examples = keepRepeated(CORPORA.filter((corpus) => corpus !== leaveOut).flatMap(examplesOf));
  const weights = new Map<string, number>();
  const squares = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { features, isRule } of inOrder(examples, round)) {
      const scale = 1 / Math.sqrt(features.length);
      const sum = features.reduce((total, one) => total + (weights.get(one) ?? 0) * scale, 0);
      const error = (1 / (1 + Math.exp(-sum)) - (isRule ? 1 : 0)) * (isRule ? RULE_WEIGHT : 1);
      for (const one of features) {
        const weight = weights.get(one) ?? 0;
        const slope = error * scale + SHRINK * weight;
        const square = (squares.get(one) ?? 0) + slope * slope;
        squares.set(one, square);
        weights.set(one, weight - (STEP * slope) / Math.sqrt(square + 1e-6));
      }
    }
  }
  const rounded = [...weights].map(([name, weight]) => [name, Math.round(weight * 100) / 100] as const);
  const kept = rounded.filter(([, weight]) => Math.abs(weight) >= 0.05).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
}

function examplesOf(corpus: string): Example[] {
  const file = join(packageDir, "bench", "corpora", corpus, "rules.jsonl");
  const cases = readFileSync(file, "utf8").trim().split("\n");
  return cases.flatMap((line) => {
    const { label, prompt, sentence = "" } = JSON.parse(line) as Labelled;
    const { sentences } = typedSentences(prompt);
    return sentences.map((one) => ({
      features: ruleFeatures(one, sentences),
      isRule: label === "rule" && isPartOf(one, sentence),
    }));
  });
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
function isPartOf(a: string, b: string): boolean {
  const [first, second] = [letters(a), letters(b)];
  return first.includes(second) || second.includes(first);
}

/** A word of one sentence alone says nothing about others. */
function keepRepeated(examples: readonly Example[]): Example[] {
  const times = new Map<string, number>();
  for (const { features } of examples) for (const one of features) times.set(one, (times.get(one) ?? 0) + 1);
  return examples.map(({ features, isRule }) => ({
    features: features.filter((one) => (times.get(one) ?? 0) > 1),
    isRule,
  }));
}

/** Another order in every round, and the same one in every run. */
function inOrder(examples: readonly Example[], round: number): Example[] {
  const rank = (index: number) => (index * 7919 + round * 104729) % 10007;
  return examples
    .map((example, index) => ({ example, rank: rank(index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ example }) => example);
}

if (import.meta.main)
  await Bun.write(
    join(packageDir, "src", "memory", "learn", "rule-weights.json"),
    ruleWeights(process.argv[2]),
  );
