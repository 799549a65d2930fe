/** Starting, moving and ending work, as a terminal and the tools do it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../locale/index.ts";
import { endWork, moveStage, openWork, startWork } from "./actions.ts";
import type { Caller } from "./caller.ts";
import { createContinuity } from "./continuity.ts";
import type { Place } from "./workflow/work.ts";
import { readTimeline, workflowPath } from "./workflow-files.ts";
import { workOfSession } from "./works.ts";

const messages = messagesFor("en");
let root = "";
let place: Place;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-actions-")));
  const project = join(root, "project");
  mkdirSync(project);
  place = { project, checkout: project, branch: "main" };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const caller = (more: Partial<Caller> = {}): Caller => ({
  ...{ root, place, own: {}, messages, now: "2026-03-01T10:00:00.000Z", pawl: "pawl" },
  ...more,
});
const eventsOf = (folder: string) => readTimeline(folder).map(({ type }) => type);

test("a workflow or a status that there is not is said with those that there are, and nothing is started", async () => {
  await expect(startWork(caller({ id: "s" }), "nonsense")).rejects.toMatchObject({
    code: "workflow_unknown",
    message: expect.stringContaining("quick"),
  });
  expect(workOfSession(root, "s").kind).toBe("none");
  await startWork(caller({ id: "s" }), "quick");
  await expect(moveStage(caller({ id: "s" }), "dev", "nonsense")).rejects.toMatchObject({
    code: "status_unknown",
  });
  await expect(moveStage(caller({ id: "s" }), "nonsense", "completed")).rejects.toMatchObject({
    code: "stage_unknown",
    message: expect.stringContaining("DEV"),
  });
});

test("without any, with another feature, and with several, nobody is guessed at", async () => {
  await expect((async () => openWork(caller({ id: "s" })))()).rejects.toMatchObject({
    code: "workflow_none",
    message: expect.stringContaining("pawl workflow start TYPE"),
  });
  await expect((async () => openWork(caller({ feature: "login" })))()).rejects.toMatchObject({
    code: "workflow_none",
    message: expect.stringContaining("login"),
  });
  await startWork(caller({ feature: "one" }), "quick");
  await startWork(caller({ feature: "two" }), "quick");
  await expect((async () => openWork(caller()))()).rejects.toMatchObject({ code: "workflow_several" });
  await expect(startWork(caller(), "quick")).rejects.toMatchObject({ code: "workflow_several" });
  expect(openWork(caller({ feature: "two" })).state.featureName).toBe("two");
});

test("ending is told in the timeline once, and a finished one stays as it is", async () => {
  const { work } = await startWork(caller({ id: "s" }), "quick");
  expect((await endWork(caller({ id: "s" }))).work.state.endedAt).toBe("2026-03-01T10:00:00.000Z");
  await endWork(caller({ id: "s", now: "2026-03-02T10:00:00.000Z" }));
  expect(eventsOf(work.folder)).toEqual(["workflow:start", "workflow:abort"]);
  expect(openWork(caller({ id: "s" })).state.endedAt).toBe("2026-03-01T10:00:00.000Z");
});

test("replacing a running one is told: the old one ended, the new one began", async () => {
  const first = await startWork(caller({ id: "s" }), "quick");
  await expect(startWork(caller({ id: "s" }), "debug")).rejects.toMatchObject({
    code: "workflow_running",
    hint: expect.stringContaining("pawl workflow start debug --replace"),
  });
  const { work } = await startWork(caller({ id: "s" }), "debug", { replace: true });
  expect(work.folder).toBe(first.work.folder);
  expect(work.state.workflowType).toBe("debug");
  expect(eventsOf(work.folder).slice(-2)).toEqual(["workflow:abort", "workflow:start"]);
});

test("a damaged one is replaced only when asked", async () => {
  const { work } = await startWork(caller({ id: "s" }), "quick");
  writeFileSync(workflowPath(work.folder), "{");
  await expect((async () => openWork(caller({ id: "s" })))()).rejects.toMatchObject({
    code: "workflow_damaged",
  });
  await expect(startWork(caller({ id: "s" }), "quick")).rejects.toMatchObject({ code: "workflow_damaged" });
  expect((await startWork(caller({ id: "s" }), "quick", { replace: true })).work.state.workflowType).toBe(
    "quick",
  );
});

test("whoever moves a stage works on it, from a terminal of its own nobody does", async () => {
  const { work } = await startWork(caller(), "quick");
  expect(work.state.sessions).toEqual([]);
  await moveStage(caller(), "dev", "active");
  expect(openWork(caller()).state.sessions).toEqual([]);
  await moveStage(caller({ id: "s" }), "dev", "completed");
  expect(workOfSession(root, "s")).toMatchObject({ kind: "one", work: { state: { sessions: ["s"] } } });
});

function sessionWork(id: string, more: { isWriter?: boolean } = {}) {
  const faults: string[] = [];
  const later: (() => Promise<void>)[] = [];
  const session = { id, cwd: place.project, at: Date.parse("2026-03-01T11:00:00.000Z") };
  const work = createContinuity({
    session: session as never,
    project: place.project,
    ...{ messages, root, isWriter: true, isSaid: true, pawl: "pawl", claudeDir: root, env: {} },
    ...{ memory: {} as never, count: () => undefined },
    log: { warn: (what: string) => void faults.push(what) } as never,
    stateFiles: { isOn: false, remember: () => undefined },
    later: (one: () => Promise<void>) => void later.push(one),
    ...more,
  });
  return { ...work, faults, run: async () => Promise.all(later.splice(0).map((one) => one())) };
}

test("a session in the middle of something joins only work that nobody has; at its start it may", async () => {
  await startWork(
    caller({ id: "other", place: { project: place.project, checkout: place.project } }),
    "quick",
  );
  expect(sessionWork("s").workflow()).toBeUndefined();
  expect((await sessionWork("s").attach({ isStart: false })).kind).toBe("none");
  expect((await sessionWork("s").attach({ isStart: true })).kind).toBe("one");
  expect(sessionWork("s").workflow()?.workflowType).toBe("quick");
  expect(workOfSession(root, "s")).toMatchObject({ work: { state: { sessions: ["other", "s"] } } });
});

test("a call that does not write changes nothing, and looks without joining", async () => {
  await startWork(caller({ place: { project: place.project, checkout: place.project } }), "quick");
  const reader = sessionWork("s", { isWriter: false });
  expect((await reader.attach({ isStart: true })).kind).toBe("one");
  reader.timeline("stage:start", {});
  await reader.run();
  await reader.changeClientTasks(() => []);
  expect(workOfSession(root, "s").kind).toBe("none");
});

test("a damaged workflow is reported, and the session goes on without one", async () => {
  const { work } = await startWork(caller({ id: "s" }), "quick");
  writeFileSync(workflowPath(work.folder), "{");
  const session = sessionWork("s");
  expect(session.workflow()).toBeUndefined();
  expect(await session.changeWorkflow((state) => state)).toBeUndefined();
  expect(session.faults).toContain("a workflow cannot be used");
});
