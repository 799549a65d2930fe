/** S3.20: which unfinished work a session in a place continues. */
import { expect, test } from "bun:test";
import type { BranchOrigin } from "../../platform/git.ts";
import type { WorkflowState } from "./state.ts";
import { namedWorks, worksHere } from "./work.ts";

const work = (name: string, fields: Partial<WorkflowState>) => ({
  name,
  state: { stages: { DEV: { status: "pending" } }, featureName: name, ...fields } as unknown as WorkflowState,
});
const here = (works: ReturnType<typeof work>[], branch?: string, checkout = "/p", origin?: BranchOrigin) =>
  worksHere(works, { project: "/p", checkout, branch }, () => origin).map(({ name }) => name);
const BEGUN = "2026-03-01T12:00:00.000Z";
const made = (at: string, from = "HEAD"): BranchOrigin => ({ at: Date.parse(at), from, names: [] });

test("a feature branch is one piece of work, wherever it is checked out", () => {
  const works = [work("a", { branch: "a", worktree: "/p" }), work("b", { branch: "b", worktree: "/p" })];
  expect(here(works, "a")).toEqual(["a"]);
  expect(here(works, "a", "/elsewhere")).toEqual(["a"]);
  expect(here(works, "c")).toEqual([]);
});

test("main may be in several clones: there the checkout decides", () => {
  for (const branch of ["main", "master", "trunk", "develop", "development"]) {
    const works = [work("a", { branch, worktree: "/p" }), work("b", { branch, worktree: "/q" })];
    expect(here(works, branch)).toEqual(["a"]);
    expect(here(works, branch, "/q")).toEqual(["b"]);
    expect(here(works, branch, "/r")).toEqual([]);
  }
});

test("work that began on main continues on a branch that was made of it afterwards, in the same checkout only", () => {
  const works = [work("a", { branch: "main", worktree: "/p", createdAt: BEGUN })];
  const later = "2026-03-01T12:00:00Z";
  expect(here(works, "topic", "/p", made(later))).toEqual(["a"]);
  expect(here(works, "topic", "/p", made(later, "main"))).toEqual(["a"]);
  expect(here(works, "topic", "/q", made(later))).toEqual([]);
  const elsewhere = [work("b", { branch: "other", worktree: "/p", createdAt: BEGUN })];
  expect(here(elsewhere, "topic", "/p", made(later))).toEqual([]);
});

test("a branch that was there before, that comes from elsewhere, or of which nothing is known is other work", () => {
  const works = [work("a", { branch: "main", worktree: "/p", createdAt: BEGUN })];
  expect(here(works, "hotfix", "/p", made("2026-03-01T11:59:00Z"))).toEqual([]);
  expect(here(works, "hotfix", "/p", made("2026-03-02T00:00:00Z", "origin/hotfix"))).toEqual([]);
  expect(here(works, "hotfix")).toEqual([]);
});

test("a branch that names the feature, and the same branch under a new name, have the work", () => {
  const works = [work("alpha", { branch: "main", worktree: "/p", createdAt: BEGUN })];
  expect(here(works, "feature/alpha", "/q")).toEqual(["alpha"]);
  expect(here(works, "feature/beta", "/q")).toEqual([]);
  const onBranch = [work("b", { branch: "old-name", worktree: "/p", createdAt: BEGUN })];
  expect(here(onBranch, "new-name", "/p", { at: 0, from: "HEAD", names: ["old-name"] })).toEqual(["b"]);
  expect(here(onBranch, "new-name", "/p", made("2026-03-02T00:00:00Z"))).toEqual([]);
});

test("two packages are two places; at the root the repository's own work comes first", () => {
  const on = (name: string, inside?: string) =>
    work(name, { branch: "main", worktree: "/p", createdAt: BEGUN, package: inside });
  const at = (works: ReturnType<typeof work>[], inside?: string) =>
    worksHere(works, { project: "/p", checkout: "/p", branch: "main", package: inside }, () => undefined).map(
      ({ name }) => name,
    );
  const packages = [on("app", "packages/app"), on("lib", "packages/lib")];
  expect(at(packages, "packages/app")).toEqual(["app"]);
  expect(at(packages, "packages/other")).toEqual([]);
  expect(at(packages)).toEqual(["app", "lib"]);
  expect(at([...packages, on("all")])).toEqual(["all"]);
  expect(at([...packages, on("all")], "packages/other")).toEqual(["all"]);
});

test("without a branch the checkout alone decides", () => {
  const works = [work("a", { worktree: "/p" }), work("b", { worktree: "/q" })];
  expect(here(works)).toEqual(["a"]);
  expect(here(works, undefined, "/q")).toEqual(["b"]);
  // A folder that has become a repository since.
  expect(here(works, "topic")).toEqual(["a"]);
  const onBranch = [work("c", { branch: "c", worktree: "/p" })];
  expect(here(onBranch)).toEqual([]);
  const both = [work("d", { worktree: "/p" }), work("e", { branch: "topic", worktree: "/q" })];
  expect(here(both, "topic")).toEqual(["e"]);
});

test("finished and ended work is not gone on with", () => {
  const done = { DEV: { status: "completed" as const } };
  const place = { branch: "a", worktree: "/p" };
  expect(here([work("a", { ...place, stages: done })], "a")).toEqual([]);
  expect(here([work("b", { ...place, endedAt: "2026-01-01T00:00:00.000Z" })], "a")).toEqual([]);
});

test("a work is found by its feature, however its letters are composed, else by its kind or branch", () => {
  const works = [
    work("caf\u00e9", {}),
    {
      name: "plain",
      state: {
        featureName: undefined,
        workflowType: "standard",
        branch: "topic",
      } as unknown as WorkflowState,
    },
  ];
  const named = (name: string) => namedWorks(works, name).map((one) => one.name);
  expect(named("cafe\u0301")).toEqual(["caf\u00e9"]);
  expect([named("standard"), named("topic"), named("coffee")]).toEqual([["plain"], ["plain"], []]);
});
