import { expect, test } from "bun:test";
import { asked } from "../../../test/contract/fixtures.ts";
import { memory, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { messagesFor } from "../../locale/index.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { takenUpLines, takenUpRules } from "./taken-up.ts";

const taken = async (store: Store, own: string) =>
  (await takenUpRules({ store, project: PROJECT, own: [own], isMuted: () => false })).map(({ uri }) => uri);
const rule = (uri: string, at: number, author = "pawl") =>
  memory(uri, "Never push to main.", { status: "active", origin: "derived", priority: 2, author, at });

test("S1.18 a rule is announced at the first start after it was taken up, and at no later one", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record(asked("one", 10, "Never push to main."));
  await memoriesIn(store).saveMemory(rule("project://rules/a", 20));
  expect(await taken(store, "two")).toEqual(["project://rules/a"]);
  await recordsIn(store).record(asked("two", 30, "Hello"));
  expect(await taken(store, "three")).toEqual([]);
});

test("what the user wrote or confirmed by hand is no news, nor is a memory that is no rule", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  expect(await taken(store, "first")).toEqual([]);
  await recordsIn(store).record(asked("one", 10, "Hello"));
  await memoriesIn(store).saveMemory(rule("project://rules/mine", 20, "terminal"));
  await memoriesIn(store).saveMemory(rule("project://decisions/x", 20));
  expect(await taken(store, "two")).toEqual([]);
});

test("S1.18 the line quotes the rule and says how to drop it; more than three are counted", async () => {
  await using temp = await openTempStore();
  const rules = [];
  for (const name of ["a", "b", "c", "d", "e"])
    rules.push((await memoriesIn(temp.store).saveMemory(rule(`project://rules/${name}`, 1))).memory);
  const lines = takenUpLines(rules, messagesFor("en"));
  expect(lines[0]).toBe(
    "Pawl: saved what you said: “Never push to main.”. To drop it: pawl memory rm project://rules/a",
  );
  expect(lines).toHaveLength(4);
  expect(lines[3]).toBe("Pawl: and 2 more");
  expect(takenUpLines(rules.slice(0, 3), messagesFor("ko"))).toHaveLength(3);
});

test("a likely rule is one question, once; a model's note and proposal are named with author and day", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record(asked("one", 10, "Hello"));
  await memoriesIn(store).saveMemory({ ...rule("project://rules/a", 20), status: "proposed", priority: 4 });
  const by = { author: "model", authorName: "claude", place: "mcp" } as const;
  await memoriesIn(store).saveMemory(
    memory("project://note", "Tests need redis.", { author: "claude", by, at: 20 }),
  );
  const all = await takenUpRules({ store, project: PROJECT, own: ["two"], isMuted: () => false });
  expect(takenUpLines(all, messagesFor("en")).toSorted()).toEqual([
    "Pawl: is this a rule? “Never push to main.” Yes: pawl memory keep project://rules/a No: pawl memory drop project://rules/a",
    "Pawl: noted by claude on 1970-01-01: “Tests need redis.”. To drop it: pawl memory drop project://note",
  ]);
  await recordsIn(store).record(asked("two", 30, "Hello again"));
  expect(await taken(store, "three")).toEqual([]);
});
