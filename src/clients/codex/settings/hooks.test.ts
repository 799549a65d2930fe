import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeGateIndex } from "../../../hooks/gate-index.ts";
import { isOwnHook } from "../../../platform/own-hook.ts";
import { codexConnect } from "../connect.ts";

const codexHooks = codexConnect.entries;

const options = {
  launcher: "/home/my name/.pawl/hook",
  isWindows: false,
  port: 1,
  hookToken: "t",
  scope: "user",
} as const;

test("every event of Codex is a line for the shell, with neither port nor token, and known as Pawl's", () => {
  const entries = codexHooks(options);
  expect(entries.map(({ event }) => event)).toHaveLength(11);
  for (const { hook } of entries) {
    expect(hook.type).toBe("command");
    expect(isOwnHook(hook)).toBe(true);
    expect(Object.keys(hook).sort()).toEqual(["command", "timeout", "type"]);
  }
  expect(entries.find(({ event }) => event === "UserPromptSubmit")?.hook).toEqual({
    type: "command",
    command:
      "[ -x '/home/my name/.pawl/hook' ] && exec '/home/my name/.pawl/hook' --installed-by=pawl --client=codex user-prompt-submit; exit 0",
    timeout: 5,
  });
});

test("Codex waits three seconds at the end of a session, and as long as the user's own hooks need elsewhere", () => {
  const needs = new Map([
    ["PostToolUseFailure", { seconds: 30, gate: true }],
    ["SessionEnd", { seconds: 30, gate: false }],
  ] as const);
  const of = (event: string) =>
    codexHooks({ ...options, needs }).find((entry) => entry.event === event)?.hook;
  expect(of("SessionEnd")?.timeout).toBe(3);
  // A gate has time to refuse without a daemon, on top.
  expect(of("PostToolUse")?.timeout).toBe(39);
  expect(JSON.stringify(of("PostToolUse"))).toContain("--wait=30500 --gate --client=codex post-tool-use");
});

test.skipIf(process.platform === "win32")("a gate's line refuses where nothing can be started", () => {
  const home = mkdtempSync(join(tmpdir(), "pawl it's "));
  const needs = new Map([["PreToolUse", { seconds: 1, gate: true }]] as const);
  const entry = codexHooks({ ...options, launcher: join(home, "hook"), needs }).find(
    ({ event }) => event === "PreToolUse",
  );
  const line = entry?.hook.type === "command" ? entry.hook.command : "";
  const run = () => Bun.spawnSync(["sh", "-c", line]);
  try {
    expect([run().exitCode, run().stdout.toString(), run().stderr.toString()]).toEqual([0, "", ""]);
    const gate = { project: null, event: "PreToolUse", tools: null, matcher: "*", name: "No", source: "c" };
    writeGateIndex(home, [gate]);
    expect(JSON.parse(run().stdout.toString())).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
    writeFileSync(join(home, "hook"), '#!/bin/sh\nprintf %s "$*"\n', { mode: 0o700 });
    expect(run().stdout.toString()).toBe("--installed-by=pawl --gate --client=codex pre-tool-use");
  } finally {
    rmSync(home, { recursive: true });
  }
});

test("a line that only looks like Pawl's is somebody else's", () => {
  for (const command of [
    "pawl hook --installed-by=pawl",
    "x --client=codex",
    "x --installed-by=pawler --client=codex",
  ]) {
    expect(isOwnHook({ type: "command", command })).toBe(false);
  }
});
