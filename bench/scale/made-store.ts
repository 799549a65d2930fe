/**
 * Stores of any size, made once and kept outside of the repository: their name holds the version of the schema and of
 * the generator. A change of the generator makes them anew; one of the schema migrates a copy, as a user's store is.
 */

import { Database } from "bun:sqlite";
import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { learnFrom } from "../../src/memory/learn/learn.ts";
import { REDACTION_VERSION } from "../../src/redact/index.ts";
import { wordIndexIn } from "../../src/store/index/lazy-index.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { SCHEMA_VERSION } from "../../src/store/schema.ts";
import { cacheDir } from "../cache-dir.ts";
import { CALLS_A_SESSION, madeSessions } from "./made-sessions.ts";
import { openBar } from "./progress-bar.ts";

/** Count it up when the generator makes something else. */
const GENERATOR = 2;

export interface MadeSize {
  name: string;
  observations: number;
  projects: number;
}

export const SIZES: readonly MadeSize[] = [
  { name: "10k", observations: 10_000, projects: 50 },
  { name: "100k", observations: 100_000, projects: 50 },
  { name: "100k-1", observations: 100_000, projects: 1 },
  { name: "100k-500", observations: 100_000, projects: 500 },
  { name: "300k", observations: 300_000, projects: 50 },
  { name: "1m", observations: 1_000_000, projects: 50 },
];

/** By its name; ends the program if there is none. */
export function madeSize(name: string): MadeSize {
  const size = SIZES.find((one) => one.name === name);
  if (size !== undefined) return size;
  console.error(`No size is called ${name}. There are ${SIZES.map((one) => one.name).join(", ")}.`);
  process.exit(2);
}

/** The end of the newest session, the same in every run: nothing in a store depends on the day it was made. */
export const UNTIL = Date.UTC(2026, 5, 1);

/** The database of a store of this size, made if it is not there yet. */
export async function madeStore(size: MadeSize): Promise<string> {
  const dir = dirOf(SCHEMA_VERSION, size);
  const database = join(dir, "pawl.db");
  if (existsSync(database)) {
    markRedacted(database);
    return database;
  }
  const draft = `${dir}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await fill(join(draft, "pawl.db"), size);
  renameSync(draft, dir);
  return database;
}

const dirOf = (version: number, { name }: MadeSize) => join(cacheDir(), `v${version}-g${GENERATOR}-${name}`);

/**
 * Rules for secrets may have changed since it was made. The daemon would read all of it again, for many minutes beside
 * what is measured. The made texts hold no secrets, so they are as the new rules want them.
 */
function markRedacted(database: string): void {
  if (!hasOlder(database)) return;
  // Beside it: another bench may be copying it in this moment.
  const draft = `${database}.${process.pid}.draft`;
  copyFileSync(database, draft, constants.COPYFILE_FICLONE);
  {
    using db = new Database(draft, { readwrite: true, strict: true });
    for (const table of REDACTED)
      db.query(`update ${table} set redaction = $version`).run({ version: REDACTION_VERSION });
    db.run("pragma wal_checkpoint(truncate)");
  }
  for (const end of ["-wal", "-shm"]) rmSync(draft + end, { force: true });
  renameSync(draft, database);
}

const REDACTED = ["entries", "memories", "solutions"];

function hasOlder(database: string): boolean {
  using db = new Database(database, { readonly: true, strict: true });
  return REDACTED.some(
    (table) =>
      db
        .query(`select 1 from ${table} where redaction <> $version limit 1`)
        .get({ version: REDACTION_VERSION }) !== null,
  );
}

/** Through the store's own ways: recorded, learned from, indexed. */
async function fill(database: string, { name, observations, projects }: MadeSize): Promise<void> {
  const store = await openStore({ database });
  const bar = openBar(`store of ${name}`, observations);
  let done = 0;
  for (const batch of madeSessions({ observations, projects, until: UNTIL })) {
    await recordsIn(store).record(batch);
    const { id } = batch.session;
    await learnFrom(store, id, { at: UNTIL, redaction: REDACTION_VERSION });
    await recordsIn(store).endSession(id, batch.responses?.at(-1)?.at ?? batch.session.at, "other");
    while ((await wordIndexIn(store).indexWords()) > 0);
    done += CALLS_A_SESSION;
    bar.show(done);
  }
  bar.close();
  await store.close();
}
