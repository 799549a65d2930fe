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
    test("S1.7 sessions are proposed by their prompts and responses, those with more rare words first", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("one", 1, "a pelican"));
      await recordsIn(store).record(asked("both", 2, "a pelican on the lighthouse"));
      await recordsIn(store).record({
        session: seen("answer", 3),
        responses: [response("answer", 3, "lighthouse keys")],
      });
      await recordsIn(store).record(asked("none", 4, "something else"));
      const { sessions } = await propose("pelican lighthouse");
      expect(sessions[0]).toBe("both");
      expect([...sessions].sort()).toEqual(["answer", "both", "one"]);
    });

    test("many responses of one session do not outrank the prompt of another", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("question", 1, "why does the pelican sleep"));
      const responses = Array.from({ length: 30 }, (_, i) => response("talk", i, `pelican note ${i}`));
      await recordsIn(store).record({ session: seen("talk", 100), responses });
      expect((await propose("pelican", { limit: 5 })).sessions.sort()).toEqual(["question", "talk"]);
    });

    test("a word that occurs only in tool output proposes nothing", async () => {
      await recordsIn(opened.store()).record({
        session: seen("s1", 1),
        observations: [observation("s1", 1, { response: "pelican" })],
      });
      expect(await propose("pelican")).toEqual({ sessions: [], memories: [] });
    });

    test("neither the asking session nor sessions of other projects are proposed", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("here", 1, "pelican plan"));
      await recordsIn(store).record(asked("there", 2, "pelican plan", { project: THERE }));
      await recordsIn(store).record(asked("asks", 3, "pelican plan"));
      expect((await propose("pelican", { except: ["asks"] })).sessions).toEqual(["here"]);
      expect((await propose("pelican", { project: THERE, except: ["there"] })).sessions).toEqual([]);
    });

    test("records just stored by another handle are proposed", async () => {
      const other = await opened.another();
      await recordsIn(other).record(asked("s1", 1, "first pelican"));
      expect((await propose("pelican", { except: ["s2"] })).sessions).toEqual(["s1"]);
      expect((await propose("pelican", { except: ["s2", "s1", "nobody"] })).sessions).toEqual([]);
      await recordsIn(other).record({ session: seen("s2", 2), prompts: [prompt("s2", 2, "lighthouse")] });
      expect((await propose("lighthouse", { except: ["s2"] })).sessions).toEqual([]);
      expect((await propose("lighthouse")).sessions).toEqual(["s2"]);
    });

    test("S1.7 memories of the project and of the user are proposed by id, even in a project without sessions", async () => {
      const store = opened.store();
      const save = async (uri: string, more: object) =>
        (await memoriesIn(store).saveMemory(draft(uri, { content: "the pelican rule", ...more }))).memory.id;
      const mine = await save("user://rules/birds", { project: "" });
      const here = await save("project://rules/birds", {});
      await save("project://rules/other", { project: THERE });
      await save("project://rules/cats", { content: "nothing of the kind" });
      expect((await propose("pelican")).memories.sort()).toEqual([here, mine].sort());
      expect((await propose("pelican", { project: "/projects/three" })).memories).toEqual([mine]);
    });

    test("where only memories are asked for, the same ones are proposed and no session is", async () => {
      await recordsIn(opened.store()).record(asked("s1", 1, "the pelican"));
      const { memory } = await memoriesIn(opened.store()).saveMemory(
        draft("project://birds", { content: "a pelican" }),
      );
      const both = await propose("pelican");
      expect(both).toEqual({ sessions: ["s1"], memories: [memory.id] });
      expect(await propose("pelican", { isForMemories: true })).toEqual({ ...both, sessions: [] });
    });

    test("where only memories are asked for, those of the user are there in a project that has none", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 1, "the pelican"));
      const wanted = async () => (await propose("pelican", { isForMemories: true })).memories;
      expect(await wanted()).toEqual([]);
      await memoriesIn(store).saveMemory(draft("project://birds", { content: "a pelican", project: THERE }));
      expect(await wanted()).toEqual([]);
      const { memory } = await memoriesIn(store).saveMemory(
        draft("user://birds", { content: "a pelican", project: "" }),
      );
      expect(await wanted()).toEqual([memory.id]);
    });

    test("no text fails, and none proposes what it does not name", async () => {
      await recordsIn(opened.store()).record(asked("s1", 1, "quokka"));
      for (const text of hostileQueries) {
        expect(await propose(text)).toEqual({ sessions: [], memories: [] });
        expect(await propose("quokka", { project: text, except: [text] })).toMatchObject({ sessions: [] });
      }
      expect((await propose("quokka")).sessions).toEqual(["s1"]);
      expect((await propose("quokka", { limit: 0 })).sessions).toEqual([]);
    });
  });
}
