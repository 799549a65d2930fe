import { expect, test } from "bun:test";
import { asked } from "../../../test/contract/fixtures.ts";
import { memory, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { summaryLines } from "../../history/summary/summarize.ts";
import { messagesFor } from "../../locale/index.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { projectContext } from "./project-context.ts";

const messages = messagesFor("en");
type Query = Parameters<typeof projectContext>[0];
const contextOf = (store: Store, more: Partial<Query> = {}) =>
  projectContext({
    store,
    project: PROJECT,
    most: 5,
    at: 100,
    budget: 2000,
    coreBudget: 1200,
    notes: [],
    formatTime: (at) => `at ${at}`,
    messages,
    summarize: (records) => summaryLines(records, messages),
    isMuted: () => false,
    claudeMd: "",
    ...more,
  });
const sessionsIn = async (store: Store, more: Partial<Query> = {}) =>
  ((await contextOf(store, more))?.sources ?? []).map(({ uri }) => uri);

test("an empty project has nothing to tell", async () => {
  await using temp = await openTempStore();
  expect(await contextOf(temp.store)).toBeUndefined();
});

test("the newest sessions of the project are told, five at most, by summary or by their records", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  for (let i = 1; i <= 7; i++) await recordsIn(store).record(asked(`s${i}`, i, `Task number ${i}`));
  await recordsIn(store).record(asked("other", 99, "Another project", { project: "/projects/two" }));
  await recordsIn(store).saveSummary({ sessionId: "s7", at: 8, text: "Seven was summed up.", redaction: 1 });
  const found = await contextOf(store);
  expect(found?.sources.map(({ uri }) => uri)).toEqual(
    ["s7", "s6", "s5", "s4", "s3"].map((id) => `session://${id}`),
  );
  expect(found).toMatchObject({ sessions: 5 });
  expect(found?.text).toContain("Seven was summed up.");
  expect(found?.text).toContain("Task number 6");
  expect(found?.text).toContain("at 6");
  expect(await sessionsIn(store, { most: 2 })).toHaveLength(2);
});

test("sessions that say the same do not take the place of others", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record(asked("old", 1, "Something else"));
  for (let i = 2; i <= 7; i++) await recordsIn(store).record(asked(`s${i}`, i, "The same again"));
  const found = await contextOf(store);
  expect(found?.text).toContain("Something else");
});

test("a muted session is left out", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  for (const [i, id] of ["a", "b", "c"].entries())
    await recordsIn(store).record(asked(id, (i + 1) * 10, `Task ${id}`));
  expect(await sessionsIn(store, { isMuted: (uri) => uri === "session://b" })).toEqual([
    "session://c",
    "session://a",
  ]);
});

test("memories come first and are counted, then sessions within what is left of the budget", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record(asked("s1", 1, "Task one"));
  await memoriesIn(store).saveMemory(memory("project://rules/tabs", "Indent with tabs.", { priority: 1 }));
  const found = await contextOf(store);
  expect(found?.sources.map(({ uri }) => uri)).toEqual(["project://rules/tabs", "session://s1"]);
  expect(found?.text.indexOf("Indent with tabs")).toBeLessThan(found?.text.indexOf("Task one") ?? 0);
  const tight = await contextOf(store, { budget: found?.sources[0]?.tokens ?? 0 });
  expect(tight?.tokens ?? 0).toBeLessThan(found?.tokens ?? 0);
});
