import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";
import { madeSessions } from "../../../bench/scale/made-sessions.ts";
import { openTempStore } from "../../../test/temp-store.ts";
import { findDamage } from "./integrity.ts";

const QUICK = { deep: false, smallBytes: 0 };

async function filled() {
  const temp = await openTempStore();
  for (const batch of madeSessions({ observations: 700, projects: 2, until: 1e12 }))
    await temp.store.record(batch);
  while ((await temp.store.indexWords(500)) > 0);
  await temp.store.close();
  return { ...temp, path: temp.store.location };
}

/** The first page of a table, with bytes that no page has. */
function spoil(path: string, table: string): void {
  const root = (() => {
    using db = new Database(path, { readonly: true });
    return db
      .query<{ root: number }, { table: string }>(
        "select rootpage as root from sqlite_schema where name = $table",
      )
      .get({ table })?.root;
  })();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(64, 0xee), 0, 64, ((root ?? 1) - 1) * 4096);
  closeSync(file);
}

test("an intact database, and none at all, have no damage, in a quick look and a deep one", async () => {
  await using temp = await filled();
  expect(findDamage(temp.path, QUICK)).toBeUndefined();
  expect(findDamage(temp.path)).toBeUndefined();
  expect(findDamage(`${temp.path}.none`, QUICK)).toBeUndefined();
});

test.each(["sessions", "entries", "calls", "call_stems_data", "permissions"])(
  "a damaged page of %s is seen in a quick look",
  async (table) => {
    await using temp = await filled();
    spoil(temp.path, table);
    expect(findDamage(temp.path, QUICK)).toBeString();
  },
);

test("a file that was cut is seen in a quick look", async () => {
  await using temp = await filled();
  truncateSync(temp.path, statSync(temp.path).size - 40_960);
  expect(findDamage(temp.path, QUICK)).toBeString();
});

test("a deep look tells how far it is, to the end", async () => {
  await using temp = await filled();
  const seen: [number, number][] = [];
  expect(findDamage(temp.path, { onProgress: (done, all) => void seen.push([done, all]) })).toBeUndefined();
  const all = seen.at(-1)?.[1] ?? 0;
  expect(all).toBeGreaterThan(20);
  expect(seen.map(([done]) => done)).toEqual(Array.from({ length: all + 1 }, (_, i) => i));
});
