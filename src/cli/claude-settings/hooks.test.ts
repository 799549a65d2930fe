import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeGateIndex } from "../../hooks/gate-index.ts";
import type { HookNeeds } from "../../hooks/hook-needs.ts";
import { placeLauncher } from "../../platform/launcher.ts";
import { homeAt } from "../../platform/paths.ts";
import { hookName, installedHooks, isOwnHook, type SettingsScope } from "./hooks.ts";

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

test("S0.9 the events that start the daemon name an executable and arguments, nothing that a user's shell reads", () => {
  for (const event of ["SessionStart", "UserPromptSubmit", "SessionEnd"] as const) {
    const hook = byEvent({ isWindows: false }).get(event)?.hook;
    expect(hook).toMatchObject({ type: "command", command: "/bin/sh" });
    expect(hook).toHaveProperty("args");
  }
});

test("S0.9 a launcher that is gone is no error: POSIX and Windows test for it first", () => {
  const guard = '[ -x "$0" ] && . "$0"; exit 0';
  expect(byEvent({ isWindows: false }).get("UserPromptSubmit")?.hook).toEqual({
    type: "command",
    command: "/bin/sh",
    args: ["-c", guard, "/home/me/.pawl/hook", "--installed-by=pawl", "session-init"],
    timeout: 5,
  });
  const launcher = "C:\\Users\\My Name\\.pawl\\hook.cmd";
  expect(byEvent({ isWindows: true, launcher }).get("SessionEnd")?.hook).toEqual({
    type: "command",
    command: "cmd.exe",
    args: ["/d", "/c", "if", "exist", launcher, "call", launcher, "--installed-by=pawl", "session-end"],
    timeout: 5,
  });
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
      const ran = Bun.spawnSync([hook.command, ...hook.args], { stdin: Buffer.from("{}") });
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
  const hook = byEvent({ home: "/data/my pawl" }).get("SessionEnd")?.hook;
  expect(hook?.type === "command" && hook.args.slice(-3)).toEqual(["--home", "/data/my pawl", "session-end"]);
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
  expect(prompt?.type === "command" && prompt.args).toContain("--wait=60500");
  expect(entries.get("Stop")).toEqual(byEvent().get("Stop"));
  expect(entries.get("PreToolUse")).toEqual(byEvent().get("PreToolUse"));
  expect(entries.get("PostToolBatch")?.hook).toMatchObject({ type: "http", timeout: 2 });
  expect(entries.has("WorktreeCreate")).toBe(false);
});

test("the event of a gate goes through the program, which refuses where no daemon answers", () => {
  const needs: HookNeeds = new Map([["PreToolUse", { seconds: 5, gate: true }]]);
  const entry = byEvent({ needs }).get("PreToolUse");
  expect(entry).toMatchObject({ matcher: "*", hook: { type: "command", timeout: 14 } });
  expect(entry?.hook.type === "command" && entry.hook.args.slice(-3)).toEqual([
    "--wait=5500",
    "--gate",
    "pre-tool-use",
  ]);
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
  expect(gate?.hook.type === "command" && gate.hook.args).toContain("--gate");
  expect(others?.hook.type).toBe("http");
  const isOther = (tool: string) => new RegExp(others?.matcher ?? "").test(tool);
  expect(["Bash", "mcp__a.b", "BashOutput", "Read"].map(isOther)).toEqual([false, false, true, true]);
  expect(entries("project")).toMatchObject([{ matcher: "*", hook: { type: "command" } }]);
});
