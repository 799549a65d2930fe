import { expect, test } from "bun:test";
import { memory, openTempStore, PROJECT } from "../../test/temp-store.ts";
import { isInjectable } from "../memory/records/lifecycle.ts";
import type { Memory } from "../memory/records/memory.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { toQuery } from "./blocks/query.ts";
import { candidatesFor, toFact } from "./candidates.ts";

const QUERY = toQuery("How are invoice totals rounded in billing?");

async function filled() {
  const temp = await openTempStore();
  return { ...temp, source: { store: temp.store, project: PROJECT, isMuted: (_uri: string) => false } };
}
test("without words or without a project nothing is asked for", async () => {
  await using temp = await filled();
  expect(await candidatesFor(toQuery(""), temp.source)).toEqual([]);
  expect(await candidatesFor(QUERY, { ...temp.source, project: "" })).toEqual([]);
});

test("a memory with the words is a candidate unless it is muted, proposed or loaded by hand only", async () => {
  await using temp = await filled();
  const { store, source } = temp;
  await memoriesIn(store).saveMemory(memory("project://a", "Invoice totals are rounded half to even."));
  await memoriesIn(store).saveMemory(
    memory("project://b", "Invoice totals, rounded by hand.", { priority: 6 }),
  );
  await memoriesIn(store).saveMemory(
    memory("project://c", "Invoice totals, rounded perhaps.", { status: "proposed" }),
  );
  const uris = async (more: { isMuted?(uri: string): boolean } = {}) =>
    (await candidatesFor(QUERY, { ...source, ...more })).map(({ uri }) => uri);
  expect(await uris()).toEqual(["project://a"]);
  expect(await uris({ isMuted: (uri) => uri === "project://a" })).toEqual([]);
});

test("active memories of priority 0 to 5 are injectable", () => {
  const of = (status: Memory["status"], priority: number) => isInjectable({ status, priority } as Memory);
  expect([0, 2, 3, 5, 6, 10].map((priority) => of("active", priority))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(of("proposed", 0)).toBe(false);
});

test("a fact has where the memory came from, and no field that is not known", async () => {
  await using temp = await openTempStore();
  const provenance = { sessionId: "s1" };
  const one = await memoriesIn(temp.store).saveMemory(
    memory("project://a", "A.", { provenance, disclosure: "When a." }),
  );
  expect(toFact(one.memory)).toEqual({
    uri: "project://a",
    text: "A.",
    at: 1,
    priority: 5,
    disclosure: "When a.",
    sessionId: "s1",
  });
  const other = await memoriesIn(temp.store).saveMemory(memory("project://b", "B."));
  expect(Object.keys(toFact(other.memory)).sort()).toEqual(["at", "priority", "text", "uri"]);
});
