/** A daemon that is unreachable: it hangs, or its home is gone. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";

const LIMIT = 180_000;
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test(
  "pawl down detects a hanging daemon and names the process to end",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { pid } = await pawl.json<{ pid: number }>(["up"]);
    process.kill(pid, "SIGSTOP");
    try {
      for (const args of [["down"], ["uninstall", "--purge", "--yes"]]) {
        const ran = await pawl.run(args);
        expect(ran.exitCode).toBe(1);
        expect(ran.stderr).toContain(`kill -9 ${pid}`);
      }
      expect(existsSync(join(pawl.home, "pawl.db"))).toBe(true);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect(await eventually(() => !isAlive(pid))).toBe(true);
    expect(await pawl.json(["down"])).toEqual({ stopped: false });
  },
  LIMIT,
);

test(
  "a daemon whose home was deleted exits, so that the next one gets the port",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await mkdir(pawl.home, { mode: 0o700 });
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ daemon: { idleHours: 0.0003 } }));
    const { pid } = await pawl.json<{ pid: number }>(["up"]);
    // It has something to write when it stops.
    const body = JSON.stringify({ hook_event_name: "Stop", session_id: "s", cwd: scratch.project });
    const headers = { Authorization: `Bearer ${await pawl.token()}` };
    expect((await fetch(`${pawl.url}/hook`, { method: "POST", headers, body })).status).toBe(200);
    // It may be writing there.
    await eventually(async () => {
      await rm(pawl.home, { recursive: true, force: true }).catch(() => undefined);
      return !existsSync(pawl.home);
    });
    // Constant requests: it does not exit because it is idle.
    const left = await eventually(async () => {
      await fetch(`${pawl.url}/api/health`).catch(() => undefined);
      return !isAlive(pid);
    });
    if (!left) process.kill(pid, "SIGKILL");
    expect(left).toBe(true);
    expect(await pawl.json(["up"])).toMatchObject({ started: true });
  },
  LIMIT,
);

test(
  "a request that never ends does not keep the daemon from stopping",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const head = ["POST /hook HTTP/1.1", `Host: 127.0.0.1:${pawl.port}`, "Content-Length: 1000"];
    const stalled = await Bun.connect({
      hostname: "127.0.0.1",
      port: pawl.port,
      socket: { data: () => undefined },
    });
    stalled.write(`${[...head, `Authorization: Bearer ${await pawl.token()}`].join("\r\n")}\r\n\r\n{`);
    expect((await fetch(`${pawl.url}/api/health`)).status).toBe(200);
    const ran = await pawl.run(["down", "--json"]);
    stalled.end();
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
  },
  LIMIT,
);
