/** S3.20: which unfinished work a session in a place goes on with. */
import { expect, test } from "bun:test";
import type { WorkflowState } from "./state.ts";
import { ofFeature, worksHere } from "./work.ts";

const work = (name: string, fields: Partial<WorkflowState>) => ({
  name,
  state: { stages: { DEV: { status: "pending" } }, featureName: name, ...fields } as unknown as WorkflowState,
});
const here = (works: ReturnType<typeof work>[], branch?: string, checkout = "/p") =>
  worksHere(works, { project: "/p", checkout, branch }).map(({ name }) => name);

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

test("work that began on main goes on in the branch that was made of it, in the same checkout only", () => {
  const works = [work("a", { branch: "main", worktree: "/p" })];
  expect(here(works, "topic")).toEqual(["a"]);
  expect(here(works, "topic", "/q")).toEqual([]);
  expect(here([work("b", { branch: "other", worktree: "/p" })], "topic")).toEqual([]);
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

test("a feature is found by its name, however its letters are composed", () => {
  const works = [work("caf\u00e9", {}), work("tea", {})];
  expect(ofFeature(works, "cafe\u0301").map(({ name }) => name)).toEqual(["caf\u00e9"]);
  expect(ofFeature(works, "coffee")).toEqual([]);
});
