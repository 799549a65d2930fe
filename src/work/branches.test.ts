/** S3.20 Where work belongs, in real repositories: branches made, left, renamed and deleted; packages; moved folders. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../locale/index.ts";
import { moveStage, openWork, startWork } from "./actions.ts";
import type { Caller } from "./caller.ts";
import { placeOf } from "./place.ts";
import { findWork, joinWork, mayMove, moveWork } from "./works.ts";

let root = "";
let repository = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-branches-")));
  repository = join(root, "shop");
  mkdirSync(repository);
  git("init", "-q", "-b", "main");
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...args: string[]): void {
  const env = { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_GLOBAL: "/dev/null" };
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  const { exitCode, stderr } = Bun.spawnSync(["git", ...who, ...args], { cwd: repository, env });
  if (exitCode !== 0) throw new Error(stderr.toString());
}
const commit = () => git("commit", "-q", "--allow-empty", "-m", "x");

const caller = (more: Partial<Caller> = {}, cwd = repository): Caller => ({
  root: join(root, "home"),
  place: placeOf(cwd),
  messages: messagesFor("en"),
  now: new Date().toISOString(),
  pawl: "pawl",
  ...more,
});
const found = (id: string, cwd = repository) => findWork(join(root, "home"), { id, place: placeOf(cwd) });
const kind = (id: string, cwd?: string) => {
  const one = found(id, cwd);
  return one.kind === "one" ? one.work.state.workflowType : one.kind;
};
/** What a session does at its start. */
async function joinAt(id: string): Promise<void> {
  const now = found(id);
  if (now.kind === "one") await joinWork(join(root, "home"), now.work, id, placeOf(repository));
}

test("a question on a branch that was there before hears of no workflow and leaves it on main", async () => {
  git("branch", "hotfix");
  // Git counts seconds: the branch has to be older than the work.
  await Bun.sleep(1100);
  await startWork(caller({ id: "s-1" }), "standard");
  git("checkout", "-q", "hotfix");
  expect(kind("s-2")).toBe("none");
  await joinAt("s-2");
  git("checkout", "-q", "main");
  expect(kind("s-3")).toBe("standard");
  expect(found("s-3")).toMatchObject({ work: { state: { branch: "main" } } });
});

test("on a branch that was made for it a session continues the work; only work done there takes it along", async () => {
  await startWork(caller({ id: "s-1" }), "standard");
  git("checkout", "-q", "-b", "topic");
  expect(kind("s-2")).toBe("standard");
  await joinAt("s-2");
  git("checkout", "-q", "main");
  expect(kind("s-3")).toBe("standard");
  git("checkout", "-q", "topic");
  await moveStage(caller({ id: "s-2" }), "PLAN", "completed");
  git("checkout", "-q", "main");
  expect(kind("s-4")).toBe("none");
  git("checkout", "-q", "topic");
  expect(found("s-5")).toMatchObject({ kind: "one", work: { state: { branch: "topic" } } });
});

test("edits on a branch that was made for it take the work along, edits elsewhere do not", async () => {
  git("branch", "hotfix");
  await Bun.sleep(1100);
  const { work } = await startWork(caller({ id: "s-1" }), "quick");
  git("checkout", "-q", "hotfix");
  expect(mayMove(work, placeOf(repository))).toBe(false);
  git("checkout", "-q", "main");
  git("checkout", "-q", "-b", "topic");
  expect(mayMove(work, placeOf(repository))).toBe(true);
  await moveWork(work, placeOf(repository));
  expect(found("s-2")).toMatchObject({ work: { state: { branch: "topic" } } });
});

test("a renamed branch keeps its work, also when only questions are asked", async () => {
  git("checkout", "-q", "-b", "old-name");
  await startWork(caller({ id: "s-1" }), "debug");
  git("branch", "-m", "new-name");
  expect(kind("s-2")).toBe("debug");
  await joinAt("s-2");
  expect(found("s-3")).toMatchObject({ work: { state: { branch: "new-name" } } });
});

test("a branch that names the feature finds it; a detached HEAD does not take a branch's work", async () => {
  await startWork(caller({ id: "s-1", feature: "alpha" }), "quick");
  git("checkout", "-q", "-b", "feature/alpha");
  expect(kind("s-2")).toBe("quick");
  git("checkout", "-q", "main");
  git("checkout", "-q", "--detach");
  expect(kind("s-3")).toBe("none");
});

test("each package of a monorepo has work of its own, and its own specs come first", async () => {
  for (const name of ["app", "lib"]) {
    const specs = join(repository, "packages", name, "specs", `${name}feat`);
    mkdirSync(specs, { recursive: true });
    writeFileSync(join(specs, "tasks.md"), `- [ ] task of ${name}\n`);
    writeFileSync(join(repository, "packages", name, "package.json"), "{}");
    mkdirSync(join(repository, "packages", name, "src"));
    const started = await startWork(
      caller({ id: `s-${name}`, feature: `${name}feat` }, join(repository, "packages", name)),
      "quick",
    );
    expect(started.notice).toBeUndefined();
  }
  const inApp = found("new", join(repository, "packages", "app", "src"));
  expect(inApp).toMatchObject({
    kind: "one",
    work: { state: { featureName: "appfeat", package: "packages/app" } },
  });
  expect(kind("new", join(repository, "packages", "lib"))).toBe("quick");
  expect(kind("new")).toBe("several");
});

test("a workflow without a feature beside one with a feature is reached by its kind", async () => {
  await startWork(caller({ id: "s-1" }), "standard");
  await startWork(caller({ id: "s-2", feature: "b" }), "quick");
  expect(openWork(caller({ feature: "standard" })).state.workflowType).toBe("standard");
  expect(openWork(caller({ feature: "b" })).state.workflowType).toBe("quick");
});
