import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGiveWay } from "./give-way.ts";

/** How many milliseconds it sleeps if another connection writes in these of them. */
async function sleptWhile(ms: number, isWritten: (at: number) => boolean): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), "pawl-give-way-"));
  try {
    using db = new Database(join(dir, "a.db"), { create: true, readwrite: true });
    db.run("pragma journal_mode = wal");
    db.run("create table t (a)");
    using other = new Database(join(dir, "a.db"), { readwrite: true });
    let slept = 0;
    await createGiveWay(db, async (one) => {
      slept += one;
      if (isWritten(slept)) other.run("insert into t values (1)");
    })(ms);
    return slept;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("nobody else writes: it is as long as it was asked for", async () => {
  expect(await sleptWhile(5, () => false)).toBe(5);
  expect(await sleptWhile(2, () => false)).toBe(2);
});

test("somebody wrote: those who were slower get four milliseconds more", async () => {
  expect(await sleptWhile(5, (at) => at === 4)).toBe(8);
  expect(await sleptWhile(2, (at) => at === 2)).toBe(6);
  expect(await sleptWhile(5, (at) => at === 3 || at === 6)).toBe(10);
});

test("an early write makes the pause no shorter", async () => {
  expect(await sleptWhile(9, (at) => at === 1)).toBe(9);
});

test("whoever writes all the time gets 15 milliseconds", async () => {
  expect(await sleptWhile(5, () => true)).toBe(15);
});
