/** One daemon per home, whatever happens. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "../../src/platform/daemon-process.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, freePort } from "../e2e/pawl.ts";

const LIMIT = 180_000;

test(
  "up starts one, up again finds it, down stops it, down again is fine",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const first = await pawl.json<{ pid: number; started: boolean; port: number }>(["up"]);
    expect(first).toMatchObject({ started: true, port: pawl.port });
    expect(await pawl.json(["up"])).toMatchObject({ started: false, pid: first.pid });
    expect(await pawl.json(["down"])).toEqual({ stopped: true });
    expect(isAlive(first.pid)).toBe(false);
    expect(existsSync(join(pawl.home, "daemon.json"))).toBe(false);
    expect(await pawl.json(["down"])).toEqual({ stopped: false });
  },
  LIMIT,
);

test(
  "the home and its files are private",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await mkdir(pawl.home, { mode: 0o755 });
    await pawl.run(["up"]);
    const mode = (file: string) => statSync(join(pawl.home, file)).mode & 0o777;
    expect(mode(".")).toBe(0o700);
    for (const file of ["token", "hook-token", "pawl.db", "daemon.json", "daemon.lock", "logs/pawl.log"])
      expect(mode(file)).toBe(0o600);
    // Nothing else either is for others.
    const all = readdirSync(pawl.home, { recursive: true, encoding: "utf8" });
    expect(all.filter((name) => (mode(name) & 0o077) !== 0)).toEqual([]);
  },
  LIMIT,
);

test(
  "of four started at once, one stays",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const started = await Promise.all(Array.from({ length: 4 }, () => pawl.run(["up", "--json"])));
    const pids = new Set(started.map((ran) => (JSON.parse(ran.stdout) as { pid: number }).pid));
    expect(pids.size).toBe(1);
    const log = await pawl.log();
    expect(log.split('"message":"started"')).toHaveLength(2);
  },
  LIMIT,
);

test(
  "after kill -9 the next one starts at once, with everything that was acknowledged",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const pid = await pawl.pid();
    const body = JSON.stringify({ sessionId: "s", content: "kept" });
    const headers = { Authorization: `Bearer ${await pawl.token()}` };
    expect((await fetch(`${pawl.url}/api/prompts`, { method: "POST", body, headers })).status).toBe(200);
    process.kill(pid, "SIGKILL");
    expect(await eventually(() => !isAlive(pid))).toBe(true);
    expect(await pawl.json(["status"])).toMatchObject({ running: false, sessions: 1 });
    expect(await pawl.json(["up"])).toMatchObject({ started: true });
  },
  LIMIT,
);

test(
  "it exits after a long idle time and cleans up",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await mkdir(pawl.home, { recursive: true });
    // A second and a half: long enough for `up` to see it.
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ daemon: { idleHours: 1.5 / 3600 } }));
    const { pid } = await pawl.json<{ pid: number }>(["up"]);
    expect(await eventually(() => !isAlive(pid))).toBe(true);
    expect(await pawl.log()).toContain('"reason":"idle"');
    expect(existsSync(join(pawl.home, "daemon.json"))).toBe(false);
  },
  LIMIT,
);

test(
  "a port in use by another program is reported in one sentence",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    using taken = Bun.serve({ hostname: "127.0.0.1", port: pawl.port, fetch: () => new Response("mine") });
    const ran = await pawl.run(["up"]);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain(`Port ${taken.port} is in use by another program`);
    expect(ran.stderr).toContain("config.json");
    expect(ran.stderr.trim().split("\n")).toHaveLength(1);
  },
  LIMIT,
);

test(
  "an invalid setting is reported, and Pawl runs without it",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await mkdir(pawl.home, { recursive: true });
    await writeFile(join(pawl.home, "config.json"), '{"daemon": {"idleHours": -1}}');
    const ran = await pawl.run(["up"]);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain("daemon.idleHours");
    const { checks } = await pawl.json<{ checks: { name: string; ok: boolean; message: string }[] }>([
      "doctor",
    ]);
    expect(checks.find((check) => check.name === "config")).toMatchObject({ ok: false });
  },
  LIMIT,
);

test(
  "pawl hook starts a daemon if none runs, and spools if none can start",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const prompt = {
      hook_event_name: "UserPromptSubmit",
      session_id: "s1",
      cwd: scratch.project,
      prompt: "first",
    };
    const started = await pawl.run(["hook"], { stdin: JSON.stringify(prompt) });
    expect(started).toMatchObject({ exitCode: 0, stdout: "{}" });
    // On a busy machine the hook gives up before the daemon answers; then the event comes from the spool.
    const isRecorded = async () => (await pawl.json(["status"])).sessions === 1;
    expect(await eventually(isRecorded)).toBe(true);
    expect(await pawl.json(["status"])).toMatchObject({ running: true, sessions: 1 });

    await pawl.run(["down", "--all"]);
    const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
    {
      using _taken = Bun.serve({ hostname: "127.0.0.1", port: pawl.port, fetch: () => new Response("mine") });
      const stdin = JSON.stringify({ ...prompt, session_id: "s2", prompt: `use ${secret}` });
      expect(await pawl.run(["hook"], { stdin })).toMatchObject({ exitCode: 0, stdout: "{}" });
      // While the port is taken: the daemon that the hook started may still be on its way.
      expect(await pawl.json(["status"])).toMatchObject({ running: false, spooled: 1 });
      const spooled = [...new Bun.Glob("*.json").scanSync(join(pawl.home, "spool"))];
      expect(readFileSync(join(pawl.home, "spool", spooled[0] ?? ""), "utf8")).not.toContain(secret);
    }

    await pawl.run(["up"]);
    const drained = async () => ((await pawl.json<{ spooled: number }>(["status"])).spooled ?? 1) === 0;
    expect(await eventually(drained)).toBe(true);
    expect(await pawl.json(["status"])).toMatchObject({ sessions: 2 });
  },
  LIMIT,
);

test(
  "S1.21 S1.24 pawl hook answers JSON and exits 0 for any input",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const good = JSON.stringify({
      hook_event_name: "UserPromptSubmit",
      session_id: "s",
      cwd: "/",
      prompt: "fine",
    });
    const nested = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const inputs = [
      "",
      "{",
      nested,
      "[]",
      '"text"',
      "null",
      '{"hook_event_name":"Tomorrow","session_id":"s"}',
      "\0\0",
    ];
    inputs.push('{"hook_event_name":"UserPromptSubmit","session_id":"s2","prompt":"lone \\ud800 surrogate"}');
    inputs.push(
      `{"hook_event_name":"UserPromptSubmit","session_id":"s3","prompt":"${"x".repeat(40 * 1024 * 1024)}"}`,
    );
    for (const stdin of inputs) {
      const ran = await pawl.run(["hook"], { stdin });
      expect(ran).toMatchObject({ exitCode: 0, stdout: "{}", stderr: "" });
    }
    expect(await pawl.run(["hook"], { stdin: good })).toMatchObject({ exitCode: 0, stdout: "{}" });
    const log = await pawl.log();
    expect(log).toContain("over the limit");
    expect(log).toContain("not a hook input");
    const { checks } = await pawl.json<{ checks: { name: string; message: string }[] }>(["doctor"]);
    expect(checks.find((check) => check.name === "errors")?.message).toContain("bad_input");
  },
  LIMIT,
);

test(
  "status counts rejected requests",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const headers = { Authorization: "Bearer wrong" };
    expect((await fetch(`${pawl.url}/api/stats`, { headers })).status).toBe(401);
    expect((await fetch(`${pawl.url}/api/health`, { headers: { Host: "evil.example" } })).status).toBe(403);
    expect(
      (await fetch(`${pawl.url}/api/health`, { headers: { Origin: "http://evil.example" } })).status,
    ).toBe(403);
    const counts = { wrong_token: 1, foreign_host: 1, foreign_origin: 1 };
    expect(await pawl.json<{ errors: object }>(["status"])).toMatchObject({ errors: counts });
    // They survive the daemon.
    await pawl.run(["down"]);
    expect(await pawl.json<{ errors: object }>(["status"])).toMatchObject({ errors: counts });
  },
  LIMIT,
);

test("two homes have separate daemons", async () => {
  await using one = await createScratch();
  await using two = await createScratch();
  await using first = await createPawl(one);
  await using second = await createPawl(two);
  expect(first.port).not.toBe(second.port);
  const pids = [await first.json<{ pid: number }>(["up"]), await second.json<{ pid: number }>(["up"])];
  expect(pids[0]?.pid).not.toBe(pids[1]?.pid);
  expect(await freePort()).toBeGreaterThan(0);
}, 180_000);
