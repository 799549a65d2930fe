import { expect, test } from "bun:test";
import { openTempStore } from "../../test/temp-store.ts";
import { toSettings } from "../hooks/config/schema.ts";
import { NOTHING_SEEN } from "../memory/learn/patterns.ts";
import { createKnowledgeService } from "./knowledge.ts";
import { createPasts } from "./pasts.ts";

test("the lines seen are the project's own", async () => {
  await using temp = await openTempStore();
  const settings = toSettings({});
  const of = createKnowledgeService({ settings, pasts: createPasts(temp.store) });
  const here = of(temp.dir);
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
