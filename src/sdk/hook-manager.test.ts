// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this file tests shell and script text
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { HookManager } from "./hook-manager.ts";
import { createProject, inputOf, type TestProject } from "./test-project.ts";
import type { HookDefinition } from "./types.ts";

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

const command = (text: string, more: object = {}) => ({ type: "command" as const, command: text, ...more });
const script = (source: string, more: object = {}) => {
  project.write("hooks/a.ts", source);
  return { type: "script" as const, script: "./hooks/a.ts", ...more };
};
const prompt = (text: string) => ({ type: "prompt" as const, prompt: text });
const other = (event: string, fields: object = {}) => inputOf({ hook_event_name: event, ...fields });

describe("S2.1 executeCommand", () => {
  test("S2.1 exit code 0 continues", async () => {
    expect(await manager.executeCommand(command("echo fine"), inputOf())).toEqual({ continue: true });
  });

  test.each([1, 2, 9])("S2.1 exit code %p blocks, with stderr as the reason", async (code) => {
    const answer = await manager.executeCommand(command(`echo not this >&2; exit ${code}`), inputOf());
    expect(answer).toEqual({ decision: "block", reason: "not this" });
  });

  test.each(["PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop", "PreCompact", "PostToolUseFailure"])(
    "S2.1 a block is a block on %s",
    async (event) => {
      const answer = await manager.executeCommand(command("echo no >&2; exit 1"), other(event));
      expect(answer).toMatchObject({ decision: "block", reason: "no" });
    },
  );

  test("S2.1 PermissionRequest also gets its own decision format", async () => {
    const answer = await manager.executeCommand(command("echo no >&2; exit 1"), other("PermissionRequest"));
    expect(answer).toEqual({
      decision: "block",
      reason: "no",
      hookSpecificOutput: {
        hookEventName: "PermissionRequest",
        decision: { behavior: "deny", message: "no" },
      },
    } as never);
  });

  test("S2.18 variables are set, and a value is never shell syntax", async () => {
    const file = "$(touch pwned).ts";
    const input = inputOf({ cwd: project.dir, tool_input: { file_path: file }, error: "`touch pwned`" });
    await manager.executeCommand(command('printf %s "$TOOL|$FILE|$SESSION_ID|$ERROR" > out; : $FILE'), input);
    expect(readFileSync(join(project.dir, "out"), "utf8")).toBe(`Edit|${file}|s1|\`touch pwned\``);
    expect(existsSync(join(project.dir, "pwned"))).toBe(false);
  });

  test("S2.16 at its timeout it is killed with its children, logged, and the flow continues", async () => {
    const input = inputOf({ cwd: project.dir });
    const slow = command("sleep 60 & echo $! > child; wait", { timeoutMs: 2000 });
    expect(await manager.executeCommand(slow, input)).toEqual({ continue: true });
    const child = Number(readFileSync(join(project.dir, "child"), "utf8"));
    // An ended process that nobody has reaped yet is not running.
    const state = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(child)])
      .stdout.toString()
      .trim();
    expect(state.replace(/^Z.*/, "")).toBe("");
    expect(project.logged[0]).toContain("2000 ms");
  });

  test("an aborted call ends", async () => {
    const controller = new AbortController();
    const running = manager.executeCommand(command("sleep 60"), inputOf(), { signal: controller.signal });
    controller.abort();
    expect(await running).toEqual({ continue: true });
  });

  test("S2.14 a definition that cannot run is logged, and the flow continues", async () => {
    const wrong = { type: "command", commnd: "true" } as unknown as HookDefinition;
    expect(await manager.createSDKCallback(wrong)(inputOf())).toEqual({ continue: true });
    expect(project.logged.length).toBeGreaterThan(0);
  });
});

describe("S2.2 executeScript", () => {
  test("S2.2 its whole output is returned, from input, tool use id and signal", async () => {
    const source = `export default (input, id, { signal }) => ({
      continue: true, suppressOutput: true, systemMessage: [input.tool_name, id, signal.aborted].join(),
      hookSpecificOutput: { hookEventName: input.hook_event_name, permissionDecision: "ask", permissionDecisionReason: "why" },
    });`;
    expect(await manager.executeScript(script(source), inputOf(), "t9")).toEqual({
      continue: true,
      suppressOutput: true,
      systemMessage: "Edit,t1,false",
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        permissionDecisionReason: "why",
      },
    });
  });

  test("S2.2 a JS file and an export named hook work too; no result means continue", async () => {
    project.write(
      "hooks/b.js",
      "export const hook = (_, id) => (id === undefined ? undefined : { reason: id });",
    );
    const hook = { type: "script" as const, script: "hooks/b.js" };
    expect(await manager.executeScript(hook, other("Stop", { tool_use_id: undefined }))).toEqual({
      continue: true,
    });
    expect(await manager.executeScript(hook, other("Stop", { tool_use_id: undefined }), "x")).toEqual({
      reason: "x",
    });
  });

  test("S2.2 output that the SDK would reject is corrected: a missing name, an event without hookSpecificOutput", async () => {
    const source = "export default () => ({ hookSpecificOutput: { additionalContext: 'note' } });";
    expect(await manager.executeScript(script(source), inputOf())).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "note" },
    });
    expect(await manager.executeScript(script(source), other("PreCompact"))).toEqual({
      systemMessage: "note",
    });
  });

  test("S2.15 a script that throws or is missing is logged, and the flow continues", async () => {
    expect(
      await manager.executeScript(script("export default () => { throw new Error('oh'); }"), inputOf()),
    ).toEqual({
      continue: true,
    });
    expect(await manager.executeScript({ type: "script", script: "hooks/none.ts" }, inputOf())).toEqual({
      continue: true,
    });
    expect(project.logged[0]).toContain("oh");
    expect(project.logged[1]).toContain("does not exist");
  });

  test("S2.10 a script outside hookScriptPaths is not loaded, even through a link; the answer gives the reason", async () => {
    project.write("other/a.ts", "await Bun.write('ran', ''); export default () => ({ decision: 'block' });");
    project.write("hooks/keep.ts", "");
    symlinkSync(join(project.dir, "other/a.ts"), join(project.dir, "hooks/link.ts"));
    for (const path of ["./other/a.ts", "./hooks/link.ts", "./hooks/../other/a.ts"]) {
      const answer = await manager.executeScript({ type: "script", script: path }, inputOf());
      expect(answer).toEqual({ continue: true, reason: expect.stringContaining("outside hookScriptPaths") });
    }
    expect(existsSync(join(project.dir, "ran"))).toBe(false);
    expect(project.logged).toHaveLength(3);
  });

  test("S2.11 the default folders are .claude/hooks and hooks; others must be configured", async () => {
    const answer = "export default () => ({ reason: 'ran' });";
    for (const folder of [".claude/hooks", "hooks", "tools"]) project.write(`${folder}/x.ts`, answer);
    const run = (by: HookManager, folder: string) =>
      by.executeScript({ type: "script", script: `${folder}/x.ts` }, inputOf());
    expect(await run(manager, ".claude/hooks")).toEqual({ reason: "ran" });
    expect(await run(manager, "hooks")).toEqual({ reason: "ran" });
    expect(await run(manager, "tools")).not.toEqual({ reason: "ran" });
    const tools = new HookManager({ projectDir: project.dir, hookScriptPaths: ["tools"], log: project.log });
    expect(await run(tools, "tools")).toEqual({ reason: "ran" });
    await tools.close();
  });
});

describe("S2.3 executePrompt", () => {
  test("S2.3 S2.18 the text with its variables goes to the user, and to the model on events with context", async () => {
    const text = "$EVENT: $TOOL of $FILE in $CWD";
    const injected = `PreToolUse: Edit of /a/b.ts in ${inputOf().cwd}`;
    expect(await manager.executePrompt(prompt(text), inputOf())).toEqual({
      systemMessage: injected,
      continue: true,
      hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: injected },
    });
    expect(await manager.executePrompt(prompt("$EVENT"), other("SessionEnd"))).toEqual({
      systemMessage: "SessionEnd",
      continue: true,
    });
  });

  test("S2.18 all variables are supported", async () => {
    const input = inputOf({
      cwd: "/c",
      agent_type: "Explore",
      error: "E",
      prompt: "P",
      tool_input: { file_path: "F", command: "C" },
    });
    const text = "$TOOL $FILE $COMMAND $CWD $EVENT $SESSION_ID $AGENT $ERROR ${PROMPT}";
    expect((await manager.executePrompt(prompt(text), input)).systemMessage).toBe(
      "Edit F C /c PreToolUse s1 Explore E P",
    );
  });

  test("evaluate: a negative verdict blocks, and a missing judge does not", async () => {
    const judged: string[] = [];
    const judge = (answer: () => unknown) =>
      new HookManager({
        projectDir: project.dir,
        log: project.log,
        evaluate: async (text) => {
          judged.push(text);
          return answer();
        },
      });
    const hook = { ...prompt("Is $FILE fine?"), mode: "evaluate" as const };
    const strict = judge(() => ({ decision: "block", reason: "no" }));
    expect(await strict.executePrompt(hook, inputOf())).toEqual({ decision: "block", reason: "no" });
    const absent = judge(() => Promise.reject(new Error("no account")));
    expect(await absent.executePrompt(hook, inputOf())).toEqual({ continue: true });
    expect(judged).toEqual(["Is /a/b.ts fine?", "Is /a/b.ts fine?"]);
    await Promise.all([strict.close(), absent.close()]);
  });
});

describe("S2.7 convertToSDKFormat", () => {
  const hooks = {
    PreToolUse: [
      { matcher: "Edit|Write", hooks: [prompt("one"), prompt("two")] },
      { matcher: 'tool_input.file_path matches "*.js"', hooks: [{ ...prompt("three"), timeout: 90 }] },
    ],
    Stop: [{ hooks: [prompt("four")] }],
  };

  test("S2.7 S2.17 HookCallbackMatcher[] per event, one callback per hook", async () => {
    expect(manager.loadHooks(hooks)).toEqual([]);
    const format = manager.convertToSDKFormat();
    expect(Object.keys(format)).toEqual(["PreToolUse", "Stop"]);
    expect(
      format.PreToolUse?.map(({ matcher, hooks: callbacks, timeout }) => [
        matcher,
        callbacks.length,
        timeout,
      ]),
    ).toEqual([
      ["Edit|Write", 2, 35],
      [undefined, 1, 95],
    ]);
    const call = (at: number, input = inputOf()) =>
      format.PreToolUse?.[at]?.hooks[0]?.(input, "t1", { signal: new AbortController().signal });
    expect(await call(0)).toMatchObject({ systemMessage: "one" });
    // The callback evaluates the expression; the SDK cannot.
    expect(await call(1)).toEqual({ continue: true });
    expect(await call(1, inputOf({ tool_input: { file_path: "x.js" } }))).toMatchObject({
      systemMessage: "three",
    });
  });

  test("S2.17 a configuration can be passed in, and the loaded hooks stay", () => {
    manager.loadHooks(hooks);
    expect(Object.keys(manager.convertToSDKFormat({ Stop: hooks.Stop }))).toEqual(["Stop"]);
    expect(Object.keys(manager.convertToSDKFormat())).toEqual(["PreToolUse", "Stop"]);
  });

  test("S2.14 loadHooks reports skipped entries, and loading again replaces the hooks", () => {
    const bad = { Stop: [{ hooks: [{ type: "shell", command: "x" }, prompt("ok")] }] };
    expect(manager.loadHooks(bad as never)).toHaveLength(1);
    expect(manager.hooks).toHaveLength(1);
    expect(project.logged[0]).toContain("hooks.Stop[0].hooks[0]");
    manager.loadHooks(undefined);
    expect(manager.convertToSDKFormat()).toEqual({});
  });
});

test("S2.21 HookManager reads and writes no file: its source imports no file API, and a missing project folder works", () => {
  const source = readFileSync(join(import.meta.dir, "hook-manager.ts"), "utf8");
  expect(source).not.toMatch(/node:fs|Bun\.(file|write)|platform\/files|readConfig|readIfThere/);
  expect("loadFromProjectRoot" in manager || "loadFromFile" in manager).toBe(false);
  const nowhere = new HookManager({ projectDir: "/nowhere/at/all", log: project.log });
  nowhere.loadHooks({ Stop: [{ hooks: [{ type: "script", script: "hooks/a.ts" }] }] });
  expect(nowhere.convertToSDKFormat().Stop).toHaveLength(1);
});
