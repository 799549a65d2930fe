import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { installedHooks } from "../clients/claude-code/settings/hooks.ts";
import { PAWL_EVENTS } from "../clients/index.ts";
import { isSessionOff } from "../platform/off.ts";
import { type Home, homeAt } from "../platform/paths.ts";
import { spooledFiles } from "../platform/spool.ts";
import { MemoryFeed } from "./memory-feed.ts";
import { createProject, inputOf, type TestProject } from "./test-project.ts";

let project: TestProject;
let home: Home;
beforeEach(() => {
  project = createProject();
  home = homeAt(join(project.dir, "home"));
});
afterEach(() => project[Symbol.dispose]());

/** Where an answer comes it is waited for, however busy the machine is. */
const feed = (env: Record<string, string> = {}, patienceMs = 30_000) =>
  new MemoryFeed({ home, env, now: () => Date.now(), log: project.log, patienceMs });

/** A stand-in for the daemon: its address and token are in the home. */
function listen(answer: (request: Request) => Response | Promise<Response>) {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  const info = { pid: process.pid, port: server.port, version: "0", startedAt: 0 };
  project.write("home/daemon.json", info);
  project.write("home/token", "secret\n");
  return { [Symbol.asyncDispose]: () => server.stop(true) };
}

test("Pawl gets the same events from the SDK as from the client", () => {
  const options = { launcher: "/h", port: 1, hookToken: "t", scope: "user" as const };
  expect<string[]>([...PAWL_EVENTS]).toEqual(installedHooks(options).map(({ event }) => event));
});

test("one callback per event, plus one per event of the user's own hooks; never for WorktreeCreate", () => {
  const more = new MemoryFeed({
    home,
    env: {},
    now: () => 0,
    log: project.log,
    needs: new Map([
      ["PostToolBatch", { seconds: 60, gate: false }],
      ["WorktreeCreate", { seconds: 0, gate: false }],
      ["Stop", { seconds: 0, gate: false }],
    ]),
  });
  const hooks = more.hooks();
  expect(Object.keys(hooks)).toEqual([...PAWL_EVENTS, "PostToolBatch"]);
  // The SDK waits longer than we do, and we wait longer than the daemon.
  expect([hooks.PostToolBatch?.[0]?.timeout, hooks.Stop?.[0]?.timeout]).toEqual([63, 5]);
});

describe("an event", () => {
  test("goes to the daemon with the token and the session's variables, and the reply comes back", async () => {
    const seen: unknown[] = [];
    await using _ = listen(async (request) => {
      const env = decodeURIComponent(request.headers.get("x-pawl-env") ?? "");
      seen.push([request.headers.get("authorization"), JSON.parse(env), await request.json()]);
      return Response.json({ systemMessage: "hi" });
    });
    expect(await feed({ PAWL_LOCALE: "ko", OTHER: "x" }).report(inputOf())).toEqual({ systemMessage: "hi" });
    expect(seen).toEqual([["Bearer secret", { PAWL_LOCALE: "ko" }, { ...inputOf() }]]);
    expect(spooledFiles(home.spool)).toEqual([]);
  });

  test("is awaited as long as the user's own hooks may take, and the daemon is given that time", async () => {
    let wait = "";
    await using _ = listen(async (request) => {
      wait = request.headers.get("x-pawl-wait") ?? "";
      await Bun.sleep(600);
      return Response.json({ systemMessage: "late" });
    });
    const needs = new Map([["PreToolUse", { seconds: 30, gate: false }] as const]);
    const patient = new MemoryFeed({
      home,
      env: {},
      now: Date.now,
      log: project.log,
      patienceMs: 300,
      needs,
    });
    expect(await patient.report(inputOf())).toEqual({ systemMessage: "late" });
    expect(wait).toBe("30000");
  });

  test("with a user's gate is denied if no daemon answers", async () => {
    const gate = { type: "command", command: "true", onError: "deny" };
    project.write("home/config.json", { hooks: { PreToolUse: [{ matcher: "Edit", hooks: [gate] }] } });
    await using _ = listen(() => new Promise<Response>(() => undefined));
    const needs = new Map([["PreToolUse", { seconds: 0, gate: true }] as const]);
    const fed = new MemoryFeed({ home, env: {}, now: Date.now, log: project.log, patienceMs: 300, needs });
    expect(await fed.report(inputOf())).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(await fed.report(inputOf({ tool_name: "Read" }))).toEqual({});
    expect(spooledFiles(home.spool)).toHaveLength(2);
  });

  test("goes to the spool if the daemon does not answer in time", async () => {
    await using _ = listen(() => new Promise<Response>(() => undefined));
    expect(await feed({}, 300).report(inputOf())).toEqual({});
    expect(spooledFiles(home.spool)).toHaveLength(1);
  });

  test("is dropped if it is too large for the daemon, which logs it", async () => {
    await using _ = listen(() => new Response("{}", { status: 413 }));
    expect(await feed().report(inputOf())).toEqual({});
    expect(spooledFiles(home.spool)).toEqual([]);
  });

  test.each(["PAWL_OFF", "PAWL_GUARD"])(
    "S0.10 of a session with %s is not sent, and the session is marked",
    async (name) => {
      await using _ = listen(() => Response.json({ systemMessage: "fed" }));
      const off = feed({ [name]: "1" });
      expect(await off.report(inputOf({ hook_event_name: "SessionStart", source: "startup" }))).toEqual({});
      expect(await off.report(inputOf())).toEqual({});
      expect(isSessionOff(home.off, "s1")).toBe(true);
    },
  );

  test("a session is marked by its start and by a prompt, and by no other event", async () => {
    const off = feed({ PAWL_OFF: "1" });
    await off.report(inputOf());
    expect(isSessionOff(home.off, "s1")).toBe(false);
    await off.report(inputOf({ hook_event_name: "UserPromptSubmit", prompt: "x" }));
    expect(isSessionOff(home.off, "s1")).toBe(true);
  });
});
