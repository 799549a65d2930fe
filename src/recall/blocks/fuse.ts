/**
 * One order out of several ways of looking. Each channel is BM25 over one field of the candidates: the words of a
 * prompt weigh differently in what was asked, in what was answered and in the names of the files that were changed.
 * Pure, and every result says why it stands where it does.
 */
import { commonness } from "../../text/distinctive-words.ts";

/** Something that may be told: its words by field. `words` may repeat; how often a word stands there counts. */
interface Candidate {
  id: string;
  at: number;
  fields: Readonly<Record<string, readonly string[]>>;
  /** 0 core … 10 hardly ever; 5 when nobody said. */
  priority?: number;
  /** How often it was told and then used, less how often it was told in vain. */
  useful?: number;
}

interface FusionWeights {
  fields: Readonly<Record<string, number>>;
  recency: number;
  /** Time in which recency halves. */
  halfLifeMs: number;
  useful: number;
  priority: number;
}

export interface Reason {
  part: string;
  value: number;
}

interface Fused {
  id: string;
  /** Comparable within one answer only. */
  score: number;
  /** Unscaled evidence by field: comparable between answers, so it is what a threshold looks at. */
  evidence: Readonly<Record<string, number>>;
  why: Reason[];
}

const DAY = 24 * 60 * 60 * 1000;

export const MOMENT_WEIGHTS: FusionWeights = {
  fields: { asked: 0.8, answered: 0.8, changed: 1 },
  recency: 0.4,
  halfLifeMs: 5 * DAY,
  useful: 0.2,
  priority: 0.2,
};

/** Best first; of equals the newer one. */
export function fuse(
  words: readonly string[],
  candidates: readonly Candidate[],
  now: number,
  weights: FusionWeights = MOMENT_WEIGHTS,
): Fused[] {
  const channels = Object.entries(weights.fields).map(([field, weight]) => {
    const raw = bm25(
      words,
      candidates.map((candidate) => candidate.fields[field] ?? []),
    );
    return { field, weight, raw, best: Math.max(...raw, 0) };
  });
  const fused = candidates.map((candidate, index) => {
    const why: Reason[] = channels
      .map(({ field, weight, raw, best }) => ({
        part: field,
        value: best === 0 ? 0 : (weight * (raw[index] ?? 0)) / best,
      }))
      .filter(({ value }) => value > 0);
    const said = why.length > 0;
    const age = Math.max(0, now - candidate.at);
    why.push({ part: "recency", value: weights.recency * 2 ** (-age / weights.halfLifeMs) });
    if (candidate.useful !== undefined && candidate.useful !== 0) {
      why.push({ part: "useful", value: weights.useful * Math.tanh(candidate.useful / 2) });
    }
    if (candidate.priority !== undefined) {
      why.push({ part: "priority", value: (weights.priority * (5 - candidate.priority)) / 5 });
    }
    const score = why.reduce((sum, { value }) => sum + value, 0);
    const evidence = Object.fromEntries(channels.map(({ field, raw }) => [field, raw[index] ?? 0]));
    // What has no word of the prompt comes behind everything that has one.
    return { id: candidate.id, at: candidate.at, score: said ? score + 1 : score, evidence, why };
  });
  return fused.sort((a, b) => b.score - a.score || b.at - a.at).map(({ at: _, ...rest }) => rest);
}

const K1 = 1.2;
const B = 0.4;
/**
 * As if so many texts nobody has seen stood beside the candidates, with every word as common as it is in general:
 * without them one candidate alone could not tell a rare word from a common one.
 */
const BACKGROUND = 20;

function bm25(words: readonly string[], texts: readonly (readonly string[])[]): number[] {
  const wanted = new Set(words);
  const counts = texts.map((text) => {
    const count = new Map<string, number>();
    for (const word of text) if (wanted.has(word)) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const average = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length) || 1;
  const scores = texts.map(() => 0);
  for (const word of wanted) {
    const holding = counts.filter((count) => count.has(word)).length;
    if (holding === 0) continue;
    const seen = holding + BACKGROUND * commonness(word);
    const idf = Math.log(1 + (texts.length + BACKGROUND - seen + 0.5) / (seen + 0.5));
    counts.forEach((count, index) => {
      const times = count.get(word);
      if (times === undefined) return;
      const length = (texts[index]?.length ?? 0) / average;
      scores[index] = (scores[index] ?? 0) + (idf * times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
    });
  }
  return scores;
}
