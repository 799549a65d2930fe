import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { madeSessions } from "../../bench/scale/made-sessions.ts";
import { openTempStore } from "../../test/temp-store.ts";
import { wordIndexIn } from "./index/lazy-index.ts";
import { conditionOf, findDamage, isWritable } from "./integrity.ts";
import { recordsIn } from "./records/queries.ts";

const QUICK = { deep: false, smallBytes: 0 };

/** Filled once: each test damages a copy of its own. */
let temp: Awaited<ReturnType<typeof openTempStore>>;
beforeAll(async () => {
  temp = await openTempStore();
  for (const batch of madeSessions({ observations: 700, projects: 2, until: 1e12 }))
    await recordsIn(temp.store).record(batch);
  while ((await wordIndexIn(temp.store).indexWords()) > 0);
  await temp.store.close();
});
afterAll(() => temp[Symbol.asyncDispose]());

let copies = 0;
function filled(): string {
  const path = join(temp.dir, `copy-${copies++}.db`);
  copyFileSync(temp.store.location, path);
  return path;
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

test("an intact database, and none at all, have no damage, in a quick look and a deep one", () => {
  const path = filled();
  expect(findDamage(path, QUICK)).toBeUndefined();
  expect(findDamage(path)).toBeUndefined();
  expect(findDamage(`${path}.none`, QUICK)).toBeUndefined();
});

test.each(["sessions", "entries", "calls", "call_stems_data", "permissions"])(
  "a damaged page of %s is seen in a quick look",
  (table) => {
    const path = filled();
    spoil(path, table);
    expect(findDamage(path, QUICK)).toBeString();
  },
);

test("a file that was cut is seen in a quick look", () => {
  const path = filled();
  truncateSync(path, statSync(path).size - 40_960);
  expect(findDamage(path, QUICK)).toBeString();
});

test("a deep look tells how far it is, to the end", () => {
  const path = filled();
  const seen: [number, number][] = [];
  expect(findDamage(path, { onProgress: (done, all) => void seen.push([done, all]) })).toBeUndefined();
  const all = seen.at(-1)?.[1] ?? 0;
  expect(all).toBeGreaterThan(20);
  expect(seen.map(([done]) => done)).toEqual(Array.from({ length: all + 1 }, (_, i) => i));
});

test("the condition of a database: intact, unwritable, damaged, or filled again after damage", () => {
  const folder = join(temp.dir, "own");
  mkdirSync(folder);
  const path = join(folder, "pawl.db");
  copyFileSync(temp.store.location, path);
  const condition = () => conditionOf(path, QUICK);
  expect(condition()).toEqual({ name: "intact" });
  // Modes do not restrict root.
  if (process.getuid?.() !== 0) {
    chmodSync(path, 0o444);
    expect(condition()).toEqual({ name: "unwritable" });
    chmodSync(path, 0o644);
  }
  expect([isWritable(path), isWritable(`${path}.none`)]).toEqual([true, true]);
  writeFileSync(`${path}.broken-20260101`, "");
  expect(condition()).toEqual({ name: "replaced", aside: ["pawl.db.broken-20260101"] });
  spoil(path, "observations");
  expect(condition()).toMatchObject({ name: "damaged" });
});
