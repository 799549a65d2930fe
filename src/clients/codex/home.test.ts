import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { codexHomeDir } from "./transcripts/files.ts";

test("Codex's folder is in the user's home unless CODEX_HOME names another", () => {
  const home = { HOME: "/home/dev", USERPROFILE: "/home/dev" };
  const usual = join("/home/dev", ".codex");
  expect([codexHomeDir(home), codexHomeDir({ ...home, CODEX_HOME: "" })]).toEqual([usual, usual]);
  expect(codexHomeDir({ ...home, CODEX_HOME: "/a/../b" })).toBe(resolve("/b"));
});
