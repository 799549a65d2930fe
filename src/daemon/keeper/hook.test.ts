/** One event through the keeper: with a daemon, without one, and with one that is gone or hangs. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../../test/e2e/pawl.ts";
import { HOOK_AT_HEADER } from "../../platform/hook-request.ts";
import { setMachineOff } from "../../platform/off.ts";
import { type Home, homeAt } from "../../platform/paths.ts";
import { spooledFiles } from "../../platform/spool.ts";
import { hookRequest } from "./hook.ts";
import type { Attached } from "./requests.ts";
import { createTurns, type Turns } from "./turns.ts";
import { createUpstream } from "./upstream.ts";

let dir: string;
let home: Home;
const open: { stop(now: boolean): unknown }[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-keeper-"));
  home = homeAt(dir);
  writeFileSync(home.token, "the token\n");
});
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop(true);
  rmSync(dir, { recursive: true });
});

const nothing = () => undefined;
const silentLog = { debug: nothing, info: nothing, warn: nothing, error: nothing } as never;
const EVENT = JSON.stringify({
  hook_event_name: "PostToolUse",
  session_id: "s",
  cwd: "/p",
  transcript_path: import.meta.path,
  tool_name: "Bash",
});

/** A stand-in for the daemon, on a port of its own. */
function daemon(answer: (request: Request) => Response | Promise<Response>): Attached {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  open.push(server);
  return { pid: process.pid, version: "0", address: { port: server.port ?? 0 } };
}

function keeper(options: { isOwn?: boolean; turns?: Turns } = {}) {
  const attached: Attached[] = [];
  const upstream = createUpstream({
    home,
    log: silentLog,
    onAttach: (one) => attached.push(one),
  });
  const deps = {
    home,
    upstream,
    turns: options.turns ?? createTurns(8),
    isOwn: () => options.isOwn ?? true,
    answer: (status: number, body: object) => Response.json(body, { status }),
  };
  return {
    upstream,
    attached,
    async send(body: string | ReadableStream = EVENT, headers: Record<string, string> = {}) {
      const response = await hookRequest(
        new Request("http://127.0.0.1:1/hook", {
          method: "POST",
          body,
          headers: { host: "127.0.0.1:1", ...headers },
        }),
        deps as never,
      );
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
}

describe("with a daemon", () => {
  test("its answer goes out as it is, and the event reaches it whole", async () => {
    const seen: string[] = [];
    const { upstream, send } = keeper();
    upstream.attach(
      daemon(async (request) => {
        seen.push(await request.text());
        return Response.json({ systemMessage: "hi" }, { status: 201 });
      }),
    );
    expect(await send()).toEqual({ status: 201, body: { systemMessage: "hi" } });
    expect(seen).toEqual([EVENT]);
  });
});

describe("without a daemon", () => {
  const untold = JSON.stringify({
    ...JSON.parse(EVENT),
    transcript_path: "/none",
    tool_input: { command: "curl -H 'Authorization: Bearer ghp_1234567890abcdefghijABCDEFGHIJ123456'" },
  });

  test("the client gets an empty answer at once: the next daemon reads what the transcript has", async () => {
    const { send } = keeper();
    expect(await send()).toEqual({ status: 200, body: { async: true } });
    // What is said there would be shown to the model that summarises.
    expect(await send(EVENT.replace("PostToolUse", "PreCompact"))).toEqual({ status: 200, body: {} });
    expect(spooledFiles(home.spool)).toEqual([]);
  });

  test("a notification is in no transcript: it is spooled", async () => {
    const { send } = keeper();
    expect(await send(EVENT.replace("PostToolUse", "Notification"))).toEqual({
      status: 200,
      body: { async: true },
    });
    expect(spooledFiles(home.spool)).toHaveLength(1);
  });

  test("while Pawl is paused nothing is kept", async () => {
    setMachineOff(home.off, true, 1);
    const { send } = keeper();
    expect((await send(untold)).status).toBe(200);
    expect(spooledFiles(home.spool)).toEqual([]);
  });

  test("a stranger's is refused, and pawl hook is told to ask again", async () => {
    const strange = keeper({ isOwn: false });
    expect((await strange.send()).status).toBe(401);
    const { send } = keeper();
    expect((await send(untold, { [HOOK_AT_HEADER]: "1" })).status).toBe(503);
    expect(spooledFiles(home.spool)).toEqual([]);
  });

  test("an event without a transcript is spooled with its secrets removed, and refused if the disk is full", async () => {
    const { send } = keeper();
    expect((await send(untold)).status).toBe(200);
    const [file = ""] = spooledFiles(home.spool);
    const kept = readFileSync(join(home.spool, file), "utf8");
    expect([kept.includes("ghp_"), JSON.parse(kept).session_id]).toEqual([false, "s"]);
    rmSync(home.spool, { recursive: true });
    writeFileSync(home.spool, "");
    expect((await send(untold)).status).toBe(503);
  });

  test("an event that gets no turn in time is kept, with a transcript and without one: no hook is refused", async () => {
    const { upstream, send } = keeper({ turns: { take: async () => undefined } });
    upstream.attach(daemon(() => Response.json({ from: "daemon" })));
    const [told, kept] = [await send(), await send(untold)];
    expect([told.status, kept.status, spooledFiles(home.spool).length]).toEqual([200, 200, 1]);
  });

  test("a daemon that is gone is noticed, and the event is answered", async () => {
    const { upstream, send } = keeper();
    const gone = Bun.spawn(["true"]);
    await gone.exited;
    upstream.attach({ pid: gone.pid, version: "0", address: { port: 1 } });
    expect(await send()).toEqual({ status: 200, body: { async: true } });
    expect(upstream.current()).toBeUndefined();
  });

  test("a body in chunks is read whole", async () => {
    const seen: string[] = [];
    const { upstream, send } = keeper();
    upstream.attach(
      daemon(async (request) => {
        seen.push(await request.text());
        return Response.json({});
      }),
    );
    await send(new Blob([EVENT]).stream());
    expect(seen).toEqual([EVENT]);
  });
});

describe("the daemon behind it", () => {
  const one: Attached = { pid: process.pid, version: "0", address: { port: 1 } };
  const other: Attached = { ...one, version: "1" };

  test("whoever waits gets the one that attaches; nobody waits for ever", async () => {
    const { upstream, attached } = keeper();
    expect(await upstream.wait(1)).toBeUndefined();
    expect(await upstream.soon()).toBeUndefined();
    const waiting = upstream.wait(60_000);
    upstream.attach(one);
    expect(await waiting).toBe(one);
    expect([upstream.daemon(), upstream.current(), await upstream.soon(), await upstream.wait(1)]).toEqual([
      one,
      one,
      one,
      one,
    ]);
    expect(attached).toEqual([one]);
  });

  test("only the attached one can leave", async () => {
    const { upstream } = keeper();
    upstream.attach(one);
    upstream.detach(other);
    expect(upstream.current()).toBe(one);
    upstream.detach(one, true);
    expect(upstream.current()).toBeUndefined();
    expect(await upstream.soon()).toBeUndefined();
  });

  test("one that failed a request stays while its process lives, and goes when it has ended", async () => {
    const { upstream } = keeper();
    upstream.attach(one);
    await upstream.failed(one);
    expect(upstream.current()).toBe(one);
    const process = Bun.spawn(["true"]);
    await process.exited;
    const gone = { ...one, pid: process.pid };
    upstream.attach(gone);
    await upstream.failed(gone);
    expect(upstream.current()).toBeUndefined();
  });

  test("one that was silent is checked: meanwhile nobody gets it, and if it answers it is back", async () => {
    const { upstream, attached } = keeper();
    const held = Promise.withResolvers<Response>();
    const there = daemon(() => held.promise);
    upstream.attach(there);
    upstream.suspect(there);
    upstream.suspect(there);
    upstream.suspect(other);
    expect([upstream.daemon(), upstream.current()]).toEqual([undefined, there]);
    held.resolve(new Response("ok"));
    expect(await eventually(() => upstream.daemon() === there)).toBe(true);
    expect(attached).toEqual([there, there]);
  });

  test("one that hangs is ended, but not one that has come in its place", async () => {
    const { upstream } = keeper();
    const process = Bun.spawn(["sleep", "60"]);
    const hanging = { pid: process.pid, version: "0", address: { port: 1 } };
    upstream.attach(hanging);
    upstream.suspect(hanging);
    await process.exited;
    expect(process.signalCode).toBe("SIGKILL");
    expect(await eventually(() => upstream.current() === undefined)).toBe(true);
  });
});
