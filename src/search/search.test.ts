import { expect, test } from "bun:test";
import { asked } from "../../test/contract/fixtures.ts";
import { openTempStore, PROJECT } from "../../test/temp-store.ts";
import { recordsIn } from "../store/records/queries.ts";
import { searchAll } from "./search.ts";
import type { FindSimilar, SimilarHit } from "./similar.ts";
import { searchIn } from "./sql/index.ts";

const near = (id: string, strength: number): SimilarHit => ({
  id,
  type: "prompt",
  project: PROJECT,
  sessionId: "x",
  at: 9,
  title: `near ${id}`,
  snippet: "",
  strength,
});

/** Answers the same hits, and keeps what it was asked. */
function finding(hits: SimilarHit[]) {
  const calls: Parameters<FindSimilar>[] = [];
  const find: FindSimilar = async (...call) => {
    calls.push(call);
    return hits;
  };
  return { calls, find };
}

test("without an endpoint a search is by words", async () => {
  await using temp = await openTempStore();
  await recordsIn(temp.store).record(asked("s1", 1, "Round the totals"));
  const hits = await searchAll(temp.store, { text: "totals", limit: 5 }, undefined);
  expect(hits.map(({ title }) => title)).toEqual(["Round the totals"]);
  expect(hits[0]?.parts.meaning).toBeUndefined();
});

test("with an endpoint what is near in meaning is found too, and a hit of both is raised", async () => {
  await using temp = await openTempStore();
  await recordsIn(temp.store).record(asked("s1", 1, "Round the totals"));
  const [byWords] = await searchIn(temp.store).search({ text: "totals", limit: 5 });
  const { find, calls } = finding([near(byWords?.id ?? "", 0.9), near("prompt-99", 0.8)]);
  const query = { text: "totals", limit: 5, project: PROJECT, since: 1, except: ["other"] };
  const hits = await searchAll(temp.store, query, find);
  expect(hits.map(({ title }) => title)).toEqual(["Round the totals", "near prompt-99"]);
  expect(hits[0]?.score).toBeGreaterThan(byWords?.score ?? 1);
  expect(hits[0]?.parts.meaning).toBe(0.9);
  expect(calls).toEqual([["totals", { limit: 5, project: PROJECT, since: 1, except: ["other"] }]]);
  expect(await searchAll(temp.store, { ...query, limit: 1 }, find)).toHaveLength(1);
});

test("tool calls have no vectors, and an empty query no meaning: the endpoint is not asked", async () => {
  await using temp = await openTempStore();
  const { find, calls } = finding([near("prompt-1", 1)]);
  expect(await searchAll(temp.store, { text: "x", type: "observation", limit: 5 }, find)).toEqual([]);
  expect(await searchAll(temp.store, { text: "  ", limit: 5 }, find)).toEqual([]);
  expect(calls).toEqual([]);
});
