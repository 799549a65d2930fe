import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IndexedGate, writeGateIndex } from "../../hooks/gate-index.ts";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "pawl-orphan-"));
  const about = (tools: string[]): IndexedGate => ({
    project: "/p",
    event: "PreToolUse",
    tools,
    matcher: "",
    name: "No",
    source: "/p/.claude/pawl.json",
  });
  writeGateIndex(home, [about(["Write"]), about(["Bash"])]);
});
afterAll(() => rmSync(home, { recursive: true }));

/** What the launcher starts when the checkout is gone. */
function orphan(event: object, args: string[] = []): unknown {
  const program = join(import.meta.dir, "program.ts");
  const ran = Bun.spawnSync([process.execPath, program, "--orphan", "--home", home, ...args], {
    stdin: Buffer.from(JSON.stringify(event)),
  });
  expect([ran.exitCode, ran.stderr.toString()]).toEqual([0, ""]);
  return JSON.parse(ran.stdout.toString());
}

const call = (tool_name: string, cwd = "/p/src") => ({
  hook_event_name: "PreToolUse",
  tool_name,
  cwd,
  transcript_path: "/t/x/s.jsonl",
});
const DENIED = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };

test("a call that a gate is about is refused; others, and other projects, pass in silence", () => {
  expect(orphan(call("Write"))).toMatchObject(DENIED);
  expect(orphan(call("Read"))).toEqual({});
  expect(orphan(call("Write", "/other"))).toEqual({});
});

test("Codex's tools are known by the names that gates use", () => {
  const codex = ["--client=codex", "pre-tool-use"];
  for (const tool of ["apply_patch", "exec_command", "Bash"])
    expect(orphan(call(tool), codex)).toMatchObject(DENIED);
  expect(orphan(call("update_plan"), codex)).toEqual({});
  expect(orphan(call("apply_patch", "/other"), codex)).toEqual({});
});

test("the user hears of it when a session starts, and only then", () => {
  const start = orphan({ hook_event_name: "SessionStart", cwd: "/p" }) as { systemMessage: string };
  expect(start.systemMessage).toContain(join(home, "uninstall"));
  for (const hook_event_name of ["UserPromptSubmit", "PreCompact", "Stop", "SessionEnd"])
    expect(orphan({ hook_event_name, cwd: "/p" })).toEqual({});
  expect(orphan([])).toEqual({});
});
