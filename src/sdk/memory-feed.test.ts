import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { installedHooks } from "../cli/claude-settings/hooks.ts";
import { isSessionOff } from "../platform/off.ts";
import { type Home, homeAt } from "../platform/paths.ts";
import { spooledFiles } from "../platform/spool.ts";
import { FED_EVENTS, MemoryFeed } from "./memory-feed.ts";
import { createProject, inputOf, type TestProject } from "./test-project.ts";

let project: TestProject;
let home: Home;
beforeEach(() => {
  project = createProject();
  home = homeAt(join(project.dir, "home"));
});
afterEach(() => project[Symbol.dispose]());

const feed = (env: Record<string, string> = {}) =>
  new MemoryFeed({ home, env, now: () => Date.now(), log: project.log, patienceMs: 300 });

/** Stands where the daemon does: its address and token are in the home. */
function listen(answer: (request: Request) => Response | Promise<Response>) {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  const info = { pid: process.pid, port: server.port, version: "0", startedAt: 0 };
  project.write("home/daemon.json", info);
  project.write("home/token", "secret\n");
  return { [Symbol.asyncDispose]: () => server.stop(true) };
}

test("Pawl hears on the SDK of the same events as in the client", () => {
  const options = { bun: "bun", hookEntry: "/h.ts", port: 1, hookToken: "t", scope: "user" as const };
  expect([...FED_EVENTS]).toEqual(installedHooks(options).map(({ event }) => event));
});

test("a callback per event, and one for what the user's own hooks name; never for WorktreeCreate", () => {
  const more = new MemoryFeed({
    home,
    env: {},
    now: () => 0,
    log: project.log,
    extraEvents: ["PostToolBatch", "WorktreeCreate", "Stop"],
  });
  expect(Object.keys(more.hooks())).toEqual([...FED_EVENTS, "PostToolBatch"]);
});

describe("an event", () => {
  test("goes to the daemon with the token and the session's variables, and its answer comes back", async () => {
    const seen: unknown[] = [];
    await using _ = listen(async (request) => {
      const env = decodeURIComponent(request.headers.get("x-pawl-env") ?? "");
      seen.push([request.headers.get("authorization"), JSON.parse(env), await request.json()]);
      return Response.json({ systemMessage: "hi" });
    });
    expect(await feed({ PAWL_LOCALE: "ko", OTHER: "x" }).tell(inputOf())).toEqual({ systemMessage: "hi" });
    expect(seen).toEqual([["Bearer secret", { PAWL_LOCALE: "ko" }, { ...inputOf() }]]);
    expect(spooledFiles(home.spool)).toEqual([]);
  });

  test("waits in the spool when the daemon does not answer in time", async () => {
    await using _ = listen(() => new Promise<Response>(() => undefined));
    expect(await feed().tell(inputOf())).toEqual({});
    expect(spooledFiles(home.spool)).toHaveLength(1);
  });

  test("is dropped when it is too large for the daemon, which said so in its log", async () => {
    await using _ = listen(() => new Response("{}", { status: 413 }));
    expect(await feed().tell(inputOf())).toEqual({});
    expect(spooledFiles(home.spool)).toEqual([]);
  });

  test("of a session that Pawl started goes nowhere", async () => {
    await using _ = listen(() => Response.json({ systemMessage: "fed" }));
    expect(await feed({ PAWL_GUARD: "1" }).tell(inputOf())).toEqual({});
  });

  test("S0.10 of a session with PAWL_OFF goes nowhere, and the session is marked", async () => {
    await using _ = listen(() => Response.json({ systemMessage: "fed" }));
    const off = feed({ PAWL_OFF: "1" });
    expect(await off.tell(inputOf({ hook_event_name: "SessionStart", source: "startup" }))).toEqual({});
    expect(await off.tell(inputOf())).toEqual({});
    expect(isSessionOff(home.off, "s1")).toBe(true);
  });
});
