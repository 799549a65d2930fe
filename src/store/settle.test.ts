import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetClean, knownBy } from "./clean-pages.ts";
import { framesSince, logBytes, nextSalt, readLog, usedLogBytes } from "./log-file.ts";
import { hasUnused } from "./page-bytes.ts";
import { withRawFile } from "./raw-file.ts";
import { createTables } from "./schema.ts";
import { createLogSettler, isScrubbed, scrub } from "./scrub.ts";
import { settle } from "./settle.ts";

const SIZE = 4096;

let dir: string;
let path: string;
let db: Database;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-settle-"));
  path = join(dir, "pawl.db");
  db = new Database(path, { create: true, strict: true });
  db.run("pragma journal_mode = wal");
  // As in the daemon: nobody but us begins the log anew.
  db.run("pragma wal_autocheckpoint = 0");
  // What is deleted stays where it was, for all of these tests.
  db.run("pragma secure_delete = off");
  createTables(db);
  db.run("create table rows (id integer primary key, text text)");
  db.run("create table others (id integer primary key, text text)");
  addRows("others", "kept", 50);
  addRows("rows", "first", 50);
});
afterEach(() => {
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

function addRows(table: string, word: string, many: number): void {
  db.query(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < $many)
     insert into ${table} (text) select $word || printf('%.*c', 200, 'x') from n`,
  ).run({ word, many });
}

const rootOf = (name: string): number =>
  db
    .query<{ rootpage: number }, { name: string }>("select rootpage from sqlite_schema where name = $name")
    .get({ name })?.rootpage ?? 0;

/** Into the unused part of a table's first page, past SQLite: what an earlier version may have left there. */
function plant(table: string, word: string): void {
  const fd = openSync(path, "r+");
  // Beside SQLite's locks: the test's process has no other handle of the file that it needs them for.
  writeSync(fd, word, (rootOf(table) - 1) * SIZE + 1000);
  closeSync(fd);
}

/** A table of one page, of which most is unused. */
function addSmallTable(name: string): void {
  db.run(`create table ${name} (id integer primary key, text text)`);
  db.run(`insert into ${name} (text) values ('short')`);
}

/** Every second row stays: so do all pages, and what was in them. */
function addAndDelete(word: string): void {
  for (let i = 0; i < 25; i++) {
    addRows("rows", word, 1);
    addRows("rows", "kept", 1);
  }
  addRows("rows", "kept", 40);
  db.query("delete from rows where text like $word || '%'").run({ word });
}

const isInFiles = (word: string) => [path, `${path}-wal`].some((file) => readFileSync(file).includes(word));

function uncleanPages(): number[] {
  const file = readFileSync(path);
  const numbers = Array.from({ length: file.length / SIZE - 1 }, (_, i) => i + 2);
  return numbers.filter((number) => {
    const page = file.subarray((number - 1) * SIZE, number * SIZE);
    // A page with free blocks is looked at closer elsewhere.
    return page.readUInt16BE(1) === 0 && hasUnused(page, 0, SIZE);
  });
}

test("after all pages were looked at, those that were written since are cleaned, and no other is read", async () => {
  addSmallTable("small");
  expect(await scrub(path, 5000)).toBeTrue();
  plant("small", "planted");
  addAndDelete("secret");
  expect(isInFiles("secret")).toBeTrue();
  expect(await scrub(path, 5000)).toBeTrue();
  expect(isInFiles("secret")).toBeFalse();
  expect(isInFiles("planted")).toBeTrue();
  expect(db.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(db.query("select count(*) as n from rows").get()).toEqual({ n: 115 });
});

test("if somebody else has begun the log anew, all pages are looked at again", async () => {
  addSmallTable("small");
  await scrub(path, 5000);
  plant("small", "planted");
  addAndDelete("secret");
  db.run("pragma wal_checkpoint(restart)");
  addRows("rows", "later", 1);
  expect(isScrubbed(path)).toBeFalse();
  expect(await scrub(path, 5000)).toBeTrue();
  expect(isScrubbed(path)).toBeTrue();
  expect([isInFiles("secret"), isInFiles("planted")]).toEqual([false, false]);
});

test("the last one who closes the database takes the log along: then all pages are looked at again", async () => {
  addSmallTable("small");
  await scrub(path, 5000);
  plant("small", "planted");
  db.close();
  db = new Database(path, { strict: true });
  db.query("select 1 from rows").get();
  expect(readLog(path)).toEqual({ salt: undefined, frames: [] });
  expect(isScrubbed(path)).toBeFalse();
  expect(await scrub(path, 5000)).toBeTrue();
  expect([isInFiles("planted"), isScrubbed(path)]).toEqual([false, true]);
});

test("while somebody reads from the log it cannot begin anew, and nothing that was known is lost", async () => {
  addSmallTable("small");
  await scrub(path, 5000);
  plant("small", "planted");
  using reader = new Database(path, { readonly: true });
  addAndDelete("secret");
  reader.run("begin");
  reader.query("select count(*) from rows").get();
  // It reads the end of the log: all of it can be copied, but it stays.
  expect(await scrub(path, 0)).toBeFalse();
  addAndDelete("secret");
  // Now it reads older pages than the newest.
  expect(await scrub(path, 0)).toBeFalse();
  reader.run("commit");
  expect(isScrubbed(path)).toBeTrue();
  expect(await scrub(path, 5000)).toBeTrue();
  expect([isInFiles("secret"), isInFiles("planted")]).toEqual([false, true]);
});

test("whoever drops a table in a hurry has all pages looked at again", async () => {
  addSmallTable("small");
  await scrub(path, 5000);
  plant("small", "planted");
  forgetClean(db);
  expect(isScrubbed(path)).toBeFalse();
  await scrub(path, 5000);
  expect([isInFiles("planted"), isScrubbed(path)]).toEqual([false, true]);
});

test("a process that ends between two sections goes on with the next one", async () => {
  addSmallTable("small");
  const stopped = AbortSignal.abort();
  expect(await scrub(path, 5000, { signal: stopped })).toBeTrue();
  expect(isScrubbed(path)).toBeFalse();
  const known = await withRawFile(path, 5000, (file) =>
    settle(file, { run: ({ doneTo }) => (doneTo === 0 ? rootOf("small") : doneTo) }),
  );
  expect(known?.doneTo).toBe(rootOf("small"));
  plant("small", "planted");
  await scrub(path, 5000);
  expect([isInFiles("planted"), isScrubbed(path)]).toEqual([true, true]);
});

test("what is written between the look and the lock is cleaned too", async () => {
  await scrub(path, 5000);
  addAndDelete("earlier");
  const same: boolean[] = [];
  let tries = 0;
  const known = await withRawFile(path, 5000, (file) =>
    settle(file, {
      look() {
        tries++;
        // In pages that were looked at already, too.
        db.run("update rows set text = 'secret' || substr(text, 7) where id % 2 = 0");
        db.run("update rows set text = 'kept' || substr(text, 5) where id % 2 = 0");
        addAndDelete("secret");
      },
      run(before, isSame) {
        same.push(isSame);
        return before.doneTo;
      },
    }),
  );
  expect([tries, known?.doneTo, same]).toEqual([1, 2 ** 32, [false]]);
  expect(isInFiles("secret")).toBeFalse();
});

test("a polite one copies what is written between the look and the lock before anybody waits", async () => {
  await scrub(path, 5000);
  const known = await withRawFile(path, 0, (file) => settle(file, { look: () => addAndDelete("secret") }), {
    isPolite: true,
  });
  expect(known?.doneTo).toBe(2 ** 32);
  expect([uncleanPages(), readFileSync(path).includes("secret")]).toEqual([[], false]);
  // It may still be in what is left of the log, until somebody cuts it: whoever forgets does.
  await scrub(path, 5000);
  expect(isInFiles("secret")).toBeFalse();
});

test("more pages than may be changed at once are changed in several steps, and others may write in between", async () => {
  await scrub(path, 5000);
  const before = readLog(path).salt ?? 0;
  addRows("rows", "secret", 60_000);
  // One row of 18 stays: so do all pages, with much that means nothing.
  db.run("delete from rows where id % 18 > 0");
  let tries = 0;
  const known = await withRawFile(path, 5000, (file) =>
    settle(file, {
      look() {
        // All that was written so far is in the file: but for the one who looks, this would begin the log anew.
        if (++tries > 1) addRows("others", "between", 1);
      },
    }),
  );
  expect(tries).toBeGreaterThan(1);
  expect(known).toMatchObject({ doneTo: 2 ** 32, log: nextSalt(before) });
  expect(uncleanPages()).toEqual([]);
  expect(db.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
});

test("beside somebody who writes all the time every page is clean in the end, and nothing is lost", async () => {
  let isWriting = true;
  let written = 0;
  const writing = (async () => {
    for (; isWriting; written++) {
      addRows("rows", `secret ${written} `, 40);
      db.run("delete from rows where text like 'secret%' and id % 5 > 0");
      await Bun.sleep(1);
    }
  })();
  for (let i = 0; i < 5; i++) expect(await scrub(path, 60_000)).toBeTrue();
  isWriting = false;
  await writing;
  expect(isScrubbed(path)).toBeTrue();
  const before = db.query("select id, text from rows").all();
  expect(await scrub(path, 60_000)).toBeTrue();
  expect(uncleanPages()).toEqual([]);
  expect(db.query("select id, text from rows").all()).toEqual(before);
  expect(db.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(written).toBeGreaterThan(0);
});

test("a long log is emptied, a short one is left", async () => {
  const settleLog = createLogSettler(path);
  await scrub(path, 5000);
  addRows("rows", "more", 100);
  const short = usedLogBytes(path);
  await settleLog();
  expect(usedLogBytes(path)).toBe(short);
  addRows("rows", "more", 30_000);
  const long = logBytes(path);
  expect(long).toBeGreaterThan(2 ** 22);
  expect(usedLogBytes(path)).toBe(long);
  await settleLog();
  expect(usedLogBytes(path)).toBeLessThan(short);
  expect(isScrubbed(path)).toBeTrue();
  // The file stays and is written over, unless it is very long.
  expect(logBytes(path)).toBe(long);
  addRows("rows", "more", 90_000);
  expect(logBytes(path)).toBeGreaterThan(2 ** 24);
  await createLogSettler(path)();
  expect(logBytes(path)).toBeLessThanOrEqual(2 ** 24);
});

test("of a log that was begun anew only the new part counts, and of none nothing", () => {
  const ofLog = () => {
    const { frames } = readLog(path);
    return 32 + frames.length * (SIZE + 24);
  };
  expect(usedLogBytes(path)).toBe(ofLog());
  db.run("pragma wal_checkpoint(restart)");
  for (let i = 0; i < 9; i++) {
    addRows("rows", "more", 1);
    expect([i, usedLogBytes(path)]).toEqual([i, ofLog()]);
  }
  expect(logBytes(path)).toBeGreaterThan(usedLogBytes(path));
  db.run("pragma wal_checkpoint(truncate)");
  expect(usedLogBytes(path)).toBe(0);
});

test("the log names the pages that were written, and the next one has the next salt", async () => {
  db.run("pragma wal_checkpoint(truncate)");
  expect(readLog(path)).toEqual({ salt: undefined, frames: [] });
  db.run("update rows set text = 'changed' where id = 1");
  const first = readLog(path);
  const page = first.frames[0] ?? 0;
  expect(first.frames).toEqual([page]);
  db.run("update others set text = 'changed' where id = 1");
  const second = readLog(path, { known: first });
  expect(second).toEqual(readLog(path));
  expect(new Set(second.frames).size).toBe(2);
  expect(readLog(path, { most: 1 })).toEqual(first);
  expect(framesSince(second, first)).toEqual(second.frames.slice(1));
  db.run("pragma wal_checkpoint(restart)");
  db.run("update rows set text = 'again' where id = 1");
  const next = readLog(path, { known: second });
  expect(next).toEqual({ salt: nextSalt(first.salt ?? 0), frames: [page] });
  expect(framesSince(next, second)).toEqual([page]);
});

test("salts begin anew after the highest one", () => {
  expect([nextSalt(0), nextSalt(2 ** 32 - 1)]).toEqual([1, 0]);
});

test.each([
  ["the log that was expected", 7, { log: 7, era: 2, doneTo: 9 }],
  ["the one before it: somebody read from it", 6, { log: 7, era: 2, doneTo: 9 }],
  ["a later one", 8, { log: 8, era: 3, doneTo: 0 }],
  ["an earlier one", 5, { log: 5, era: 3, doneTo: 0 }],
  ["none", undefined, { log: null, era: 3, doneTo: 0 }],
] as const)("what is known counts as long as the log is %s", (_, salt, expected) => {
  expect(knownBy({ log: 7, era: 2, doneTo: 9 }, salt)).toEqual(expected);
});

test("of a log that nobody has noted nothing is known", () => {
  expect(knownBy({ log: null, era: 2, doneTo: 9 }, 7)).toEqual({ log: 7, era: 3, doneTo: 0 });
  expect(knownBy(null, 7)).toEqual({ log: 7, era: 1, doneTo: 0 });
});
