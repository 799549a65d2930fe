/** Finding and ending a keeper, from what it wrote and what answers on its port; and with what it is started. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../test/e2e/pawl.ts";
import { isAlive, readDaemonInfo, startDaemon } from "./daemon-process.ts";
import { KEEPER_HEADER } from "./hook-request.ts";
import {
  ENGINE_VARIABLES,
  EXIT_TAKEN,
  findKeeper,
  isProvenRequest,
  readKeeperInfo,
  startKeeper,
  stopKeeper,
} from "./keeper-process.ts";
import { type Home, homeAt } from "./paths.ts";

let dir: string;
let home: Home;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-keeper-process-")));
  home = homeAt(dir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const note = (info: unknown) => writeFileSync(home.keeper, JSON.stringify(info));
type Heard = { path: string; method: string; body: string; headers: Headers };

/** A server that says it is the keeper with this process id. */
function answerAs(pid: number | undefined) {
  const heard: Heard[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      heard.push({
        path: pathname,
        method: request.method,
        body: await request.text(),
        headers: request.headers,
      });
      return new Response("", { headers: pid === undefined ? {} : { [KEEPER_HEADER]: String(pid) } });
    },
  });
  return { heard, port: server.port ?? 0, [Symbol.asyncDispose]: () => server.stop(true) };
}

const startSleeper = () => Bun.spawn(["/bin/sh", "-c", "echo ready; exec sleep 60"], { stdout: "pipe" });

test("what a keeper wrote needs a process and a port; anything else is none", () => {
  expect(readKeeperInfo(home)).toBeUndefined();
  for (const other of [null, {}, { pid: 1 }, { port: 1 }, { pid: "1", port: 1 }, { pid: 1, port: 1.5 }, []]) {
    note(other);
    expect(readKeeperInfo(home)).toBeUndefined();
  }
  writeFileSync(home.keeper, "{ half");
  expect(readKeeperInfo(home)).toBeUndefined();
  const info = { pid: 7, port: 8, version: "1.2.3" };
  note(info);
  expect(readKeeperInfo(home)).toEqual(info);
});

describe("a keeper is found", () => {
  test("if its process lives and it answers with its own number", async () => {
    expect(await findKeeper(home)).toBeUndefined();
    await using server = answerAs(process.pid);
    const info = { pid: process.pid, port: server.port, version: "1" };
    note(info);
    expect(await findKeeper(home)).toEqual(info);
    expect(server.heard.map(({ path, method }) => [path, method])).toEqual([["/keeper", "GET"]]);
  });

  test("not if its process has ended, though another answers on its port", async () => {
    const gone = Bun.spawn(["true"]);
    await gone.exited;
    await using server = answerAs(gone.pid);
    note({ pid: gone.pid, port: server.port, version: "1" });
    expect(await findKeeper(home)).toBeUndefined();
    expect(server.heard).toEqual([]);
  });

  test("not if another program has the port, or nobody", async () => {
    for (const pid of [undefined, process.pid + 1]) {
      await using server = answerAs(pid);
      note({ pid: process.pid, port: server.port, version: "1" });
      expect(await findKeeper(home)).toBeUndefined();
    }
    note({ pid: process.pid, port: 1, version: "1" });
    expect(await findKeeper(home)).toBeUndefined();
  });
});

describe("a keeper is ended", () => {
  test("at once by a signal, and its end is waited for", async () => {
    expect(await stopKeeper(home)).toBe(false);
    await using sleeper = startSleeper();
    await using server = answerAs(sleeper.pid);
    note({ pid: sleeper.pid, port: server.port, version: "1" });
    expect(await stopKeeper(home)).toBe(true);
    expect(isAlive(sleeper.pid)).toBe(false);
    await sleeper.exited;
    expect(sleeper.signalCode).toBe("SIGTERM");
  });

  test("later by a request that proves the token", async () => {
    writeFileSync(home.token, "the token\n");
    await using sleeper = startSleeper();
    await using server = answerAs(sleeper.pid);
    note({ pid: sleeper.pid, port: server.port, version: "1" });
    expect(await stopKeeper(home, 250)).toBe(true);
    const [, asked] = server.heard;
    expect([asked?.path, asked?.method, asked?.body]).toEqual(["/keeper/leave", "POST", '{"afterMs":250}']);
    expect(
      isProvenRequest("the token", asked?.headers ?? new Headers(), "/keeper/leave", asked?.body ?? ""),
    ).toBe(true);
    expect(isAlive(sleeper.pid)).toBe(true);
    expect(await stopKeeper(home, 0)).toBe(true);
    expect([server.heard.length, isAlive(sleeper.pid)]).toEqual([3, false]);
  });

  test("at once where no token is left to prove anything with", async () => {
    await using sleeper = startSleeper();
    await using server = answerAs(sleeper.pid);
    note({ pid: sleeper.pid, port: server.port, version: "1" });
    expect(await stopKeeper(home, 250)).toBe(true);
    expect(isAlive(sleeper.pid)).toBe(false);
  });
});

/** A program that writes how it was started. */
function program() {
  const file = join(dir, "program.ts");
  const text =
    "JSON.stringify({ args: process.argv.slice(2), flags: process.execArgv, cwd: process.cwd(), env: process.env })";
  writeFileSync(
    file,
    `await Bun.write(${JSON.stringify(join(dir, "said.tmp"))}, ${text});
    require("node:fs").renameSync(${JSON.stringify(join(dir, "said.tmp"))}, ${JSON.stringify(join(dir, "said"))});
    console.log("printed"); process.exit(${EXIT_TAKEN});`,
  );
  return { bun: process.execPath, root: dir, file };
}
type Said = { args: string[]; flags: string[]; cwd: string; env: Record<string, string> };
async function said(): Promise<Said> {
  await eventually(() => existsSync(join(dir, "said")));
  const { env, ...rest } = JSON.parse(readFileSync(join(dir, "said"), "utf8")) as Said;
  const { PWD: _, SHLVL: _s, OLDPWD: _o, ...others } = env;
  return { ...rest, env: others };
}
const ENV = {
  PATH: process.env.PATH ?? "",
  TZ: "UTC",
  SECRET: "x",
  ANTHROPIC_API_KEY: "key",
  PAWL_HOME: "/other",
};

test("a keeper starts with its home and port, few variables and a small heap", async () => {
  const child = startKeeper(home, { port: 4711, program: program(), env: ENV });
  expect(await said()).toEqual({
    args: ["--home", dir, "--port", "4711"],
    flags: ["--no-env-file"],
    cwd: dir,
    env: {
      PATH: ENV.PATH,
      TZ: "UTC",
      PAWL_HOME: dir,
      BUN_JSC_forceRAMSize: "16777216",
      BUN_JSC_numberOfGCMarkers: "1",
      MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "1000",
    },
  });
  await child.exited;
  expect(child.exitCode).toBe(3);
  expect(ENGINE_VARIABLES).toEqual([
    "BUN_JSC_forceRAMSize",
    "BUN_JSC_numberOfGCMarkers",
    "MIMALLOC_PURGE_HOLES_MIN_INTERVAL",
  ]);
});

test("a keeper that takes the port over is told so", async () => {
  startKeeper(home, { port: 1, takeOver: true, program: program(), env: ENV });
  expect((await said()).args).toEqual(["--home", dir, "--port", "1", "--take-over"]);
  rmSync(join(dir, "said"));
  startKeeper(home, { port: 1, takeOver: false, program: program(), env: ENV });
  expect((await said()).args).toEqual(["--home", dir, "--port", "1"]);
});

test("a daemon starts with few variables, the account's only where a model is asked; what it prints is kept", async () => {
  startDaemon(home, ENV, program());
  const engine = {
    BUN_JSC_forceRAMSize: "201326592",
    BUN_JSC_useFTLJIT: "0",
    MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "1000",
  };
  expect(await said()).toEqual({
    args: [],
    flags: ["--no-env-file"],
    cwd: dir,
    env: { PATH: ENV.PATH, TZ: "UTC", PAWL_HOME: dir, ...engine },
  });
  await eventually(() => readFileSync(home.output, "utf8") === "printed\n");
  rmSync(join(dir, "said"));
  writeFileSync(home.config, '{ "summaries": { "provider": "claude" } }');
  startDaemon(home, ENV, program());
  expect((await said()).env).toEqual({
    PATH: ENV.PATH,
    TZ: "UTC",
    PAWL_HOME: dir,
    ANTHROPIC_API_KEY: "key",
    ...engine,
  });
});

test("a daemon that cannot be started is nobody's error", () => {
  expect(() => startDaemon(home, ENV, { bun: join(dir, "missing"), root: dir, file: "x" })).not.toThrow();
});

test("what a daemon wrote of itself is read; before that there is nothing", () => {
  expect(readDaemonInfo(home)).toBeUndefined();
  const info = { pid: 1, port: 2, version: "3", startedAt: 4 };
  writeFileSync(home.daemon, JSON.stringify(info));
  expect(readDaemonInfo(home)).toEqual(info);
});

test("a process lives until it has ended, also one of another user; a stopped one lives", async () => {
  expect([isAlive(process.pid), isAlive(1)]).toEqual([true, true]);
  await using sleeper = startSleeper();
  expect(isAlive(sleeper.pid)).toBe(true);
  sleeper.kill("SIGKILL");
  await sleeper.exited;
  expect(isAlive(sleeper.pid)).toBe(false);
});
