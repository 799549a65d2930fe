import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Application, type ApplicationOptions } from "./application.ts";
import { ConfigManager } from "./config-manager.ts";
import { HookManager } from "./hook-manager.ts";
import { MessageRouter } from "./message-router.ts";
import { createProject, type TestProject } from "./test-project.ts";

let project: TestProject;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project[Symbol.dispose]());

const HOOKS = {
  SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "touch started" }] }],
  SessionEnd: [{ hooks: [{ type: "command", command: 'echo "$EVENT" > ended' }] }],
  Notification: [{ matcher: "idle_prompt", hooks: [{ type: "command", command: "touch notified" }] }],
};

const create = (more: Partial<ApplicationOptions> = {}) =>
  new Application({ cwd: project.dir, memory: false, log: project.log, ...more });
const ran = (file: string) => existsSync(join(project.dir, file));

test("S2.5 S2.22 start creates the configuration, HookManager, loadHooks with its hooks, and MessageRouter", async () => {
  project.write(".claude/settings.json", { hooks: HOOKS });
  const steps: string[] = [];
  const read = spyOn(ConfigManager.prototype, "loadProjectConfig");
  const load = spyOn(HookManager.prototype, "loadHooks");
  try {
    const app = create({ log: (_level, message) => steps.push(message) });
    const session = await app.start();
    expect(load.mock.calls).toEqual([[session.config.hooks]]);
    expect(session.config.hooks).toEqual(HOOKS as never);
    expect(read.mock.invocationCallOrder[0] ?? 0).toBeLessThan(load.mock.invocationCallOrder[0] ?? 0);
    expect(steps.filter((step) => !step.includes("TypeScript"))).toEqual([
      "Read the project's configuration",
      "Loaded hooks",
      "Created the message router",
    ]);
    await app.close();
  } finally {
    read.mockRestore();
    load.mockRestore();
  }
});

test("S2.8 SessionStart, SessionEnd and Notification, which the SDK does not deliver, are fired", async () => {
  project.write(".claude/settings.json", { hooks: HOOKS });
  const app = create();
  await app.start();
  expect(ran("started")).toBe(true);
  expect(ran("ended")).toBe(false);
  app.notify("other", "not matched");
  app.notify("idle_prompt", "waiting");
  await app.close();
  expect(ran("notified")).toBe(true);
  expect(ran("ended")).toBe(true);
});

test("hooks of an untrusted project do not run; the session does", async () => {
  project.write(".claude/settings.json", { hooks: HOOKS });
  const asked: string[] = [];
  const app = create({
    trust: async (config) => {
      asked.push(config.file);
      return false;
    },
  });
  await app.start();
  await app.close();
  expect(asked).toEqual([join(project.dir, ".claude/settings.json")]);
  expect(ran("started") || ran("ended")).toBe(false);
});

test("hooks of .claude/pawl.json run here too where the daemon does not run them, after the same trust", async () => {
  project.write(".claude/pawl.json", { hooks: HOOKS });
  const refused = create({ trust: async () => false });
  await refused.start();
  await refused.close();
  expect(ran("started")).toBe(false);
  const app = create();
  await app.start();
  expect(ran("started")).toBe(true);
  await app.close();
  expect(ran("ended")).toBe(true);
});

test("the SDK's own options are handed on", async () => {
  const query = spyOn(MessageRouter.prototype, "buildQueryOptions");
  const options = {
    permissionMode: "plan",
    mcpServers: { own: { command: "true" } },
    systemPrompt: "Be brief.",
    hooks: { Stop: [{ hooks: [async () => ({ continue: true })] }] },
  } as const;
  try {
    project.write(".claude/settings.json", {
      hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] },
    });
    const app = create({ options: options as never, executable: "/does/not/exist" });
    await app.start();
    for await (const _ of app.send("Hello")) {
      // What it was started with is all that counts.
    }
    await app.close();
    const built = (await query.mock.results[0]?.value) as Record<string, unknown>;
    expect(built).toMatchObject({
      permissionMode: "plan",
      mcpServers: { own: { command: "true" } },
      systemPrompt: "Be brief.",
    });
    // The program's own hooks stand beside the project's.
    expect((built.hooks as { Stop: unknown[] }).Stop).toHaveLength(2);
  } finally {
    query.mockRestore();
  }
});

test("trust is not requested if there are no hooks", async () => {
  const app = create({ trust: () => Promise.reject(new Error("asked")) });
  await app.start();
  await app.close();
});

test("a SessionStart hook can stop the session and gives the reason", async () => {
  project.write("hooks/no.ts", 'export default () => ({ continue: false, stopReason: "Not on Fridays" });');
  const hooks = { SessionStart: [{ hooks: [{ type: "script", script: "hooks/no.ts" }] }] };
  project.write(".claude/settings.json", { hooks });
  const app = create();
  expect(app.start()).rejects.toThrow("Not on Fridays");
  await app.close();
});

test("sending before start is rejected with a hint", async () => {
  expect(create().send("hi").next()).rejects.toThrow("has not been started");
});
