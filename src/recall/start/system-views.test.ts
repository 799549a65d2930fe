import { expect, test } from "bun:test";
import { asked } from "../../../test/contract/fixtures.ts";
import { memory, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { SYSTEM_VIEWS, systemView } from "./system-views.ts";

test("boot is what every session is told, index everything, recent the last changed first", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await memoriesIn(store).saveMemory(memory("project://a", "First.", { priority: 1, at: 30 }));
  await memoriesIn(store).saveMemory(memory("project://b", "Second.", { priority: 5, at: 10 }));
  await memoriesIn(store).saveMemory(memory("project://c", "Third.", { priority: 5, at: 20 }));
  const view = (uri: string) => systemView(store, uri, PROJECT);
  expect(await view("system://boot")).toBe("project://a: First.");
  expect((await view("system://index"))?.split("\n").sort()).toEqual([
    "project://a [1] First.",
    "project://b [5] Second.",
    "project://c [5] Third.",
  ]);
  expect((await view("system://recent"))?.split("\n")).toEqual([
    "project://a [1] First.",
    "project://c [5] Third.",
    "project://b [5] Second.",
  ]);
});

test("recent is the last twenty", async () => {
  await using temp = await openTempStore();
  for (let i = 0; i < 22; i++)
    await memoriesIn(temp.store).saveMemory(memory(`project://m${i}`, `No. ${i}.`, { at: i + 1 }));
  const lines = (await systemView(temp.store, "system://recent", PROJECT))?.split("\n") ?? [];
  expect(lines).toHaveLength(20);
  expect(lines[0]).toStartWith("project://m21 ");
});

test("stats are numbers; an empty view says so; there is no other view", async () => {
  await using temp = await openTempStore();
  await recordsIn(temp.store).record(asked("s1", 1, "one"));
  expect(JSON.parse((await systemView(temp.store, "system://stats", PROJECT)) ?? "")).toEqual({
    sessions: 1,
    prompts: 1,
    observations: 0,
    memories: 0,
    solutions: 0,
  });
  for (const uri of SYSTEM_VIEWS.slice(0, 3))
    expect(await systemView(temp.store, uri, PROJECT)).toBe("(nothing)");
  expect(await systemView(temp.store, "system://other", PROJECT)).toBeUndefined();
});

test("boot has what every session gets, whole; the index has all, in short", async () => {
  await using temp = await openTempStore();
  const long = "word ".repeat(60).trim();
  await memoriesIn(temp.store).saveMemory(memory("project://core", long, { priority: 0 }));
  await memoriesIn(temp.store).saveMemory(memory("project://edge", "Edge.", { priority: 2 }));
  await memoriesIn(temp.store).saveMemory(memory("project://other", "Other.", { priority: 3 }));
  expect((await systemView(temp.store, "system://boot", PROJECT))?.split("\n")).toEqual([
    `project://core: ${long}`,
    "project://edge: Edge.",
  ]);
  const index = (await systemView(temp.store, "system://index", PROJECT))?.split("\n") ?? [];
  expect(index.slice(1)).toEqual(["project://edge [2] Edge.", "project://other [3] Other."]);
  expect(index[0]?.length).toBeLessThanOrEqual("project://core [0] ".length + 100);
  expect(JSON.parse((await systemView(temp.store, "system://stats", PROJECT)) ?? "")).toMatchObject({
    memories: 3,
  });
});

test("recent has the twenty that changed last, newest first, of a project with very many", async () => {
  await using temp = await openTempStore();
  // More than one page of them, and the newest are the least important.
  for (let i = 0; i < 640; i++)
    await memoriesIn(temp.store).saveMemory(
      memory(`project://n${i}`, `Number ${i}.`, { at: i + 1, priority: i < 600 ? 4 : 6 }),
    );
  const recent = (await systemView(temp.store, "system://recent", PROJECT))?.split("\n") ?? [];
  expect(recent).toHaveLength(20);
  expect([recent[0], recent.at(-1)]).toEqual([
    "project://n639 [6] Number 639.",
    "project://n620 [6] Number 620.",
  ]);
});
