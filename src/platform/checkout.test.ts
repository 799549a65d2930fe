/** Where work happens: the root of a checkout, and what marks one where there is no git. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commonGitDir, mainlinesOf } from "./git.ts";
import { placeOfWork } from "./project.ts";

let dir: string;
let inner: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-checkout-")));
  inner = join(dir, "shop", "src");
  mkdirSync(inner, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const put = (path: string, text = "") => {
  mkdirSync(join(dir, path, ".."), { recursive: true });
  writeFileSync(join(dir, path), text);
};

test("in git it is the repository's root, with the branch where there is one", () => {
  put("shop/.git/HEAD", "ref: refs/heads/totals\n");
  put("shop/src/package.json");
  expect(placeOfWork(inner, dir)).toEqual({ folder: join(dir, "shop"), branch: "totals" });
  put("shop/.git/HEAD", "0123456789012345678901234567890123456789\n");
  expect(placeOfWork(inner, dir)).toEqual({ folder: join(dir, "shop") });
});

test("without git it is the nearest folder with a manifest, below the home", () => {
  put("shop/go.mod");
  expect(placeOfWork(inner, dir)).toEqual({ folder: join(dir, "shop") });
  put("shop/src/.claude/settings.json");
  expect(placeOfWork(inner, dir)).toEqual({ folder: inner });
});

test("the home's own .claude makes no project, and without a mark the folder is its own", () => {
  put(".claude/settings.json");
  expect(placeOfWork(inner, dir)).toEqual({ folder: inner });
  expect(placeOfWork(inner, join(dir, "other"))).toEqual({ folder: dir });
});

test("mainlines are the usual names, and the remote's own where it is known", () => {
  const usual = ["main", "master", "trunk", "develop"];
  expect([...mainlinesOf(inner)]).toEqual(usual);
  put("shop/.git/HEAD", "ref: refs/heads/totals\n");
  expect([...mainlinesOf(inner)]).toEqual(usual);
  put("shop/.git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/next/2\n");
  expect([...mainlinesOf(inner)]).toEqual([...usual, "next/2"]);
});

test("a worktree keeps its repository where its main one does, by a whole path or by one from its own folder", () => {
  expect(commonGitDir("")).toBeUndefined();
  expect(commonGitDir(inner)).toBeUndefined();
  put("main/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
  put("shop/.git", `gitdir: ${join(dir, "main", ".git", "worktrees", "w")}\n`);
  expect(commonGitDir(inner)).toBe(join(dir, "main", ".git", "worktrees", "w"));
  put("main/.git/worktrees/w/commondir", "../..\n");
  expect(commonGitDir(inner)).toBe(join(dir, "main", ".git"));
  put("main/.git/worktrees/w/commondir", `${join(dir, "main", ".git")}\n`);
  expect(commonGitDir(inner)).toBe(join(dir, "main", ".git"));
});
