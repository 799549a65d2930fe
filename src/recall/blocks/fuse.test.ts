import { expect, test } from "bun:test";
import { fuse, MOMENT_WEIGHTS } from "./fuse.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = 100 * DAY;
const one = (id: string, asked: string[], more: object = {}) => ({ id, at: NOW, fields: { asked }, ...more });
const order = (words: string[], ...candidates: ReturnType<typeof one>[]) =>
  fuse(words, candidates, NOW).map(({ id }) => id);
const parts = (candidate: ReturnType<typeof one>, words = ["zebra"]) =>
  Object.fromEntries((fuse(words, [candidate], NOW)[0]?.why ?? []).map(({ part, value }) => [part, value]));

test("what has a word of the prompt comes before what has none, however new that is", () => {
  expect(order(["zebra"], one("none", ["other"]), one("has", ["zebra"], { at: 0 }))).toEqual(["has", "none"]);
});

test("a rare word says more than a common one, a word twice more than once, a short text more than a long one", () => {
  expect(order(["zebra", "file"], one("common", ["file"]), one("rare", ["zebra"]))).toEqual([
    "rare",
    "common",
  ]);
  expect(order(["zebra"], one("once", ["zebra", "a"]), one("twice", ["zebra", "zebra"]))).toEqual([
    "twice",
    "once",
  ]);
  const long = ["zebra", ..."abcdefgh".split("")];
  expect(order(["zebra"], one("long", long), one("short", ["zebra", "a"]))).toEqual(["short", "long"]);
});

test("of equals the newer one is first", () => {
  expect(order(["zebra"], one("old", ["zebra"], { at: NOW - DAY }), one("new", ["zebra"]))).toEqual([
    "new",
    "old",
  ]);
  const [first, second] = [one("a", [], { at: NOW + 1 }), one("b", [], { at: NOW + 2 })];
  expect(order(["zebra"], first, second)).toEqual(["b", "a"]);
});

test("recency halves in five days, and what comes from later is from now", () => {
  expect(parts(one("a", [])).recency).toBeCloseTo(0.4);
  expect(parts(one("a", [], { at: NOW - 5 * DAY })).recency).toBeCloseTo(0.2);
  expect(parts(one("a", [], { at: NOW + DAY })).recency).toBeCloseTo(0.4);
});

test("use and priority count as they are known, and are told", () => {
  expect(parts(one("a", []))).toEqual({ recency: 0.4 });
  expect(parts(one("a", [], { useful: 0 }))).toEqual({ recency: 0.4 });
  expect(parts(one("a", [], { useful: 2 })).useful).toBeCloseTo(0.2 * Math.tanh(1));
  expect(parts(one("a", [], { useful: -2 })).useful).toBeCloseTo(-0.2 * Math.tanh(1));
  expect(parts(one("a", [], { priority: 0 })).priority).toBeCloseTo(0.2);
  expect(parts(one("a", [], { priority: 5 })).priority).toBe(0);
  expect(parts(one("a", [], { priority: 10 })).priority).toBeCloseTo(-0.2);
});

test("the best of a field has the field's whole weight, and the evidence is told unscaled", () => {
  const best = { id: "a", at: NOW, fields: { asked: ["zebra"], answered: ["zebra"], changed: ["zebra"] } };
  const [found] = fuse(["zebra"], [best, one("b", [])], NOW);
  const why = Object.fromEntries((found?.why ?? []).map(({ part, value }) => [part, value]));
  expect(why).toMatchObject({ asked: 0.8, answered: 0.8, changed: 1 });
  expect(found?.score).toBeCloseTo(0.8 + 0.8 + 1 + 0.4 + 1);
  expect(found?.evidence.asked).toBeGreaterThan(0);
  expect(fuse(["zebra"], [one("b", [])], NOW)[0]).toMatchObject({
    score: 0.4,
    evidence: { asked: 0, changed: 0 },
  });
  expect(MOMENT_WEIGHTS.halfLifeMs).toBe(5 * DAY);
});

test("evidence is comparable between answers: others beside it change little, a second word adds to it", () => {
  const evidence = (words: string[], ...texts: string[][]) =>
    fuse(
      words,
      texts.map((text, n) => one(String(n), text)),
      NOW,
    ).find(({ id }) => id === "0")?.evidence.asked ?? 0;
  const alone = evidence(["zebra"], ["zebra"]);
  // Twice the word says 1.375 times as much, not twice; a text three times as long as the other says less.
  expect(evidence(["zebra"], ["zebra", "zebra"]) / alone).toBeCloseTo(1.375);
  const [long, short] = [["zebra", "a", "b"], ["zebra"]];
  expect(evidence(["zebra"], long, short) / evidence(["zebra"], short, long)).toBeCloseTo(1.96 / 2.44, 5);
  expect(evidence(["zebra", "lion"], ["zebra", "lion"])).toBeGreaterThan(1.5 * alone);
  expect(evidence(["zebra"], ["zebra"], ["zebra"], ["zebra"])).toBeLessThan(alone);
  expect(evidence([], ["zebra"])).toBe(0);
  expect(fuse(["zebra"], [], NOW)).toEqual([]);
});
