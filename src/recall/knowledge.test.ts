import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTempStore } from "../../test/temp-store.ts";
import { toSettings } from "../hooks/config/schema.ts";
import { NOTHING_SEEN } from "../memory/learn/patterns.ts";
import { createKnowledgeService, hashOf } from "./knowledge.ts";
import { createPasts } from "./pasts.ts";

test("a file's hash is of its content; a folder, a large file and a missing one have none", async () => {
  await using temp = await openTempStore();
  const file = (name: string, content: string) => {
    writeFileSync(join(temp.dir, name), content);
    return join(temp.dir, name);
  };
  const one = hashOf(file("a", "same"));
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(hashOf(file("b", "same"))).toBe(one);
  expect(hashOf(file("b", "other"))).not.toBe(one);
  expect(hashOf(file("empty", ""))).toMatch(/^[0-9a-f]{32}$/);
  mkdirSync(join(temp.dir, "folder"));
  expect(hashOf(join(temp.dir, "folder"))).toBeUndefined();
  expect(hashOf(join(temp.dir, "gone"))).toBeUndefined();
  expect(hashOf(file("large", "x".repeat((2 << 20) + 1)))).toBeUndefined();
});

test("a path is below the project unless it is whole, and the lines seen are the project's own", async () => {
  await using temp = await openTempStore();
  const settings = toSettings({});
  const of = createKnowledgeService({ settings, pasts: createPasts(temp.store) });
  writeFileSync(join(temp.dir, "a"), "x");
  const here = of(temp.dir);
  expect(here.hashOf("a")).toBe(here.hashOf(join(temp.dir, "a")));
  expect(here.hashOf("a")).toBeDefined();
  expect(here.recall).toBe(settings.recall);
  const seen = {
    shapes: new Map([["shape", { files: ["a"], sessions: new Set<string>(), injected: false }]]),
  };
  here.sawLines(seen);
  expect(of(temp.dir).seenLines()).toBe(seen);
  expect(of("/other").seenLines()).toBe(NOTHING_SEEN);
});

test("of many projects those that were quiet longest are forgotten, never one that is in use", async () => {
  await using temp = await openTempStore();
  const of = createKnowledgeService({
    pasts: createPasts(temp.store),
    settings: toSettings({}),
  });
  const seen = { shapes: new Map() };
  for (let i = 0; i < 150; i++) {
    of(`/p${i}`).sawLines(seen);
    // One that is used again and again stays, however many others come.
    expect(of("/p0").seenLines()).toBe(seen);
  }
  expect(of("/p1").seenLines()).toBe(NOTHING_SEEN);
  expect(of("/p149").seenLines()).toBe(seen);
});
