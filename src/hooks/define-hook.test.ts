import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHookInput } from "../clients/index.ts";
import { processEnv } from "../platform/env.ts";
import { parseConfig, projectSource } from "./config/read.ts";
import { defineHook, withCommandWords } from "./define-hook.ts";
import { EXAMPLE_CONFIG, EXAMPLE_SCRIPT } from "./example.ts";
import { runHooks } from "./run-hooks.ts";
import { HookRuntime } from "./runtime.ts";

const options = { signal: new AbortController().signal };
const call = (tool: string, command = "ls") =>
  ({ hook_event_name: "PreToolUse", tool_name: tool, tool_input: { command } }) as never;

test("a defined hook speaks only of its event and its tool", () => {
  const hook = defineHook("PreToolUse", "Bash", () => ({ systemMessage: "x" }));
  expect(hook(call("Bash"), "t", options)).toEqual({ systemMessage: "x" });
  expect(hook(call("Write"), "t", options)).toBeUndefined();
  const any = defineHook("Stop", () => ({ systemMessage: "y" }));
  expect(any({ hook_event_name: "Stop" } as never, undefined, options)).toEqual({ systemMessage: "y" });
  expect(any(call("Bash"), undefined, options)).toBeUndefined();
  expect(() => defineHook("Stop", "Bash")).toThrow("needs a function");
});

test("a command's words are those that the shell reads, also inside of sh -c; without a command there are none", () => {
  const words = (command: string) =>
    withCommandWords({ tool_input: { command }, cwd: "/w" }).command_words as string[][];
  expect(words("F='--fo'rce; git push \"$F\" | cat")).toEqual([[], ["git", "push", "--force"], ["cat"]]);
  expect(words("sh -c 'git push -f'")).toContainEqual(["git", "push", "-f"]);
  expect(withCommandWords({ tool_input: {}, cwd: "/w" })).toEqual({ tool_input: {}, cwd: "/w" });
});

test("the example of hooks init holds against ordinary spellings, and lets other pushes through", async () => {
  const project = mkdtempSync(join(tmpdir(), "pawl-example-"));
  mkdirSync(join(project, ".claude", "hooks"), { recursive: true });
  writeFileSync(join(project, ".claude", "hooks", "no-force-push.ts"), EXAMPLE_SCRIPT);
  const { config, findings } = parseConfig(EXAMPLE_CONFIG, projectSource(project));
  expect(findings).toEqual([]);
  const runtime = new HookRuntime({ env: processEnv, log: () => undefined, count: () => undefined });
  try {
    const isDenied = async (command: string) => {
      const raw = { hook_event_name: "PreToolUse", session_id: "s", cwd: project, tool_name: "Bash" };
      const input = parseHookInput({ ...raw, tool_input: { command } });
      const { reply } = await runHooks(input, config.hooks, { projectDir: project }, runtime);
      return reply.deny?.includes("Nobody pushes with force here") === true;
    };
    for (const command of [
      "git push --force",
      "git push -uf origin main",
      "git push origin '+main'",
      'git -c x=y push "--force"',
      "git push --force-with-lease",
      "sh -c 'git push -f'",
      "F=--force; git push $F",
      "cd x && git push -f",
    ])
      expect([command, await isDenied(command)]).toEqual([command, true]);
    for (const command of [
      "git push",
      "git push -u origin feature",
      "git push origin HEAD",
      "grep -f push x",
    ])
      expect([command, await isDenied(command)]).toEqual([command, false]);
  } finally {
    await runtime.close();
    rmSync(project, { recursive: true, force: true });
  }
});
