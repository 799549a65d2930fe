/** How often and when the keeper starts a daemon, and what becomes of one that does not answer. The clock is the test's. */
import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setMachineOff } from "../../platform/off.ts";
import { type Home, homeAt } from "../../platform/paths.ts";
import type { Attached } from "./requests.ts";
import { send } from "./requests.ts";
import { createUpstream } from "./upstream.ts";

let home: Home;
let logged: unknown[];
let attached: Attached[];
const closing: (() => unknown)[] = [];
beforeEach(() => {
  home = homeAt(realpathSync(mkdtempSync(join(tmpdir(), "pawl-upstream-"))));
  [logged, attached] = [[], []];
  writeFileSync(home.token, "token");
  installProgram();
  jest.useFakeTimers();
});
afterEach(async () => {
  jest.useRealTimers();
  for (const close of closing.splice(0)) await close();
  // A script that was started may be about to write its line.
  rmSync(home.dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
});

/** A package whose daemon is a shell script that notes its start. */
function installProgram({ bun = join(home.dir, "sh"), file = join(home.dir, "daemon.js") } = {}): void {
  const root = join(home.dir, "package");
  mkdirSync(join(root, "src", "cli"), { recursive: true });
  writeFileSync(join(root, "src", "cli", "daemon.ts"), "");
  for (const program of [join(home.dir, "sh"), join(home.bin, "bun")]) {
    mkdirSync(home.bin, { recursive: true });
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${home.dir}/starts\n`, { mode: 0o700 });
  }
  writeFileSync(join(home.dir, "daemon.js"), "");
  writeFileSync(home.program, `${bun}\n${root}\n4711\n${file}\n`);
}

/** Whole lines: the file is there a moment before its line. */
const starts = () =>
  existsSync(join(home.dir, "starts"))
    ? readFileSync(join(home.dir, "starts"), "utf8").replaceAll(home.dir, "").split("\n").slice(0, -1)
    : [];
/** Real processes need real time. */
async function startsAre(count: number) {
  while (starts().length < count) await new Promise((done) => setImmediate(done));
  return starts();
}
const quiet = () => undefined;
const create = () =>
  createUpstream({
    home,
    log: { info: quiet, warn: quiet, error: (...line) => void logged.push(line) },
    onAttach: (daemon) => attached.push(daemon),
  });
const one: Attached = { pid: process.pid, version: "0", address: { port: 1 } };

/** A start opens the file of the daemon's output at once, before its process runs. */
function isStarted(): boolean {
  const isOpened = existsSync(home.output);
  rmSync(home.output, { force: true });
  return isOpened;
}

describe("a start", () => {
  test("runs the program that the home names, once for many requests", async () => {
    const upstream = create();
    for (let n = 0; n < 5; n++) upstream.start();
    expect(starts()).toEqual([]);
    jest.advanceTimersByTime(0);
    jest.advanceTimersByTime(1);
    expect(await startsAre(1)).toEqual(["/sh --no-env-file /daemon.js"]);
    upstream.start();
    jest.advanceTimersByTime(998);
    expect(existsSync(home.output)).toBe(true);
    rmSync(home.output);
    jest.advanceTimersByTime(1);
    expect(existsSync(home.output)).toBe(true);
    expect(await startsAre(2)).toHaveLength(2);
  });

  test("is made three times in half a minute, and then again", () => {
    const upstream = create();
    const seen: number[] = [];
    for (let second = 0; second <= 35; second++) {
      upstream.start();
      jest.advanceTimersByTime(1000);
      if (isStarted()) seen.push(second);
    }
    expect(seen).toEqual([0, 1, 2, 31, 32, 33]);
  });

  test("is not made for one that is there, was stopped on purpose, or is paused", () => {
    const upstream = create();
    const starts = (evenIfStopped?: boolean) => {
      upstream.start(evenIfStopped);
      jest.advanceTimersByTime(1500);
      return isStarted();
    };
    upstream.attach(one);
    expect(starts()).toBe(false);
    expect(starts(true)).toBe(false);
    upstream.detach(one, true);
    expect(starts()).toBe(false);
    expect(starts(true)).toBe(true);
    upstream.attach(one);
    upstream.detach(one);
    expect(starts()).toBe(true);
    setMachineOff(home.off, true, 1);
    expect(starts()).toBe(false);
    expect(starts(true)).toBe(true);
  });

  test("is not made after an uninstallation, nor when one came meanwhile", () => {
    const upstream = create();
    upstream.start();
    rmSync(home.token);
    jest.advanceTimersByTime(1500);
    expect(existsSync(home.output)).toBe(false);
    writeFileSync(home.token, "token");
    upstream.start();
    upstream.attach(one);
    jest.advanceTimersByTime(1500);
    expect(existsSync(home.output)).toBe(false);
  });

  test("uses the home's own Bun, and the sources, where those that it knew are gone", async () => {
    installProgram({ bun: "/gone/bun", file: "/gone/daemon.js" });
    create().start();
    jest.advanceTimersByTime(1);
    const [started = ""] = await startsAre(1);
    expect(started).toStartWith("/bin/bun --no-env-file /package/");
    expect(started).toEndWith("daemon.ts");
  });

  test("is not possible without a package", () => {
    rmSync(join(home.dir, "package"), { recursive: true });
    create().start();
    jest.advanceTimersByTime(1500);
    rmSync(home.program);
    create().start();
    jest.advanceTimersByTime(1500);
    writeFileSync(home.program, `${join(home.dir, "sh")}\n\n1\n`);
    create().start();
    jest.advanceTimersByTime(1500);
    expect(existsSync(home.output)).toBe(false);
  });
});

describe("whoever waits", () => {
  test("for one that was started gets it, or nothing after a quarter of a minute", async () => {
    const upstream = create();
    expect(await upstream.soon()).toBeUndefined();
    upstream.start();
    const first = upstream.soon();
    jest.advanceTimersByTime(1);
    const second = upstream.soon();
    upstream.attach(one);
    expect([await first, await second]).toEqual([one, one]);
    upstream.detach(one, true);
    expect(await upstream.soon()).toBeUndefined();
    upstream.attach(one);
    upstream.detach(one);
    const late = state(upstream.soon());
    jest.advanceTimersByTime(14_900);
    await Promise.resolve();
    expect(late.is).toBe("waiting");
    jest.advanceTimersByTime(200);
    await late.done;
    expect(late.is).toBe("nothing");
    // The start is long ago.
    expect(await upstream.soon()).toBeUndefined();
  });

  test("for one that is expected gets it; once it is started it is expected no longer", async () => {
    const upstream = create();
    upstream.expect();
    const waiting = upstream.soon();
    upstream.attach(one);
    expect(await waiting).toBe(one);
    upstream.detach(one);
    expect(await upstream.soon()).toBeUndefined();
    upstream.expect();
    setMachineOff(home.off, true, Date.now());
    upstream.start();
    expect(await upstream.soon()).toBeUndefined();
  });

  test("is told once, and not by the next one", async () => {
    const upstream = create();
    const waiting = upstream.wait(50);
    jest.advanceTimersByTime(50);
    expect(await waiting).toBeUndefined();
    upstream.attach(one);
    expect(attached).toEqual([one]);
  });
});

function state(promise: Promise<unknown>) {
  const found = { is: "waiting", done: Promise.resolve() };
  found.done = promise.then((value) => {
    found.is = value === undefined ? "nothing" : "a daemon";
  });
  return found;
}

describe("a daemon that does not answer", () => {
  const held = () => {
    const asked = Promise.withResolvers<Request>();
    const answer = Promise.withResolvers<Response>();
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request) => {
        asked.resolve(request);
        return answer.promise;
      },
    });
    closing.push(() => server.stop(true));
    return { asked: asked.promise, answer, address: { port: server.port ?? 0 } };
  };

  test("is asked for its health; until it answers nobody gets it, and whoever waits gets it then", async () => {
    const upstream = create();
    const { asked, answer, address } = held();
    const daemon = { ...one, address };
    upstream.attach(daemon);
    upstream.suspect(daemon);
    expect(new URL((await asked).url).pathname).toBe("/api/health");
    expect([upstream.daemon(), upstream.current()]).toEqual([undefined, daemon]);
    const waiting = upstream.soon();
    answer.resolve(new Response("no", { status: 403 }));
    expect(await waiting).toBe(daemon);
    expect([upstream.daemon(), attached.length, logged]).toEqual([daemon, 2, []]);
  });

  test("and has been replaced meanwhile is left alone", async () => {
    const upstream = create();
    const { asked, answer, address } = held();
    const daemon = { ...one, address };
    upstream.attach(daemon);
    upstream.suspect(daemon);
    await asked;
    const next = { ...one, version: "1" };
    upstream.attach(next);
    answer.resolve(new Response("ok"));
    for (let n = 0; n < 20; n++) await new Promise((done) => setImmediate(done));
    expect([upstream.daemon(), attached, logged]).toEqual([next, [daemon, next], []]);
  });

  test("because it is stopped is ended at once, and a new one is started", async () => {
    const child = Bun.spawn(["/bin/sh", "-c", "echo ready; read x"], { stdin: "pipe", stdout: "pipe" });
    await child.stdout.getReader().read();
    child.kill("SIGSTOP");
    while (!/\) T/.test(readFileSync(`/proc/${child.pid}/stat`, "utf8")));
    const upstream = create();
    const daemon = { ...one, pid: child.pid };
    upstream.attach(daemon);
    upstream.suspect(daemon);
    expect(upstream.current()).toBeUndefined();
    expect(logged).toEqual([
      ["the keeper ended a daemon that did not answer", { pid: child.pid, why: "its process is stopped" }],
    ]);
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    jest.advanceTimersByTime(1);
    expect(existsSync(home.output)).toBe(true);
  });

  test("and whose port is closed is ended, also when it has ended by itself", async () => {
    const gone = Bun.spawn(["true"]);
    await gone.exited;
    const upstream = create();
    const daemon = { ...one, pid: gone.pid };
    upstream.attach(daemon);
    upstream.suspect(daemon);
    while (upstream.current() !== undefined) await new Promise((done) => setImmediate(done));
    expect(logged).toEqual([
      ["the keeper ended a daemon that did not answer", { pid: gone.pid, why: "no answer within 10000 ms" }],
    ]);
  });

  test("a request and keeps running is looked at ten times, and stays", async () => {
    const upstream = create();
    upstream.attach(one);
    const looked = state(upstream.failed(one));
    for (let look = 0; look < 9; look++) {
      jest.advanceTimersByTime(5);
      await Promise.resolve();
      await Promise.resolve();
    }
    expect(looked.is).toBe("waiting");
    jest.advanceTimersByTime(5);
    await looked.done;
    expect(upstream.current()).toBe(one);
  });
});

test("a request to the daemon goes to its socket or its port, and follows no redirection", async () => {
  const answer = (request: Request) =>
    new Response(new URL(request.url).pathname, { status: 302, headers: { location: "/other" } });
  const socket = join(home.dir, "s");
  const servers = [
    Bun.serve({ unix: socket, fetch: answer }),
    Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer }),
  ];
  closing.push(() => Promise.all(servers.map((server) => server.stop(true))));
  for (const address of [{ unix: socket }, { port: servers[1]?.port ?? 0 }]) {
    const response = await send({ ...one, address }, "/api/x", {});
    expect([response.status, await response.text()]).toEqual([302, "/api/x"]);
  }
});
