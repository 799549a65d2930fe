/**
 * Counts which words people of every project use (`src/text/common-words.json`), and fits the weights of `src/memory/learn`: logistic regression over every typed sentence of the labelled prompts in bench/corpora. Of a
 * prompt that asks or decides it is not known which sentence does: it is the one that weighs most.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ruleFeatures } from "../src/memory/learn/rules.ts";
import { typedSentences } from "../src/memory/learn/typed-text.ts";
import { saidFeatures, weightOf } from "../src/memory/learn/weigh.ts";
import { packageDir } from "../src/platform/paths.ts";
import { toWords } from "../src/text/distinctive-words.ts";

const CORPORA = [
  "everyday",
  "memory",
  "memory-second-hand",
  "memory-third-hand",
  "memory-fourth-hand",
  "memory-fifth-hand",
];
const FIT = {
  rounds: 30,
  step: 0.1,
  shrink: 0.002,
  /** What is looked for is rarer than other sentences and counts twice. */
  found: 2,
  /** How often the sentence that weighs most is chosen again. */
  choices: 4,
  /** A feature of fewer sentences says nothing about others. */
  seen: 3,
  least: 0.05,
};

interface Labelled {
  label: string;
  prompt: string;
  sentence?: string;
}

interface Example {
  features: string[];
  is: boolean;
  weight?: number;
}

type Weights = Record<string, number>;
type Features = (sentence: string, among: readonly string[]) => string[];

/** `leaveOut`: for cross-validation. */
export function commonWords(leaveOut?: string): string {
  const times = new Map<string, number>();
  const corpora = new Map<string, Set<string>>();
  let prompts = 0;
  for (const corpus of CORPORA.filter((one) => one !== leaveOut)) {
    for (const { prompt } of ["rules", "asks", "decisions"].flatMap((file) => casesOf(corpus, file))) {
      prompts++;
      for (const word of toWords(prompt)) {
        times.set(word, (times.get(word) ?? 0) + 1);
        corpora.set(word, (corpora.get(word) ?? new Set()).add(corpus));
      }
    }
  }
  // What only one or two of these people say belongs to their projects.
  const common = [...times].filter(
    ([word, count]) => count >= COMMON.prompts && (corpora.get(word)?.size ?? 0) >= COMMON.corpora,
  );
  const words = Object.fromEntries(common.sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ prompts, words }, null, 2)}\n`;
}
const COMMON = { prompts: 5, corpora: 3 };

/** `leaveOut`: as above. */
export function saidWeights(leaveOut?: string): Record<"rule" | "ask" | "decision", string> {
  const corpora = CORPORA.filter((corpus) => corpus !== leaveOut);
  // The rules of the fifth hand are not fitted: with them, "commit and update the changelog" of real sessions became one.
  const fitted = corpora.filter((corpus) => corpus !== "memory-fifth-hand");
  const rules = fitted.flatMap((corpus) => casesOf(corpus, "rules"));
  const asks = corpora.flatMap((corpus) => casesOf(corpus, "asks"));
  const decisions = corpora.flatMap((corpus) => casesOf(corpus, "decisions"));
  // A rule by another hand may say "remember", and then it is one too.
  const others = [...rules.filter(({ label }) => label === "none"), ...casesOf("everyday", "rules")];
  const examples = rules.flatMap(({ label, prompt, sentence = "" }) =>
    sentencesOf(prompt, ruleFeatures).map(({ text, features }) => ({
      features,
      is: label === "rule" && isPartOf(text, sentence),
    })),
  );
  return {
    rule: toJson(fit(examples, 2)),
    ask: toJson(fitChosen([...asks, ...decisions, ...others], "remember")),
    decision: toJson(fitChosen([...decisions, ...asks, ...others], "decision")),
  };
}

function casesOf(corpus: string, file: string): Labelled[] {
  const text = readFileSync(join(packageDir, "bench", "corpora", corpus, `${file}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function sentencesOf(prompt: string, featuresOf: Features) {
  const { sentences } = typedSentences(prompt);
  return sentences.map((text) => ({ text, features: featuresOf(text, sentences) }));
}

function fitChosen(cases: readonly Labelled[], label: string): Weights {
  const prompts = cases.map((one) => ({
    is: one.label === label,
    sentences: sentencesOf(one.prompt, saidFeatures).map(({ features }) => features),
  }));
  let weights: Weights | undefined;
  for (let choice = 0; choice < FIT.choices; choice++) {
    const known = weights;
    const examples = prompts.flatMap(({ is, sentences }): Example[] => {
      if (!is) return sentences.map((features) => ({ features, is }));
      if (known === undefined)
        return sentences.map((features) => ({ features, is, weight: 1 / sentences.length }));
      const scores = sentences.map((features) => weightOf(features, known));
      const most = scores.indexOf(Math.max(...scores));
      return sentences.flatMap((features, at) =>
        at === most || (scores[at] ?? 0) < 0 ? [{ features, is: at === most }] : [],
      );
    });
    weights = fit(examples, FIT.seen);
  }
  return weights ?? {};
}

function fit(examples: readonly Example[], seen: number): Weights {
  const times = new Map<string, number>();
  for (const { features } of examples) for (const one of features) times.set(one, (times.get(one) ?? 0) + 1);
  const kept = examples.map((one) => ({
    ...one,
    features: one.features.filter((feature) => (times.get(feature) ?? 0) >= seen),
  }));
  const weights: Weights = {};
  const squares: Weights = {};
  for (let round = 0; round < FIT.rounds; round++) {
    for (const { features, is, weight = 1 } of inOrder(kept, round)) {
      const scale = 1 / Math.sqrt(features.length);
      const likely = 1 / (1 + Math.exp(-weightOf(features, weights)));
      const error = (likely - (is ? 1 : 0)) * (is ? FIT.found : 1) * weight;
      for (const one of features) {
        const before = weights[one] ?? 0;
        const slope = error * scale + FIT.shrink * before;
        const square = (squares[one] ?? 0) + slope * slope;
        squares[one] = square;
        weights[one] = before - (FIT.step * slope) / Math.sqrt(square + 1e-6);
      }
    }
  }
  return weights;
}

function toJson(weights: Weights): string {
  const rounded = Object.entries(weights).map(([name, one]) => [name, Math.round(one * 100) / 100] as const);
  const kept = rounded.filter(([, one]) => Math.abs(one) >= FIT.least).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
function isPartOf(a: string, b: string): boolean {
  const [first, second] = [letters(a), letters(b)];
  return first.includes(second) || second.includes(first);
}

/** Another order in every round, and the same one in every run. */
function inOrder<T>(examples: readonly T[], round: number): T[] {
  const rank = (index: number) => (index * 7919 + round * 104729) % 10007;
  return examples
    .map((example, index) => ({ example, rank: rank(index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ example }) => example);
}
