import { expect, test } from "bun:test";
import { asked } from "../../../test/contract/fixtures.ts";
import { memory, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { toQuery } from "../../memory/recall/query.ts";
import type { Memory } from "../../memory/records/memory.ts";
import type { SimilarHit } from "../search/similar.ts";
import { type CandidateSource, candidatesFor, isInjectable, toFact } from "./candidates.ts";
import { createPastTurns } from "./past-turns.ts";

const QUERY = toQuery("How are invoice totals rounded in billing?");

async function filled() {
  const temp = await openTempStore();
  const { store } = temp;
  await store.record(asked("invoices", 1, "Round the invoice totals in billing"));
  await store.record(asked("billing", 2, "Billing sends every invoice twice, stop it"));
  await store.record(asked("login", 3, "The login page forgets its target"));
  await store.record(
    asked("elsewhere", 4, "Round the invoice totals in billing", { project: "/projects/two" }),
  );
  const source: CandidateSource = {
    store,
    project: PROJECT,
    pastTurns: createPastTurns(store),
    isMuted: () => false,
  };
  return { ...temp, source };
}
const sessions = async (source: CandidateSource, query = QUERY) => [
  ...new Set((await candidatesFor(query, source)).pastTurns.map(({ sessionId }) => sessionId)),
];
const hit = (more: Partial<SimilarHit>): SimilarHit => ({
  id: "prompt-1",
  type: "prompt",
  project: PROJECT,
  sessionId: "login",
  at: 3,
  title: "",
  snippet: "",
  strength: 0.9,
  ...more,
});

test("sessions of this project with the prompt's words are proposed, not the asking one and not a muted one", async () => {
  await using temp = await filled();
  const { source } = temp;
  expect((await sessions(source)).sort()).toEqual(["billing", "invoices"]);
  expect(await sessions({ ...source, except: ["billing"] })).toEqual(["invoices"]);
  expect(await sessions({ ...source, isMuted: (uri) => uri === "session://invoices" })).toEqual(["billing"]);
  expect(await sessions({ ...source, isKnown: (id) => id === "invoices" })).toEqual(["invoices"]);
});

test("without words or without a project nothing is asked for", async () => {
  await using temp = await filled();
  expect(await candidatesFor(toQuery(""), temp.source)).toEqual({ pastTurns: [], memories: [] });
  expect(await candidatesFor(QUERY, { ...temp.source, project: "" })).toEqual({
    pastTurns: [],
    memories: [],
  });
});

test("what is near in meaning is weighed too, each session and memory once, solutions never", async () => {
  await using temp = await filled();
  const { memory: kept } = await temp.store.saveMemory(memory("project://rounding", "Half to even."));
  const near = [
    hit({}),
    hit({ id: "prompt-2", strength: 0.8 }),
    hit({ id: kept.id, type: "memory", uri: kept.uri, sessionId: "", strength: 0.7, at: 1 }),
    hit({ id: "solution-1", type: "solution", uri: "solution://1", sessionId: "x" }),
  ];
  const source = { ...temp.source, similar: async () => near };
  const found = await candidatesFor(QUERY, source);
  expect(found.similar).toEqual([
    { uri: "session://login", strength: 0.9, at: 3 },
    { uri: "project://rounding", strength: 0.7, at: 1 },
  ]);
  expect(new Set(found.pastTurns.map(({ sessionId }) => sessionId))).toEqual(
    new Set(["invoices", "billing", "login"]),
  );
  expect(found.memories.map(({ uri }) => uri)).toEqual(["project://rounding"]);
  expect((await candidatesFor(QUERY, temp.source)).similar).toBeUndefined();
});

test("a memory with the words is a candidate unless it is muted, proposed or loaded by hand only", async () => {
  await using temp = await filled();
  const { store, source } = temp;
  await store.saveMemory(memory("project://a", "Invoice totals are rounded half to even."));
  await store.saveMemory(memory("project://b", "Invoice totals, rounded by hand.", { priority: 6 }));
  await store.saveMemory(memory("project://c", "Invoice totals, rounded perhaps.", { status: "proposed" }));
  const uris = async (more: Partial<CandidateSource> = {}) =>
    (await candidatesFor(QUERY, { ...source, ...more })).memories.map(({ uri }) => uri);
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
  const provenance = { sessionId: "s1", file: "a.ts", fileHash: "h" };
  const one = await temp.store.saveMemory(memory("project://a", "A.", { provenance, disclosure: "When a." }));
  expect(toFact(one.memory)).toEqual({
    uri: "project://a",
    text: "A.",
    at: 1,
    priority: 5,
    disclosure: "When a.",
    sessionId: "s1",
    file: "a.ts",
    fileHash: "h",
  });
  const other = await temp.store.saveMemory(memory("project://b", "B."));
  expect(Object.keys(toFact(other.memory)).sort()).toEqual(["at", "priority", "text", "uri"]);
});
