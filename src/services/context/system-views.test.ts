import { expect, test } from "bun:test";
import { asked } from "../../../test/contract/fixtures.ts";
import { memory, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { SYSTEM_VIEWS, systemView } from "./system-views.ts";

test("boot is what every session is told, index everything, recent the last changed first", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await store.saveMemory(memory("project://a", "First.", { priority: 1, at: 30 }));
  await store.saveMemory(memory("project://b", "Second.", { priority: 5, at: 10 }));
  await store.saveMemory(memory("project://c", "Third.", { priority: 5, at: 20 }));
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
    await temp.store.saveMemory(memory(`project://m${i}`, `No. ${i}.`, { at: i + 1 }));
  const lines = (await systemView(temp.store, "system://recent", PROJECT))?.split("\n") ?? [];
  expect(lines).toHaveLength(20);
  expect(lines[0]).toStartWith("project://m21 ");
});

test("stats are numbers; an empty view says so; there is no other view", async () => {
  await using temp = await openTempStore();
  await temp.store.record(asked("s1", 1, "one"));
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
