import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { occasion } from "../../test/hook-call.ts";
import type { App } from "../../test/memory-session.ts";
import { begin, playedFolder } from "../../test/played-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { agentStarted } from "./workflow/state.ts";
import { readTimeline, workflowPath } from "./workflow-files.ts";
import { writePointer } from "./works.ts";

const continuityOf = async (app: App, more: object = {}, fields: object = {}) =>
  (await occasion(app, "Stop", { ...fields }, more)).ctx.continuity;

test("a session without a workflow has none, and that is no fault", async () => {
  await using app = await openTestApp();
  const continuity = await continuityOf(app);
  expect(continuity.workflow()).toBeUndefined();
  expect(await continuity.changeWorkflow((state) => state)).toBeUndefined();
  expect(app.service.counts()).toEqual({});
});

test("a workflow that cannot be read is counted and left alone", async () => {
  await using app = await openTestApp();
  const path = workflowPath(playedFolder(app.service.workflowRoot, "s"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "{");
  await writePointer(app.service.workflowRoot, "s", dirname(path));
  expect((await continuityOf(app)).workflow()).toBeUndefined();
  expect(app.service.counts()).toEqual({ continuity_fault: 1 });
});

test("a change tells what was and what is; what changes nothing is no change", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  const continuity = await continuityOf(app);
  const changed = await continuity.changeWorkflow((state) => agentStarted(state, "architect", "now"));
  expect(changed?.before.stages.ARCH?.status).toBe("pending");
  expect(changed?.after.stages.ARCH?.status).toBe("active");
  expect(await continuity.changeWorkflow((state) => state)).toBeUndefined();
});

test("a line of the timeline is written after the answer, by the call that writes and no other", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  (await continuityOf(app)).timeline("agent:start", { agent: "architect" });
  (await continuityOf(app, { isReplay: true })).timeline("agent:start", { agent: "other" });
  await app.service.idle();
  expect(readTimeline(playedFolder(app.service.workflowRoot, "s"))).toMatchObject([
    { type: "agent:start", agent: "architect" },
  ]);
});

test("what nobody reads does not count as said: a replayed event, and `context`", async () => {
  await using app = await openTestApp();
  await (await continuityOf(app, { isReplay: true })).note({ progress: "half" });
  await (await continuityOf(app, { name: "context" })).note({ progress: "half" });
  expect((await (await continuityOf(app)).notes()).progress).toBe("");
  await (await continuityOf(app)).note({ progress: "half" });
  expect((await (await continuityOf(app)).notes()).progress).toBe("half");
});

test("open tasks are those of the folder that the session is in, then of the project", async () => {
  await using app = await openTestApp();
  const put = (folder: string, task: string) => {
    const feature = join(folder, "specs", "features", "in-progress", "login");
    mkdirSync(feature, { recursive: true });
    writeFileSync(join(feature, "tasks.md"), `## Tasks\n- [ ] ${task}\n`);
  };
  mkdirSync(join(app.dir, ".git"));
  put(app.dir, "OF_PROJECT");
  const inner = join(app.dir, "packages", "one");
  mkdirSync(inner, { recursive: true });
  const pending = async () => (await continuityOf(app, {}, { cwd: inner })).pendingTasks();
  expect(await pending()).toContain("OF_PROJECT");
  put(inner, "OF_FOLDER");
  expect(await pending()).toContain("OF_FOLDER");
  expect((await continuityOf(app, {}, { cwd: undefined })).pendingTasks()).toBeNull();
});

test("a threshold of the event itself comes before the session's own", async () => {
  await using app = await openTestApp();
  const start = await occasion(app, "SessionStart", { source: "startup" });
  const env = { COMPACT_THRESHOLD: "7" };
  await app.service.sessions.notes.saw(start.input, env, { id: "s", project: app.dir, cwd: app.dir, at: 1 });
  expect((await (await continuityOf(app)).count()).threshold).toBe("7");
  expect((await (await continuityOf(app, { env: { COMPACT_THRESHOLD: "9" } })).count()).threshold).toBe("9");
});

test("a project that was deleted is not made again for a state file", async () => {
  await using app = await openTestApp();
  const project = join(app.dir, "gone");
  const continuity = await continuityOf(app);
  await continuity.saveSnapshot({ project, sessionId: "s" } as never);
  expect(existsSync(project)).toBe(false);
});
