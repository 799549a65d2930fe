/**
 * The fault tests on a large store: `kill -9` in every kind of background work, in a backup and in `pawl forget`, a full
 * disk, a damaged page. Each on a copy of its own; throws at the first thing that is not as it should be.
 */
import { Database } from "bun:sqlite";
import { constants, copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import { WORD_TABLES } from "../../src/store/sqlite/word-index.ts";
import { createScratch } from "../../test/e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../../test/e2e/pawl.ts";
import { damagePage } from "../../test/faults/damage.ts";
import { startServe } from "../../test/faults/killer.ts";
import { writeTranscript } from "../../test/faults/records.ts";
import { madeSessions, projectRoot } from "./made-sessions.ts";

const KILLS = 12;
const FRESH_SESSIONS = 40;
const TRANSCRIPTS = 30;
const CALLS = 60;
/** Of the newest records: those of older rules, and sessions without a digest. */
const OUTDATED = 5_000;
const LONG_MS = 900_000;

export async function runFaults(database: string): Promise<void> {
  for (const [what, run] of [
    ["killed in the background work", killedAtWork],
    ["killed in a backup and while forgetting", killedCommands],
    ["a full disk", fullDisk],
    ["a damaged page", damagedPage],
  ] as const) {
    const from = performance.now();
    await run(database);
    console.log(`ok: ${what} (${((performance.now() - from) / 1000).toFixed(0)} s)`);
  }
}

interface Place extends AsyncDisposable {
  pawl: Pawl;
  path: string;
  root: string;
  home: string;
  project: string;
}

async function place(database: string): Promise<Place> {
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

function expect(what: string, found: unknown, wanted: unknown): void {
  if (Bun.deepEquals(found, wanted)) return;
  throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** Importing, indexing, learning, redacting again, forgetting what another process had begun to forget. */
async function killedAtWork(database: string): Promise<void> {
  await using at = await place(database);
  const { pawl, path } = at;
  const doomed = await prepareWork(path);
  for (let i = 0; i < TRANSCRIPTS; i++) writeTranscript(at.home, `t${i}`, CALLS, "filler ".repeat(200));
  const before = countOf(path, "calls");
  const inDoomed = entriesOf(path, doomed);
  for (let kill = 0; kill < KILLS; kill++) {
    const daemon = startServe(pawl);
    const importing = kill % 3 === 0 ? pawl.run(["import"]) : undefined;
    await Bun.sleep(300 + Math.random() * 2_500);
    daemon.kill("SIGKILL");
    await daemon.exited;
    await importing;
  }
  await pawl.run(["import"]);
  await pawl.run(["up"]);
  const status = () => pawl.json<{ unindexed: number; doing: unknown[] }>(["status"]);
  const isDone = async () => {
    const { unindexed, doing } = await status();
    return (
      unindexed === 0 && doing.length === 0 && !hasOutdated(path) && entriesOf(path, doomed).entries === 0
    );
  };
  expect("everything is done after the kills", await eventually(isDone, LONG_MS), true);
  await pawl.run(["down"]);
  expect("calls", countOf(path, "calls"), before - inDoomed.calls + TRANSCRIPTS * CALLS);
  expectWhole(path);
}

/** New records without index, old rules, missing digests, and a session that somebody was forgetting. */
async function prepareWork(path: string): Promise<string> {
  const store = await openStore({ database: path });
  const [first] = await store.sessions({ project: projectRoot(0), limit: 1 });
  const sessions = madeSessions({
    observations: FRESH_SESSIONS * 70,
    projects: 3,
    until: Date.now(),
    first: 20_000_000,
  });
  for (const batch of sessions) await store.record(batch);
  await store.close();
  using db = new Database(path);
  db.query("update entries set redaction = 1 where id > (select max(id) from entries) - $most").run({
    $most: OUTDATED,
  });
  db.run("delete from session_digests where session > (select max(session) from session_digests) - 60");
  const doomed = first?.id ?? "";
  db.query("insert into forgetting (selector, at) values ($selector, $at)").run({
    $selector: JSON.stringify({ sessionId: doomed }),
    $at: Date.now(),
  });
  return doomed;
}

async function killedCommands(database: string): Promise<void> {
  await using at = await place(database);
  const { pawl, path } = at;
  await pawl.run(["up"]);
  const store = await openStore({ database: path });
  const sessions = (await store.sessions({ project: projectRoot(0), limit: 4 })).map(({ id }) => id);
  await store.close();
  const spawn = (args: string[]) =>
    Bun.spawn([join(import.meta.dir, "..", "..", "bin", "pawl"), ...args], {
      env: pawl.env,
      stdio: ["ignore", "ignore", "ignore"],
    });
  for (const session of sessions) {
    const child = spawn(["forget", "--session", session, "--yes"]);
    await Bun.sleep(200 + Math.random() * 1_500);
    child.kill("SIGKILL");
    await child.exited;
    const again = await pawl.run(["forget", "--session", session, "--yes"]);
    expect(`forget again says ${again.stderr}`, again.exitCode, 0);
    expect("nothing of it is left", entriesOf(path, session).entries, 0);
  }
  const target = join(at.root, "backup.db");
  const child = spawn(["backup", target]);
  await Bun.sleep(1_000);
  child.kill("SIGKILL");
  await child.exited;
  expect("the next backup", (await pawl.run(["backup", target])).exitCode, 0);
  await pawl.run(["down"]);
  expectWhole(path);
  expectWhole(target);
}

async function fullDisk(database: string): Promise<void> {
  const script = join(import.meta.dir, "full-disk.ts");
  const flags = process.getuid?.() === 0 ? ["-m"] : ["-Urm"];
  const run = Bun.spawn(["unshare", ...flags, process.execPath, script, database], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
  expect("stderr", err, "");
  expect("a full disk", JSON.parse(out), {
    hooksWhileFull: 200,
    isFull: true,
    isForgetRefused: true,
    calls: 200,
    isWhole: "ok",
  });
}

/** As in test/faults/store.test.ts: set aside, filled again from transcripts, said once, and no hook fails. */
async function damagedPage(database: string): Promise<void> {
  await using at = await place(database);
  const { pawl, path, project } = at;
  for (let i = 0; i < 3; i++) writeTranscript(at.home, `d${i}`, CALLS, "filler ".repeat(50));
  damagePage(path);
  const said: string[] = [];
  const isTold = () => said.some((text) => text.includes("database was damaged"));
  const deadline = performance.now() + LONG_MS;
  for (let i = 0; !isTold() && performance.now() < deadline; i++) {
    const event = { hook_event_name: "SessionStart", session_id: `s${i}`, cwd: project, source: "startup" };
    const ran = await pawl.run(["hook", "session-start"], { stdin: JSON.stringify(event) });
    expect("a hook's exit code", ran.exitCode, 0);
    said.push(ran.stdout);
    await Bun.sleep(300);
  }
  expect("the user was told", isTold(), true);
  expect("set aside", readdirSync(pawl.home).filter((name) => name.includes(".broken-")).length, 1);
  const isRefilled = async () =>
    (await pawl.json<{ observations: number }>(["status"])).observations >= 3 * CALLS;
  expect("filled again", await eventually(isRefilled, LONG_MS), true);
  await pawl.run(["down"]);
  expectWhole(path);
}

function countOf(path: string, table: string): number {
  using db = new Database(path, { readonly: true });
  return db.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()?.n ?? 0;
}

function entriesOf(path: string, session: string): { entries: number; calls: number } {
  using db = new Database(path, { readonly: true });
  const row = db
    .query<{ entries: number; calls: number }, [string]>(
      `select count(*) as entries, count(*) filter (where kind = 'observation') as calls
       from entries where session = (select seq from sessions where id = ?)`,
    )
    .get(session);
  return row ?? { entries: 0, calls: 0 };
}

function hasOutdated(path: string): boolean {
  using db = new Database(path, { readonly: true });
  return db.query("select 1 from entries where redaction = 1 limit 1").get() !== null;
}

function expectWhole(path: string): void {
  using db = new Database(path);
  expect("quick_check", db.query("pragma quick_check").get(), { quick_check: "ok" });
  for (const table of WORD_TABLES) db.run(`insert into ${table} (${table}) values ('integrity-check')`);
  const twice = db
    .query(
      "select tool_use_id from calls where tool_use_id is not null group by 1 having count(*) > 1 limit 1",
    )
    .get();
  expect("a call that is there twice", twice, null);
}
