import { describe, expect, test } from "bun:test";
import { historyIn } from "../../src/history/sql/index.ts";
import { toDigest } from "../../src/memory/digest/build.ts";
import { digestsIn } from "../../src/memory/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { asked, observation, prompt, response, seen } from "./fixtures.ts";
import type { Opened } from "./opened.ts";

const ALL = { from: 0, to: 10_000 };

export function activityContract(opened: Opened): void {
  describe("what happened in a span of time", () => {
    test("sessions count with what lies in the span, which begins with its start and ends before its end", async () => {
      const store = opened.store();
      await recordsIn(store).record({
        session: seen("s1", 100),
        prompts: [prompt("s1", 100, "one"), prompt("s1", 200, "two"), prompt("s1", 300, "three")],
        observations: [observation("s1", 210), observation("s1", 220, { ok: false })],
        responses: [response("s1", 250, "done")],
      });
      await recordsIn(store).record(asked("s2", 400, "later"));
      const found = await historyIn(store).activeSessions({ from: 200, to: 300 });
      expect(found.map(({ id, inSpan }) => [id, inSpan])).toEqual([
        ["s1", { prompts: 1, calls: 2, failures: 1 }],
      ]);
      const ids = async (from: number, to: number) =>
        (await historyIn(store).activeSessions({ from, to })).map(({ id }) => id);
      expect(await ids(0, 10_000)).toEqual(["s2", "s1"]);
      expect(await ids(301, 400)).toEqual([]);
    });

    test("prompts of main conversations are newest first, and those of subagents are left out", async () => {
      const store = opened.store();
      await recordsIn(store).record({
        session: seen("s1", 100),
        prompts: [
          prompt("s1", 100, "one"),
          prompt("s1", 150, "sub", { agentId: "a" }),
          prompt("s1", 200, "two"),
        ],
      });
      const found = await historyIn(store).spanPrompts({ ...ALL, limit: 9 });
      expect(found.map(({ text }) => text)).toEqual(["two", "one"]);
      expect((await historyIn(store).spanPrompts({ ...ALL, limit: 1 })).map(({ text }) => text)).toEqual([
        "two",
      ]);
      expect(await historyIn(store).fullRecord(found[0]?.id ?? "")).toMatchObject({ text: "two" });
    });

    test("calls are those of the wanted tools, and every failed one", async () => {
      const store = opened.store();
      const read = { toolName: "Read", input: "{}" };
      await recordsIn(store).record({
        session: seen("s1", 100),
        observations: [
          observation("s1", 110),
          observation("s1", 120, read),
          observation("s1", 130, { ...read, ok: false }),
        ],
      });
      const calls = await historyIn(store).spanCalls({ ...ALL, tools: ["Bash"], limit: 9 });
      expect(calls.map(({ toolName, ok, at }) => [toolName, ok, at])).toEqual([
        ["Read", false, 130],
        ["Bash", true, 110],
      ]);
    });

    test("a project's span has nothing of other projects", async () => {
      const store = opened.store();
      await recordsIn(store).record({ ...asked("s1", 100, "one"), observations: [observation("s1", 110)] });
      await recordsIn(store).record(asked("s2", 100, "two", { project: "/projects/two" }));
      for (const sessionId of ["s1", "s2", "gone"])
        await recordsIn(store).addInjection({
          sessionId,
          event: "Stop",
          at: 105,
          text: sessionId,
          tokens: 1,
          sources: [],
        });
      const two = { ...ALL, projects: ["/projects/two"] };
      expect((await historyIn(store).activeSessions(two)).map(({ id }) => id)).toEqual(["s2"]);
      expect((await historyIn(store).spanPrompts({ ...two, limit: 9 })).map(({ text }) => text)).toEqual([
        "two",
      ]);
      expect(await historyIn(store).spanCalls({ ...two, tools: ["Bash"], limit: 9 })).toEqual([]);
      expect((await historyIn(store).spanInjections({ ...two, limit: 9 })).map(({ text }) => text)).toEqual([
        "s2",
      ]);
      expect((await historyIn(store).spanInjections({ ...ALL, limit: 9 })).length).toBe(3);
      expect(
        await historyIn(store).activityAround({ from: 105, to: 106, projects: ["/projects/two"] }),
      ).toEqual({
        before: 100,
      });
    });

    test("the nearest activity is the last one before and the first one after", async () => {
      const store = opened.store();
      expect(await historyIn(store).activityAround({ from: 5, to: 6 })).toEqual({});
      for (const at of [100, 200, 500, 600]) await recordsIn(store).record(asked(`s${at}`, at, "x"));
      expect(await historyIn(store).activityAround({ from: 300, to: 500 })).toEqual({
        before: 200,
        after: 500,
      });
    });
  });

  describe("what happened to a file", () => {
    async function changed(id: string, at: number, file: string) {
      const store = opened.store();
      const edit = observation(id, at + 1, {
        toolName: "Edit",
        files: [`/projects/one/${file}`],
        input: JSON.stringify({ file_path: `/projects/one/${file}`, old_string: "a", new_string: "b" }),
      });
      await recordsIn(store).record({ ...asked(id, at, "go"), observations: [edit] });
      const records = await recordsIn(store).session(id);
      if (records === undefined) throw new Error("not stored");
      const { session, prompts, observations } = records;
      await digestsIn(store).saveDigest(
        toDigest({ sessionId: id, project: session.project, prompts, observations }),
      );
    }

    test("digests that name it are found by the whole path or by the folder, newest first", async () => {
      const store = opened.store();
      await changed("s1", 100, "src/a.ts");
      await changed("s2", 200, "src/a.tsx");
      await changed("s3", 300, 'src/we"ird.ts');
      const found = async (path: string, projects = ["/projects/one"], limit = 9) =>
        (await digestsIn(store).digestsNaming({ projects, path, limit })).map(({ sessionId }) => sessionId);
      expect(await found("src/a.ts")).toEqual(["s1"]);
      expect(await found("src/")).toEqual(["s3", "s2", "s1"]);
      expect(await found('src/we"ird.ts')).toEqual(["s3"]);
      expect(await found("", undefined, 2)).toEqual(["s3", "s2"]);
      expect(await found("src/a.ts", ["/projects/two"])).toEqual([]);
      expect((await digestsIn(store).digestsOf(["s2", "s1", "none"])).length).toBe(2);
    });

    test("its calls are the session's edits of exactly that file, or below that folder", async () => {
      const store = opened.store();
      await changed("s1", 100, "src/a.ts");
      const calls = async (...names: string[]) =>
        (await historyIn(store).fileCalls({ sessionId: "s1", names, limit: 9 })).length;
      expect(await calls("src/a.ts", "/projects/one/src/a.ts")).toBe(1);
      expect(await calls("/projects/one/src/")).toBe(1);
      expect(await calls("/projects/one/src", "/projects/one/sr%/", "src/a.ts")).toBe(0);
    });

    test("sessions are found by their ids, and unknown ones are left out", async () => {
      await changed("s1", 100, "src/a.ts");
      expect((await recordsIn(opened.store()).sessionOverviews(["s1", "none"])).map(({ id }) => id)).toEqual([
        "s1",
      ]);
    });
  });
}
