import { expect, test } from "bun:test";
import type { QueryTerm } from "../text/words.ts";
import { createScorer, rarity } from "./rank.ts";

const exact = (...tokens: string[]): QueryTerm => ({ tokens, prefix: false });
const scorer = (...terms: QueryTerm[]) => createScorer(terms.map((term) => ({ terms: [term], weight: 1 })));

test("a word is found as a word, a phrase as neighbours, an open one by its beginning", () => {
  const { found } = scorer(exact("hook"), exact("hook", "input"), exact("input", "hook"), {
    tokens: ["inp"],
    prefix: true,
  })("", "parseHookInput");
  expect(found).toEqual([true, true, false, true]);
  expect(scorer(exact("arse"))("", "parse").found).toEqual([false]);
  expect(scorer(exact("creme"))("", "Crème").found).toEqual([true]);
});

test("more often, in the title, or in a shorter text is better, and once more says less and less", () => {
  const of = (title: string, text: string) => scorer(exact("heron"))(title, text).bm25;
  const once = of("", "heron");
  expect(of("", "heron heron")).toBeGreaterThan(once);
  expect(of("heron", "")).toBeGreaterThan(once);
  expect(of("", `heron ${"and so on ".repeat(200)}`)).toBeLessThan(once);
  expect(of("", "heron ".repeat(9)) - of("", "heron ".repeat(8))).toBeLessThan(of("", "heron heron") - once);
  expect(of("x", "stork")).toBe(0);
});

test("a rarer word weighs more, and one that is everywhere still weighs something", () => {
  expect(rarity(1, 1_000)).toBeGreaterThan(rarity(100, 1_000));
  expect(rarity(1_000, 1_000)).toBeGreaterThan(0);
  expect(rarity(5_000, 1_000)).toBe(rarity(1_000, 1_000));
});
