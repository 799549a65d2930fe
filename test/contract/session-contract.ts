import { describe, expect, test } from "bun:test";
import { recordsIn } from "../../src/store/records/queries.ts";
import { asked, observation, prompt, response, seen } from "./fixtures.ts";
import type { Opened } from "./opened.ts";

export function sessionContract(opened: Opened): void {
  const sessionOf = async (id: string) => (await recordsIn(opened.store()).session(id))?.session;

  describe("sessions", () => {
    test("the first project stays, times widen, the newest folder, model and transcript win", async () => {
      const store = opened.store();
      await recordsIn(store).record({ session: seen("s1", 500, { model: "m1", transcriptPath: "/t" }) });
      await recordsIn(store).record({
        session: seen("s1", 900, { project: "/projects/two", cwd: "/w", model: "m2" }),
      });
      await recordsIn(store).record({ session: seen("s1", 100, { cwd: "/old", model: "m0" }) });
      expect(await sessionOf("s1")).toEqual({
        id: "s1",
        project: "/projects/one",
        cwd: "/w",
        startedAt: 100,
        lastEventAt: 900,
        status: "active",
        client: "claude-code",
        transcriptPath: "/t",
        model: "m2",
      });
    });

    test("an empty folder is ignored: the first named folder becomes the project and stays", async () => {
      const store = opened.store();
      await recordsIn(store).record({ session: seen("s1", 100, { project: "", cwd: "" }) });
      await recordsIn(store).record({
        session: seen("s1", 300, { project: "/projects/one", cwd: "/projects/one/sub" }),
      });
      await recordsIn(store).record({ session: seen("s1", 500, { project: "", cwd: "" }) });
      await recordsIn(store).record({
        session: seen("s1", 200, { project: "/projects/two", cwd: "/projects/two" }),
      });
      expect(await sessionOf("s1")).toMatchObject({ project: "/projects/one", cwd: "/projects/one/sub" });
    });

    test("for learning, it is returned without outputs of successful calls, except those of commands", async () => {
      const store = opened.store();
      await recordsIn(store).record({
        session: seen("s1", 1),
        prompts: [prompt("s1", 1, "go")],
        observations: [
          observation("s1", 1),
          observation("s1", 2, { toolName: "Read", response: "long" }),
          observation("s1", 3, { toolName: "Read", response: "no such file", ok: false }),
        ],
      });
      const whole = await recordsIn(store).session("s1");
      const learned = await recordsIn(store).sessionToLearn("s1");
      expect(learned?.observations.map((call) => call.response)).toEqual(["all passed", "", "no such file"]);
      const without = (records: typeof whole) =>
        records?.observations.map((call) => ({ ...call, response: "" }));
      expect({ ...learned, observations: without(learned) }).toEqual({
        ...whole,
        observations: without(whole),
      } as never);
      expect(await recordsIn(store).sessionToLearn("nobody")).toBeUndefined();
    });

    test("prompts and responses that are keyed by time are found as such", async () => {
      const store = opened.store();
      const time = "s1/prompt/~1700000000000";
      await recordsIn(store).record({
        session: seen("s1", 1),
        prompts: [
          prompt("s1", 1, "told by a hook", { key: time }),
          prompt("s1", 2, "read from a line", { key: "s1/prompt/~0f0e31c2-0000-4000-8000-000000000000" }),
          prompt("s1", 3, "with an id", { key: "s1/prompt/p1/~1700000000000", promptId: "p1" }),
        ],
        responses: [response("s1", 4, "done", { key: "s1/response/main/~1700000000001" })],
      });
      const filter = { sessionId: "s1", limit: 10, namedByTime: true };
      expect((await recordsIn(store).prompts(filter)).map(({ key }) => key)).toEqual([time]);
      expect(await recordsIn(store).responses(filter)).toHaveLength(1);
      expect(await recordsIn(store).prompts({ ...filter, namedByTime: false })).toHaveLength(3);
    });

    test("its times include those of its records", async () => {
      await recordsIn(opened.store()).record({
        session: seen("s1", 500),
        prompts: [prompt("s1", 400, "early")],
        responses: [response("s1", 700, "late")],
      });
      expect(await sessionOf("s1")).toMatchObject({ startedAt: 400, lastEventAt: 700 });
    });

    test("an end ends it; an event before, or at the same time, does not reopen it", async () => {
      const store = opened.store();
      await recordsIn(store).record({ session: seen("s1", 100) });
      await recordsIn(store).endSession("s1", 200, "logout");
      await recordsIn(store).record({ session: seen("s1", 150), observations: [observation("s1", 150)] });
      await recordsIn(store).record({ session: seen("s1", 200) });
      expect(await sessionOf("s1")).toMatchObject({ status: "ended", endedAt: 200, endReason: "logout" });
    });

    test.each([
      { source: "resume" },
      { source: "startup" },
      { source: "clear" },
      { source: "fork" },
      {},
    ] as const)("a later event opens it again (%j)", async (more) => {
      const store = opened.store();
      await recordsIn(store).record({ session: seen("s1", 100) });
      await recordsIn(store).endSession("s1", 200, "logout");
      await recordsIn(store).record({ session: seen("s1", 300, more) });
      const session = await sessionOf("s1");
      expect(session?.status).toBe("active");
      expect(session?.endedAt).toBeUndefined();
      expect(session?.endReason).toBeUndefined();
    });

    test("a late end does not end a session that continued after it", async () => {
      const store = opened.store();
      await recordsIn(store).record({ session: seen("s1", 300, { source: "resume" }) });
      await recordsIn(store).endSession("s1", 200, "logout");
      expect((await sessionOf("s1"))?.status).toBe("active");
      await recordsIn(store).endSession("s1", 400, "other");
      await recordsIn(store).endSession("s1", 200, "logout");
      expect(await sessionOf("s1")).toMatchObject({ status: "ended", endedAt: 400, endReason: "other" });
    });

    test("its title is from its first own prompt, in whatever order they arrive", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 300, "third"));
      await recordsIn(store).record({
        session: seen("s1", 100),
        prompts: [
          prompt("s1", 50, "a subagent's task", { agentId: "a1" }),
          prompt("s1", 60, " \n "),
          prompt("s1", 100, "\n  first   thing \nmore"),
        ],
      });
      expect(await recordsIn(store).sessions({ limit: 1 })).toMatchObject([
        { title: "first thing more", prompts: 4 },
      ]);
    });

    test("a session belongs to the client that was seen first, Claude Code where none is named, and lists filter by it", async () => {
      const store = opened.store();
      await recordsIn(store).record({ session: seen("c1", 100) });
      await recordsIn(store).record({ session: seen("c2", 200, { client: "codex" }) });
      await recordsIn(store).record({ session: seen("c2", 300) });
      const clients = (await recordsIn(store).sessions({ limit: 9 })).map(
        ({ id, client }) => `${id} ${client}`,
      );
      expect(clients).toEqual(["c2 codex", "c1 claude-code"]);
      expect((await recordsIn(store).sessions({ client: "codex", limit: 9 })).map(({ id }) => id)).toEqual([
        "c2",
      ]);
      expect((await recordsIn(store).session("c2"))?.session.client).toBe("codex");
    });

    test("S4 lists are newest first and apply filters: project, except, withContent, limit", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 100, "one"));
      await recordsIn(store).record(asked("s2", 300, "two"));
      await recordsIn(store).record(asked("s3", 200, "three", { project: "/projects/two" }));
      await recordsIn(store).record({ session: seen("empty", 400) });
      const ids = async (filter: object) =>
        (await recordsIn(store).sessions({ limit: 9, ...filter })).map((s) => s.id);
      expect(await ids({})).toEqual(["empty", "s2", "s3", "s1"]);
      expect(await ids({ withContent: true, limit: 2 })).toEqual(["s2", "s3"]);
      expect(await ids({ project: "/projects/two" })).toEqual(["s3"]);
      expect(await ids({ project: "/projects" })).toEqual([]);
      expect(await ids({ except: ["s2"], withContent: true })).toEqual(["s3", "s1"]);
      expect(await ids({ except: ["s2", "s3", "nobody"], withContent: true })).toEqual(["s1"]);
      expect(await ids({ limit: 0 })).toEqual([]);
      expect(await ids({ limit: -1 })).toEqual([]);
    });

    test("a project has a session besides its own once another one was seen in it", async () => {
      const store = opened.store();
      const has = (project: string, ...except: string[]) => recordsIn(store).hasSession(project, except);
      expect(await has("/projects/one")).toBe(false);
      await recordsIn(store).record({ session: seen("s1", 100) });
      expect([await has("/projects/one"), await has("/projects/one", "s1")]).toEqual([true, false]);
      expect(await has("/projects/two")).toBe(false);
      await recordsIn(store).record({ session: seen("s2", 200) });
      expect([await has("/projects/one", "s1"), await has("/projects/one", "s1", "s2")]).toEqual([
        true,
        false,
      ]);
    });

    test("prompts in a time span, both ends included, in all sessions or one", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 100, "one"));
      await recordsIn(store).record(asked("s2", 200, "two"));
      await recordsIn(store).record(asked("s3", 300, "three"));
      const texts = async (between: readonly [number, number], more: object = {}) =>
        (await recordsIn(store).prompts({ between, limit: 9, ...more })).map(({ text }) => text);
      expect(await texts([100, 200])).toEqual(["two", "one"]);
      expect(await texts([201, 299])).toEqual([]);
      expect(await texts([100, 300], { sessionId: "s3" })).toEqual(["three"]);
      expect(await recordsIn(store).responses({ between: [0, 999], limit: 9 })).toEqual([]);
    });

    test("ids are found by prefix, and % and _ are ordinary characters", async () => {
      const store = opened.store();
      for (const [i, id] of ["abc-1", "abc-2", "a%c", "a_c", "ABC-3"].entries()) {
        await recordsIn(store).record({ session: seen(id, i) });
      }
      expect(await recordsIn(store).sessionIdsLike("abc", 9)).toEqual(["abc-2", "abc-1"]);
      expect(await recordsIn(store).sessionIdsLike("abc", 1)).toEqual(["abc-2"]);
      expect(await recordsIn(store).sessionIdsLike("a%", 9)).toEqual(["a%c"]);
      expect(await recordsIn(store).sessionIdsLike("a_c", 9)).toEqual(["a_c"]);
      expect(await recordsIn(store).sessionIdsLike("%", 9)).toEqual([]);
      expect(await recordsIn(store).sessionIdsLike("", 9)).toHaveLength(5);
    });

    test("one session's records are oldest first, lists newest first", async () => {
      const store = opened.store();
      await recordsIn(store).record({
        session: seen("s1", 1),
        prompts: [prompt("s1", 20, "b"), prompt("s1", 10, "a")],
      });
      await recordsIn(store).record(asked("s2", 15, "other"));
      expect((await recordsIn(store).session("s1"))?.prompts.map((p) => p.text)).toEqual(["a", "b"]);
      expect((await recordsIn(store).prompts({ limit: 9 })).map((p) => p.text)).toEqual(["b", "other", "a"]);
      expect((await recordsIn(store).prompts({ sessionId: "s1", limit: 1 })).map((p) => p.text)).toEqual([
        "b",
      ]);
      expect(await recordsIn(store).prompts({ sessionId: "none", limit: 9 })).toEqual([]);
      expect(await recordsIn(store).session("none")).toBeUndefined();
    });
  });
}
