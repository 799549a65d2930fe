/** Database faults: killed while writing, damaged, on a full or read-only disk. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { SCHEMA_VERSION } from "../../src/store/schema.ts";
import { asOrdinaryUser } from "../as-ordinary-user.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";
import { createOldDatabase } from "../old-database.ts";
import { damageHeader, damagePage } from "./damage.ts";
import { isLong, startPawl, startServe } from "./killer.ts";
import { dump, writeTranscript } from "./records.ts";

const LIMIT = isLong ? 600_000 : 180_000;
const ROUNDS = isLong ? 40 : 6;

async function killAfter(child: Bun.Subprocess, mostMs: number): Promise<boolean> {
  const ended = await Promise.race([child.exited.then(() => true), Bun.sleep(Math.random() * mostMs)]);
  child.kill("SIGKILL");
  await child.exited;
  return ended !== true;
}

const isWhole = (path: string) => {
  using db = new Database(path);
  return db.query("pragma integrity_check").get();
};
const WHOLE = { integrity_check: "ok" };

const sessionStart = (id: string, cwd: string) =>
  JSON.stringify({ hook_event_name: "SessionStart", session_id: id, cwd, source: "startup" });

test(
  "killed while an old database is replaced: the next start replaces it, and everything is there",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const path = join(pawl.home, "pawl.db");
    mkdirSync(pawl.home, { mode: 0o700 });
    createOldDatabase(path, { memories: 3000 });
    for (let i = 0; i < ROUNDS; i++) await killAfter(startServe(pawl), 250);
    await pawl.run(["up"]);
    expect(await pawl.json(["status"])).toMatchObject({ memories: 3003 });
    await pawl.run(["down"]);
    expect(isWhole(path)).toEqual(WHOLE);
    expect(isWhole(`${path}.old`)).toEqual(WHOLE);
    using db = new Database(path, { readonly: true });
    expect(db.query("pragma user_version").get()).toEqual({ user_version: SCHEMA_VERSION });
  },
  LIMIT,
);

test(
  "killed during an import, again and again: the result is the same as in one run",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    for (let i = 0; i < 30; i++) writeTranscript(scratch.home, `k${i}`, 150, "filler ".repeat(200));
    let killed = 0;
    for (let i = 0; i < ROUNDS; i++) if (await killAfter(startPawl(pawl, ["import"]), 250)) killed++;
    expect(killed).toBeGreaterThan(0);
    await pawl.run(["import"]);
    const path = join(pawl.home, "pawl.db");
    expect(isWhole(path)).toEqual(WHOLE);
    expect(dump(path).calls).toHaveLength(30 * 150);
    expect(await pawl.json(["status"])).toMatchObject({ sessions: 30, observations: 30 * 150 });
    expect(await pawl.json(["import"])).toMatchObject({ observations: 0 });
  },
  LIMIT,
);

test(
  "killed during a backup: there is a complete one or none, and the database is unchanged",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    for (let i = 0; i < 8; i++) writeTranscript(scratch.home, `b${i}`, 60, "filler ".repeat(200));
    await pawl.run(["import"]);
    const before = dump(join(pawl.home, "pawl.db"));
    for (let i = 0; i < ROUNDS; i++) {
      const target = join(scratch.root, `backup-${i}.db`);
      await killAfter(startPawl(pawl, ["backup", target]), 400);
      if (existsSync(target)) expect(isWhole(target)).toEqual(WHOLE);
    }
    // The remains of a killed backup do not prevent the next one.
    const last = join(scratch.root, "backup-0.db");
    expect(await pawl.run(["backup", last])).toMatchObject({ exitCode: 0 });
    expect(isWhole(last)).toEqual(WHOLE);
    expect(dump(join(pawl.home, "pawl.db"))).toEqual(before);
  },
  LIMIT,
);

test(
  "what a killed backup left is removed by the next one, which has another name",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    for (let i = 0; i < 8; i++) writeTranscript(scratch.home, `b${i}`, 60, "filler ".repeat(200));
    await pawl.run(["import"]);
    const folder = join(scratch.root, "backups");
    mkdirSync(folder);
    const left = () => readdirSync(folder).filter((name) => name.startsWith("."));
    for (let i = 0; left().length === 0; i++) {
      const child = startPawl(pawl, ["backup", join(folder, `${i}.db`)]);
      // The draft is there for some milliseconds.
      while (left().length === 0 && child.exitCode === null) await Bun.sleep(0);
      child.kill("SIGKILL");
      await child.exited;
    }
    expect(await pawl.run(["backup", join(scratch.root, "next.db")])).toMatchObject({ exitCode: 0 });
    expect(left()).toEqual([]);
  },
  LIMIT,
);

test.each(["header", "page"] as const)(
  "a damaged %s: the file is set aside, memory is restored from the transcripts, and the user is notified once",
  async (where) => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    for (let i = 0; i < 3; i++) writeTranscript(scratch.home, `d${i}`, 40, "filler ".repeat(50));
    await pawl.run(["import"]);
    const path = join(pawl.home, "pawl.db");
    if (where === "header") damageHeader(path);
    else damagePage(path);
    const start = async (id: string) =>
      (await pawl.run(["hook", "session-start"], { stdin: sessionStart(id, scratch.project) })).stdout;
    // A damaged page is found when it is read: by the hook's own event, or by recall.
    const injected: string[] = [];
    const isTold = () => injected.some((text) => text.includes("database was damaged"));
    for (let i = 0; i < 40 && !isTold(); i++) {
      injected.push(await start(`s${i}`));
      await Bun.sleep(300);
    }
    for (let i = 0; i < 3; i++) injected.push(await start(`t${i}`));
    const aside = readdirSync(pawl.home).filter((name) => name.startsWith("pawl.db.broken-"));
    expect(aside).toHaveLength(1);
    const sentences = injected.join("\n").split("database was damaged");
    expect(sentences).toHaveLength(2);
    expect(injected.join("\n")).toContain(aside[0] ?? "-");
    const rebuilt = async () => (await pawl.json<{ observations: number }>(["status"])).observations === 120;
    expect(await eventually(rebuilt)).toBe(true);
    const { checks } = await pawl.json<{ checks: { name: string; message: string; fix: string }[] }>([
      "doctor",
    ]);
    expect(JSON.stringify(checks)).toContain("pawl.db.broken-");
    await pawl.run(["down"]);
    expect(isWhole(path)).toEqual(WHOLE);
  },
  LIMIT,
);

test(
  "a full disk: sessions continue, nothing is partial, and once there is space everything is recorded",
  async () => {
    const script = join(import.meta.dir, "disk-full.ts");
    // In its own namespace, so that the small disk disappears with the process.
    const flags = process.getuid?.() === 0 ? ["-m"] : ["-Urm"];
    const run = Bun.spawn(["unshare", ...flags, process.execPath, script], {
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
    expect({ exitCode: run.exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(JSON.parse(out)).toEqual({
      full: true,
      hookWhileFull: { exitCode: 0, stdout: "{}" },
      whole: WHOLE,
      observations: 200,
      prompts: 1,
    });
  },
  LIMIT,
);

test("a read-only home: every hook answers {} at once and the commands report the reason", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  mkdirSync(pawl.home, { mode: 0o500 });
  await asOrdinaryUser(scratch.root, async () => {
    const ran = await pawl.run(["hook"], { stdin: sessionStart("s1", scratch.project) });
    expect(ran).toEqual({ exitCode: 0, stdout: "{}", stderr: "" });
    const up = await pawl.run(["up"]);
    expect(up.exitCode).toBe(1);
    expect(up.stderr.trim().split("\n")).toHaveLength(1);
    expect(up.stderr).toMatch(/cannot|permission|read-only/i);
  });
  expect(readdirSync(pawl.home)).toEqual([]);
  expect(statSync(pawl.home).mode & 0o777).toBe(0o500);
}, 180_000);
