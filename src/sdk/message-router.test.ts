import { afterEach, beforeEach, expect, test } from "bun:test";
import { ConfigManager } from "./config-manager.ts";
import { HookManager } from "./hook-manager.ts";
import { joinHooks, MessageRouter } from "./message-router.ts";
import { Session } from "./session.ts";
import { createProject, type TestProject } from "./test-project.ts";

let project: TestProject;
let manager: HookManager;
beforeEach(() => {
  project = createProject();
  manager = new HookManager({ projectDir: project.dir, log: project.log });
});
afterEach(async () => {
  await manager.close();
  project[Symbol.dispose]();
});

async function sessionOf(more: { resume?: string; model?: string } = {}): Promise<Session> {
  const config = await new ConfigManager(project.dir, project.log).loadProjectConfig();
  manager.loadHooks(config.hooks);
  return new Session({ cwd: project.dir, config, env: { HOME: "/home/dev" }, ...more });
}

test("S2.6 S2.19 buildQueryOptions contains the hooks of settings.json, through getHooksForSDK and convertToSDKFormat", async () => {
  const hooks = { Stop: [{ hooks: [{ type: "prompt", prompt: "Done?" }] }] };
  project.write(".claude/settings.json", { hooks });
  const router = new MessageRouter(manager);
  const session = await sessionOf();
  const options = router.buildQueryOptions(session);
  expect(Object.keys(options.hooks ?? {})).toEqual(["Stop"]);
  expect(Object.keys(router.getHooksForSDK() ?? {})).toEqual(Object.keys(manager.convertToSDKFormat()));
  const answer = await options.hooks?.Stop?.[0]?.hooks[0]?.(
    { ...session.common, hook_event_name: "Stop", stop_hook_active: false },
    undefined,
    { signal: new AbortController().signal },
  );
  expect(answer).toMatchObject({ systemMessage: "Done?", continue: true });
});

test("S2.20 hooks is present only if there are any", async () => {
  const options = new MessageRouter(manager).buildQueryOptions(await sessionOf());
  expect("hooks" in options).toBe(false);
});

test("no hook runs twice: the client reads no settings file", async () => {
  expect(new MessageRouter(manager).buildQueryOptions(await sessionOf()).settingSources).toEqual([]);
});

test("what the program gave reaches the client, and nothing stands for what it did not give", async () => {
  const session = await sessionOf();
  const bare = new MessageRouter(manager).buildQueryOptions(session);
  const names = ["env", "pathToClaudeCodeExecutable", "canUseTool", "allowedTools", "settings", "model"];
  expect(names.filter((name) => name in bare)).toEqual([]);
  const canUseTool = async () => ({ behavior: "allow" as const, updatedInput: {} });
  const settings = { permissions: { deny: ["Bash(rm *)"] } };
  const given = { env: { A: "1" }, executable: "/bin/claude", canUseTool, allowedTools: ["Read"], settings };
  const full = new MessageRouter(manager, { ...given, instructions: "Be brief." }).buildQueryOptions(session);
  expect(full).toMatchObject({
    env: { A: "1" },
    pathToClaudeCodeExecutable: "/bin/claude",
    canUseTool,
    allowedTools: ["Read"],
    settings,
    systemPrompt: { append: "Be brief." },
  });
});

test("a new session has its own id, a resumed one keeps its id", async () => {
  const router = new MessageRouter(manager);
  const fresh = await sessionOf({ model: "opus" });
  expect(router.buildQueryOptions(fresh)).toMatchObject({
    sessionId: fresh.id,
    model: "opus",
    cwd: project.dir,
  });
  const options = router.buildQueryOptions(await sessionOf({ resume: "abc" }));
  expect(options.resume).toBe("abc");
  expect("sessionId" in options).toBe(false);
});

test("hooks from two sources are combined", () => {
  const one = async () => ({});
  const two = async () => ({});
  expect(joinHooks({ Stop: [{ hooks: [one] }] }, undefined, { Stop: [{ hooks: [two] }] })).toEqual({
    Stop: [{ hooks: [one] }, { hooks: [two] }],
  });
  expect(joinHooks(undefined, {})).toBeUndefined();
});
