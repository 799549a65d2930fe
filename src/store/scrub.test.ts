import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clearUnused, isZero } from "./page-bytes.ts";
import { createTables } from "./schema.ts";
import { scrub } from "./scrub.ts";

const SIZE = 512;
/** A page of the free list names this many others at most, in pages of this size. */
const MOST_NAMED = SIZE / 4 - 8;

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-scrub-"));
  path = join(dir, "pawl.db");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Rows that go from between others, and so many pages that belong to nobody. SQLite leaves all of it as it was. */
function makeFile(freePages: number, more = ""): Database {
  const db = new Database(path, { create: true, strict: true });
  db.run(`pragma page_size = ${SIZE}; ${more}`);
  db.run("pragma journal_mode = wal");
  db.run("pragma secure_delete = off");
  createTables(db);
  db.run("create table kept (id integer primary key, text text)");
  db.run("create table gone (id integer primary key, text blob)");
  const rows = "with recursive n (i) as (select 1 union all select i + 1 from n where i < $many)";
  db.query(`${rows} insert into kept select i, iif(i % 3 = 0, 'keep', 'secret') || '-' || i from n`).run({
    many: 900,
  });
  if (freePages > 0)
    db.query(
      `${rows} insert into gone select i, cast('secret' || printf('%.*c', 440, 'y') as blob) from n`,
    ).run({
      many: freePages,
    });
  db.run("delete from kept where text like 'secret%'");
  db.run("drop table gone");
  db.run("pragma wal_checkpoint(truncate)");
  return db;
}

const pagesOf = (file: Buffer) =>
  Array.from({ length: file.length / SIZE }, (_, i) => file.subarray(i * SIZE, (i + 1) * SIZE));

/** By page number: the pages of the free list that name others, and how many they name. */
function trunksOf(pages: Buffer[]): Map<number, number> {
  const trunks = new Map<number, number>();
  for (let next = pages[0]?.readUInt32BE(32) ?? 0; next !== 0; ) {
    const page = pages[next - 1] as Buffer;
    trunks.set(next, page.readUInt32BE(4));
    next = page.readUInt32BE(0);
  }
  return trunks;
}

test.each([0, 30, 1700])(
  "with %d free pages: what means nothing is zero, everything else stays",
  async (free) => {
    using db = makeFile(free);
    const before = pagesOf(readFileSync(path));
    expect(Buffer.concat(before).includes("secret")).toBeTrue();
    expect(await scrub(path, 5000)).toBeTrue();
    const after = pagesOf(readFileSync(path));
    const trunks = trunksOf(before);
    const freeList = db.query<{ freelist_count: number }, []>("pragma freelist_count").get()?.freelist_count;
    expect(freeList).toBeGreaterThanOrEqual(free);
    if (free === 1700) expect(trunks.size).toBeGreaterThan(1700 / (MOST_NAMED + 2) - 1);
    const named = new Set<number>();
    for (const [number, count] of trunks)
      for (let i = 0; i < count; i++) named.add((before[number - 1] as Buffer).readUInt32BE(8 + i * 4));
    expect(named.size + trunks.size).toBe(freeList ?? -1);
    // The page whose row comes and goes, so that others notice.
    const noticed = db
      .query<{ rootpage: number }, []>("select rootpage from sqlite_schema where tbl_name = 'clean_pages'")
      .all()
      .map(({ rootpage }) => rootpage);
    for (const [index, page] of after.entries()) {
      const number = index + 1;
      if (number === 1 || noticed.includes(number)) continue;
      const old = Buffer.from(before[index] as Buffer);
      if (named.has(number)) old.fill(0);
      else if (trunks.has(number)) old.fill(0, 8 + 4 * (trunks.get(number) ?? 0));
      else clearUnused(old);
      expect([number, page.equals(old)]).toEqual([number, true]);
    }
    expect(Buffer.concat(after).includes("secret")).toBeFalse();
    expect(readFileSync(`${path}-wal`).includes("secret")).toBeFalse();
    expect(db.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    expect(db.query("select count(*) as n, max(text) as text from kept").get()).toEqual({
      n: 300,
      text: "keep-99",
    });
    // A second time there is nothing to do.
    expect(await scrub(path, 5000)).toBeTrue();
    expect(isZero(readFileSync(path), 0, 1)).toBeFalse();
    for (const [index, page] of pagesOf(readFileSync(path)).entries())
      if (index > 0 && !noticed.includes(index + 1)) expect(page.equals(after[index] as Buffer)).toBeTrue();
  },
);

test("while somebody reads from the log it is left alone, and so is a file with pages of another kind", async () => {
  using db = makeFile(5);
  using reader = new Database(path, { readonly: true });
  db.run("insert into kept values (5000, 'in the log')");
  reader.run("begin");
  reader.query("select count(*) from kept").get();
  db.run("insert into kept values (5001, 'in the log')");
  const before = readFileSync(path);
  expect(await scrub(path, 0)).toBeFalse();
  expect(readFileSync(path).equals(before)).toBeTrue();
  reader.run("commit");
  expect(await scrub(path, 5000)).toBeTrue();
  expect(readFileSync(path).includes("secret")).toBeFalse();
  rmSync(path);
  rmSync(`${path}-wal`, { force: true });
  rmSync(`${path}-shm`, { force: true });
  using other = makeFile(5, "pragma auto_vacuum = incremental");
  expect(other.query("pragma auto_vacuum").get()).toEqual({ auto_vacuum: 2 });
  const foreign = readFileSync(path);
  expect(await scrub(path, 5000)).toBeFalse();
  expect(readFileSync(path).equals(foreign)).toBeTrue();
});

test("while somebody writes all the time it gives up, and changes nothing", async () => {
  using db = makeFile(5);
  db.run("begin immediate");
  const before = readFileSync(path);
  expect(await scrub(path, 0)).toBeFalse();
  expect(readFileSync(path).equals(before)).toBeTrue();
  db.run("rollback");
  expect(await scrub(path, 5000)).toBeTrue();
});

test("another file under the same name, as after a restored backup, is the one that is cleaned", async () => {
  makeFile(5).close();
  expect(await scrub(path, 5000)).toBeTrue();
  rmSync(path);
  rmSync(`${path}-wal`, { force: true });
  rmSync(`${path}-shm`, { force: true });
  makeFile(5).close();
  expect(readFileSync(path).includes("secret")).toBeTrue();
  expect(await scrub(path, 5000)).toBeTrue();
  expect(readFileSync(path).includes("secret")).toBeFalse();
});

// Windows deletes no file that is open.
test.skipIf(process.platform === "win32")(
  "a file that is deleted while it is looked at has an end too",
  async () => {
    using _open = makeFile(30);
    let isDeleted = false;
    const signal = {
      get aborted() {
        if (!isDeleted) for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
        isDeleted = true;
        return false;
      },
    } as AbortSignal;
    expect(await scrub(path, 100, { signal })).toBe(false);
    expect(isDeleted).toBe(true);
  },
);
