/**
 * What a cosine means. With one model two texts that have nothing in common are 0.1 alike, with another 0.75: so each
 * model is asked once for sentences whose kinship is known, and everything else is measured by them.
 */
import type { RankParts } from "./rank.ts";

/** Pairs that say the same in other words; each pair is of another matter. All of them are of our trade. */
const SAMPLES: readonly (readonly [string, string])[] = [
  ["Why does the login fail for new users?", "People who just signed up cannot authenticate."],
  ["Make the images on the start page smaller.", "Shrink the pictures of the landing page."],
  [
    "The nightly backup ran out of disk space.",
    "There was no room left on the drive when the data was saved at night.",
  ],
  [
    "Round the invoice total to two decimals.",
    "The sum of a bill must have at most two digits behind the point.",
  ],
  ["Add a dark theme to the settings screen.", "Let people choose a black background in the preferences."],
  [
    "The test of the date parser is flaky.",
    "The check that reads calendar days sometimes fails for no reason.",
  ],
  ["Publish the package to the registry.", "Release a new version of the library."],
  ["Translate the error messages into Korean.", "Show what went wrong in the language of users in Seoul."],
];

/** In the order that `toScale` takes the vectors in. */
export const SAMPLE_TEXTS: readonly string[] = SAMPLES.flat();

interface Scale {
  /** The cosine of texts that have nothing to do with each other, and of texts that say the same. */
  unrelated: number;
  alike: number;
}

/** For a model that does not tell the samples apart: it is believed when two texts are nearly the same. */
const UNSURE: Scale = { unrelated: 0.5, alike: 0.9 };
const LEAST_APART = 0.12;

/** From the unit vectors of `SAMPLE_TEXTS`; `center` is what all of them have in common. */
export function toScale(vectors: readonly Float32Array[]): Scale & { center: Float32Array } {
  const alike: number[] = [];
  const unrelated: number[] = [];
  for (const [i, one] of vectors.entries()) {
    for (const [j, other] of vectors.entries()) {
      if (j > i) (j === i + 1 && i % 2 === 0 ? alike : unrelated).push(cosine(one, other));
    }
  }
  const center = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (const [i, part] of vector.entries()) center[i] = (center[i] ?? 0) + part / vectors.length;
  }
  const scale = { unrelated: meanOf(unrelated), alike: meanOf(alike) };
  return { ...(scale.alike - scale.unrelated < LEAST_APART ? UNSURE : scale), center };
}

/** 0 as far apart as unrelated texts, 1 as close as two wordings of the same. */
export function strengthOf(similarity: number, { unrelated, alike }: Scale): number {
  return Math.min(1, Math.max(0, (similarity - unrelated) / (alike - unrelated)));
}

/** The cosine that has this strength. */
export function similarityOf(strength: number, { unrelated, alike }: Scale): number {
  return unrelated + strength * (alike - unrelated);
}

/** Below this, being near says nothing: of thousands of texts some are that near by chance. */
export const NEAR_FLOOR = 0.4;
/** From here on it says enough without a word in common. */
export const NEAR_ALONE = 0.75;

/** What being near is worth at a threshold: 0 below the floor, 1 where it suffices alone, more above. */
export function nearWorth(strength: number): number {
  return Math.max(0, (strength - NEAR_FLOOR) / (NEAR_ALONE - NEAR_FLOOR));
}

/** What a search's score is made of where there are vectors, too. */
export interface MeaningParts extends RankParts {
  /** Strength, 0 to 1. */
  meaning?: number;
}

/** Of what the words left open, so much can be filled by meaning. */
const MEANING_SHARE = 0.5;

/** The weight of the meaning beside a score that words gave. */
export function meaningWeight(wordScore: number): number {
  return MEANING_SHARE * (1 - wordScore);
}

const NO_PARTS: RankParts = { words: 0, text: 0, path: 0, recency: 0, use: 0, priority: 0 };

interface Hit {
  id: string;
  at: number;
  score: number;
  parts: MeaningParts;
}

/** Hits by words and hits by meaning in one order; a score by words alone stays what it was. */
export function fuseHits<H extends Hit>(
  hits: readonly H[],
  near: readonly (Omit<H, "score" | "parts"> & { strength: number })[],
  limit: number,
): H[] {
  const strengths = new Map(near.map(({ id, strength }) => [id, strength]));
  const raised = hits.map((hit) => {
    const meaning = strengths.get(hit.id);
    strengths.delete(hit.id);
    if (meaning === undefined) return hit;
    return {
      ...hit,
      score: hit.score + meaningWeight(hit.score) * meaning,
      parts: { ...hit.parts, meaning },
    };
  });
  const others = near
    .filter(({ id }) => strengths.has(id))
    .map(({ strength: meaning, ...hit }) => {
      const found = { ...hit, score: meaningWeight(0) * meaning, parts: { ...NO_PARTS, meaning } };
      return found as unknown as H;
    });
  return [...raised, ...others].sort((a, b) => b.score - a.score || b.at - a.at).slice(0, limit);
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
