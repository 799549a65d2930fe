import { describe, expect, test } from "bun:test";
import { knowledgeIn, memoriesIn } from "../../src/memory/sql/index.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import type { ForgetSelector } from "../../src/store/forget/types.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { asked, event, observation, prompt, response, seen } from "./fixtures.ts";
import { solution } from "./knowledge-contract.ts";
import { draft } from "./memory-contract.ts";
import type { Opened } from "./opened.ts";

const NONE = {
  sessions: 0,
  prompts: 0,
  observations: 0,
  responses: 0,
  events: 0,
  summaries: 0,
  injections: 0,
  memories: 0,
  solutions: 0,
  permissions: 0,
};
const ONE = "/projects/one";
const NOW = 1_000;

export function forgetContract(opened: Opened): void {
  const batch = () => ({
    session: seen("s1", 10),
    prompts: [prompt("s1", 10, "the flamingo plan"), prompt("s1", 11, "another thing")],
    observations: [observation("s1", 12, { response: "flamingo found" }), observation("s1", 13)],
    responses: [response("s1", 14, "a Flamingo it is")],
    events: [event("s1", 15, "Stop")],
  });

  /** A session with every kind of dependent record, and another session that quotes it. */
  async function live(): Promise<void> {
    const store = opened.store();
    await recordsIn(store).record(batch());
    await recordsIn(store).saveSummary({ sessionId: "s1", at: 16, text: "about a flamingo", redaction: 1 });
    await recordsIn(store).record(asked("s2", 20, "unrelated"));
    const line = { event: "SessionStart", at: 21, text: "told: flamingo", tokens: 1 };
    const source = { type: "session", reason: "r", tokens: 1 };
    await recordsIn(store).addInjection({
      ...line,
      sessionId: "s1",
      sources: [{ ...source, uri: "user://x" }],
    });
    await recordsIn(store).addInjection({
      ...line,
      sessionId: "s2",
      text: "told of that",
      sources: [{ ...source, uri: "session://s1" }],
    });
    await recordsIn(store).addInjection({
      ...line,
      sessionId: "s2",
      text: "told",
      sources: [{ ...source, uri: "session://s9" }],
    });
    const provenance = { sessionId: "s1", evidence: "the flamingo plan" };
    await memoriesIn(store).saveMemory(draft("project://derived", { origin: "derived", provenance, at: 17 }));
    await memoriesIn(store).saveMemory(draft("project://said", { provenance, at: 17 }));
    await knowledgeIn(store).saveSolution(solution("feed it", { provenance, at: 17 }));
    await knowledgeIn(store).addPermission({
      key: "p1",
      project: ONE,
      sessionId: "s1",
      at: 12,
      toolName: "Bash",
      subject: "npm",
      decision: "allow",
    });
  }

  /** The preview matches what was deleted, and nothing of it is left. */
  async function forget(selector: ForgetSelector) {
    const store = opened.store();
    const preview = await forgettingIn(store).previewForget(selector);
    expect(await forgettingIn(store).previewForget(selector)).toEqual(preview);
    expect(await forgettingIn(store).forget(selector, NOW)).toEqual(preview);
    expect(await forgettingIn(store).previewForget(selector)).toEqual(NONE);
    return preview;
  }

  describe("forget", () => {
    test("a session is deleted with its records, injections, everything derived from it and every quote of it", async () => {
      const store = opened.store();
      await live();
      expect(await forget({ sessionId: "s1" })).toEqual({
        ...NONE,
        sessions: 1,
        prompts: 2,
        observations: 2,
        responses: 1,
        events: 1,
        summaries: 1,
        injections: 2,
        memories: 1,
        solutions: 1,
        permissions: 1,
      });
      expect(await recordsIn(store).session("s1")).toBeUndefined();
      expect(await searchIn(store).search({ text: "flamingo", limit: 9 })).toEqual([]);
      expect((await recordsIn(store).injections({ limit: 9 })).map(({ text }) => text)).toEqual(["told"]);
      // The user's own memory stays, without the sentence of the session that it came from.
      const said = await memoriesIn(store).memory({ uri: "project://said", project: ONE });
      expect(said?.status).toBe("active");
      expect(said?.provenance).toBeUndefined();
      expect(await recordsIn(store).stats()).toMatchObject({
        sessions: 1,
        prompts: 1,
        memories: 1,
        solutions: 0,
      });
    });

    test("forgotten data is not added again when its transcript is read again; later events are", async () => {
      const store = opened.store();
      await live();
      await forgettingIn(store).forget({ sessionId: "s1" }, NOW);
      const again = await recordsIn(store).record(batch());
      expect(again).toEqual({ prompts: 0, observations: 0, responses: 0, events: 0 });
      await recordsIn(store).endSession("s1", 20, "imported");
      await recordsIn(store).saveSummary({ sessionId: "s1", at: 20, text: "flamingo again", redaction: 1 });
      expect(await recordsIn(store).session("s1")).toBeUndefined();
      expect(await recordsIn(store).record(asked("s1", NOW + 1, "a new day"))).toMatchObject({ prompts: 1 });
      expect((await recordsIn(store).session("s1"))?.prompts.map(({ text }) => text)).toEqual(["a new day"]);
    });

    test("a project is deleted completely; other projects and user-wide data stay", async () => {
      const store = opened.store();
      await live();
      await recordsIn(store).record(asked("s3", 30, "flamingo elsewhere", { project: "/projects/two" }));
      await memoriesIn(store).saveMemory(draft("user://x"));
      await memoriesIn(store).saveMemory(draft("project://said", { project: "/projects/two" }));
      expect(await forget({ project: ONE })).toMatchObject({
        sessions: 2,
        memories: 2,
        solutions: 1,
        permissions: 1,
        injections: 3,
      });
      expect((await recordsIn(store).sessions({ limit: 9 })).map(({ id }) => id)).toEqual(["s3"]);
      expect((await memoriesIn(store).memories({ limit: 9 })).map(({ uri }) => uri).sort()).toEqual([
        "project://said",
        "user://x",
      ]);
    });

    test("a memory is deleted with its versions, relations, index entries and injections, in one project or in all", async () => {
      const store = opened.store();
      const uri = "project://birds";
      await memoriesIn(store).saveMemory(draft(uri, { content: "flamingo" }));
      await memoriesIn(store).saveMemory(draft(uri, { content: "heron", at: 2_000 }));
      await memoriesIn(store).saveMemory(draft(uri, { content: "stork", project: "/projects/two" }));
      await memoriesIn(store).saveMemory(draft("project://other"));
      await memoriesIn(store).relate(ONE, { from: "project://other", to: uri, kind: "relates_to" }, 1);
      await recordsIn(store).record(asked("s1", 1, "hello"));
      await recordsIn(store).record(asked("s2", 1, "hello", { project: "/projects/two" }));
      for (const sessionId of ["s1", "s2"]) {
        const sources = [{ uri, type: "memory", reason: "r", tokens: 1 }];
        await recordsIn(store).addInjection({
          sessionId,
          event: "PreToolUse",
          at: 5,
          text: "told",
          tokens: 1,
          sources,
        });
      }
      expect(await forget({ uri, project: ONE })).toEqual({ ...NONE, memories: 1, injections: 1 });
      expect(await memoriesIn(store).memory({ uri, project: ONE })).toBeUndefined();
      expect(await memoriesIn(store).memoryVersions({ uri, project: ONE })).toEqual([]);
      expect(await memoriesIn(store).relations({ uri: "project://other", project: ONE })).toEqual([]);
      expect(await searchIn(store).search({ text: "heron", limit: 9 })).toEqual([]);
      expect(await searchIn(store).search({ text: "stork", limit: 9 })).toHaveLength(1);
      expect(await forget({ uri })).toEqual({ ...NONE, memories: 1, injections: 1 });
    });

    test("a text is deleted everywhere, case-insensitive, and the session's title with it", async () => {
      const store = opened.store();
      await live();
      await memoriesIn(store).saveMemory(draft("project://bird", { content: "was a FLAMINGO" }));
      await memoriesIn(store).saveMemory(draft("project://bird", { content: "is a heron", at: 2_000 }));
      const counts = await forget({ match: "flamingo" });
      expect(counts).toMatchObject({
        sessions: 0,
        prompts: 1,
        observations: 1,
        responses: 1,
        summaries: 1,
        injections: 1,
        memories: 3,
        solutions: 1,
      });
      const session = (await recordsIn(store).sessions({ limit: 9 })).find(({ id }) => id === "s1");
      expect(session).toMatchObject({ title: "another thing", prompts: 1, observations: 1 });
      expect(await recordsIn(store).record(batch())).toEqual({
        prompts: 0,
        observations: 0,
        responses: 0,
        events: 0,
      });
    });

    test("a text is also found in its JSON-escaped form", async () => {
      const store = opened.store();
      const text = 'say "hi"\n数\\x';
      const input = JSON.stringify({ command: `echo ${text}` });
      await recordsIn(store).record({
        session: seen("s1", 1),
        observations: [observation("s1", 1, { input })],
      });
      await recordsIn(store).record({ session: seen("s1", 2), observations: [observation("s1", 2)] });
      expect(await forget({ match: text })).toEqual({ ...NONE, observations: 1 });
    });

    test("everything before a time is deleted and stays deleted; what the user wrote stays", async () => {
      const store = opened.store();
      await live();
      expect(await forget({ before: 18 })).toMatchObject({
        sessions: 1,
        prompts: 2,
        observations: 2,
        responses: 1,
        events: 1,
        summaries: 1,
        memories: 1,
        solutions: 1,
        permissions: 1,
      });
      expect((await recordsIn(store).sessions({ limit: 9 })).map(({ id }) => id)).toEqual(["s2"]);
      expect(await memoriesIn(store).memory({ uri: "project://said", project: ONE })).toBeDefined();
      await recordsIn(store).record(batch());
      expect(await recordsIn(store).session("s1")).toBeUndefined();
    });

    test.each<[string, ForgetSelector]>([
      ["no text", { match: " " }],
      ["no project", { project: "" }],
      ["no URI", { uri: "nonsense" }],
    ])("with %s it is refused and nothing is deleted", async (_, selector) => {
      await live();
      await expect(forgettingIn(opened.store()).previewForget(selector)).rejects.toMatchObject({
        name: "PawlError",
      });
      await expect(forgettingIn(opened.store()).forget(selector, NOW)).rejects.toMatchObject({
        name: "PawlError",
      });
      expect(await recordsIn(opened.store()).stats()).toMatchObject({
        sessions: 2,
        prompts: 3,
        injections: 3,
      });
    });

    test("forgetting something unknown deletes nothing", async () => {
      await live();
      expect(await forget({ sessionId: "none" })).toEqual(NONE);
      expect(await forget({ uri: "project://none" })).toEqual(NONE);
      expect(await forget({ match: "nowhere to be found" })).toEqual(NONE);
      expect(await forget({ before: 1 })).toEqual(NONE);
    });
  });
}
