/** A copy of a large store in a home of its own, and what must be so in it whatever happened. */
import { Database } from "bun:sqlite";
import { constants, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { WORD_TABLES } from "../../../src/store/index/word-index.ts";
import { createScratch } from "../../../test/e2e/harness/scratch.ts";
import { createPawl, type Pawl } from "../../../test/e2e/pawl.ts";

export interface Place extends AsyncDisposable {
  pawl: Pawl;
  /** The database. */
  path: string;
  root: string;
  home: string;
  project: string;
}

export async function place(database: string): Promise<Place> {
  const scratch = await createScratch();
  const pawl = await createPawl(scratch);
  mkdirSync(pawl.home, { recursive: true, mode: 0o700 });
  const path = join(pawl.home, "pawl.db");
  copyFileSync(database, path, constants.COPYFILE_FICLONE);
  const { root, home, project } = scratch;
  return {
    pawl,
    path,
    root,
    home,
    project,
    async [Symbol.asyncDispose]() {
      await pawl[Symbol.asyncDispose]();
      await scratch.dispose();
    },
  };
}

export function expect(what: string, found: unknown, wanted: unknown): void {
  if (Bun.deepEquals(found, wanted)) return;
  throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

export function count(path: string, sql: string, ...values: (string | number)[]): number {
  using db = new Database(path, { readonly: true });
  return db.query<{ n: number }, (string | number)[]>(sql).get(...values)?.n ?? 0;
}

export const countCalls = (path: string): number => count(path, "select count(*) as n from calls");

/** A session's records, or its tool calls. */
export const countOf = (path: string, session: string, kind = "%"): number =>
  count(
    path,
    "select count(*) as n from entries where session = (select seq from sessions where id = ?) and kind like ?",
    session,
    kind,
  );

/** Every page and every index is as it should be, no call is there twice, and the sessions' numbers are true. */
export function expectWhole(path: string): void {
  using db = new Database(path);
  expect("quick_check", db.query("pragma quick_check").get(), { quick_check: "ok" });
  for (const table of WORD_TABLES) db.run(`insert into ${table} (${table}) values ('integrity-check')`);
  const none = (what: string, sql: string) => expect(what, db.query(`${sql} limit 1`).get(), null);
  none(
    "a call that is there twice",
    "select tool_use_id from calls where tool_use_id is not null group by 1 having count(*) > 1",
  );
  none(
    "a call without its entry",
    "select c.entry from calls c left join entries e on e.id = c.entry where e.id is null",
  );
  none(
    "a session that counts others than it has",
    `select s.id from sessions s
     where s.observations <> (select count(*) from entries e where e.session = s.seq and e.kind = 'observation')`,
  );
  none(
    "an indexed call that is gone",
    "select d.id from call_stems_docsize d left join calls c on c.entry = d.id where c.entry is null",
  );
  none(
    "a call that is not indexed",
    `select c.entry from calls c left join call_stems_docsize d on d.id = c.entry
     where d.id is null and c.entry <= (select indexed_to from word_state)`,
  );
}
