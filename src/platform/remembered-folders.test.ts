import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFolders, rememberFolder } from "./files.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-folders-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("each folder is remembered once, for the user only; one whose name has two lines is not", () => {
  const file = join(dir, "folders");
  expect(readFolders(file)).toEqual([]);
  for (const folder of ["/a", "/b c", "/a", "/x\n/etc"]) rememberFolder(file, folder);
  expect(readFolders(file)).toEqual(["/a", "/b c"]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});
