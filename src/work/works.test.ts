import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../locale/index.ts";
import { PawlError } from "../platform/errors.ts";
import { endWork, moveStage, openWork, startWork } from "./actions.ts";
import type { Caller } from "./caller.ts";
import { placeOf, placeOfSession } from "./place.ts";
import { takeOverAll } from "./take-over.ts";
import { statusLines } from "./view.ts";
import type { Place } from "./workflow/work.ts";
import { createWorkflow, readTimeline, sessionWorkFolder, workflowPath } from "./workflow-files.ts";
import { damagedWorks, findWork, joinWork, workOfSession } from "./works.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-works-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const MAIN: Place = { project: "/p", checkout: "/p", branch: "main" };
const messages = messagesFor("en");
const caller = (more: Partial<Caller> = {}): Caller => ({
  root,
  place: MAIN,
  messages,
  now: "2026-03-01T10:00:00.000Z",
  pawl: "pawl",
  ...more,
});
const start = (type: string, more: Partial<Caller> = {}) => startWork(caller(more), type);
const nameOf = (found: ReturnType<typeof findWork>) =>
  found.kind === "one" ? (found.work.state.featureName ?? found.work.state.workflowType) : found.kind;

describe("S3.20 which work a session goes on with", () => {
  test("a new session joins the only unfinished one of its branch; a finished one is not offered", async () => {
    await start("quick", { id: "s-1" });
    expect(nameOf(findWork(root, { id: "s-2", place: MAIN }))).toBe("quick");
    expect(nameOf(findWork(root, { id: "s-2", place: { ...MAIN, project: "/q", checkout: "/q" } }))).toBe(
      "none",
    );
    await endWork(caller({ id: "s-1" }));
    expect(nameOf(findWork(root, { id: "s-2", place: MAIN }))).toBe("none");
    expect(nameOf(findWork(root, { id: "s-1", place: MAIN }))).toBe("quick");
  });

  test("a session in the middle of something else joins only work that nobody has", async () => {
    await start("quick", { id: "s-1" });
    expect(nameOf(findWork(root, { id: "s-2", place: MAIN, isUnclaimed: true }))).toBe("none");
    await start("debug", { feature: "free" });
    expect(nameOf(findWork(root, { id: "s-2", place: MAIN, isUnclaimed: true }))).toBe("free");
  });

  test("of two features in one checkout none is taken by guess; an origin or the branch decides", async () => {
    await start("quick", { id: "s-1", feature: "a" });
    await start("quick", { id: "s-2", feature: "b" });
    expect(nameOf(findWork(root, { id: "s-3", place: MAIN }))).toBe("several");
    expect(nameOf(findWork(root, { id: "s-3", origins: ["s-2"], place: MAIN }))).toBe("b");
    expect(nameOf(findWork(root, { place: MAIN, feature: "a" }))).toBe("a");
    await expect((async () => openWork(caller({ id: "s-3" })))()).rejects.toThrow(
      "Several unfinished workflows",
    );
  });

  test("a worktree and a feature branch have work of their own", async () => {
    const beside: Place = { project: "/p", checkout: "/w", branch: "second" };
    await start("quick", { id: "s-1" });
    await start("debug", { id: "s-2", place: beside });
    expect(nameOf(findWork(root, { id: "s-3", place: MAIN }))).toBe("quick");
    expect(nameOf(findWork(root, { id: "s-3", place: beside }))).toBe("debug");
  });
});

test("starting over a running one is refused with what it is; --replace discards it, another feature does not", async () => {
  await start("standard", { id: "s-1" });
  await moveStage(caller({ id: "s-1" }), "plan", "completed");
  const refused = await start("quick", { id: "s-1" }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PawlError);
  expect((refused as PawlError).message).toBe(
    "Workflow standard (Standard feature) · 🏗️ Architecture is not finished (1/8).",
  );
  expect((refused as PawlError).hint).toContain("pawl workflow start quick --replace");
  // In a terminal of its own and from another session it is the same work.
  await expect(start("quick")).rejects.toThrow("is not finished");
  await expect(start("quick", { id: "s-9" })).rejects.toThrow("is not finished");
  const replaced = await startWork(caller(), "quick", { replace: true });
  expect(readTimeline(replaced.work.folder).map(({ type }) => type)).toEqual([
    "workflow:start",
    "stage:complete",
    "workflow:abort",
    "workflow:start",
  ]);
  const other = await start("quick", { id: "s-1", feature: "x" });
  expect(readTimeline(other.work.folder)).toMatchObject([{ type: "workflow:start", feature: "x" }]);
  // With two of them, which one would be replaced is not for Pawl to say.
  await expect(startWork(caller(), "quick", { replace: true })).rejects.toThrow("Several unfinished");
});

test("at the third failure it is said, and the next step is to ask; finishing the stage counts anew", async () => {
  await start("quick", { id: "s-1" });
  const fail = () => moveStage(caller({ id: "s-1" }), "DEV", "fail");
  expect((await fail()).notice).toBeUndefined();
  await fail();
  const third = await fail();
  expect(third.notice).toContain("3 failures");
  expect(statusLines(third.work, caller()).join("\n")).toContain("Stop, and ask the user");
  expect((await fail()).notice).toBeUndefined();
  const done = await moveStage(caller({ id: "s-1" }), "DEV", "pass");
  expect(done.work.state).toMatchObject({ failCount: 0, currentStage: "REVIEW" });
});

describe("workflows of older versions", () => {
  const old = (id: string) => {
    mkdirSync(sessionWorkFolder(root, id), { recursive: true });
    const state = { sessionId: id, workflowType: "quick", stages: { DEV: { status: "active" } }, mine: 1 };
    writeFileSync(workflowPath(sessionWorkFolder(root, id)), JSON.stringify(state));
    writeFileSync(join(sessionWorkFolder(root, id), "timeline.jsonl"), "");
  };

  test("are taken over with their timeline and foreign fields, and found by a later session", async () => {
    old("s-1");
    await takeOverAll(root, root, async () => root);
    expect(workOfSession(root, "s-1")).toMatchObject({
      work: { state: { mine: 1, sessions: ["s-1"], worktree: root } },
    });
    expect(readdirSync(sessionWorkFolder(root, "s-1")).sort()).toEqual([
      "work.json",
      "workflow.taken-over.json",
    ]);
  });

  test("all of them when a daemon starts, but not those of another tool's root or of an unknown project", async () => {
    old("s-1");
    old("s-2");
    await takeOverAll(root, "/elsewhere", async () => root);
    expect(existsSync(workflowPath(sessionWorkFolder(root, "s-1")))).toBe(true);
    await takeOverAll(root, root, async (id) => (id === "s-1" ? root : undefined));
    expect(existsSync(workflowPath(sessionWorkFolder(root, "s-1")))).toBe(false);
    expect(existsSync(workflowPath(sessionWorkFolder(root, "s-2")))).toBe(true);
    const found = findWork(root, { id: "s-3", place: { ...placeOf(root), branch: "any" } });
    expect(nameOf(found)).toBe("quick");
  });

  test("a command moves one that was not taken over yet", async () => {
    old("s-1");
    const { work } = await moveStage(caller({ id: "s-1" }), "dev", "completed");
    expect(work.state.stages.DEV?.status).toBe("completed");
    expect(workOfSession(root, "s-1")).toMatchObject({ work: { folder: work.folder } });
  });
});

test("files that cannot be used are found for doctor, and none is replaced unasked", async () => {
  const { work } = await start("quick", { id: "s-1" });
  expect(damagedWorks(root)).toEqual({ count: 1, faults: [] });
  writeFileSync(workflowPath(work.folder), "{");
  expect(damagedWorks(root).faults).toMatchObject([{ path: workflowPath(work.folder), fault: "damaged" }]);
  await expect(start("quick", { id: "s-1" })).rejects.toThrow("unexpected format");
});

describe("places", () => {
  test("outside git every folder below a marked one is the same place; a session stays where it started", () => {
    mkdirSync(join(root, "specs"));
    mkdirSync(join(root, "src", "deep"), { recursive: true });
    expect(placeOf(join(root, "src", "deep"))).toEqual({ project: root, checkout: root });
    expect(placeOfSession("/", root)).toEqual({ project: root, checkout: root });
    expect(placeOfSession("", "")).toEqual({ project: "", checkout: "" });
  });

  test("in git the checkout and its branch, of a worktree its own", () => {
    const env = { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1" };
    const git = (...args: string[]) => Bun.spawnSync(["git", ...args], { cwd: root, env }).exitCode;
    expect(git("init", "-q", "-b", "main")).toBe(0);
    git(
      "-c",
      "user.name=D",
      "-c",
      "user.email=d@example.invalid",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "x",
    );
    expect(git("worktree", "add", "-q", "-b", "feat/一", join(root, "beside"))).toBe(0);
    mkdirSync(join(root, "src"));
    expect(placeOf(join(root, "src"))).toEqual({ project: root, checkout: root, branch: "main" });
    expect(placeOf(join(root, "beside"))).toEqual({
      project: root,
      checkout: join(root, "beside"),
      branch: "feat/一",
    });
  });
});

test("a running one of another branch keeps its folder when the name is wanted again", async () => {
  await start("quick", { id: "s-1" });
  const found = workOfSession(root, "s-1");
  if (found.kind === "one") await joinWork(root, found.work, "s-1", { ...MAIN, branch: "login" });
  const { work } = await start("debug", { id: "s-2" });
  expect(found.kind === "one" && found.work.folder !== work.folder).toBe(true);
  expect((await createWorkflow(work.folder, work.state, () => false)).ok).toBe(false);
});
