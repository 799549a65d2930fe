import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { madeSessions } from "../../bench/scale/made-sessions.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { openTempStore } from "../temp-store.ts";
import { findScans, recordStatements, unusedExceptions } from "./statement-plans.ts";
import { storeContract } from "./store-contract.ts";

let dir: string | undefined;
const recorded = recordStatements();
afterAll(recorded.stop);

storeContract(
  "sqlite",
  async () => {
    dir ??= mkdtempSync(join(tmpdir(), "pawl-store-"));
    return openStore({ database: join(dir, "pawl.db") });
  },
  async () => {
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
    dir = undefined;
  },
);

// Last: by now every method of the port has prepared its statements.
test("no statement scans a table that grows, unless there is a reason", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  for (const batch of madeSessions({ observations: 2100, projects: 3, until: 1e12 }))
    await recordsIn(store).record(batch);
  await forgettingIn(store).forget({ sessionId: "none" }, 1);
  using db = new Database(store.location, { strict: true });
  // The lists of forget belong to a connection.
  db.run("create temp table forget_selection (kind text, id integer, primary key (kind, id)) without rowid");
  db.run("create temp table doomed_uris (uri text primary key) without rowid");
  const statements = [...recorded.statements];
  expect(statements.length).toBeGreaterThan(150);
  expect(findScans(db, statements)).toEqual([]);
  expect(unusedExceptions(statements)).toEqual([]);
});
