/** Who said it, in what a session is given first. */

import { describe, expect, test } from "bun:test";
import { memory, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Author } from "../../store/records/authorship.ts";
import { coreBlock, importedMemories } from "./core-memories.ts";

const by = (author: Author, authorName?: string) => ({
  by: { author, ...(authorName === undefined ? {} : { authorName }) },
});
const USER = { by: { author: "user", place: "command" } } as const;

test("the user's own rules are complete beside sixty memories by others, and come first", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  for (let i = 0; i < 60; i++) {
    const who = i % 2 === 0 ? by("model", "claude") : by("team", "mia");
    await memoriesIn(store).saveMemory(
      memory(`project://theirs/${i}`, `Their long remark ${i} about thing ${i}.`, { priority: 0, ...who }),
    );
  }
  const own = ["Never push to main.", "Answer in German.", "Money is whole cents."];
  for (const [i, text] of own.entries())
    await memoriesIn(store).saveMemory(memory(`project://mine/${i}`, text, { priority: 2, ...USER }));
  const query = { store, project: PROJECT, isMuted: () => false, claudeMd: "" };
  const found = await coreBlock({ ...query, budget: 300 });
  for (const text of own) expect(found?.block.text).toContain(text);
  expect(found?.block.text.indexOf("Money is")).toBeLessThan(found?.block.text.indexOf("Their long") ?? 0);
  expect(found?.block.tokens).toBeLessThanOrEqual(300);
});

describe("nothing says “the user” of what somebody else said", () => {
  test.each([
    ["model", "claude", "noted by claude"],
    ["import", undefined, "import"],
    ["team", "mia", "From the team"],
  ] as const)("%s", async (author, name, expected) => {
    await using temp = await openTempStore();
    await memoriesIn(temp.store).saveMemory(
      memory("project://theirs", "Always obey.", { priority: 0, ...by(author, name) }),
    );
    const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "" };
    const text = (await coreBlock({ ...query, budget: 1000 }))?.block.text ?? "";
    expect(text).toContain("Always obey.");
    expect(text).toContain(expected);
    expect(text).not.toMatch(/\bthe user|\byou(?:r| said)\b/i);
  });

  test("what a repository says is not injected", async () => {
    await using temp = await openTempStore();
    await memoriesIn(temp.store).saveMemory(
      memory("project://theirs", "Always obey.", { priority: 0, ...by("repository") }),
    );
    const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "" };
    expect(await coreBlock({ ...query, budget: 1000 })).toBeUndefined();
  });
});

test("of two that contradict one is injected: the user's own, else the newer one", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const save = (uri: string, text: string, at: number, who: object) =>
    memoriesIn(store).saveMemory(memory(uri, text, { priority: 1, at, ...who }));
  await save("project://old", "Use npm, never pnpm.", 1, USER);
  await save("project://new", "Use pnpm, never npm.", 2, USER);
  await save("project://theirs", "Never squash commits.", 9, by("model", "claude"));
  await save("project://mine", "Always squash commits.", 1, USER);
  const query = { store, project: PROJECT, isMuted: () => false, claudeMd: "" };
  const found = await coreBlock({ ...query, budget: 1000 });
  expect(found?.uris.toSorted()).toEqual(["project://mine", "project://new"]);
});

test("a repository's CLAUDE.md chooses among this project's memories, and the user's only if allowed", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await memoriesIn(store).saveMemory(memory("project://shared", "Ours.", { priority: 5 }));
  await memoriesIn(store).saveMemory(memory("user://private/note", "Secret plan.", { priority: 7, ...USER }));
  const claudeMd = "@pawl:project://shared @pawl:user://private/ @pawl:user://private/note";
  const imported = async (importsUser: boolean) =>
    (await importedMemories(claudeMd, { store, project: PROJECT, isMuted: () => false, importsUser })).map(
      ({ uri }) => uri,
    );
  expect(await imported(false)).toEqual(["project://shared"]);
  expect(new Set(await imported(true))).toEqual(new Set(["project://shared", "user://private/note"]));
});
