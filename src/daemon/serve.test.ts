/** A whole daemon in this process, with a real keeper in front of it. */

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setSystemTime, spyOn, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, freePort } from "../../test/e2e/pawl.ts";
import { toSettings } from "../hooks/config/schema.ts";
import { isAlive } from "../platform/daemon-process.ts";
import { readKeeperInfo, startKeeper, stopKeeper } from "../platform/keeper-process.ts";
import { takeLock } from "../platform/lock.ts";
import { type Home, homeAt, packageDir } from "../platform/paths.ts";
import { addToSpool, spooledFiles } from "../platform/spool.ts";
import { noteTrouble } from "../platform/trouble.ts";
import { version } from "../platform/version.ts";
import { serve } from "./serve.ts";

let home: Home;
let port: number;
type Daemon = NonNullable<Awaited<ReturnType<typeof serve>>>;
let running: Daemon[];
const claudeDir = process.env.CLAUDE_CONFIG_DIR;
beforeEach(async () => {
  // Short: a socket's path has to fit.
  home = homeAt(mkdtempSync(join(tmpdir(), "pd-")));
  port = await freePort();
  running = [];
  process.env.CLAUDE_CONFIG_DIR = join(home.dir, "claude");
});
afterEach(async () => {
  setSystemTime();
  for (const daemon of running) await daemon.stop("the test is over");
  await stopKeeper(home);
  if (claudeDir === undefined) delete process.env.CLAUDE_CONFIG_DIR;
  else process.env.CLAUDE_CONFIG_DIR = claudeDir;
  rmSync(home.dir, { recursive: true, force: true });
});

async function start(findings: Parameters<typeof serve>[0]["findings"] = []): Promise<Daemon> {
  const daemon = await serve({ home, settings: { ...toSettings({ locale: "en" }), port }, findings });
  if (daemon === undefined) throw new Error("another daemon runs");
  running.push(daemon);
  return daemon;
}

const health = () =>
  fetch(`http://127.0.0.1:${port}/api/health`, { headers: { connection: "close" } }).then(
    async (answer) => (await answer.json()) as Record<string, unknown>,
    () => undefined,
  );
const logged = (level?: string) =>
  readFileSync(home.log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => level === undefined || line.level === level);
const messages = (level?: string) => logged(level).map(({ message }) => message);

test("it answers on the public port, says in its home where it is, and leaves nothing when it stops", async () => {
  process.env.BUN_JSC_useFTLJIT = "0";
  noteTrouble(home, { kind: "taken", port, at: Date.now() });
  const before = Date.now();
  const daemon = await start([{ file: "config.json", message: "wrong" } as never]);
  expect(process.env.BUN_JSC_useFTLJIT).toBeUndefined();
  expect(daemon.port).toBe(port);
  expect(await health()).toMatchObject({ ok: true, pid: process.pid });
  const info = JSON.parse(readFileSync(home.daemon, "utf8"));
  expect(info).toEqual({ pid: process.pid, port, version, startedAt: expect.any(Number) });
  expect(info.startedAt).toBeWithin(before, Date.now() + 1);
  expect(readFileSync(home.program, "utf8").split("\n").slice(1, 3)).toEqual([packageDir, String(port)]);
  expect(existsSync(home.trouble)).toBe(false);
  expect(statSync(home.dir).mode & 0o777).toBe(0o700);
  expect(statSync(home.socket).mode & 0o777).toBe(0o600);
  const keeper = readKeeperInfo(home);
  expect(keeper).toEqual({ pid: expect.any(Number), port, version });
  expect(keeper?.pid).not.toBe(process.pid);
  // One a home.
  expect(await serve({ home, settings: { ...toSettings({}), port }, findings: [] })).toBeUndefined();

  await Promise.all([daemon.stop("enough"), daemon.stop("twice"), daemon.stopped]);
  expect(existsSync(home.daemon)).toBe(false);
  expect(takeLock(home.lock)?.release()).toBeUndefined();
  expect(isAlive(keeper?.pid ?? 0)).toBe(true);
  expect(
    logged().map(({ level, message, file, problem, reason }) => [level, message, file, problem, reason]),
  ).toEqual([
    ["warn", "an invalid setting is ignored", "config.json", "wrong", undefined],
    ["info", "started", undefined, undefined, undefined],
    ["info", "stopping", undefined, undefined, "enough"],
    ["info", "stopped", undefined, undefined, "enough"],
  ]);
  expect(logged()[1]).toMatchObject({ version, port, pid: process.pid });
});

test("a keeper that is there is used again, and replaced when it is killed", async () => {
  await (await start()).stop("first");
  const first = readKeeperInfo(home)?.pid ?? 0;
  await start();
  expect(readKeeperInfo(home)?.pid).toBe(first);
  expect(await health()).toMatchObject({ ok: true });
  process.kill(first, "SIGKILL");
  expect(await eventually(() => (readKeeperInfo(home)?.pid ?? first) !== first)).toBe(true);
  expect(await eventually(async () => (await health())?.ok === true)).toBe(true);
  expect(logged("warn")).toMatchObject([
    { message: "the keeper has ended; the daemon holds the public port", times: 1 },
  ]);
});

test("another program on the port is an error, which the next hook can read", async () => {
  const other = Bun.listen({ hostname: "127.0.0.1", port, socket: { data: (socket) => void socket.end() } });
  try {
    await expect(start()).rejects.toMatchObject({
      code: "port_taken",
      message: `Port ${port} is in use by another program`,
      hint: 'Set another one as "port" in config.json of Pawl\'s home, then run pawl install again.',
      params: { port },
    });
    expect(JSON.parse(readFileSync(home.trouble, "utf8"))).toMatchObject({ kind: "taken", port });
    expect(existsSync(home.socket)).toBe(false);
  } finally {
    other.stop(true);
  }
});

test("a daemon that cannot open its store ends the keeper that it has started beside it", async () => {
  const newer = new Database(home.database, { create: true });
  newer.run("PRAGMA user_version = 99999");
  newer.close();
  const spawn = spyOn(Bun, "spawn");
  try {
    await expect(start()).rejects.toMatchObject({ code: "store_too_new" });
    expect(spawn.mock.results).toHaveLength(1);
    const keeper = spawn.mock.results[0]?.value as Bun.Subprocess;
    await keeper.exited;
    expect(isAlive(keeper.pid)).toBe(false);
  } finally {
    spawn.mockRestore();
  }
});

test("what a killed keeper wrote is gone before the next one starts, which may get its number", async () => {
  const { pid } = Bun.spawnSync([process.execPath, "--version"]);
  writeFileSync(home.keeper, JSON.stringify({ pid, port, version }));
  const { spawn } = Bun;
  const spied = spyOn(Bun, "spawn");
  const wasThere: boolean[] = [];
  spied.mockImplementation(((...args: Parameters<typeof spawn>) => {
    wasThere.push(existsSync(home.keeper));
    return spawn(...args);
  }) as typeof spawn);
  try {
    await start();
    expect(wasThere).toEqual([false]);
    expect(await health()).toMatchObject({ ok: true, pid: process.pid });
  } finally {
    spied.mockRestore();
  }
});

test("a keeper of another version is replaced while the port is held", async () => {
  const old = startKeeper(home, {
    port,
    program: { bun: process.execPath, root: packageDir, file: oldKeeper() },
  });
  expect(await eventually(() => readKeeperInfo(home)?.pid === old.pid)).toBe(true);
  // The token is there before a keeper can know a daemon.
  await start();
  await old.exited;
  expect(readKeeperInfo(home)).toEqual({ pid: expect.any(Number), port, version });
  expect(readKeeperInfo(home)?.pid).not.toBe(old.pid);
  expect(await eventually(async () => (await health())?.ok === true)).toBe(true);
  expect(messages("warn")).toEqual([]);
});

/** The keeper's program, which says that it is another version. */
function oldKeeper(): string {
  const file = join(home.dir, "old-keeper.ts");
  const at = (path: string) => JSON.stringify(join(packageDir, "src", path));
  writeFileSync(
    file,
    `import { serveKeeper } from ${at("daemon/keeper/serve.ts")};
    import { homeAt } from ${at("platform/paths.ts")};
    const home = homeAt(${JSON.stringify(home.dir)});
    const quiet = () => undefined;
    serveKeeper({ home, port: ${port}, version: "0.0.1", log: { info: quiet, warn: quiet, error: quiet }, onAttach: quiet, onLeave: quiet });
    await Bun.write(home.keeper, JSON.stringify({ pid: process.pid, port: ${port}, version: "0.0.1" }));`,
  );
  return file;
}

test("every half minute it works, and stops after hours without a request", async () => {
  const intervals = spyOn(globalThis, "setInterval");
  try {
    const daemon = await start();
    const ticks = intervals.mock.calls.filter(([, ms]) => ms === 30_000);
    expect(ticks).toHaveLength(1);
    const tick = ticks[0]?.[0] as () => void;
    addToSpool(home.spool, Date.now(), "{}");
    tick();
    expect(await eventually(() => spooledFiles(home.spool).length === 0)).toBe(true);
    const idleMs = toSettings({}).daemon.idleHours * 3_600_000;
    const now = Date.now();
    setSystemTime(now + idleMs - 10_000);
    tick();
    expect(messages("info")).not.toContain("stopping");
    setSystemTime(now + idleMs + 60_000);
    tick();
    await daemon.stopped;
    expect(logged("info").at(-1)).toMatchObject({ message: "stopped", reason: "idle" });
  } finally {
    intervals.mockRestore();
  }
});

test("a deleted home ends it; what was written there since is not removed", async () => {
  const intervals = spyOn(globalThis, "setInterval");
  try {
    const daemon = await start();
    const look = intervals.mock.calls.find(([, ms]) => ms === 2000)?.[0] as () => void;
    look();
    expect(messages("info")).not.toContain("stopping");
    writeFileSync(home.daemon, JSON.stringify({ pid: 1, port: 2, version: "x", startedAt: 3 }));
    look();
    await daemon.stopped;
    expect(logged("info").at(-1)).toMatchObject({ message: "stopped", reason: "its home is gone" });
    expect(existsSync(home.daemon)).toBe(true);
    rmSync(home.daemon);
  } finally {
    intervals.mockRestore();
  }
});

test("a path that is too long for a socket is answered over a second port", async () => {
  const short = home.dir;
  home = homeAt(join(short, "x".repeat(103 - short.length - "//daemon.sock".length)));
  expect(Buffer.byteLength(home.socket)).toBe(103);
  await (await start()).stop("fits");
  await stopKeeper(home);
  home = homeAt(`${home.dir}x`);
  await start();
  expect(await health()).toMatchObject({ ok: true, pid: process.pid });
  expect(readdirSync(home.dir)).not.toContain("daemon.sock");
  for (const daemon of running) await daemon.stop("the test is over");
  await stopKeeper(home);
  home = homeAt(short);
});
