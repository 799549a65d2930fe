import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "../test-app.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;

interface Listed {
  id: string;
  event: string;
  trusted: boolean;
  runs: number;
  lastError: string | null;
  file: string;
}

const call = (app: App) => ({
  hook_event_name: "PostToolUse",
  session_id: "s1",
  cwd: app.dir,
  tool_name: "Bash",
  tool_use_id: "t1",
  tool_input: { command: "npm test" },
  tool_response: "fine",
});

const writeUserHooks = (app: App, command: string) =>
  writeFileSync(
    app.home.config,
    JSON.stringify({
      hooks: { PostToolUse: [{ matcher: 'tool == "Bash"', hooks: [{ type: "command", command }] }] },
    }),
  );

const list = async (app: App) =>
  ((await (await app.request("/api/hooks")).json()) as { hooks: Listed[] }).hooks;

test("the user's hooks are listed with their runs, time and last error", async () => {
  await using app = await openTestApp();
  writeUserHooks(app, "echo broken >&2; exit 3");
  expect(await list(app)).toMatchObject([{ event: "PostToolUse", trusted: true, runs: 0, lastError: null }]);
  await app.post("/hook", call(app));
  expect(await list(app)).toMatchObject([{ runs: 1, lastError: expect.stringContaining("3") }]);
});

test("a project's hooks are listed as not trusted and cannot be tested", async () => {
  await using app = await openTestApp();
  const project = join(app.dir, "project");
  mkdirSync(join(project, ".claude"), { recursive: true });
  const pwned = join(app.dir, "pwned");
  const hooks = { PostToolUse: [{ hooks: [{ type: "command", command: `touch ${pwned}` }] }] };
  writeFileSync(join(project, ".claude", "pawl.json"), JSON.stringify({ hooks }));
  await app.post("/hook", { ...call(app), cwd: project });
  const [hook] = await list(app);
  expect(hook).toMatchObject({ trusted: false, file: join(project, ".claude", "pawl.json") });
  const tried = await app.post("/api/hooks/run", { id: hook?.id, record: "observation-1" });
  expect(tried.status).toBe(400);
  expect(await Bun.file(pwned).exists()).toBe(false);
});

test("a test run on a recorded event does not change the run statistics", async () => {
  await using app = await openTestApp();
  await app.post("/hook", call(app));
  writeUserHooks(app, `cat > ${join(app.dir, "seen.json")}`);
  const [hook] = await list(app);
  const { events } = (await (await app.request("/api/hooks/events?event=PostToolUse")).json()) as {
    events: { id: string; title: string }[];
  };
  expect(events).toMatchObject([{ title: "Bash: npm test" }]);
  const tried = await app.post("/api/hooks/run", { id: hook?.id, record: events[0]?.id });
  expect(await tried.json()).toMatchObject({ matched: true, outcome: "ok", error: null });
  expect(await Bun.file(join(app.dir, "seen.json")).json()).toMatchObject({
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    tool_response: "fine",
  });
  expect(await list(app)).toMatchObject([{ runs: 0 }]);
});

test("an unknown hook or event gets a clear error", async () => {
  await using app = await openTestApp();
  expect((await app.post("/api/hooks/run", { id: "x", record: "prompt-1" })).status).toBe(404);
  expect((await app.request("/api/hooks/events?event=Nonsense")).status).toBe(400);
});
