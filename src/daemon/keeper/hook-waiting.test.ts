/** An event whose daemon is slow, stopped or gone, and one that a gate is about. The clock is the test's. */
import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeGateIndex } from "../../hooks/gate-index.ts";
import { HOOK_AT_HEADER, HOOK_WAIT_HEADER, TERMINAL_HEADER } from "../../platform/hook-request.ts";
import { writeHooked } from "../../platform/hooked-events.ts";
import { type Home, homeAt } from "../../platform/paths.ts";
import { spooledFiles } from "../../platform/spool.ts";
import { hookRequest } from "./hook.ts";
import type { Attached } from "./requests.ts";
import { createTurns } from "./turns.ts";
import { createUpstream, type Upstream } from "./upstream.ts";

let home: Home;
let upstream: Upstream;
const closing: (() => unknown)[] = [];
const quiet = () => undefined;
beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), "pawl-waiting-")));
  writeFileSync(home.token, "the token\n");
  const log = { info: quiet, warn: quiet, error: quiet };
  upstream = createUpstream({ home, log, onAttach: quiet });
  jest.useFakeTimers();
});
afterEach(async () => {
  jest.useRealTimers();
  for (const close of closing.splice(0)) await close();
  rmSync(home.dir, { recursive: true, force: true });
});

const EVENT = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: "/p",
  tool_name: "Bash",
  transcript_path: import.meta.path,
};
const turn = () => new Promise((done) => setImmediate(done));
const turns = async () => {
  for (let n = 0; n < 30; n++) await turn();
};

/** A process that the keeper may end. */
function startSleeper(): number {
  const child = Bun.spawn(["sleep", "60"]);
  closing.push(() => child.kill("SIGKILL"));
  return child.pid;
}

/** A daemon that has the event and does not answer yet. */
function slowDaemon(pid = startSleeper()) {
  const answer = Promise.withResolvers<Response>();
  const seen: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      // The keeper's own look at it is answered.
      if (new URL(request.url).pathname !== "/hook") return new Response("ok");
      seen.push(await request.text());
      return answer.promise;
    },
  });
  closing.push(() => server.stop(true));
  const daemon: Attached = { pid, version: "0", address: { port: server.port ?? 0 } };
  return { daemon, answer, seen, stop: () => server.stop(true) };
}

function send(event: object | string = EVENT, headers: Record<string, string> = {}) {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const request = new Request("http://127.0.0.1:1/hook", {
    method: "POST",
    body,
    headers: { host: "127.0.0.1:1", "content-length": String(Buffer.byteLength(body)), ...headers },
  });
  const answer = (status: number, said: object) => Response.json(said, { status });
  const deps = { home, upstream, turns: createTurns(8), isOwn: () => true, answer };
  const sent: { answer?: [number, unknown]; done: Promise<void> } = { done: Promise.resolve() };
  sent.done = hookRequest(request, deps).then(async (response) => {
    sent.answer = [response.status, await response.json()];
  });
  return sent;
}

const EMPTY: [number, unknown] = [200, { async: true }];

/** After how many milliseconds it is answered in the daemon's place. */
async function givenUpAfter(event: object | string, headers: Record<string, string> = {}): Promise<number> {
  const { daemon, seen } = slowDaemon();
  upstream.attach(daemon);
  const sent = send(event, headers);
  while (seen.length === 0) await turn();
  let ms = 0;
  for (; sent.answer === undefined && ms < 5000; ms += 10) {
    jest.advanceTimersByTime(10);
    await turn();
    await turn();
  }
  await sent.done;
  return ms;
}

describe("a daemon that is busy", () => {
  test("has three quarters of a second, and longer where a hook of the user answers or the client waits", async () => {
    const near = (ms: number) => [
      Math.abs(ms - 750) <= 30,
      Math.abs(ms - 1500) <= 30,
      Math.abs(ms - 400) <= 30,
    ];
    expect(near(await givenUpAfter(EVENT))).toEqual([true, false, false]);
    writeHooked(home.hooked, ["PreToolUse"]);
    expect(near(await givenUpAfter(EVENT))).toEqual([false, true, false]);
    expect(near(await givenUpAfter({ ...EVENT, hook_event_name: "Stop" }))).toEqual([true, false, false]);
    expect(near(await givenUpAfter("no event at all"))).toEqual([false, true, false]);
    expect(near(await givenUpAfter(EVENT, { [HOOK_WAIT_HEADER]: "400", [HOOK_AT_HEADER]: "1" }))).toEqual([
      false,
      false,
      true,
    ]);
    for (const odd of ["0", "-5", "soon"])
      expect(near(await givenUpAfter(EVENT, { [HOOK_WAIT_HEADER]: odd }))).toEqual([false, true, false]);
  });

  test("is not doubted before, and its answer counts", async () => {
    const { daemon, answer, seen } = slowDaemon();
    upstream.attach(daemon);
    const sent = send();
    while (seen.length === 0) await turn();
    jest.advanceTimersByTime(100);
    jest.advanceTimersByTime(600);
    await turns();
    expect([sent.answer, upstream.daemon()]).toEqual([undefined, daemon]);
    answer.resolve(Response.json({ from: "daemon" }));
    await sent.done;
    expect(sent.answer).toEqual([200, { from: "daemon" }]);
    jest.advanceTimersByTime(5000);
    expect(upstream.daemon()).toEqual(daemon);
  });

  test("is answered for when it is too late, once", async () => {
    const { daemon, seen, stop } = slowDaemon();
    upstream.attach(daemon);
    const sent = send();
    while (seen.length === 0) await turn();
    jest.advanceTimersByTime(100);
    jest.advanceTimersByTime(650);
    await sent.done;
    expect(sent.answer).toEqual(EMPTY);
    await stop();
    await turns();
    expect([sent.answer, spooledFiles(home.spool)]).toEqual([EMPTY, []]);
  });

  test("and is being checked refuses no event: one without a transcript is spooled", async () => {
    const { daemon } = slowDaemon();
    upstream.attach(daemon);
    upstream.suspect(daemon);
    expect(upstream.daemon()).toBeUndefined();
    const sent = send({ ...EVENT, transcript_path: undefined });
    await sent.done;
    expect([sent.answer, spooledFiles(home.spool).length]).toEqual([EMPTY, 1]);
  });

  test("for pawl hook keeps nothing: that spools by itself", async () => {
    const { daemon, seen, stop } = slowDaemon();
    upstream.attach(daemon);
    const sent = send(EVENT, { [HOOK_AT_HEADER]: "1" });
    while (seen.length === 0) await turn();
    jest.advanceTimersByTime(100);
    jest.advanceTimersByTime(650);
    await sent.done;
    expect(sent.answer).toEqual([503, { error: "Pawl's daemon does not answer." }]);
    await stop();
    await turns();
    expect(spooledFiles(home.spool)).toEqual([]);
  });
});

test.if(process.platform === "linux")("a stopped daemon is given up after a tenth of a second", async () => {
  const child = Bun.spawn(["/bin/sh", "-c", "echo ready; read x"], { stdin: "pipe", stdout: "pipe" });
  await child.stdout.getReader().read();
  child.kill("SIGSTOP");
  while (!/\) T/.test(readFileSync(`/proc/${child.pid}/stat`, "utf8")));
  const { daemon, seen } = slowDaemon(child.pid);
  upstream.attach(daemon);
  const sent = send();
  while (seen.length === 0) await turn();
  jest.advanceTimersByTime(99);
  await turns();
  expect(sent.answer).toBeUndefined();
  jest.advanceTimersByTime(1);
  await sent.done;
  expect(sent.answer).toEqual(EMPTY);
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
});

describe("what a gate is about", () => {
  const gate = (event = "PreToolUse") => ({
    project: null,
    event,
    tools: ["Bash"],
    matcher: "",
    name: "No",
    source: "/c",
  });
  const DENIED = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };
  beforeEach(() => writeGateIndex(home.dir, [gate()]));

  test("waits for a daemon, which answers it", async () => {
    const { daemon, answer, seen } = slowDaemon();
    const sent = send();
    await turns();
    expect(sent.answer).toBeUndefined();
    answer.resolve(Response.json({ from: "daemon" }));
    upstream.attach(daemon);
    await sent.done;
    expect([sent.answer, seen]).toEqual([[200, { from: "daemon" }], [JSON.stringify(EVENT)]]);
  });

  test("is refused in time for the client, when none comes", async () => {
    const sent = send();
    await turns();
    jest.advanceTimersByTime(1299);
    await turns();
    expect(sent.answer).toBeUndefined();
    jest.advanceTimersByTime(1);
    await sent.done;
    expect(sent.answer).toMatchObject([200, DENIED]);
    const hurried = send(EVENT, { [HOOK_WAIT_HEADER]: "250" });
    await turns();
    jest.advanceTimersByTime(99);
    await turns();
    expect(hurried.answer).toBeUndefined();
    jest.advanceTimersByTime(1);
    await hurried.done;
    expect(hurried.answer).toMatchObject([200, DENIED]);
  });

  test("is refused when the daemon that comes is silent", async () => {
    const { daemon, seen } = slowDaemon();
    const sent = send();
    await turns();
    upstream.attach(daemon);
    while (seen.length === 0) await turn();
    jest.advanceTimersByTime(100);
    jest.advanceTimersByTime(650);
    await sent.done;
    expect(sent.answer).toMatchObject([200, DENIED]);
  });

  test("is known before the terminal's variables, and counts when nobody can tell", async () => {
    const terminal = '{"TERM":"x"}';
    const known = send(`${JSON.stringify({ ...EVENT, tool_name: "Read" })}${terminal}`, {
      [TERMINAL_HEADER]: String(terminal.length),
    });
    await known.done;
    expect(known.answer).toEqual(EMPTY);
    const unknown = send("x".repeat(1_000_001));
    await turns();
    expect(unknown.answer).toBeUndefined();
    jest.advanceTimersByTime(1300);
    await unknown.done;
    expect(unknown.answer).toMatchObject([200, DENIED]);
    rmSync(join(home.dir, "gates.json"));
    const free = send("x".repeat(1_000_001));
    await free.done;
    expect(free.answer).toEqual(EMPTY);
  });
});
