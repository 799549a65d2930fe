import { expect, test } from "bun:test";
import {
  fuseHits,
  NEAR_ALONE,
  NEAR_FLOOR,
  nearWorth,
  SAMPLE_TEXTS,
  similarityOf,
  strengthOf,
  toScale,
} from "./meaning.ts";
import { rankOf } from "./rank.ts";

/** Vectors of the samples whose pairs have this cosine and whose others have that one. */
function samples(alike: number, unrelated: number): Float32Array[] {
  return SAMPLE_TEXTS.map((_, i) => {
    const vector = new Float32Array(1 + SAMPLE_TEXTS.length * 2);
    vector[0] = Math.sqrt(unrelated);
    vector[1 + (i >> 1)] = Math.sqrt(alike - unrelated);
    vector[1 + SAMPLE_TEXTS.length + i] = Math.sqrt(1 - alike);
    return vector;
  });
}

test.each([
  ["spreads its texts wide", 0.65, 0.1],
  ["holds its texts close together", 0.9, 0.74],
])("a model that %s is measured by its own samples", (_, alike, unrelated) => {
  const scale = toScale(samples(alike, unrelated));
  expect(scale.alike).toBeCloseTo(alike, 5);
  expect(scale.unrelated).toBeCloseTo(unrelated, 5);
  expect(scale.center[0]).toBeCloseTo(Math.sqrt(unrelated), 5);
  expect(strengthOf(unrelated - 0.1, scale)).toBe(0);
  expect(strengthOf((alike + unrelated) / 2, scale)).toBeCloseTo(0.5, 5);
  expect(strengthOf(1, scale)).toBe(1);
  expect(strengthOf(similarityOf(0.7, scale), scale)).toBeCloseTo(0.7, 5);
});

test("a model that does not tell the samples apart is believed only when texts are nearly the same", () => {
  const scale = toScale(samples(0.2, 0.15));
  expect(nearWorth(strengthOf(0.6, scale))).toBe(0);
  expect(nearWorth(strengthOf(0.85, scale))).toBeGreaterThan(1);
});

test("being near is worth nothing up to the floor and a whole threshold where it suffices alone", () => {
  expect([0, NEAR_FLOOR].map(nearWorth)).toEqual([0, 0]);
  expect(nearWorth(NEAR_ALONE)).toBeCloseTo(1);
  expect(nearWorth((NEAR_FLOOR + NEAR_ALONE) / 2)).toBeCloseTo(0.5);
});

test("meaning raises what words found, adds what they did not, and takes nothing away", () => {
  const hit = (id: string, words: number) => ({ id, at: 1, ...rankOf({ words, bm25: 8 }) });
  const hits = [hit("a", 1), hit("b", 0.5)];
  expect(fuseHits(hits, [], 9)).toEqual(hits);
  const fused = fuseHits(
    hits,
    [
      { id: "b", at: 1, strength: 1 },
      { id: "c", at: 1, strength: 0.5 },
    ],
    9,
  );
  expect(fused.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(fused[0]).toEqual(hits[0] as (typeof fused)[0]);
  const before = hits[1]?.score ?? 0;
  expect(fused[1]?.score).toBeCloseTo(before + 0.5 * (1 - before));
  expect(fused[2]).toMatchObject({ score: 0.25, parts: { words: 0, meaning: 0.5 } });
  expect(fuseHits(hits, [{ id: "c", at: 1, strength: 0.5 }], 2)).toHaveLength(2);
});
