/** `pawl status`, `up` and `down` beside a daemon that says what each test needs. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { asked, observation } from "../../test/contract/fixtures.ts";
import { canMount, openSmallDisk } from "../../test/small-disk.ts";
import { CLIENT_NAMES } from "../clients/index.ts";
import { KEEPER_HEADER } from "../platform/hook-request.ts";
import { takeLock } from "../platform/lock.ts";
import { addToSpool } from "../platform/spool.ts";
import { version } from "../platform/version.ts";
import { recordsIn } from "../store/records/queries.ts";

const AT = Date.UTC(2026, 0, 15, 12);
const PATH = process.env.PATH;
let cli: Awaited<ReturnType<typeof openCli>>;
let server: Bun.Server<undefined> | undefined;
beforeEach(async () => {
  cli = await openCli();
  mkdirSync(join(cli.root, "programs"));
  process.env.PATH = join(cli.root, "programs");
});
afterEach(async () => {
  await server?.stop(true);
  server = undefined;
  process.env.PATH = PATH;
  cli[Symbol.dispose]();
});

interface Plays {
  pid?: number;
  health?: object;
  daemon?: object;
  keeper?: number;
  status?: number;
}

/** Listens where the daemon would, and answers its three questions. */
function play({ pid = process.pid, health = {}, daemon = {}, keeper, status = 200 }: Plays = {}): number {
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/keeper") return new Response("", { headers: { [KEEPER_HEADER]: String(keeper) } });
      if (pathname === "/api/health") return Response.json({ name: "pawl", pid, version, ...health });
      if (request.headers.get("authorization") !== "Bearer secret") return Response.json({}, { status: 401 });
      if (pathname === "/api/page-link") return Response.json({ path: `/?by=${request.method}` }, { status });
      return Response.json({ rssBytes: 65_432_100, counts: {}, doing: [], ...daemon }, { status });
    },
  }) as Bun.Server<undefined>;
  const { port } = server;
  writeFileSync(cli.home.daemon, JSON.stringify({ pid, port, version, startedAt: AT }));
  writeFileSync(cli.home.token, "secret\n");
  if (keeper !== undefined)
    writeFileSync(cli.home.keeper, JSON.stringify({ pid: keeper, port, version: "x" }));
  return port ?? 0;
}
const steady = (text: string) =>
  text
    .replaceAll(String(server?.port), "<port>")
    .replaceAll(/process \d+/g, "process <n>")
    .replaceAll(/[^\s(]*bin\/pawl/g, "pawl")
    .replaceAll(version, "<v>")
    .replaceAll(/\b\d\.\d MB/g, "<n> MB");
const status = async () => steady(await cli.text("status"));
const fill = () =>
  cli.withStore((store) =>
    recordsIn(store).record({
      ...asked("one", AT, "Round it", { project: cli.project, cwd: cli.project }),
      observations: [observation("one", AT)],
    }),
  );

describe("status", () => {
  test.if(canMount)("a full disk is one for doctor and status, until there is space again", async () => {
    await using disk = openSmallDisk(20_000, cli.home.dir);
    const seen = async () => {
      const { checks } = await cli.json("doctor");
      const said = (checks as { name: string; message: string }[]).find(({ name }) => name === "disk");
      const { diskFull } = await cli.json("status");
      const says = (await status()).includes("is full, so Pawl cannot record");
      return [said?.message.includes("is full"), diskFull, says];
    };
    expect(await seen()).toEqual([false, false, false]);
    disk.fill();
    expect(await seen()).toEqual([true, true, true]);
    disk.empty();
    expect(await seen()).toEqual([false, false, false]);
  });

  test("before the first start it tells how, and leaves nothing behind", async () => {
    expect(await status()).toMatchInlineSnapshot(`
      "Pawl <v>: not running (not connected to any client: pawl start)
      Page        pawl up opens it
      Database    ~/pawl/pawl.db (<n> MB)
      Recorded    0 sessions, 0 prompts, 0 tool calls
      Last event  none yet
      Errors      none"
    `);
    expect(existsSync(cli.home.database)).toBe(false);
  });

  test("connected and not running: that is fine, it starts by itself", async () => {
    await cli.run("install");
    await fill();
    addToSpool(cli.home.spool, 1, "{}");
    writeFileSync(cli.home.counters, '{"api_error":2,"bad_input":1}');
    expect(await status()).toMatchInlineSnapshot(`
      "Pawl <v>: not running (starts with the next session, or run pawl up)
      Claude Code  connected (~/.claude/settings.json)
      Page         pawl up opens it
      Database     ~/pawl/pawl.db (<n> MB)
      Recorded     1 session, 1 prompt, 1 tool call
      Last event   2026-01-15 12:00
      Waiting      1 event for the daemon
      Errors       api_error 2, bad_input 1 (run pawl doctor for details)"
    `);
    expect(await cli.json("status")).toMatchObject({
      running: false,
      pid: null,
      port: null,
      url: null,
      keeper: null,
      version,
      installedVersion: version,
      clients: [
        { client: "claude-code", connected: true, by: join(cli.root, "home", ".claude", "settings.json") },
        ...CLIENT_NAMES.slice(1).map((client) => ({ client, connected: false, by: null })),
      ],
      sessions: 1,
      observations: 1,
      memories: 0,
      spooled: 1,
      lastEventAt: new Date(AT).toISOString(),
      rssBytes: null,
      unindexed: 2,
      doing: [],
      errors: { api_error: 2, bad_input: 1 },
    });
  });

  test("running: since when, with what, and what it does in the background", async () => {
    await fill();
    mkdirSync(join(cli.root, "home", ".codex"));
    play({
      keeper: process.pid,
      health: { version: "9.9.9" },
      daemon: {
        counts: { hook_deadline: 3 },
        doing: [
          { task: "index", done: 1, total: 2 },
          { task: "nameless" },
          { task: "forget", done: 1, total: 3 },
          { task: "importAll" },
        ],
      },
    });
    expect(await status()).toMatchInlineSnapshot(`
      "Pawl 9.9.9: running since 2026-01-15 12:00, process <n>, port <port>, 65.4 MB
      Version <v> is installed. Run pawl up to switch to it.
      Codex       not connected (pawl install --client codex)
      Page        http://127.0.0.1:<port> (pawl up opens it)
      Keeper      holds port <port>, process <n>
      Database    ~/pawl/pawl.db (<n> MB)
      Recorded    1 session, 1 prompt, 1 tool call
      Last event  2026-01-15 12:00
      Background  forgetting (33 %)
      Background  importing transcripts
      Errors      hook_deadline 3 (run pawl doctor for details)"
    `);
    expect(await cli.json("status")).toMatchObject({
      running: true,
      version: "9.9.9",
      installedVersion: version,
      keeper: { pid: process.pid, port: server?.port },
      rssBytes: 65_432_100,
      errors: { hook_deadline: 3 },
    });
  });

  test("many records without an index are said, with how far it is", async () => {
    await cli.withStore(async (store) => {
      const observations = Array.from({ length: 310 }, (_, i) => observation("one", AT + i));
      await recordsIn(store).record({ ...asked("one", AT, "Round it"), observations });
    });
    play({ daemon: { doing: [{ task: "index", done: 1, total: 3 }] } });
    const background = (await status()).split("\n").filter((line) => line.startsWith("Background"));
    expect(background).toMatchInlineSnapshot(`
      [
        "Background  indexing new records (33 %)",
        "Background  311 records not indexed yet; a search finds them in a moment",
      ]
    `);
  });

  test("a daemon that refuses is named with its answer; a stranger on its port is none", async () => {
    play({ status: 500 });
    expect(await status()).toMatchInlineSnapshot(`
      "The daemon answered with status 500.
      Run pawl down, then pawl up."
    `);
    await server?.stop(true);
    play({ health: { name: "other" } });
    expect((await cli.json("status")).running).toBe(false);
    await server?.stop(true);
    play({ health: { pid: 1 } });
    expect((await cli.json("status")).running).toBe(false);
  });
});

describe("up", () => {
  test("beside a running one it only gives the page, and a new link each time", async () => {
    play();
    const link = `http://127.0.0.1:${server?.port}/?by=POST`;
    expect(steady(await cli.text("up"))).toMatchInlineSnapshot(`
      "Pawl <v> is running (process <n>, port <port>).
      Page (this link works once): http://127.0.0.1:<port>/?by=POST"
    `);
    expect(await cli.json("up")).toEqual({
      url: link,
      port: server?.port ?? 0,
      pid: process.pid,
      version,
      started: false,
    });
    writeFileSync(cli.home.config, '{ "port": "many" }');
    expect(steady(await cli.text("up", "--no-open")).split("\n")[1]).toMatchInlineSnapshot(
      `"Warning: ~/pawl/config.json: port: Expected a number, found "many"."`,
    );
  });
});

describe("down", () => {
  test("ends the process that answers, and says what will start it again", async () => {
    const daemon = Bun.spawn(["/bin/sleep", "600"]);
    play({ pid: daemon.pid });
    await cli.run("install");
    expect(await cli.text("down")).toMatchInlineSnapshot(
      `"Pawl stopped. The next Claude Code session starts it again."`,
    );
    expect(daemon.signalCode ?? (await daemon.exited)).not.toBe(0);
  });

  test("one that does not answer is ended if it holds the lock; else the process is somebody else's", async () => {
    const other = Bun.spawn(["/bin/sleep", "600"]);
    try {
      const info = { pid: other.pid, port: 1, version, startedAt: AT };
      writeFileSync(cli.home.daemon, JSON.stringify(info));
      expect(await cli.json("down")).toEqual({ stopped: false });
      expect(other.exitCode).toBeNull();
      const lock = takeLock(cli.home.lock);
      expect(await cli.json("down")).toEqual({ stopped: true });
      lock?.release();
      await other.exited;
      expect(await cli.text("down")).toBe("Pawl is not running.");
    } finally {
      other.kill();
    }
  });

  test("without a client that starts it again, nothing is promised; a keeper is named", async () => {
    const daemon = Bun.spawn(["/bin/sleep", "600"]);
    play({ pid: daemon.pid, keeper: process.pid });
    rmSync(join(cli.root, "home", ".claude"), { recursive: true, force: true });
    expect((await cli.text("down")).replace(/\(\d+\)/, "(<n>)")).toMatchInlineSnapshot(`
      "Pawl stopped.
      A small process (<n>) keeps answering the hooks of open sessions. It ends by itself after an hour without them; pawl down --all ends it now."
    `);
  });
});
