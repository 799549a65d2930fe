import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { codexHomeDir, codexHooksFile, isCodexConnected } from "./home.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-codex-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("Codex's folder is in the user's home unless CODEX_HOME names another", () => {
  const home = { HOME: "/home/dev", USERPROFILE: "/home/dev" };
  const usual = join("/home/dev", ".codex");
  expect([codexHomeDir(home), codexHomeDir({ ...home, CODEX_HOME: "" })]).toEqual([usual, usual]);
  expect(codexHomeDir({ ...home, CODEX_HOME: "/a/../b" })).toBe(resolve("/b"));
});

test("Codex is connected when its hooks name Pawl; without the file, or with one nobody can read, it is not", () => {
  expect(isCodexConnected(dir)).toBe(false);
  writeFileSync(codexHooksFile(dir), '{"hooks": "pawl"}');
  expect(isCodexConnected(dir)).toBe(false);
  writeFileSync(codexHooksFile(dir), '{"command": "hook --installed-by=pawl --client=codex"}');
  expect(isCodexConnected(dir)).toBe(true);
  rmSync(codexHooksFile(dir));
  mkdirSync(codexHooksFile(dir));
  expect(isCodexConnected(dir)).toBe(false);
});
