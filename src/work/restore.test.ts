import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { occasion } from "../../test/hook-call.ts";
import { type App, playing } from "../../test/memory-session.ts";
import { begin, playedFolder } from "../../test/played-session.ts";
import { memory } from "../../test/temp-store.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { recoveryOf, restoreAfterCompaction } from "./restore.ts";
import { readTimeline } from "./workflow-files.ts";

function putTasks(app: App, ...tasks: string[]): void {
  const feature = join(app.dir, "specs", "features", "in-progress", "login");
  mkdirSync(feature, { recursive: true });
  writeFileSync(join(feature, "tasks.md"), `## Tasks\n${tasks.map((task) => `- [ ] ${task}\n`).join("")}`);
}
const compacted = async (app: App) => (await occasion(app, "SessionStart", { source: "compact" })).ctx;

test("a session that has nothing is given nothing back", async () => {
  await using app = await openTestApp();
  expect(await restoreAfterCompaction("s", await compacted(app))).toEqual({});
  expect((await recordsIn(app.store).stats()).injections).toBe(0);
});

test("rules, then where the work stands, then what it was working with; all of it in the ledger", async () => {
  await using app = await openTestApp();
  await memoriesIn(app.store).saveMemory(
    memory("project://rules/tabs", "Indent with tabs.", { project: app.dir, priority: 1 }),
  );
  await begin(app, "s");
  const session = playing(app, "s");
  await session.ask("Work on the login");
  await session.edit("src/login.ts", "a", "b");
  const reply = await restoreAfterCompaction("s", await compacted(app));
  const text = reply.context ?? "";
  const places = ["Indent with tabs", "Workflow: standard", "login.ts"].map((part) => text.indexOf(part));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
  expect(reply.message).toContain("token");
  const lines = await recordsIn(app.store).injections({ limit: 10 });
  const line = lines.find(({ event }) => event === "SessionStart");
  expect(line?.sources.map(({ uri }) => uri)).toEqual([
    "project://rules/tabs",
    "workflow://s",
    "session://s",
  ]);
  await app.service.idle();
  expect(readTimeline(playedFolder(app.service.workflowRoot, "s")).map(({ type }) => type)).toContain(
    "session:restore",
  );
});

test("without a workflow the open tasks alone say where the work stands", async () => {
  await using app = await openTestApp();
  putTasks(app, "TASK_ONE");
  const ctx = await compacted(app);
  expect(ctx.continuity.pendingTasks()).toContain("TASK_ONE");
  expect((await restoreAfterCompaction("s", ctx)).context).toContain("TASK_ONE");
});

test("the recovery names the workflow, its open tasks and where its state is", async () => {
  await using app = await openTestApp();
  putTasks(app, "TASK_ONE");
  await begin(app, "s");
  const ctx = await compacted(app);
  const state = ctx.continuity.workflow();
  if (state === undefined) throw new Error("no workflow");
  const text = recoveryOf(state, ctx);
  expect(text).toContain("standard");
  expect(text).toContain("TASK_ONE");
  // The session's own start folder counts, wherever its shell has walked to.
  expect((await occasion(app, "Stop", { cwd: "/" })).ctx.continuity.pendingTasks()).toContain("TASK_ONE");
});
