import { expect, test } from "bun:test";
import { groupHits } from "./group-hits.ts";
import type { SearchHit } from "./types.ts";

const hit = (id: string, type: SearchHit["type"], sessionId: string, score: number): SearchHit => ({
  id,
  type,
  sessionId,
  score,
  project: "/p",
  at: 1,
  title: id,
  snippet: "",
  parts: {} as SearchHit["parts"],
});

test("hits of one session are one group, what was said first, and the rest is counted", () => {
  const groups = groupHits([
    hit("s1", "solution", "a", 0.8),
    hit("o1", "observation", "a", 0.79),
    hit("p1", "prompt", "a", 0.75),
    hit("o2", "observation", "a", 0.5),
    hit("r1", "response", "b", 0.9),
  ]);
  expect(groups.map(({ sessionId, hits, more }) => [sessionId, hits.map(({ id }) => id), more])).toEqual([
    ["b", ["r1"], 0],
    ["a", ["p1", "s1", "o1"], 1],
  ]);
});

test("memories stand for themselves", () => {
  const groups = groupHits([hit("m1", "memory", "a", 0.5), hit("m2", "memory", "a", 0.4)]);
  expect(groups.map(({ sessionId, hits }) => [sessionId, hits.length])).toEqual([
    ["", 1],
    ["", 1],
  ]);
});

test("memories come before prompts, those before answers, summaries, solutions, and calls last", () => {
  const types = ["observation", "solution", "summary", "response", "prompt", "memory"] as const;
  const groups = groupHits(types.map((type) => hit(type, type, `session of ${type}`, 1)));
  expect(groups.map(({ hits }) => hits[0]?.type)).toEqual(types.toReversed());
});

test("a further match counts two hundredths, up to five of them", () => {
  const first = (extra: number, other: number) => {
    const many = Array.from({ length: extra + 1 }, (_, n) =>
      hit(`a${n}`, "summary", "a", n === 0 ? 0.5 : 0.1),
    );
    return groupHits([hit("b", "summary", "b", other), ...many])[0]?.sessionId;
  };
  expect([first(1, 0.519), first(1, 0.521)]).toEqual(["a", "b"]);
  expect([first(5, 0.599), first(7, 0.601)]).toEqual(["a", "b"]);
});

test("a group is as new as its newest hit", () => {
  const [group] = groupHits([
    { ...hit("a", "prompt", "s", 1), at: 3 },
    { ...hit("b", "prompt", "s", 0.5), at: 9 },
  ]);
  expect(group?.at).toBe(9);
});
