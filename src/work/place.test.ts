import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mayHaveWork, mayHaveWorkflow } from "./place.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pawl-any-work-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each(["work", "sessions"])("the folder %s is there from the first workflow on", (name) => {
  expect([mayHaveWorkflow(root), mayHaveWork(root, "/p", "/p")]).toEqual([false, false]);
  mkdirSync(join(root, name));
  expect([mayHaveWorkflow(root), mayHaveWork(root, "/p", "/p")]).toEqual([true, true]);
});

test("a project with specs may have work without a workflow, and so may a folder inside of a project", () => {
  const project = join(root, "project");
  expect(mayHaveWork(root, join(project, "inner"), project)).toBe(true);
  expect(mayHaveWork(root, project, project)).toBe(false);
  mkdirSync(join(project, "specs"), { recursive: true });
  expect([mayHaveWork(root, project, project), mayHaveWorkflow(root)]).toEqual([true, false]);
});
