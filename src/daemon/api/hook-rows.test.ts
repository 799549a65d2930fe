/** Hooks as the page lists them, and a run of one on a recorded event. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "../test-app.ts";

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeEach(async () => {
  app = await openTestApp({ now: () => 5000 });
});
afterEach(() => app[Symbol.asyncDispose]());

const get = async (path: string) => (await (await app.request(path)).json()) as Record<string, object[]>;
const writeUser = (hooks: object) => writeFileSync(app.home.config, JSON.stringify({ hooks }));
const call = (more: object = {}) =>
  app.post("/hook", {
    hook_event_name: "PostToolUse",
    session_id: "s1",
    cwd: app.dir,
    transcript_path: "/t",
    tool_name: "Bash",
    tool_use_id: "t1",
    tool_input: { command: "npm test" },
    tool_response: "fine",
    ...more,
  });

test("each hook has its row, in the order of events", async () => {
  writeFileSync(join(app.home.dir, "check.ts"), "export default () => ({})");
  writeUser({
    Stop: [{ hooks: [{ type: "prompt", prompt: "Look twice" }] }],
    PreToolUse: [
      {
        matcher: 'tool == "Bash"',
        hooks: [{ type: "command", command: "node", args: ["a", "b"], description: "Mine", onError: "deny" }],
      },
    ],
    PostToolUse: [{ hooks: [{ type: "http", url: "http://127.0.0.1:9/x" }] }],
    SessionEnd: [{ hooks: [{ type: "script", script: "check.ts" }] }],
  });
  const row = (event: string, type: string, what: string, more: object = {}) => ({
    id: expect.any(String),
    event,
    matcher: "*",
    type,
    name: what,
    what,
    file: app.home.config,
    from: "user",
    project: "",
    isGate: false,
    trusted: true,
    runs: 0,
    lastMs: null,
    lastError: null,
    lastErrorAt: null,
    ...more,
  });
  const { hooks = [] } = await get("/api/hooks");
  const texts = hooks.map((hook) => ({ ...hook, matcher: (hook as { matcher: string }).matcher || "*" }));
  expect(texts).toEqual([
    row("PreToolUse", "command", "node a b", { name: "Mine", matcher: 'tool == "Bash"', isGate: true }),
    row("PostToolUse", "http", "http://127.0.0.1:9/x"),
    row("SessionEnd", "script", "check.ts"),
    row("Stop", "prompt", "Look twice"),
  ]);
});

test("a project's hooks are listed for it, and by themselves only where somebody worked", async () => {
  const project = join(app.dir, "project");
  mkdirSync(join(project, ".claude"), { recursive: true });
  mkdirSync(join(project, "src"));
  mkdirSync(join(project, ".git"));
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
  writeFileSync(join(project, ".claude", "pawl.json"), JSON.stringify({ hooks }));
  expect(await get("/api/hooks")).toEqual({ hooks: [] });
  expect(await get("/api/hooks?project=")).toEqual({ hooks: [] });
  const there = [{ event: "Stop", from: "project", project, trusted: false }];
  expect(await get(`/api/hooks?project=${encodeURIComponent(join(project, "src"))}`)).toMatchObject({
    hooks: there,
  });
  await call({ cwd: project });
  expect(await get("/api/hooks")).toMatchObject({ hooks: there });
});

test("recorded events are listed newest first, ten at most, of a project", async () => {
  for (let n = 0; n < 12; n++) await call({ tool_use_id: `t${n}` });
  const path = "/api/hooks/events?event=PostToolUse";
  expect((await get(path)).events).toHaveLength(10);
  expect((await get(`${path}&project=`)).events).toHaveLength(10);
  expect((await get(`${path}&project=/elsewhere`)).events).toEqual([]);
  expect((await get(`${path}&project=${encodeURIComponent(app.dir)}`)).events).toHaveLength(10);
  expect((await get("/api/hooks/events?event=Stop")).events).toEqual([]);
});

test("a run says whether it matched, what came of it and how long it took", async () => {
  await call();
  writeUser({
    PostToolUse: [
      { matcher: 'tool == "Read"', hooks: [{ type: "command", command: "true" }] },
      { hooks: [{ type: "command", command: "echo broken >&2; exit 3" }] },
      { hooks: [{ type: "command", command: `pwd > ${app.dir}/where`, async: true, once: true }] },
    ],
  });
  const { hooks = [], events = [] } = {
    ...(await get("/api/hooks")),
    ...(await get("/api/hooks/events?event=PostToolUse")),
  };
  const record = (events[0] as { id: string }).id;
  const run = async (at: number) => {
    const answer = await app.post("/api/hooks/run", { id: (hooks[at] as { id: string }).id, record });
    return (await answer.json()) as Record<string, unknown>;
  };
  expect(await run(0)).toEqual({
    matched: false,
    outcome: "skipped",
    ms: expect.any(Number),
    reply: {},
    error: null,
  });
  const failed = await run(1);
  expect(failed).toMatchObject({ matched: true, reply: {}, error: expect.stringContaining("3") });
  expect(failed.outcome).not.toBe("ok");
  expect(
    String(failed.ms)
      .replace(".", "")
      .replace(/^0+|0+$/g, "").length,
  ).toBeLessThanOrEqual(3);
  for (let n = 0; n < 2; n++)
    expect(await run(2)).toMatchObject({ matched: true, outcome: "ok", error: null });
  expect((await Bun.file(join(app.dir, "where")).text()).trim()).toBe(app.dir);
  const none = await app.post("/api/hooks/run", { id: (hooks[1] as { id: string }).id, record: "prompt-99" });
  expect([none.status, await none.json()]).toEqual([404, { error: "Record not found." }]);
});
