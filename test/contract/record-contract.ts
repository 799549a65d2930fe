import { describe, expect, test } from "bun:test";
import { PawlError } from "../../src/platform/errors.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import { eventKey, observationKey } from "../../src/store/records/keys.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { asked, event, observation, prompt, response, seen } from "./fixtures.ts";
import type { Opened } from "./opened.ts";

const NOTHING = { prompts: 0, observations: 0, responses: 0, events: 0 };

export function recordContract(opened: Opened): void {
  const batch = () => ({
    session: seen("s1", 1_000),
    prompts: [prompt("s1", 1_000, "fix the build", { promptId: "p1" })],
    observations: [
      observation("s1", 1_100, {
        files: ["src/a.ts"],
        agentId: "a1",
        agentType: "Explore",
        durationMs: 12.5,
      }),
    ],
    responses: [response("s1", 1_200, "done")],
    events: [event("s1", 1_300, "Stop")],
  });

  describe("record", () => {
    test("what only announced a call goes when the call is there, unless something was injected with it", async () => {
      const store = opened.store();
      const announced = (id: string, at: number) => ({
        ...event("s1", at, "PreToolUse"),
        key: eventKey("s1", "PreToolUse", id),
      });
      const call = (id: string, at: number) =>
        observation("s1", at, { toolUseId: id, key: observationKey("s1", id, "") });
      const session = seen("s1", 1);
      const injection = { sessionId: "s1", event: "PreToolUse", text: "t", tokens: 1, sources: [] };
      await recordsIn(store).record({
        session,
        events: [announced("a", 1), announced("b", 2), announced("c", 3)],
      });
      await recordsIn(store).addInjection({ ...injection, at: 2 });
      await recordsIn(store).record({ session, observations: [call("a", 5), call("b", 6)] });
      // Told late, after its call.
      await recordsIn(store).record({ session, observations: [call("d", 8)] });
      await recordsIn(store).record({ session, events: [announced("d", 7)] });
      const events = (await recordsIn(store).session("s1"))?.events.map(({ key }) => key);
      expect(events).toEqual([eventKey("s1", "PreToolUse", "b"), eventKey("s1", "PreToolUse", "c")]);
      expect((await recordsIn(store).session("s1"))?.observations).toHaveLength(3);
    });

    test("counts new records and returns what was stored", async () => {
      const store = opened.store();
      const given = batch();
      expect(await recordsIn(store).record(given)).toEqual({
        prompts: 1,
        observations: 1,
        responses: 1,
        events: 1,
      });
      const found = await recordsIn(store).session("s1");
      expect(found?.prompts).toEqual(given.prompts);
      expect(found?.observations).toEqual(given.observations);
      expect(found?.responses).toEqual(given.responses);
      expect(found?.events).toEqual(given.events);
    });

    test("the same batch twice is stored and counted once", async () => {
      const store = opened.store();
      await recordsIn(store).record(batch());
      const before = await recordsIn(store).session("s1");
      expect(await recordsIn(store).record(batch())).toEqual(NOTHING);
      expect(await recordsIn(store).session("s1")).toEqual(before);
      expect(await recordsIn(store).sessions({ limit: 9 })).toMatchObject([{ prompts: 1, observations: 1 }]);
      expect(await searchIn(store).search({ text: "build", limit: 9 })).toHaveLength(1);
    });

    test("a duplicate key within one batch is stored once", async () => {
      const twice = [observation("s1", 5), observation("s1", 5, { response: "other" })];
      const added = await recordsIn(opened.store()).record({ session: seen("s1", 5), observations: twice });
      expect(added.observations).toBe(1);
      expect((await recordsIn(opened.store()).observations({ limit: 9 })).map((o) => o.response)).toEqual([
        "all passed",
      ]);
    });

    test("a response is replaced, in the search too", async () => {
      const store = opened.store();
      await recordsIn(store).record({
        session: seen("s1", 1),
        responses: [response("s1", 1, "halfway elephant")],
      });
      const again = { session: seen("s1", 2), responses: [response("s1", 1, "finished giraffe")] };
      expect(await recordsIn(store).record(again)).toEqual(NOTHING);
      expect((await recordsIn(store).responses({ limit: 9 })).map((r) => r.text)).toEqual([
        "finished giraffe",
      ]);
      expect(await searchIn(store).search({ text: "elephant", limit: 9 })).toEqual([]);
      expect(await searchIn(store).search({ text: "giraffe", limit: 9 })).toHaveLength(1);
    });

    test("one invalid record and nothing of the batch is stored", async () => {
      const store = opened.store();
      const stray = { ...asked("s1", 1, "kept?"), observations: [observation("other", 2)] };
      await expect(recordsIn(store).record(stray)).rejects.toBeInstanceOf(PawlError);
      expect(await recordsIn(store).session("s1")).toBeUndefined();
      expect(await recordsIn(store).stats()).toMatchObject({ sessions: 0, prompts: 0 });
    });

    test("text is returned unchanged: line breaks, emoji, empty, ten megabytes", async () => {
      const store = opened.store();
      for (const text of [
        "",
        "a\r\nb\tc",
        "👩‍👩‍👧 é e\u0301",
        "\u0001\u007f",
        `${"long line ".repeat(1_000_000)}end`,
      ]) {
        await recordsIn(store).record({ session: seen("s1", 1), responses: [response("s1", 1, text)] });
        const [found] = await recordsIn(store).responses({ limit: 1 });
        // Not toEqual: a failure would print ten megabytes.
        expect(found?.text === text).toBe(true);
      }
    });

    test("half a surrogate pair becomes U+FFFD and NUL is kept", async () => {
      const store = opened.store();
      const input = JSON.stringify({ command: "printf 'a\0b'" });
      const call = observation("s1", 1, { input, response: "a\0b\ud800c after", files: ["x\0y"] });
      await recordsIn(store).record({
        session: seen("s1", 1),
        observations: [call],
        prompts: [prompt("s1", 1, "\0n")],
      });
      const [found] = await recordsIn(store).observations({ limit: 1 });
      expect(found).toMatchObject({ input, response: "a\0b\ufffdc after", files: ["x\0y"] });
      expect((await recordsIn(store).prompts({ limit: 1 }))[0]?.text).toBe("\0n");
      expect(await searchIn(store).search({ text: "after", limit: 1 })).toHaveLength(1);
    });

    test("times before 1970, in the far future or invalid do not lose the record", async () => {
      const store = opened.store();
      const times = [-5, Number.MAX_SAFE_INTEGER, 1.5, Number.NaN, Number.POSITIVE_INFINITY];
      for (const [i, at] of times.entries()) await recordsIn(store).record(asked(`s${i}`, at, "hello"));
      const found = new Map((await recordsIn(store).sessions({ limit: 9 })).map((s) => [s.id, s.startedAt]));
      expect(found.get("s0")).toBe(-5);
      expect(found.get("s1")).toBe(Number.MAX_SAFE_INTEGER);
      expect(found.get("s2")).toBe(1);
      expect(found.size).toBe(times.length);
    });

    test("another handle on the same data sees a record immediately, and keys are unique across both", async () => {
      const store = opened.store();
      const other = await opened.another();
      await recordsIn(store).record(batch());
      expect(await searchIn(other).search({ text: "build", limit: 9 })).toHaveLength(1);
      expect(await recordsIn(other).record(batch())).toEqual(NOTHING);
      const parallel = Array.from({ length: 20 }, (_, i) =>
        recordsIn(i % 2 === 0 ? store : other).record({
          session: seen("s1", 2),
          observations: [observation("s1", i)],
        }),
      );
      await Promise.all(parallel);
      expect(await recordsIn(store).stats()).toMatchObject({ sessions: 1, prompts: 1, observations: 21 });
    });
  });

  describe("other writes", () => {
    test("injections are newest first, of one session or of all, and an identical one is stored once", async () => {
      const store = opened.store();
      const source = { uri: "session:1", type: "session", reason: "same project", tokens: 4 };
      const line = {
        sessionId: "s1",
        event: "SessionStart",
        at: 1,
        text: "then",
        tokens: 9,
        sources: [source],
      };
      await recordsIn(store).addInjection(line);
      await recordsIn(store).addInjection(line);
      await recordsIn(store).addInjection({ ...line, sessionId: "s2", at: 2, sources: [] });
      expect((await recordsIn(store).injections({ limit: 9 })).map((i) => i.at)).toEqual([2, 1]);
      expect(await recordsIn(store).injections({ sessionId: "s1", limit: 9 })).toEqual([line]);
    });

    test("a session has one summary, the last one saved", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 1, "hello"));
      await recordsIn(store).saveSummary({ sessionId: "s1", at: 2, text: "first zebra", redaction: 1 });
      await recordsIn(store).saveSummary({ sessionId: "s1", at: 3, text: "second walrus", redaction: 1 });
      const summary = { sessionId: "s1", at: 3, text: "second walrus", redaction: 1 };
      expect((await recordsIn(store).session("s1"))?.summary).toEqual(summary);
      expect(await recordsIn(store).sessions({ limit: 1 })).toMatchObject([{ summary: "second walrus" }]);
      expect(await searchIn(store).search({ text: "zebra", limit: 9 })).toEqual([]);
      expect(await searchIn(store).search({ text: "walrus", limit: 9 })).toMatchObject([{ type: "summary" }]);
    });

    test("a summary or an end for an unknown session is refused", async () => {
      const store = opened.store();
      const summary = { sessionId: "none", at: 1, text: "x", redaction: 1 };
      await expect(recordsIn(store).saveSummary(summary)).rejects.toMatchObject({ code: "session_unknown" });
      await expect(recordsIn(store).endSession("none", 1, "clear")).rejects.toMatchObject({
        code: "session_unknown",
      });
    });

    test("stats count everything", async () => {
      const store = opened.store();
      expect(await recordsIn(store).stats()).toMatchObject({ ...NOTHING, sessions: 0, injections: 0 });
      expect((await recordsIn(store).stats()).lastEventAt).toBeUndefined();
      await recordsIn(store).record(batch());
      await recordsIn(store).record(asked("s2", 9_000, "more"));
      const counts = { sessions: 2, prompts: 2, observations: 1, responses: 1, events: 1, injections: 0 };
      expect(await recordsIn(store).stats()).toMatchObject({ ...counts, lastEventAt: 9_000 });
      expect((await recordsIn(store).stats()).sizeBytes).toBeGreaterThan(0);
    });

    test("a closed store reports it; closing twice is fine", async () => {
      const store = opened.store();
      await store.close();
      await store.close();
      await expect(recordsIn(store).record(batch())).rejects.toMatchObject({
        name: "PawlError",
        code: "store_closed",
      });
      await expect(recordsIn(store).stats()).rejects.toMatchObject({ code: "store_closed" });
    });
  });
}
