import { describe, expect, test } from "bun:test";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { proposalsIn } from "../../src/recall/sql/proposals.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { asked, observation, prompt, response, seen } from "./fixtures.ts";
import { hostileQueries } from "./hostile-queries.ts";
import { draft } from "./memory-contract.ts";
import type { Opened } from "./opened.ts";

const HERE = "/projects/one";
const THERE = "/projects/two";

export function proposalContract(opened: Opened): void {
  const propose = (text: string, more: object = {}) =>
    proposalsIn(opened.store()).propose({ text, project: HERE, limit: 20, ...more });

  describe("candidates for recall", () => {
    test("S1.7 memories of the project and of the user are proposed by id, even in a project without sessions", async () => {
      const store = opened.store();
      const save = async (uri: string, more: object) =>
        (await memoriesIn(store).saveMemory(draft(uri, { content: "the pelican rule", ...more }))).memory.id;
      const mine = await save("user://rules/birds", { project: "" });
      const here = await save("project://rules/birds", {});
      await save("project://rules/other", { project: THERE });
      await save("project://rules/cats", { content: "nothing of the kind" });
      expect((await propose("pelican")).sort()).toEqual([here, mine].sort());
      expect(await propose("pelican", { project: "/projects/three" })).toEqual([mine]);
    });

    test("the user's own are there in a project that has none", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 1, "the pelican"));
      const wanted = () => propose("pelican");
      expect(await wanted()).toEqual([]);
      await memoriesIn(store).saveMemory(draft("project://birds", { content: "a pelican", project: THERE }));
      expect(await wanted()).toEqual([]);
      const { memory } = await memoriesIn(store).saveMemory(
        draft("user://birds", { content: "a pelican", project: "" }),
      );
      expect(await wanted()).toEqual([memory.id]);
    });

    test("no text fails, and none proposes what it does not name", async () => {
      const { memory } = await memoriesIn(opened.store()).saveMemory(
        draft("project://quokka", { content: "quokka" }),
      );
      for (const text of hostileQueries) {
        expect(await propose(text)).toEqual([]);
        expect(await propose("quokka", { project: text })).toEqual([]);
      }
      expect(await propose("quokka")).toEqual([memory.id]);
      expect(await propose("quokka", { limit: 0 })).toEqual([]);
    });
  });
}
