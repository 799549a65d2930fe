/** What `pawl doctor` finds, and what `--fix` and `--scan` do about it. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REDACTION_VERSION } from "../../src/redact/index.ts";
import { writeTranscript } from "../faults/records.ts";
import { createScratch } from "./harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

interface Doctor {
  ok: boolean;
  checks: { name: string; ok: boolean; message: string; fix: string | null }[];
  fixed?: string[];
}
const doctor = (pawl: Pawl, ...more: string[]) => pawl.json<Doctor>(["doctor", ...more]);
const wrongOnes = ({ checks }: Doctor) => checks.filter(({ ok }) => !ok).map(({ name }) => name);

test("if everything works, doctor reports it and exits 0", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await pawl.run(["install"]);
  await pawl.run(["up"]);
  const ran = await pawl.run(["doctor"]);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).not.toContain("✗");
  const { ok, checks } = await doctor(pawl);
  expect(ok).toBe(true);
  const names = [
    "install",
    "home",
    "disk",
    "config",
    "port",
    "daemon",
    "keeper",
    "store",
    "memories",
    "hooks",
    "own hooks",
    "duplicates",
    "client",
    "coverage",
    "workflows",
    "spool",
    "errors",
  ];
  expect(checks.map(({ name }) => name)).toEqual(names);
}, 180_000);

test("every problem comes with advice, and --fix does what is safe", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await pawl.run(["install"]);
  await pawl.run(["status"]);
  writeTranscript(scratch.home, "w1", 5);
  chmodSync(join(pawl.home, "token"), 0o644);
  mkdirSync(join(pawl.home, "spool"));
  const event = { hook_event_name: "UserPromptSubmit", session_id: "w2", cwd: "/", prompt: "waits" };
  writeFileSync(join(pawl.home, "spool", "000000000000001-0000001-0-abc.json"), JSON.stringify(event));
  writeFileSync(join(pawl.home, "spool", "dropped.jsonl"), '{"events":7,"from":1,"to":2}\n');
  const before = await doctor(pawl);
  expect(before.ok).toBe(false);
  expect(wrongOnes(before)).toEqual(["home", "daemon", "coverage", "spool"]);
  for (const { ok, fix } of before.checks) expect(fix === null).toBe(ok);
  const messages = before.checks.map(({ message }) => message).join("\n");
  expect(messages).toContain("0 of 5 tool calls");
  expect(messages).toContain("7 older ones were dropped");
  const after = await doctor(pawl, "--fix");
  expect(after.fixed).toEqual(["home", "daemon", "coverage", "spool"]);
  expect(wrongOnes(after)).toEqual([]);
  expect(statSync(join(pawl.home, "token")).mode & 0o777).toBe(0o600);
  expect(await pawl.json(["status"])).toMatchObject({ running: true, observations: 5 });
}, 180_000);

test("--scan finds secrets that older rules missed, and older records lose them at once", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  writeTranscript(scratch.home, "n1", 3);
  await pawl.run(["import"]);
  const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
  const plant = (redaction: number) => {
    using db = new Database(join(pawl.home, "pawl.db"));
    db.run("update texts set text = ? where entry = (select id from entries where kind = 'prompt')", [
      `use ${secret}`,
    ]);
    db.run("update entries set redaction = ?", [redaction]);
  };
  const held = () => {
    using db = new Database(join(pawl.home, "pawl.db"), { readonly: true });
    return JSON.stringify(db.query("select text from texts").all()).includes(secret);
  };
  const secrets = ({ checks }: Doctor) => checks.find(({ name }) => name === "secrets");
  plant(REDACTION_VERSION);
  expect(secrets(await doctor(pawl, "--scan"))).toMatchObject({
    ok: false,
    message: expect.stringContaining("1 contains secrets"),
  });
  expect(held()).toBe(true);
  expect(secrets(await doctor(pawl, "--scan", "--fix"))).toMatchObject({ ok: true });
  expect(held()).toBe(false);
  // A daemon that has just started, which --fix does, reads older records too, and may come first.
  await pawl.run(["down"]);
  plant(0);
  expect(secrets(await doctor(pawl, "--scan"))).toMatchObject({
    ok: true,
    message: expect.stringContaining("replaced secrets"),
  });
  expect(held()).toBe(false);
  // The same when the daemon starts, automatically.
  plant(0);
  await pawl.run(["up"]);
  expect(await eventually(() => !held())).toBe(true);
}, 180_000);
