import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "./open.ts";
import { copyMemories, copyPath } from "./safe-copy.ts";

let dir: string;
let database: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-copy-"));
  database = join(dir, "pawl.db");
});
afterEach(() => rmSync(dir, { recursive: true }));

test("a database that was deleted is neither copied nor made again by a second connection", async () => {
  await (await openSqliteStore(database)).close();
  copyMemories(database);
  const before = readFileSync(copyPath(database));
  rmSync(database);
  copyMemories(database);
  expect(readFileSync(copyPath(database)).equals(before)).toBe(true);
  expect(openSqliteStore(database, { mustExist: true })).rejects.toThrow("was deleted");
  expect(existsSync(database)).toBe(false);
});
