import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTempStore } from "../../test/temp-store.ts";
import { isOlderVersion } from "./file-version.ts";

test("a file of an earlier version is told from one of this version, a new one, and something else", async () => {
  await using temp = await openTempStore();
  const { location } = temp.store;
  const at = (version: number) => {
    using db = new Database(location, { strict: true });
    const { user_version: before } = db.query("pragma user_version").get() as { user_version: number };
    db.run(`pragma user_version = ${version < 0 ? before + version : version}`);
    db.run("pragma wal_checkpoint(truncate)");
    const isOlder = isOlderVersion(location);
    db.run(`pragma user_version = ${before}`);
    db.run("pragma wal_checkpoint(truncate)");
    return isOlder;
  };
  expect([at(1), at(-1), at(0), at(1000), isOlderVersion(location)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isOlderVersion(join(location, "..", "none.db"))).toBe(false);
  const short = join(location, "..", "short.db");
  writeFileSync(short, "SQLite format 3");
  expect(isOlderVersion(short)).toBe(false);
});
