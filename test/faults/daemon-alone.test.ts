/** A daemon that is unreachable: it hangs, or its home is gone. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "../../src/platform/daemon-process.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";

const LIMIT = 180_000;

test(
  "pawl down ends a hanging daemon within seconds, and nothing recorded is lost",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { pid } = await pawl.json<{ pid: number }>(["up"]);
    await pawl.run(["remember", "The port is 5433."]);
    process.kill(pid, "SIGSTOP");
    expect(await pawl.json(["down"])).toEqual({ stopped: true });
    expect(isAlive(pid)).toBe(false);
    expect(await pawl.json(["status"])).toMatchObject({ state: "stopped", memories: 1 });
    expect(await pawl.json(["down"])).toEqual({ stopped: false });
    const again = await pawl.json<{ pid: number }>(["up"]);
    process.kill(again.pid, "SIGSTOP");
    expect((await pawl.run(["uninstall", "--purge", "--yes"])).exitCode).toBe(0);
    expect([isAlive(again.pid), existsSync(join(pawl.home, "pawl.db"))]).toEqual([false, false]);
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
