import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../store/open-sqlite.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { vectorsIn } from "./index.ts";
import { Sketches, toSketch } from "./vector-sketches.ts";

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-nearest-"));
  store = await openSqliteStore(join(dir, "pawl.db"));
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const DIMENSIONS = 256;

/** The same numbers each time, from -1 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const random = createRandom(7);
const noise = (much: number) => Float32Array.from({ length: DIMENSIONS }, () => random() * much);
function unit(...parts: Float32Array[]): Float32Array {
  const sum = Float32Array.from({ length: DIMENSIONS }, (_, i) =>
    parts.reduce((all, part) => all + (part[i] ?? 0), 0),
  );
  const length = Math.hypot(...sum);
  return sum.map((part) => part / length);
}
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0);

test("the nearest of thousands of similar vectors are found by their sketches", async () => {
  // Like real models: every text has a large part in common with every other.
  const common = noise(1);
  const topics = Array.from({ length: 40 }, () => noise(0.7));
  const many = Array.from({ length: 3000 }, (_, i) => unit(common, topics[i % 40] ?? common, noise(0.5)));
  await recordsIn(store).record({
    session: { id: "s", project: "/p", cwd: "/p", at: 1 },
    prompts: many.map((_, i) => ({ key: `k${i}`, sessionId: "s", at: i, redaction: 1, text: `text ${i}` })),
  });
  await vectorsIn(store).startVectors({
    name: "m",
    dimensions: DIMENSIONS,
    unrelated: 0.6,
    alike: 0.9,
    center: unit(common),
  });
  for (;;) {
    const waiting = await vectorsIn(store).waitingForVector(500);
    if (waiting.length === 0) break;
    const vectors = waiting.map(({ ticket, text }) => ({
      ticket,
      vector: many[Number(text.slice(5))] ?? common,
    }));
    await vectorsIn(store).saveVectors(vectors);
  }
  let found = 0;
  for (let ask = 0; ask < 20; ask++) {
    const vector = unit(common, topics[ask] ?? common, noise(0.5));
    const wanted = many
      .map((other, i) => ({ title: `text ${i}`, similarity: cosine(vector, other) }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, 10);
    const hits = await vectorsIn(store).nearest({ vector, project: "/p", least: 0, limit: 10 });
    expect(hits).toHaveLength(10);
    expect(hits[0]?.similarity).toBeCloseTo(wanted[0]?.similarity ?? 0, 4);
    found += wanted.filter(({ title }) => hits.some((hit) => hit.title === title)).length;
  }
  expect(found).toBeGreaterThanOrEqual(190);
});

test("if not all fit, the newest are kept", () => {
  const zero = new Float32Array(32);
  const all = toSketch(new Float32Array(32).fill(1), zero);
  const none = toSketch(zero, zero);
  const sketches = new Sketches(32, 2);
  for (let id = 1; id <= 100_003; id++) {
    sketches.add({ id, saved: id, session: 1, type: 0, at: id, sketch: id % 2 === 0 ? all : none });
  }
  expect(sketches.rows).toBe(100_000);
  const nearest = sketches.nearest(all, 60_000, {});
  expect(nearest.slice(0, 50_000).every((id) => id % 2 === 0)).toBe(true);
  expect(Math.min(...nearest.slice(0, 50_000))).toBe(4);
  expect(sketches.nearest(none, 1, { since: 100_003 })).toEqual([100_003]);
});
