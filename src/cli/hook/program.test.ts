/** `pawl hook` as the client starts it, against a server in the daemon's place that answers as each test needs. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWN_ANSWER_HEADER, QUICK_START } from "../../platform/hook-request.ts";
import { isSessionOff, keepsGates } from "../../platform/off.ts";
import { type Home, homeAt } from "../../platform/paths.ts";
import { spooledFiles } from "../../platform/spool.ts";
import { noteTrouble } from "../../platform/trouble.ts";
import { version } from "../../platform/version.ts";
import { SILENCE_MS } from "./find-daemon.ts";

const PROGRAM = join(import.meta.dir, "program.ts");
const SESSION = "11111111-2222-4333-8444-555555555555";

let root: string;
let home: Home;
let seen: { headers: Headers; body: string; way: "socket" | "port" }[];
let servers: Bun.Server<undefined>[];
let answer: () => Response | Promise<Response>;
const own = (body: string, status = 200) =>
  new Response(body, { status, headers: { [OWN_ANSWER_HEADER]: "1" } });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pawl-hook-"));
  home = homeAt(join(root, "pawl"));
  mkdirSync(home.off, { recursive: true });
  // Whatever goes wrong, no test starts a daemon.
  writeFileSync(join(home.off, ".machine"), "off 1\n");
  seen = [];
  servers = [];
  answer = () => own('{"systemMessage":"hello"}');
  way = LAUNCHED;
});
afterEach(() => {
  for (const server of servers) server.stop(true);
  rmSync(root, { recursive: true, force: true });
});

function serve(info: object = {}): number {
  const listener = (way: "socket" | "port") => ({
    fetch: async (request: Request) => {
      if (new URL(request.url).pathname === "/api/health") return Response.json({ name: "pawl", ...health });
      seen.push({ headers: request.headers, body: await request.text(), way });
      return answer();
    },
  });
  const port = Bun.serve({ hostname: "127.0.0.1", port: 0, ...listener("port") });
  servers = [port, Bun.serve({ unix: home.socket, ...listener("socket") })] as Bun.Server<undefined>[];
  const daemon = { pid: process.pid, port: port.port, version, startedAt: 1, ...info };
  writeFileSync(home.daemon, JSON.stringify(daemon));
  writeFileSync(home.hookToken, "secret-of-hooks\n");
  return port.port ?? 0;
}
let health: object = {};
const on = () => rmSync(join(home.off, ".machine"));

/** What the launcher has seen; by hand nobody has looked. */
const LAUNCHED = "the launcher starts it";
const WAYS = [LAUNCHED, "it is started by hand"];
let way = LAUNCHED;
const looked = () => ["--own-home"];

async function hook(event: object | string, args: string[] = [], env: Record<string, string> = {}) {
  // A busy machine may take its time.
  const patient = args.some((arg) => arg.startsWith("--wait=")) ? [] : ["--wait=60000"];
  const child = Bun.spawn(
    [
      ...[process.execPath, "--no-env-file", PROGRAM, ...(way === LAUNCHED ? looked() : [])],
      ...[...patient, ...args, "--home", home.dir],
    ],
    {
      env: { PATH: process.env.PATH ?? "", HOME: root, ...env },
      stdin: new Blob([
        typeof event === "string" ? event : JSON.stringify({ session_id: SESSION, ...event }),
      ]),
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, stderr]).toEqual([0, ""]);
  return stdout;
}
const spooled = () =>
  spooledFiles(home.spool).map((name) => JSON.parse(readFileSync(join(home.spool, name), "utf8")));
const log = () => (existsSync(home.log) ? readFileSync(home.log, "utf8") : "");
const STOP = { hook_event_name: "Stop" };

describe.each(WAYS)("a daemon answers, %s", (started) => {
  beforeEach(() => {
    way = started;
  });

  test("over its own socket, with the event as it came and what else it needs to know", async () => {
    const port = serve();
    const before = Date.now();
    expect(await hook(STOP, ["--wait=0"])).toBe('{"systemMessage":"hello"}');
    const [request] = seen;
    expect(seen).toHaveLength(1);
    expect(request?.way).toBe("socket");
    expect(JSON.parse(request?.body ?? "")).toEqual({ session_id: SESSION, ...STOP });
    const header = (name: string) => request?.headers.get(name) ?? null;
    expect(header("authorization")).toBe("Bearer secret-of-hooks");
    expect(header("host")).toBe(`127.0.0.1:${port}`);
    expect(Number(header("x-pawl-wait"))).toBeGreaterThan(0);
    expect(Number(header("x-pawl-wait"))).toBeLessThanOrEqual(1400);
    expect(Number(header("x-pawl-at"))).toBeWithin(before, Date.now() + 1);
    for (const name of ["name", "client", "terminal", "gates-only"])
      expect(header(`x-pawl-${name}`)).toBeNull();
  });

  test("the name, the client, the time of the user's hooks and the session's variables go along", async () => {
    serve();
    const env = { CLAUDE_PROJECT_ROOT: "/p r", CLAUDE_SESSION_ID: "", OTHER: "x" };
    await hook(STOP, ["pre-compact", "--client=codex", "--wait=9000"], env);
    const header = (name: string) => seen[0]?.headers.get(`x-pawl-${name}`) ?? "";
    expect([header("name"), header("client")]).toEqual(["pre-compact", "codex"]);
    expect(Number(header("wait"))).toBeGreaterThan(1500);
    expect(Number(header("wait"))).toBeLessThanOrEqual(8900);
    expect(JSON.parse(decodeURIComponent(header("env")))).toEqual({ CLAUDE_PROJECT_ROOT: "/p r" });
    expect(await hook(STOP, ["--wait=soon"])).toBe('{"systemMessage":"hello"}');
    expect(Number(seen[1]?.headers.get("x-pawl-wait"))).toBeLessThanOrEqual(1400);
  });

  test("with a prompt the terminal's own variables follow the event", async () => {
    serve();
    for (const hook_event_name of ["UserPromptSubmit", "SessionStart"]) {
      seen = [];
      await hook({ hook_event_name, prompt: "x" }, [], { MINE: "yes", SHLVL: "1", ...QUICK_START });
      const length = Number(seen[0]?.headers.get("x-pawl-terminal"));
      const behind = seen[0]?.body.slice(-length) ?? "";
      expect(JSON.parse(behind)).toMatchObject({ MINE: "yes" });
      expect(Object.keys(JSON.parse(behind))).not.toContain("SHLVL");
      for (const name of Object.keys(QUICK_START))
        expect(Object.keys(JSON.parse(behind))).not.toContain(name);
    }
  });

  test("a long answer comes whole, and one in wide characters too", async () => {
    serve();
    const long = JSON.stringify({ systemMessage: "漢字".repeat(200_000) });
    answer = () => own(long);
    expect(await hook({ ...STOP, filler: "x".repeat(3_000_000) })).toBe(long);
    expect(seen[0]?.body.length).toBeGreaterThan(3_000_000);
  });

  test("an event that it refuses is noted and not kept", async () => {
    serve();
    on();
    for (const status of [400, 413]) {
      answer = () => own("no", status);
      expect(await hook(STOP)).toBe("{}");
      expect(log()).toContain(`the daemon refused an event (${status})`);
    }
    expect(await hook(STOP, ["pre-compact"])).toBe('{"result":""}');
    expect(await hook(STOP, ["pre-compact", "--client=codex"])).toBe("{}");
    expect(spooled()).toEqual([]);
    const [line = ""] = log().split("\n");
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      message: expect.stringContaining("pawl hook: "),
    });
  });

  test("whoever answers without Pawl's header, or does not know the token, is not trusted again", async () => {
    serve();
    for (const other of [
      () => new Response('{"decision":"block"}'),
      () => own("{}", 401),
      () => own("{}", 503),
    ]) {
      answer = other;
      expect(await hook(STOP)).toBe("{}");
    }
    expect(spooled()).toEqual([]);
  });
});

test.skipIf(process.platform === "win32")(
  "a daemon that is slow is waited for, and one that ends the connection has not answered",
  async () => {
    serve();
    answer = async () => {
      // Longer than a silence that is looked into.
      await Bun.sleep(2 * SILENCE_MS);
      return own('{"systemMessage":"late"}');
    };
    expect(await hook(STOP)).toBe('{"systemMessage":"late"}');
    // It may be asked again at the keeper's port, which answers the same.
    expect(seen.map(({ body }) => body)).toContain(JSON.stringify({ session_id: SESSION, ...STOP }));
    for (const server of servers) server.stop(true);
    const deaf = Bun.listen({
      unix: home.socket,
      socket: { open: (socket) => void socket.end(), data: () => undefined },
    });
    try {
      expect(await hook(STOP)).toBe("{}");
    } finally {
      deaf.stop(true);
    }
  },
);

describe.skipIf(process.platform === "win32")("over the sockets of a client", () => {
  /** As the launcher starts it: `Bun.spawn` connects its children as clients do. */
  function start() {
    const args = [...looked(), "--socket", "--wait=60000", "--home", home.dir];
    return Bun.spawn([process.execPath, "--no-env-file", PROGRAM, ...args], {
      env: { PATH: process.env.PATH ?? "", HOME: root },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
  }

  test("an event in pieces and a long answer come whole", async () => {
    serve();
    const long = JSON.stringify({ systemMessage: "漢字".repeat(500_000) });
    answer = () => own(long);
    const child = start();
    const event = JSON.stringify({ session_id: SESSION, ...STOP, filler: "x".repeat(3_000_000) });
    for (const part of [event.slice(0, 10), event.slice(10)]) {
      child.stdin.write(part);
      await child.stdin.flush();
    }
    await child.stdin.end();
    expect(await new Response(child.stdout).text()).toBe(long);
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ""]);
    expect(seen.map(({ body }) => body)).toEqual([event]);
  });

  test("no event is one that the daemon refuses", async () => {
    serve();
    answer = () => own("no", 400);
    const child = start();
    await child.stdin.end();
    expect(await new Response(child.stdout).text()).toBe("{}");
    expect([await child.exited, seen.map(({ body }) => body)]).toEqual([0, [""]]);
  });

  test("where nobody reads the answer it ends all the same", async () => {
    serve();
    const child = start();
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    child.stdin.write(JSON.stringify({ session_id: SESSION, ...STOP }));
    await child.stdin.end();
    await child.stdout.cancel();
    resolve(own(JSON.stringify({ systemMessage: "x".repeat(3_000_000) })));
    expect(await child.exited).toBe(0);
  });
});

describe.each(WAYS)("no daemon answers, %s", (started) => {
  beforeEach(() => {
    way = started;
  });

  test("a port that is known to be taken is not asked, and the event waits", async () => {
    const port = serve();
    on();
    noteTrouble(home, { kind: "taken", port, at: Date.now() });
    expect(await hook({ ...STOP, cwd: "/p" })).toBe("{}");
    expect(seen).toEqual([]);
    expect(spooled()).toEqual([{ ...STOP, session_id: SESSION, cwd: "/p" }]);
    // The other hook of the pair keeps it.
    expect(await hook(STOP, ["user-message"])).toBe("{}");
    expect(spooled()).toHaveLength(1);
    await hook({ ...STOP, cwd: "/p" }, ["--client=codex"]);
    expect(spooled()[1]).toMatchObject({ pawl_client: "codex" });
  });

  test("after a silence the keeper's port is asked, for a short time; an answer clears the note", async () => {
    const port = serve();
    on();
    // It is short: on a busy machine not every attempt is answered in it.
    do noteTrouble(home, { kind: "silent", port, at: Date.now() });
    while ((await hook(STOP)) !== '{"systemMessage":"hello"}');
    rmSync(home.spool, { recursive: true, force: true });
    expect(new Set(seen.map(({ way }) => way))).toEqual(new Set(["port"]));
    expect(Number(seen[0]?.headers.get("x-pawl-wait"))).toBeLessThanOrEqual(100);
    expect(existsSync(home.trouble)).toBe(false);
    noteTrouble(home, { kind: "silent", port, at: Date.now() });
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    expect(await hook({ ...STOP, cwd: "/p" })).toBe("{}");
    resolve(own("{}"));
    expect(spooled()).toHaveLength(1);
    expect(JSON.parse(readFileSync(home.trouble, "utf8"))).toMatchObject({ kind: "silent", port });
  });

  test("where Pawl is paused nothing is started, kept or asked again", async () => {
    expect(await hook(STOP)).toBe("{}");
    writeFileSync(home.daemon, "not json");
    expect(await hook(STOP)).toBe("{}");
    expect(readdirSync(home.dir).sort()).toEqual(["daemon.json", "off"]);
  });

  test("an event that is no JSON is noted and lost", async () => {
    const port = serve();
    on();
    noteTrouble(home, { kind: "taken", port, at: Date.now() });
    expect(await hook("not json")).toBe("{}");
    expect(log()).toContain("pawl hook: the hook failed");
    expect(spooled()).toEqual([]);
  });
});

describe("PAWL_OFF and PAWL_GUARD", () => {
  test("a session that is off is marked by its first event, and sends nothing", async () => {
    serve();
    expect(await hook(STOP, [], { PAWL_OFF: "1" })).toBe("{}");
    expect(isSessionOff(home.off, SESSION)).toBe(false);
    expect(await hook({ hook_event_name: "UserPromptSubmit" }, [], { PAWL_OFF: "1" })).toBe("{}");
    expect([isSessionOff(home.off, SESSION), keepsGates(home.off, SESSION)]).toEqual([true, false]);
    expect(seen).toEqual([]);
  });

  test("a client that the daemon itself started is off as a whole; another one keeps its gates", async () => {
    serve();
    expect(await hook({ hook_event_name: "SessionStart" }, ["--gate"], { PAWL_GUARD: "1" })).toBe("{}");
    expect([isSessionOff(home.off, SESSION), keepsGates(home.off, SESSION)]).toEqual([true, false]);
    expect(seen).toEqual([]);
    for (const server of servers) server.stop(true);
    rmSync(join(home.off, SESSION));
    const idle = Bun.spawn(["sleep", "600"]);
    try {
      serve({ pid: idle.pid });
      expect(await hook({ hook_event_name: "SessionStart" }, [], { PAWL_GUARD: "1" })).toBe("{}");
      expect(seen).toEqual([]);
      expect([isSessionOff(home.off, SESSION), keepsGates(home.off, SESSION)]).toEqual([true, true]);
      expect(await hook(STOP, ["--gate"], { PAWL_GUARD: "1" })).toBe('{"systemMessage":"hello"}');
      expect(seen[0]?.headers.get("x-pawl-gates-only")).toBe("1");
    } finally {
      idle.kill();
    }
  });
});

describe.each(WAYS)("another client that reads Claude Code's settings, %s", (started) => {
  beforeEach(() => {
    way = started;
    serve();
  });

  test.each(["COPILOT_CLI", "GEMINI_SESSION_ID", "GEMINI_CLI", "OPENCODE"])(
    "with %s an event without a client's name is not recorded as Claude Code's; its gates hold",
    async (name) => {
      const env = { [name]: "1", CLAUDE_CODE_SESSION_ID: "another session, in whose terminal it runs" };
      for (const event of ["SessionStart", "UserPromptSubmit", "Stop"])
        expect(await hook({ hook_event_name: event }, [], { [name]: "1" })).toBe("{}");
      expect(await hook(STOP, [], env)).toBe("{}");
      expect([seen, spooled(), isSessionOff(home.off, SESSION)]).toEqual([[], [], false]);

      expect(await hook(STOP, ["--gate"], env)).toBe('{"systemMessage":"hello"}');
      expect(seen.map(({ headers }) => headers.get("x-pawl-gates-only"))).toEqual(["1"]);
    },
  );

  test("by its own name, and a Claude Code that runs in its commands, are recorded", async () => {
    const env = { COPILOT_CLI: "1" };
    expect(await hook(STOP, ["--client=codex"], env)).toBe('{"systemMessage":"hello"}');
    expect(await hook(STOP, [], { ...env, CLAUDE_CODE_SESSION_ID: SESSION })).toBe(
      '{"systemMessage":"hello"}',
    );
    const told = seen.map(({ headers }) => [headers.get("x-pawl-client"), headers.get("x-pawl-gates-only")]);
    expect(told).toEqual([
      ["codex", null],
      [null, null],
    ]);
  });
});

test("another user's folder is neither read nor written", async () => {
  if (process.getuid?.() !== 0) return;
  serve();
  chownSync(home.dir, 54_321, 54_321);
  way = "it is started by hand";
  expect(await hook(STOP)).toBe("{}");
  expect(seen).toEqual([]);
  // The launcher has looked already.
  expect(await hook(STOP, ["--own-home"])).toBe('{"systemMessage":"hello"}');
});

describe("a session starts beside a daemon of another version", () => {
  const ends = async (named: string, says: object) => {
    const old = Bun.spawn(["sleep", "600"]);
    try {
      health = { pid: old.pid, ...says };
      serve({ pid: old.pid, version: named });
      await hook({ hook_event_name: "SessionStart" });
      // The signal that came first ends it, however late the machine delivers it; of two that wait, the lower number.
      old.kill("SIGPROF");
      await old.exited;
      return old.signalCode === "SIGTERM";
    } finally {
      for (const server of servers) server.stop(true);
    }
  };

  test("an older one is ended; a newer one, and a process that is no daemon, stay", async () => {
    expect(await ends("0.0.1", {})).toBe(true);
    expect(await ends("999.0.0", {})).toBe(false);
    expect(await ends(version, {})).toBe(false);
    expect(await ends("0.0.1", { name: "other" })).toBe(false);
    expect(await ends("0.0.1", { pid: 1 })).toBe(false);
  });
});
