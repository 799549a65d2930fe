import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { occasion } from "../../test/hook-call.ts";
import { leaveNotice } from "../daemon/notice.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { createSameProject } from "../platform/same-project.ts";
import { recordsIn } from "../store/records/queries.ts";
import { putHandoff } from "../work/handoff/waiting.ts";
import { emptyHandoff } from "../work/workflow/handoff.ts";

const BLOCK = {
  text: "<pawl>\nThe first line.\n</pawl>",
  tokens: 9,
  sessions: 0,
  sources: [
    { uri: "project://rules/tabs", type: "memory", reason: "core", tokens: 5 },
    { uri: "session://one", type: "session", reason: "newest", tokens: 4 },
  ],
};

test("what the model is given stands in the ledger, its memories count as used, and watchers hear of it", async () => {
  await using app = await openTestApp();
  const name = { uri: "project://rules/tabs", project: app.dir };
  await memoriesIn(app.store).saveMemory({
    ...name,
    content: "Tabs.",
    origin: "user",
    redaction: 1,
    author: "a",
    at: 1,
  });
  const seen: unknown[] = [];
  app.service.live.watch({ send: (event) => void seen.push(event), end: () => undefined });
  const { ctx } = await occasion(app, "UserPromptSubmit", { prompt: "x" }, { at: 77 });
  await ctx.ledger("UserPromptSubmit", BLOCK);
  expect(await recordsIn(app.store).injections({ limit: 9 })).toMatchObject([
    {
      sessionId: "s",
      event: "UserPromptSubmit",
      at: 77,
      text: BLOCK.text,
      tokens: 9,
      sources: BLOCK.sources,
    },
  ]);
  expect(await memoriesIn(app.store).memory(name)).toMatchObject({ accessCount: 1 });
  expect(seen).toEqual([
    {
      type: "injection",
      event: "UserPromptSubmit",
      sessionId: "s",
      project: app.dir,
      at: 77,
      title: "The first line.",
      tokens: 9,
    },
  ]);
});

test("`user-message` and a replayed event write no ledger", async () => {
  await using app = await openTestApp();
  for (const more of [{ name: "user-message" }, { isReplay: true }]) {
    const { ctx } = await occasion(app, "SessionStart", { source: "startup" }, more);
    await ctx.ledger("SessionStart", BLOCK);
  }
  expect((await recordsIn(app.store).stats()).injections).toBe(0);
});

test("a notice waits for a call that the user sees: not `context`, not a replayed event", async () => {
  await using app = await openTestApp();
  leaveNotice(app.home, "The store was rebuilt.");
  const take = async (more: object) =>
    (await occasion(app, "SessionStart", { source: "startup" }, more)).ctx.takeNotice();
  expect(await take({ name: "context" })).toBeUndefined();
  expect(await take({ isReplay: true })).toBeUndefined();
  expect(await take({ name: "user-message" })).toBe("The store was rebuilt.");
  expect(await take({})).toBeUndefined();
});

test("a notice that nobody would read any more waits for the next session", async () => {
  await using app = await openTestApp();
  leaveNotice(app.home, "The store was rebuilt.");
  const take = async (answerBy: number) =>
    (await occasion(app, "SessionStart", { source: "startup" }, { answerBy })).ctx.takeNotice();
  expect(await take(0)).toBeUndefined();
  expect(await take(Number.MAX_VALUE)).toBe("The store was rebuilt.");
});

test("a handoff that nobody would read any more waits for the next session", async () => {
  await using app = await openTestApp();
  const projects = { file: app.home.projects, byHand: () => [], isStorable: () => false };
  const { key } = await createSameProject(projects).settle(app.dir);
  const nothing = { to: null, project: null, branch: null, workflow: null, request: null };
  const said = { ...nothing, session: "s-1", from: "Ann", at: 1, state: "Half done." };
  await putHandoff(app.home.handoffs, key, {
    ...emptyHandoff,
    ...said,
    open: [],
    decisions: [],
    files: [],
  });
  const take = async (answerBy: number) =>
    (await occasion(app, "SessionStart", { source: "startup" }, { answerBy })).ctx.takeHandoff();
  expect(await take(0)).toBeUndefined();
  expect((await take(Number.MAX_VALUE))?.text).toContain("Half done.");
});

test("an event without a folder belongs to no project", async () => {
  await using app = await openTestApp();
  const { ctx } = await occasion(app, "Stop", { cwd: undefined });
  expect(ctx.project).toBe("");
  expect(ctx.projectNotes()).toEqual([]);
});

test("the call's own variables come before those that the session started with", async () => {
  await using app = await openTestApp();
  writeFileSync(join(app.dir, "package.json"), "{}");
  const notesWith = async (env: Record<string, string>) =>
    (await occasion(app, "Stop", {}, { env })).ctx.projectNotes()[0]?.text;
  const start = await occasion(app, "SessionStart", { source: "startup" });
  await app.service.sessions.notes.saw(
    start.input,
    { CLAUDE_PACKAGE_MANAGER: "yarn" },
    { id: "s", project: app.dir, cwd: app.dir, at: 1 },
  );
  expect(await notesWith({})).toContain("yarn");
  expect(await notesWith({ CLAUDE_PACKAGE_MANAGER: "bun" })).toContain("bun");
});

test("catching up is waited for no longer than is said, goes on behind, and a failure of it is no failure here", async () => {
  await using app = await openTestApp();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const read: string[] = [];
  const session = (id: string) => {
    read.push(id);
    return promise;
  };
  const service = { ...app.service, catchUps: { ...app.service.catchUps, session } };
  const on = { ...app, service };
  const { ctx } = await occasion(on, "SessionEnd", { transcript_path: join(app.dir, "s.jsonl") });
  await ctx.catchUp(1);
  expect(read).toEqual(["s"]);
  const whole = ctx.catchUp();
  resolve();
  await whole;
  expect(read).toEqual(["s", "s"]);
  const without = await occasion(on, "SessionEnd");
  await without.ctx.catchUp();
  expect(read).toHaveLength(2);
  reject(new Error("unused"));
});

test("the branch is the one that the call names, or the checkout's; the root is the project's", async () => {
  await using app = await openTestApp();
  mkdirSync(join(app.dir, ".git"), { recursive: true });
  writeFileSync(join(app.dir, ".git", "HEAD"), "ref: refs/heads/topic\n");
  mkdirSync(join(app.dir, "web"));
  const of = async (fields: Record<string, unknown>, more: object = {}) =>
    (await occasion(app, "Stop", fields, more)).ctx;
  expect((await of({})).branch()).toBe("topic");
  expect((await of({}, { branch: "named" })).branch()).toBe("named");
  expect((await of({})).root).toBe(app.dir);
  expect((await of({ cwd: join(app.dir, "web") })).root).toBe(app.dir);
  expect((await of({ cwd: undefined })).root).toBe("");
});

test("a session is held out by its share: none of 0, all of 1", async () => {
  await using app = await openTestApp();
  for (const share of [0, 1]) {
    const settings = { ...app.service.settings, recall: { ...app.service.settings.recall, holdout: share } };
    const { ctx } = await occasion({ ...app, service: { ...app.service, settings } }, "Stop");
    expect(ctx.isHeldOut).toBe(share === 1);
  }
});

test("while it is caught up in time, the rest waits for it", async () => {
  await using app = await openTestApp();
  const read: string[] = [];
  const session = async (id: string) => {
    await Bun.sleep(0);
    read.push(id);
  };
  const service = { ...app.service, catchUps: { ...app.service.catchUps, session } };
  const { ctx } = await occasion({ ...app, service }, "SessionEnd", {
    transcript_path: join(app.dir, "s.jsonl"),
  });
  await ctx.catchUp(60_000);
  expect(read).toEqual(["s"]);
});
