import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeGateIndex } from "../../../hooks/gate-index.ts";
import { placeLauncher } from "../../../platform/launcher.ts";
import { isOwnHook } from "../../../platform/own-hook.ts";
import { homeAt } from "../../../platform/paths.ts";
import type { HookNeeds, SettingsScope } from "../../settings/entries.ts";
import { quoteArgument } from "../../settings/line.ts";
import { hookName, installedHooks } from "./hooks.ts";

const options = {
  launcher: "/home/me/.pawl/hook",
  port: 47_100,
  hookToken: "s3cret",
  scope: "user" as SettingsScope,
};
const byEvent = (extra: Partial<Parameters<typeof installedHooks>[0]> = {}) =>
  new Map(installedHooks({ ...options, ...extra }).map((entry) => [entry.event, entry]));

test("S3.14 SessionStart comes first and PreCompact second", () => {
  expect([...byEvent().keys()].slice(0, 2)).toEqual(["SessionStart", "PreCompact"]);
});

test("S0.9 a command is one line that tests for the launcher, names no interpreter, and ends well without it", () => {
  expect(byEvent({ isWindows: false }).get("UserPromptSubmit")?.hook).toEqual({
    type: "command",
    command:
      "[ -x /home/me/.pawl/hook ] && exec /home/me/.pawl/hook --installed-by=pawl session-init; exit 0",
    timeout: 5,
  });
  const launcher = "C:\\Users\\It's my name\\.pawl\\hook.cmd";
  expect(byEvent({ isWindows: true, launcher }).get("SessionEnd")?.hook).toEqual({
    type: "command",
    command:
      "try { & 'C:\\Users\\It''s my name\\.pawl\\hook.cmd' --installed-by=pawl session-end } catch {}; exit 0",
    shell: "powershell",
    timeout: 5,
  });
});

test("no entry has arguments that a client could ignore, on no system and in no scope", () => {
  const needs: HookNeeds = new Map([["PreToolUse", { seconds: 5, gate: true }]]);
  for (const isWindows of [false, true]) {
    for (const scope of ["user", "project", "local"] as const) {
      const hooks = installedHooks({ ...options, isWindows, scope, needs }).map(({ hook }) => hook);
      const commands = hooks.filter((hook) => hook.type === "command");
      expect(commands.length).toBeGreaterThan(2);
      for (const hook of commands) {
        expect(hook).not.toHaveProperty("args");
        expect(hook.command).toMatch(/^(\(?\[ -x|try \{ & ).*; exit 0$/);
        expect(isOwnHook(hook)).toBe(true);
      }
    }
  }
});

test.skipIf(process.platform !== "win32")(
  "PowerShell hands the event to the launcher, and ends well when that is gone",
  () => {
    const home = mkdtempSync(join(tmpdir(), "pawl it\u2019s-"));
    const launcher = join(home, "hook.cmd");
    const hook = byEvent({ launcher, isWindows: true }).get("UserPromptSubmit")?.hook;
    const run = () => {
      const line = hook?.type === "command" ? hook.command : "";
      const shell = ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", line];
      const ran = Bun.spawnSync(shell, { stdin: Buffer.from('{"a": "echo executed"}\n') });
      return [ran.exitCode, ran.stdout.toString().trim()];
    };
    try {
      expect(run()).toEqual([0, ""]);
      writeFileSync(launcher, '@echo off\r\nset /p "event="\r\necho %event%\r\n');
      expect(run()).toEqual([0, '{"a": "echo executed"}']);
    } finally {
      rmSync(home, { recursive: true });
    }
  },
);

test.skipIf(process.platform === "win32")("the shell reads every argument back as it was", () => {
  for (const argument of ["plain", "a b", "it's", '"$HOME" `id`', "a;b&&c|d", "*", "", "ü\\n"]) {
    const ran = Bun.spawnSync(["sh", "-c", `printf %s ${quoteArgument(argument)}`]);
    expect(ran.stdout.toString()).toBe(argument);
  }
});

test.skipIf(process.platform === "win32")(
  "a gate's hook refuses where nothing of Pawl can be started and the gate is still known; other hooks stay silent",
  () => {
    const home = mkdtempSync(join(tmpdir(), "pawl it's-"));
    const launcher = join(home, "hook");
    const needs: HookNeeds = new Map([["PreToolUse", { seconds: 1, gate: true }]]);
    const run = (event: "PreToolUse" | "UserPromptSubmit" | "SessionStart") => {
      const hook = byEvent({ launcher, needs }).get(event)?.hook;
      if (hook?.type !== "command") return undefined;
      const ran = Bun.spawnSync(["/bin/sh", "-c", hook.command], { stdin: Buffer.from("{}") });
      return { exitCode: ran.exitCode, out: ran.stdout.toString(), error: ran.stderr.toString() };
    };
    const silence = { exitCode: 0, out: "", error: "" };
    try {
      // No home, or no gate in it: there is nothing to refuse.
      expect([run("PreToolUse"), run("UserPromptSubmit")]).toEqual([silence, silence]);
      // It is said once, when a session starts.
      const { systemMessage } = JSON.parse(run("SessionStart")?.out ?? "") as { systemMessage: string };
      expect(systemMessage).toContain("pawl uninstall");
      writeGateIndex(home, []);
      expect(run("PreToolUse")).toEqual(silence);
      writeGateIndex(home, [
        { project: null, event: "PreToolUse", tools: null, matcher: "*", name: "No", source: "config.json" },
      ]);
      const steps: [string, () => void][] = [
        ["no launcher", () => undefined],
        ["a launcher that finds no Bun", () => placeLauncherOnly(home)],
        ["a launcher that finds a Bun that does not start", () => writeScript(home, "exit 3")],
      ];
      for (const [step, take] of steps) {
        take();
        const ran = run("PreToolUse");
        expect([step, ran?.exitCode, ran?.error]).toEqual([step, 0, ""]);
        expect(JSON.parse(ran?.out ?? "")).toMatchObject({
          hookSpecificOutput: { permissionDecision: "deny" },
        });
      }
      writeScript(home, "printf {}");
      expect(run("PreToolUse")).toEqual({ ...silence, out: "{}" });
      rmSync(launcher);
      expect(run("UserPromptSubmit")).toEqual(silence);
    } finally {
      rmSync(home, { recursive: true });
    }
  },
);

function writeScript(home: string, line: string): void {
  writeFileSync(join(home, "hook"), `#!/bin/sh\n${line}\n`, { mode: 0o700 });
}

/** The script alone: what it starts is gone. */
function placeLauncherOnly(home: string): void {
  placeLauncher(homeAt(home), 1);
  rmSync(join(home, "bin"), { recursive: true });
  rmSync(join(home, "program"));
}

test("a home that is not the default one is passed on", () => {
  const hook = byEvent({ home: "/data/my pawl", isWindows: false }).get("SessionEnd")?.hook;
  expect(hook?.type === "command" && hook.command).toContain(" --home '/data/my pawl' session-end;");
});

test("tool events go over HTTP to the loopback address with the token", () => {
  expect(byEvent().get("PostToolUse")).toEqual({
    event: "PostToolUse",
    matcher: "*",
    hook: {
      type: "http",
      url: "http://127.0.0.1:47100/hook",
      headers: { Authorization: "Bearer s3cret", "X-Pawl-Hook": "1" },
      timeout: 2,
    },
  });
});

test("every hook has a timeout of at most five seconds", () => {
  for (const { hook } of byEvent().values()) {
    expect(hook.timeout).toBeGreaterThan(0);
    expect(hook.timeout).toBeLessThanOrEqual(5);
  }
});

test("a project's settings, which are committed, hold no token and no address", () => {
  const entries = installedHooks({ ...options, scope: "project" });
  expect(new Set(entries.map(({ hook }) => hook.type))).toEqual(new Set(["command"]));
  expect(JSON.stringify(entries)).not.toContain("s3cret");
});

test("WorktreeCreate is never installed, MessageDisplay only when a hook of the user names it", () => {
  expect(byEvent().has("MessageDisplay")).toBe(false);
  const extra = byEvent({ extraEvents: ["WorktreeCreate", "MessageDisplay", "Stop"] });
  expect(extra.has("WorktreeCreate")).toBe(false);
  expect(extra.get("MessageDisplay")?.hook.type).toBe("http");
  expect(extra.size).toBe(byEvent().size + 1);
});

test("S4.2 S4.11 the names equal those people know; the rest is the event in kebab-case", () => {
  expect(hookName("UserPromptSubmit")).toBe("session-init");
  expect(hookName("PostToolUse")).toBe("observation");
  expect(hookName("Stop")).toBe("summarize");
  expect(hookName("PreCompact")).toBe("pre-compact");
});

test("its own hooks are known by an exact argument or header, not by a piece of text", () => {
  for (const { hook } of byEvent().values()) expect(isOwnHook(hook)).toBe(true);
  const others: unknown[] = [
    { type: "command", command: "/opt/pawl/bin/pawl hook --installed-by=pawl" },
    { type: "command", command: "[ -x /x ] && exec /x --installed-by=pawl-lint y; exit 0" },
    { type: "command", command: "[ -x /x ] && exec /x --installed-by=pawl y" },
    { type: "command", command: "bun", args: ["--installed-by=pawl-lint"] },
    { type: "command", command: "bun", args: "--installed-by=pawl" },
    { type: "http", url: "http://127.0.0.1:47100/hook?X-Pawl-Hook=1" },
    { type: "http", url: "http://x/", headers: { "X-Pawl-Hook-Other": "1" } },
    { type: "prompt", prompt: "X-Pawl-Hook", args: ["--installed-by=pawl"] },
    null,
    "pawl",
  ];
  expect(others.filter(isOwnHook)).toEqual([]);
});

test("a user's own hooks get the time they need, plus one second; other events keep the short one", () => {
  const needs: HookNeeds = new Map([
    ["PostToolUse", { seconds: 10, gate: false }],
    ["UserPromptSubmit", { seconds: 60, gate: false }],
    ["Stop", { seconds: 1, gate: false }],
    ["PostToolBatch", { seconds: 0, gate: false }],
    ["WorktreeCreate", { seconds: 5, gate: false }],
  ]);
  const entries = byEvent({ needs });
  expect(entries.get("PostToolUse")?.hook).toMatchObject({
    type: "http",
    timeout: 11,
    headers: { "x-pawl-wait": "10500" },
  });
  const prompt = entries.get("UserPromptSubmit")?.hook;
  expect(prompt).toMatchObject({ type: "command", timeout: 61 });
  expect(prompt?.type === "command" && prompt.command).toContain(" --wait=60500 ");
  expect(entries.get("Stop")).toEqual(byEvent().get("Stop"));
  expect(entries.get("PreToolUse")).toEqual(byEvent().get("PreToolUse"));
  expect(entries.get("PostToolBatch")?.hook).toMatchObject({ type: "http", timeout: 2 });
  expect(entries.has("WorktreeCreate")).toBe(false);
});

test("the event of a gate goes through the program, which refuses where no daemon answers", () => {
  const needs: HookNeeds = new Map([["PreToolUse", { seconds: 5, gate: true }]]);
  const entry = byEvent({ needs, isWindows: false }).get("PreToolUse");
  expect(entry).toMatchObject({ matcher: "*", hook: { type: "command", timeout: 14 } });
  expect(entry?.hook.type === "command" && entry.hook.command).toContain(" --wait=5500 --gate pre-tool-use)");
});

test("a rule about some tools sends those through the program, and the others the quick way", () => {
  const needs: HookNeeds = new Map([
    ["PreToolUse", { seconds: 0, gate: true, gateTools: ["Bash", "mcp__a.b"] }],
  ]);
  const entries = (scope: SettingsScope) =>
    installedHooks({ ...options, needs, scope }).filter(({ event }) => event === "PreToolUse");
  const [gate, others, ...rest] = entries("user");
  expect(rest).toEqual([]);
  expect(gate).toMatchObject({ matcher: "Bash|mcp__a\\.b", hook: { type: "command", timeout: 13 } });
  expect(gate?.hook.type === "command" && gate.hook.command).toContain(" --gate ");
  expect(others?.hook.type).toBe("http");
  const isOther = (tool: string) => new RegExp(others?.matcher ?? "").test(tool);
  expect(["Bash", "mcp__a.b", "BashOutput", "Read"].map(isOther)).toEqual([false, false, true, true]);
  expect(entries("project")).toMatchObject([{ matcher: "*", hook: { type: "command" } }]);
});
