import { expect, test } from "bun:test";
import { memory, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { coreBlock, coreMemories, importedMemories, importsIn, missingImports } from "./core-memories.ts";

const uris = (memories: readonly { uri: string }[]) => memories.map(({ uri }) => uri);

async function filled() {
  const temp = await openTempStore();
  for (const [uri, content, priority] of [
    ["project://rules/tabs", "Indent with tabs.", 2],
    ["project://rules/tests", "Tests first.", 0],
    ["project://notes/later", "Nobody asked.", 3],
    ["project://patterns/errors", "Errors carry a code.", 5],
    ["project://patterns/deep/one", "Ports are folders.", 5],
  ] as const)
    await memoriesIn(temp.store).saveMemory(memory(uri, content, { priority }));
  const query = { store: temp.store, project: PROJECT, isMuted: () => false };
  return { ...temp, query };
}

test("core memories are those of priority 0 to 2, most important first, the muted ones left out", async () => {
  await using temp = await filled();
  expect(uris(await coreMemories(temp.query))).toEqual(["project://rules/tests", "project://rules/tabs"]);
  const isMuted = (uri: string) => uri === "project://rules/tests";
  expect(uris(await coreMemories({ ...temp.query, isMuted }))).toEqual(["project://rules/tabs"]);
  expect(await coreMemories({ ...temp.query, project: "/projects/two" })).toEqual([]);
});

test("an import in CLAUDE.md is a URI behind @pawl:, once each, without the sentence's punctuation; none in code", () => {
  const text = [
    "Read @pawl:project://a, and (@pawl:project://b/) here.",
    "@pawl:project://a",
    "mail@pawl:project://no",
    "```",
    "@pawl:project://in-code",
    "```",
    "@pawl:user://c.",
    "```",
    "@pawl:project://unclosed",
  ].join("\n");
  expect(importsIn(text)).toEqual(["project://a", "project://b/", "user://c"]);
});

test("an import brings one memory, with a slash all below it; what was put away or never was brings none", async () => {
  await using temp = await filled();
  await memoriesIn(temp.store).saveMemory(memory("project://gone", "Old."));
  const name = { uri: "project://gone", project: PROJECT };
  await memoriesIn(temp.store).changeMemory(name, { status: "deleted" }, { author: "ann", at: 2 });
  const text =
    "@pawl:project://patterns/errors @pawl:project://patterns/deep/ @pawl:project://gone @pawl:bad://x";
  expect(uris(await importedMemories(text, temp.query))).toEqual([
    "project://patterns/errors",
    "project://patterns/deep/one",
  ]);
  expect(await missingImports(text, temp.query)).toEqual(["project://gone", "bad://x"]);
  expect(await missingImports("@pawl:project://nowhere/", temp.query)).toEqual(["project://nowhere/"]);
  const isMuted = () => true;
  expect(await importedMemories(text, { ...temp.query, isMuted })).toEqual([]);
  // Muted is there all the same.
  expect(await missingImports("@pawl:project://patterns/errors", { ...temp.query, isMuted })).toEqual([]);
});

test("the block tells core memories, then imports, each once, why, and counts no session", async () => {
  await using temp = await filled();
  const claudeMd = "@pawl:project://patterns/errors @pawl:project://rules/tabs";
  const found = await coreBlock({ ...temp.query, claudeMd, budget: 1000 });
  expect(found?.uris).toEqual(["project://rules/tests", "project://rules/tabs", "project://patterns/errors"]);
  expect(found?.block.sessions).toBe(0);
  expect(found?.block.sources.map(({ reason }) => reason)).toEqual([
    "core memory, priority 0",
    "core memory, priority 2",
    "imported by CLAUDE.md",
  ]);
  expect(found?.block.text).toContain("The user's rules:");
  expect(found?.block.text).toContain("project://rules/tests: “Tests first.”");
});

test("what stands in the conversation already is left out; with nothing left there is no block", async () => {
  await using temp = await filled();
  const query = { ...temp.query, claudeMd: "", budget: 1000 };
  const left = await coreBlock({ ...query, injected: new Set(["project://rules/tests"]) });
  expect(left?.uris).toEqual(["project://rules/tabs"]);
  const all = new Set(["project://rules/tests", "project://rules/tabs"]);
  expect(await coreBlock({ ...query, injected: all })).toBeUndefined();
});

test("S1.13 what does not fit is named: to the caller by URI, to the model by title, within the budget", async () => {
  await using temp = await openTempStore();
  for (let i = 1; i <= 30; i++) {
    const content = `Rule ${i}: every amount in module ${i} is an integer number of cents, never a float.`;
    await memoriesIn(temp.store).saveMemory(
      memory(`user://rules/r${i}`, content, { priority: i === 30 ? 0 : 1 }),
    );
  }
  const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "" };
  const all = await coreBlock({ ...query, budget: 5000 });
  expect([all?.uris.length, all?.left]).toEqual([30, []]);
  const some = await coreBlock({ ...query, budget: 400 });
  expect((some?.uris.length ?? 0) + (some?.left.length ?? 0)).toBe(30);
  expect(some?.uris[0]).toBe("user://rules/r30");
  expect(some?.block.tokens).toBeLessThanOrEqual(400);
  expect(some?.block.text).toContain(`${some?.left.length} more did not fit`);
  expect(some?.block.text).toContain(`${some?.left[0]} “Rule`);
  expect(some?.block.text).toMatch(/and \d+ more\n<\/pawl-memory>$/);
  const none = await coreBlock({ ...query, budget: 20 });
  expect([none?.uris, none?.left.length]).toEqual([[], 30]);
});

test("S1.13 more than fifty core memories are all loaded or named", async () => {
  await using temp = await openTempStore();
  for (let i = 0; i < 60; i++)
    await memoriesIn(temp.store).saveMemory(memory(`project://m${i}`, `Fact ${i}.`, { priority: 1 }));
  const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "" };
  expect((await coreBlock({ ...query, budget: 5000 }))?.uris).toHaveLength(60);
});

test("S1.18 a rule is quoted with the day on which it was said, and marked as a rule", async () => {
  await using temp = await openTempStore();
  const provenance = { sessionId: "s", event: "e", evidence: "x", at: Date.UTC(2026, 0, 5) };
  await memoriesIn(temp.store).saveMemory(
    memory("project://rules/x", "Never push.", { priority: 2, provenance }),
  );
  const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "" };
  const { block } = (await coreBlock({ ...query, budget: 500 })) ?? {};
  expect(block?.text).toContain("“Never push.” (said 2026-01-05)");
  expect(block?.sources).toMatchObject([{ type: "rule" }]);
});

test("a resumed conversation is not given again what was said in it", async () => {
  await using temp = await openTempStore();
  const provenance = { sessionId: "s", event: "e", evidence: "x", at: 1 };
  await memoriesIn(temp.store).saveMemory(
    memory("project://rules/x", "Never push.", { priority: 2, provenance }),
  );
  const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "", budget: 500 };
  expect(await coreBlock({ ...query, injected: new Set(), own: ["s"] })).toBeUndefined();
  expect((await coreBlock({ ...query, injected: new Set(), own: ["t"] }))?.uris).toHaveLength(1);
  expect((await coreBlock(query))?.uris).toHaveLength(1);
});

test("the block in full: everything, what did not fit by name, and where nothing fits the names alone", async () => {
  await using temp = await openTempStore();
  const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "" };
  expect(await coreBlock({ ...query, budget: 300 })).toBeUndefined();
  const long = (word: string) => Array.from({ length: 60 }, (_, n) => `${word}${n}`).join(" ");
  await memoriesIn(temp.store).saveMemory(memory("project://one", "Tabs.", { priority: 0 }));
  expect(await coreBlock({ ...query, budget: 300 })).toMatchObject({ uris: ["project://one"], left: [] });
  await memoriesIn(temp.store).saveMemory(memory("project://two", long("alpha"), { priority: 1 }));
  const all = await coreBlock({ ...query, budget: 2_000 });
  expect([all?.uris, all?.left, all?.block.sessions]).toEqual([["project://one", "project://two"], [], 0]);
  expect(all?.block.text).not.toContain("did not fit");
  const some = await coreBlock({ ...query, budget: 100 });
  expect([some?.uris, some?.left]).toEqual([["project://one"], ["project://two"]]);
  expect(some?.block.text).toBe(
    [
      "<pawl-memory>",
      "The user's standing rules and notes, kept by Pawl.",
      "The user's rules:",
      "- project://one: “Tabs.”",
      "- 1 more did not fit (the recall tool has them; system://boot has all): names omitted",
      "</pawl-memory>",
    ].join("\n"),
  );
  const none = await coreBlock({ ...query, budget: 5 });
  expect([none?.uris, none?.left, none?.block.sources]).toEqual([[], ["project://one", "project://two"], []]);
  expect(none?.block.text).toBe(
    "The user's rules:\n- 2 more did not fit (the recall tool has them; system://boot has all): names omitted",
  );
});

test("what stands in the conversation, or in CLAUDE.md, is not given again; an import is named as one", async () => {
  await using temp = await openTempStore();
  const provenance = { sessionId: "s", evidence: "Tabs!" };
  await memoriesIn(temp.store).saveMemory(
    memory("project://said", "Indent with tabs.", { priority: 1, provenance }),
  );
  await memoriesIn(temp.store).saveMemory(memory("project://far", "Deploy on Fridays.", { priority: 5 }));
  const query = { store: temp.store, project: PROJECT, isMuted: () => false, budget: 300 };
  const claudeMd = "@pawl:project://far";
  const reasons = async (more: object = {}) =>
    (await coreBlock({ ...query, claudeMd, ...more }))?.block.sources.map(({ uri, reason }) => [uri, reason]);
  const said = ["project://said", "core memory, priority 1"];
  const far = ["project://far", "imported by CLAUDE.md"];
  expect(await reasons()).toEqual([said, far]);
  expect(await reasons({ own: ["s"] })).toEqual([far]);
  expect(await reasons({ own: ["other"] })).toEqual([said, far]);
  expect(await reasons({ injected: new Set(["project://far"]) })).toEqual([said]);
  expect(await reasons({ claudeMd: `${claudeMd}\n\nIndent with tabs.\n` })).toEqual([far]);
});

test("what another member wrote says who and when, and a long one is cut at two thousand characters", async () => {
  await using temp = await openTempStore();
  const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "" };
  const team = { author: "Mia", at: Date.UTC(2026, 0, 5) };
  await memoriesIn(temp.store).saveMemory(
    memory("project://theirs", "Hers.", { priority: 1, provenance: { team } }),
  );
  await memoriesIn(temp.store).saveMemory(memory("project://long", "x".repeat(2500), { priority: 2 }));
  const text = (await coreBlock({ ...query, budget: 5000, now: Date.UTC(2026, 0, 8) }))?.block.text ?? "";
  expect(text).toMatch(/project:\/\/theirs: “Hers\.” \(.*Mia.*\)/);
  const length = /x+/.exec(text)?.[0].length ?? 0;
  expect(length).toBeGreaterThan(1900);
  expect(length).toBeLessThanOrEqual(2000);
});
