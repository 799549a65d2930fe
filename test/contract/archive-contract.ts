import { describe, expect, test } from "bun:test";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { asked, event, observation, prompt, response, seen } from "./fixtures.ts";
import { draft } from "./memory-contract.ts";
import type { Opened } from "./opened.ts";

export function archiveContract(opened: Opened): void {
  const day = async () => {
    await recordsIn(opened.store()).record({
      session: seen("s1", 10),
      prompts: [prompt("s1", 10, "first ask"), prompt("s1", 40, "second ask")],
      observations: [observation("s1", 20), observation("s1", 30, { ok: false, response: "a heron" })],
      responses: [response("s1", 50, "done")],
      events: [event("s1", 35, "Notification")],
    });
    await recordsIn(opened.store()).record(asked("s2", 25, "another session"));
  };
  const idOf = async (text: string) =>
    (await searchIn(opened.store()).search({ text, limit: 1 }))[0]?.id ?? "";

  describe("whole records", () => {
    test("are returned by the id of a hit, in the requested order; unknown ids are skipped", async () => {
      await day();
      const ids = [await idOf("heron"), await idOf("second ask"), await idOf("done")];
      const got = await searchIn(opened.store()).get([...ids, "prompt-999", "nonsense", "observation-x", ""]);
      expect(got.map(({ id }) => id)).toEqual(ids);
      expect(got).toMatchObject([
        { type: "observation", record: { response: "a heron", ok: false } },
        { type: "prompt", record: { text: "second ask" } },
        { type: "response", record: { text: "done" } },
      ]);
      expect(await searchIn(opened.store()).get([])).toEqual([]);
    });

    test("an id with the wrong kind is a different record", async () => {
      await day();
      const number = (await idOf("heron")).split("-")[1];
      expect(await searchIn(opened.store()).get([`prompt-${number}`])).toEqual([]);
    });

    test("a timeline contains a record's neighbors in its session, oldest first", async () => {
      await day();
      const around = async (id: string, before: number, after: number) =>
        (await searchIn(opened.store()).timeline(id, { before, after })).map(({ at, title }) => [at, title]);
      const heron = await idOf("heron");
      expect(await around(heron, 1, 1)).toEqual([
        [20, "Bash: npm test"],
        [30, "Bash: npm test"],
        [40, "second ask"],
      ]);
      expect(await around(heron, 0, 0)).toEqual([[30, "Bash: npm test"]]);
      expect((await around(heron, 99, 99)).map(([at]) => at)).toEqual([10, 20, 30, 40, 50]);
      expect(await around("observation-999", 5, 5)).toEqual([]);
      const [item] = await searchIn(opened.store()).timeline(heron, { before: 0, after: 0 });
      expect(item).toMatchObject({ id: heron, type: "observation", sessionId: "s1", ok: false });
    });

    test("an edit in a timeline is named by its file", async () => {
      const edit = observation("s1", 20, { toolName: "Edit", input: "{}", files: ["/p/heron.ts"] });
      await recordsIn(opened.store()).record({ session: seen("s1", 10), observations: [edit] });
      const [item] = await searchIn(opened.store()).timeline(await idOf("heron"), { before: 0, after: 0 });
      expect(item?.title).toBe("Edit /p/heron.ts");
    });

    test("a memory's timeline is the place where it was learned", async () => {
      await day();
      const provenance = { sessionId: "s1", event: "s1:tool:30" };
      const { memory } = await memoriesIn(opened.store()).saveMemory(
        draft("project://birds", { origin: "derived", provenance }),
      );
      const items = await searchIn(opened.store()).timeline(memory.id, { before: 1, after: 0 });
      expect(items.map(({ at }) => at)).toEqual([20, 30]);
      const loose = await memoriesIn(opened.store()).saveMemory(
        draft("project://loose", { provenance: { sessionId: "s1" }, at: 41 }),
      );
      const near = await searchIn(opened.store()).timeline(loose.memory.id, { before: 0, after: 1 });
      expect(near.map(({ at }) => at)).toEqual([40, 50]);
      const unknown = await memoriesIn(opened.store()).saveMemory(draft("project://unknown"));
      expect(await searchIn(opened.store()).timeline(unknown.memory.id, { before: 1, after: 1 })).toEqual([]);
    });

    test("the sources injected into a session are returned from a given time on, with their scores", async () => {
      const store = opened.store();
      const source = (uri: string) => ({ uri, type: "memory", reason: "r", tokens: 1 });
      const line = { sessionId: "s1", event: "PreToolUse", text: "t", tokens: 2 };
      const scored = { ...source("project://a"), score: 0.5, parts: { text: 0.25 } };
      await recordsIn(store).addInjection({ ...line, at: 1, sources: [scored, source("user://b")] });
      await recordsIn(store).addInjection({ ...line, at: 5, sources: [source("user://b")] });
      await recordsIn(store).addInjection({ ...line, sessionId: "s2", at: 5, sources: [source("user://c")] });
      expect([...(await searchIn(store).injectedInSession("s1"))].sort()).toEqual([
        "project://a",
        "user://b",
      ]);
      expect([...(await searchIn(store).injectedInSession("s1", 2))]).toEqual(["user://b"]);
      expect((await searchIn(store).injectedInSession("none")).size).toBe(0);
      expect((await recordsIn(store).injections({ sessionId: "s1", limit: 9 }))[1]?.sources[0]).toEqual(
        scored,
      );
    });
  });
}
