import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ConfigManager } from "./config-manager.ts";
import { createProject, type TestProject } from "./test-project.ts";

let project: TestProject;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project[Symbol.dispose]());

const load = () => new ConfigManager(project.dir, project.log).loadProjectConfig();
const settings = (value: unknown) => project.write(".claude/settings.json", value);
const bash = { matcher: "Bash", hooks: [{ type: "command", command: "true", timeout: 5 }] };

test("S2.4 hooks of .claude/settings.json become ProjectConfig.hooks", async () => {
  const hooks = {
    PreToolUse: [bash],
    Stop: [
      {
        hooks: [
          { type: "prompt", prompt: "Done?" },
          { type: "script", script: "./hooks/a.ts" },
        ],
      },
    ],
  };
  settings({ model: "opus", hooks, hookScriptPaths: ["./tools"] });
  const config = await load();
  expect(config.hooks).toEqual(hooks as never);
  expect(config.hookScriptPaths).toEqual(["./tools"]);
  expect(config.findings.filter(({ level }) => level === "error")).toEqual([]);
});

test("an entry that makes plain claude drop the whole file is named with the deny rules that go with it; alone in its event it is not", async () => {
  const script = { hooks: [{ type: "script", script: "./hooks/a.ts" }] };
  const permissions = { deny: ["Bash(touch *)"] };
  settings({ permissions, hooks: { PreToolUse: [bash], Stop: [script] } });
  expect((await load()).findings).toEqual([]);
  settings({ permissions, hooks: { PreToolUse: [bash, script] } });
  const { findings, hooks } = await load();
  expect(findings.map(({ level, message }) => [level, message])).toEqual([
    [
      "warning",
      expect.stringContaining(
        "runs no hook of this file at all, and its deny rules do not hold (Bash(touch *))",
      ),
    ],
  ]);
  expect(hooks).toEqual({ PreToolUse: [bash, script] } as never);
  expect(project.logged.join("\n")).toContain(".claude/pawl.json");
});

test("a comma behind the last entry and a mark at the file's start are no mistake", async () => {
  settings(`\uFEFF{ "hooks": { "PreToolUse": [${JSON.stringify(bash)}], }, }`);
  expect((await load()).hooks).toEqual({ PreToolUse: [bash] } as never);
});

test("S2.4 without a file, or without hooks in it, there are none", async () => {
  expect((await load()).hooks).toBeUndefined();
  settings({ model: "opus" });
  expect((await load()).hooks).toBeUndefined();
});

test("S2.11 the script folders have a default", async () => {
  expect((await load()).hookScriptPaths).toEqual(["./.claude/hooks", "./hooks"]);
});

test("S2.9 events that only the TypeScript SDK has are loaded with a warning", async () => {
  const only = [
    "PostToolUseFailure",
    "SubagentStart",
    "PermissionRequest",
    "SessionStart",
    "SessionEnd",
    "Notification",
  ];
  const all = [
    ...only,
    "PreToolUse",
    "PostToolUse",
    "UserPromptSubmit",
    "Stop",
    "SubagentStop",
    "PreCompact",
  ];
  const groups = [{ hooks: [{ type: "command", command: "true" }] }];
  settings({ hooks: Object.fromEntries(all.map((event) => [event, groups])) });
  const { findings, hooks } = await load();
  expect(Object.keys(hooks ?? {})).toEqual(all);
  expect(findings.map(({ level, message }) => [level, message])).toEqual(
    only.map((event) => ["warning", `hooks.${event}: ${event} is only available in TypeScript SDK.`]),
  );
  expect(project.logged).toHaveLength(only.length);
});

describe("S2.12 S2.13 an old .claude/hooks.json", () => {
  test("S2.12 gives a warning that explains how to migrate", async () => {
    project.write(".claude/hooks.json", { hooks: { Stop: [bash] } });
    await load();
    expect(project.logged).toHaveLength(1);
    expect(project.logged[0]).toContain("hooks.json");
    expect(project.logged[0]).toContain("pawl hooks migrate");
  });

  test("S2.13 is never loaded, even if it is the only file", async () => {
    project.write(".claude/hooks.json", { hooks: { Stop: [bash] } });
    expect((await load()).hooks).toBeUndefined();
    settings({ hooks: { PreToolUse: [bash] } });
    expect((await load()).hooks).toEqual({ PreToolUse: [bash] } as never);
  });
});

describe("S2.14 invalid entries are reported and skipped", () => {
  test("S2.14 one invalid entry between valid ones", async () => {
    const bad = { type: "command", commnd: "true" };
    settings({
      hooks: { PreToolUse: [{ hooks: [...bash.hooks, bad] }, { hooks: [bad] }], Sotp: [bash], Stop: "no" },
    });
    const { hooks, findings } = await load();
    expect(hooks).toEqual({ PreToolUse: [{ hooks: bash.hooks }] } as never);
    expect(findings.map(({ path }) => path)).toEqual([
      "hooks.PreToolUse[0].hooks[1].command",
      "hooks.PreToolUse[0].hooks[1].commnd",
      "hooks.PreToolUse[1].hooks[0].command",
      "hooks.PreToolUse[1].hooks[0].commnd",
      "hooks.Sotp",
      "hooks.Stop",
    ]);
    expect(project.logged).toHaveLength(6);
  });

  test("S2.14 in the flat form too", async () => {
    const good = { event: "Stop", type: "prompt", prompt: "x" };
    settings({ hooks: [good, { event: "Stop", type: "prompt" }, { event: "Stop", ...bash }] });
    expect((await load()).hooks).toEqual([good, { event: "Stop", ...bash }] as never);
  });

  test("S2.14 a file that is not JSON", async () => {
    settings("{ hooks: ");
    const { hooks, findings } = await load();
    expect(hooks).toBeUndefined();
    expect(findings).toHaveLength(1);
  });
});

test("entries of pawl install are skipped silently, so that no hook runs twice", async () => {
  const own = { type: "command", command: "bun", args: ["hook.ts", "--installed-by=pawl"], timeout: 5 };
  const http = { type: "http", url: "http://127.0.0.1:1/hook", headers: { "x-pawl-hook": "1" } };
  settings({ hooks: { PreToolUse: [{ hooks: [own] }, bash, { hooks: [http] }], Stop: [{ hooks: [http] }] } });
  const { hooks, findings } = await load();
  expect(hooks).toEqual({ PreToolUse: [bash] } as never);
  expect(findings).toEqual([]);
});
