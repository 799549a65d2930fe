import { describe, expect, test } from "bun:test";
import { historyIn } from "../../src/history/sql/index.ts";
import { OUTLINE_KINDS, ROW_KINDS } from "../../src/history/sql/types.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { asked, event, observation, prompt, response, seen } from "./fixtures.ts";
import type { Opened } from "./opened.ts";

export function pageContract(opened: Opened): void {
  const injected = (sessionId: string, at: number, text: string, tokens = 10) =>
    recordsIn(opened.store()).addInjection({
      sessionId,
      event: "SessionStart",
      at,
      text,
      tokens,
      sources: [],
    });

  /** Two turns; in the first, two subagents work at the same time. */
  async function recordStory() {
    const store = opened.store();
    const sub = { agentId: "a1", agentType: "explorer" };
    await recordsIn(store).record({
      session: seen("s1", 100, { transcriptPath: "/t" }),
      prompts: [prompt("s1", 200, "First\nmore"), prompt("s1", 600, "Second")],
      observations: [
        observation("s1", 300, { toolName: "Agent", input: "{}" }),
        observation("s1", 320, { ...sub, input: '{"command":"ls"}' }),
        observation("s1", 330, { agentId: "a2" }),
        observation("s1", 340, { ...sub, ok: false, response: "no such file" }),
        observation("s1", 350),
        observation("s1", 700, { toolName: "Edit", input: "{}", files: ["/p/<b>.ts"] }),
      ],
      responses: [response("s1", 500, "Done.")],
      events: [
        event("s1", 100, "SessionStart"),
        { ...event("s1", 650, "PreToolUse"), key: "s1/event/PreToolUse/x" },
      ],
    });
    await injected("s1", 200, "<pawl-context>\nYou rounded totals before");
    return store;
  }

  /** A session's rows in order, as the page puts them together: where they are, then what they say. */
  async function timelineOf(sessionId: string, everything = false) {
    const store = opened.store();
    const { ids, kinds, turns } = await historyIn(store).sessionOutline(sessionId, everything);
    const kindOf = (letter: string | undefined) => ROW_KINDS.find((kind) => OUTLINE_KINDS[kind] === letter);
    const rows = await historyIn(store).readableRows(ids.map((id, at) => `${kindOf(kinds[at])}-${id}`));
    return rows.map((row, at) => ({ ...row, turn: turns[at] }));
  }

  describe("queries of the page", () => {
    test("a timeline goes turn by turn, with a subagent's calls grouped and injections in place", async () => {
      await recordStory();
      const rows = await timelineOf("s1");
      expect(rows.map((row) => [row.turn, row.at, row.kind, row.title])).toEqual([
        [0, 100, "event", "SessionStart"],
        [1, 200, "prompt", "First"],
        [1, 200, "injection", "You rounded totals before"],
        [1, 300, "observation", "Agent"],
        [1, 320, "observation", "Bash: ls"],
        [1, 340, "observation", "Bash: npm test"],
        [1, 330, "observation", "Bash: npm test"],
        [1, 350, "observation", "Bash: npm test"],
        [1, 500, "response", "Done."],
        [2, 600, "prompt", "Second"],
        [2, 700, "observation", "Edit /p/<b>.ts"],
      ]);
      expect(rows[5]).toMatchObject({ ok: false, agentId: "a1", agentType: "explorer", tool: "Bash" });
      const all = await timelineOf("s1", true);
      expect(all).toHaveLength(12);
      expect(all.slice(10)).toMatchObject([{ event: "PreToolUse" }, { tool: "Edit" }]);
      expect(await timelineOf("none")).toEqual([]);
    });

    test("a list of sessions has a next page only where there is one more", async () => {
      const store = opened.store();
      for (const [i, id] of ["a", "b", "c"].entries()) await recordsIn(store).record(asked(id, i + 1, id));
      expect((await historyIn(store).sessionPage({ limit: 3 })).next).toBeUndefined();
      const first = await historyIn(store).sessionPage({ limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(["c", "b"]);
      const rest = await historyIn(store).sessionPage({ limit: 2, cursor: first.next ?? "" });
      expect(rest.items.map(({ id }) => id)).toEqual(["a"]);
      expect(rest.next).toBeUndefined();
    });

    test("a list of what was told has a next page only where there is one more", async () => {
      const store = opened.store();
      for (const at of [1, 2, 3]) await injected("s1", at, `text ${at}`);
      expect((await historyIn(store).ledger({ limit: 3 })).next).toBeUndefined();
      const first = await historyIn(store).ledger({ limit: 2 });
      expect(first.items.map(({ at }) => at)).toEqual([3, 2]);
      const rest = await historyIn(store).ledger({ limit: 2, cursor: first.next ?? "" });
      expect(rest.items.map(({ at }) => at)).toEqual([1]);
      expect(rest.next).toBeUndefined();
    });

    test("a line of the ledger is named by its session's title and project, or by nothing where that is gone", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 1, "Round the totals"));
      await injected("s1", 1, "one");
      await injected("nobody", 2, "two");
      const { items } = await historyIn(store).ledger({ limit: 9 });
      expect(items.map(({ sessionId, title, project }) => [sessionId, title, project])).toEqual([
        ["nobody", "", ""],
        ["s1", "Round the totals", "/projects/one"],
      ]);
    });

    test("an outline has every row of the timeline in columns, and subagents as chapters", async () => {
      const store = await recordStory();
      const outline = await historyIn(store).sessionOutline("s1");
      expect(outline.kinds).toBe("epiooooorpo");
      expect(new Set(outline.ids.map((id, at) => `${outline.kinds[at]}${id}`)).size).toBe(11);
      expect(outline.turns).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
      expect(outline.titles).toEqual(["First", "Second"]);
      expect(outline.named.map((at) => outline.names[at])).toEqual([
        "SessionStart",
        ...[undefined, undefined, "Agent", "Bash", "Bash", "Bash", "Bash", undefined],
        ...[undefined, "Edit"],
      ]);
      expect(outline.failed).toEqual([5]);
      expect(outline.sizes.map((size) => size > 0)).toEqual(
        [...outline.kinds].map((kind) => kind === "p" || kind === "r"),
      );
      expect(outline.agents).toEqual([
        { from: 4, to: 6, id: "a1", type: "explorer", title: "" },
        { from: 6, to: 7, id: "a2", title: "" },
      ]);
      expect((await historyIn(store).sessionOutline("s1", true)).ids).toHaveLength(12);
      expect(await historyIn(store).sessionOutline("none")).toMatchObject({ ids: [], kinds: "", agents: [] });
    });

    test("readable rows carry the text, the error and the lines that were changed, in the order of their ids", async () => {
      const store = opened.store();
      const long = "long ".repeat(2000);
      await recordsIn(store).record({
        session: seen("s1", 100),
        prompts: [prompt("s1", 200, long)],
        observations: [
          observation("s1", 300, {
            toolName: "Edit",
            input: JSON.stringify({ file_path: "/p/a.ts", old_string: "a\nb", new_string: "a\nc\nd" }),
            files: ["/p/a.ts"],
          }),
          observation("s1", 400, {
            ok: false,
            response: "Error: Exit code 1\n=== RUN TestX\nTypeError: total is not a function",
          }),
          observation("s1", 500, { toolName: "TaskUpdate", input: '{"taskId":"7","status":"done"}' }),
        ],
        responses: [response("s1", 600, "**Done.**")],
      });
      const rows = await timelineOf("s1");
      const ids = rows.map((row) => row.id).reverse();
      const readable = await historyIn(store).readableRows([...ids, "prompt-999", "nonsense"]);
      expect(readable.map((row) => row.id)).toEqual(ids);
      expect(readable[0]).toMatchObject({ kind: "response", text: "**Done.**" });
      expect(readable[0]?.isCut).toBeUndefined();
      expect(readable[1]?.title).toBe("TaskUpdate: taskId 7, status done");
      expect(readable[2]?.error).toBe("TypeError: total is not a function");
      expect(readable[3]?.lines).toEqual({ added: 2, removed: 1 });
      expect(readable[4]).toMatchObject({ kind: "prompt", isCut: true });
      expect(readable[4]?.text?.length).toBeLessThan(long.length);
    });

    test("find looks through texts, inputs, outputs and injections of one session, piece by piece", async () => {
      const store = await recordStory();
      await recordsIn(store).record({
        session: seen("s2", 100),
        prompts: [prompt("s2", 200, "First of another")],
      });
      const all = async (text: string) => {
        const found: string[] = [];
        for (let after: number | undefined = 0; after !== undefined; ) {
          const piece = await historyIn(store).findInSession({ sessionId: "s1", text, after, limit: 2 });
          found.push(...piece.ids);
          after = piece.next;
        }
        return found.map((id) => id.replace(/\d+$/, "")).sort();
      };
      expect(await all("FIRST")).toEqual(["prompt-"]);
      expect(await all("no such")).toEqual(["observation-"]);
      expect(await all("rounded totals")).toEqual(["injection-"]);
      expect(await all("Done.")).toEqual(["response-"]);
      expect(await all("100%_\\")).toEqual([]);
    });

    test("a row's id returns the whole record", async () => {
      const store = await recordStory();
      const rows = await timelineOf("s1");
      const records = await Promise.all(rows.map((row) => historyIn(store).fullRecord(row.id)));
      expect(records.map((record) => record?.id)).toEqual(rows.map((row) => row.id));
      expect(records[5]).toMatchObject({
        response: "no such file",
        input: '{"command":"npm test"}',
        ok: false,
      });
      expect(records[2]).toMatchObject({ tokens: 10, text: expect.stringContaining("rounded totals") });
      expect(await historyIn(store).fullRecord("prompt-1; drop table entries")).toBeUndefined();
    });

    test("sessions are paged without duplicates while new ones arrive", async () => {
      const store = opened.store();
      for (let i = 0; i < 7; i++)
        await recordsIn(store).record(asked(`s${i}`, 100 + (i >> 1), `question ${i}`));
      const first = await historyIn(store).sessionPage({ limit: 3 });
      await recordsIn(store).record(asked("new", 999, "meanwhile"));
      const ids = first.items.map((session) => session.id);
      let next = first.next;
      while (next !== undefined) {
        const page = await historyIn(store).sessionPage({ limit: 3, cursor: next });
        ids.push(...page.items.map((session) => session.id));
        next = page.next;
      }
      expect(ids).toEqual(["s6", "s5", "s4", "s3", "s2", "s1", "s0"]);
      await expect(historyIn(store).sessionPage({ limit: 3, cursor: "1; --" })).rejects.toThrow(
        "Invalid cursor",
      );
    });

    test("sessions are filtered by words, project, time, client and outcome", async () => {
      const store = await recordStory();
      await recordsIn(store).record(asked("s2", 5_000, "100% of it", { project: "/projects/two" }));
      await recordsIn(store).endSession("s2", 6_000, "logout");
      const ids = async (filter: object) =>
        (await historyIn(store).sessionPage({ limit: 9, ...filter })).items.map((session) => session.id);
      expect(await ids({})).toEqual(["s2", "s1"]);
      expect(await ids({ text: "100%" })).toEqual(["s2"]);
      expect(await ids({ text: "_" })).toEqual([]);
      expect(await ids({ text: "projects/TWO" })).toEqual(["s2"]);
      expect(await ids({ text: "s1" })).toEqual(["s1"]);
      expect(await ids({ project: "/projects/two" })).toEqual(["s2"]);
      expect(await ids({ since: 1_000 })).toEqual(["s2"]);
      expect(await ids({ until: 1_000 })).toEqual(["s1"]);
      expect(await ids({ client: "api" })).toEqual(["s2"]);
      expect(await ids({ client: "claude-code" })).toEqual(["s1"]);
      expect(await ids({ outcome: "running" })).toEqual(["s1"]);
      expect(await ids({ outcome: "ended" })).toEqual(["s2"]);
      expect(await ids({ outcome: "failures" })).toEqual(["s1"]);
      expect(await ids({ outcome: "clean" })).toEqual(["s2"]);
      expect((await historyIn(store).sessionPage({ limit: 9, text: "s1" })).items).toMatchObject([
        { failures: 1, injections: 1, client: "claude-code" },
      ]);
      expect(await historyIn(store).projects(9)).toMatchObject([
        { project: "/projects/two", sessions: 1 },
        { project: "/projects/one", sessions: 1, observations: 6 },
      ]);
    });

    test("the feed is newest first, across all records", async () => {
      const store = await recordStory();
      await recordsIn(store).record(asked("s2", 5_000, "elsewhere"));
      const feed = await historyIn(store).feed(3);
      expect(feed.map((row) => [row.sessionId, row.kind, row.at])).toEqual([
        ["s2", "prompt", 5_000],
        ["s1", "observation", 700],
        ["s1", "event", 650],
      ]);
    });

    test("records of an event are found by its name, in all projects or in one", async () => {
      const store = await recordStory();
      const of = async (event: string, more: object = {}) =>
        (await historyIn(store).recordedEvents({ event, limit: 9, ...more })).map((row) => row.at);
      expect(await of("PreToolUse")).toEqual([700, 350, 340, 330, 320, 300]);
      expect(await of("PostToolUseFailure")).toEqual([340]);
      expect(await of("PostToolUse", { limit: 2 })).toEqual([700, 350]);
      expect(await of("UserPromptSubmit")).toEqual([600, 200]);
      expect(await of("UserPromptSubmit", { project: "/elsewhere" })).toEqual([]);
      expect(await of("Notification")).toEqual([]);
    });

    test("injections are paged and filtered by session, project and words", async () => {
      const store = await recordStory();
      await injected("s1", 300, "two");
      await injected("gone", 400, "of a session that is not known");
      const first = await historyIn(store).ledger({ limit: 2 });
      expect(first.items.map((line) => line.at)).toEqual([400, 300]);
      const rest = await historyIn(store).ledger({
        limit: 2,
        ...(first.next === undefined ? {} : { cursor: first.next }),
      });
      expect(rest.items.map((line) => line.at)).toEqual([200]);
      expect(rest.next).toBeUndefined();
      const count = async (filter: object) =>
        (await historyIn(store).ledger({ limit: 9, ...filter })).items.length;
      expect(await count({ sessionId: "s1" })).toBe(2);
      expect(await count({ project: "/projects/one" })).toBe(2);
      expect(await count({ text: "ROUNDED" })).toBe(1);
    });

    test("the last calls of a session", async () => {
      const store = await recordStory();
      expect((await historyIn(store).sessionCalls("s1", 99)).slice(-2)).toMatchObject([
        { toolName: "Bash" },
        { toolName: "Edit" },
      ]);
    });
  });
}
