import { expect, test } from "bun:test";
import { join } from "node:path";
import { occasion } from "../../../test/hook-call.ts";
import { type App, playing } from "../../../test/memory-session.ts";
import type { InputOf } from "../../clients/index.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { digestsIn } from "../../memory/sql/index.ts";
import { run } from "../run.ts";
import { needsAnswer } from "./post-tool-use.ts";

const ERROR = "src/app.ts:7:3 - error TS2304: Cannot find name 'createServer'.";
let ids = 0;

/** Recorded and answered, as every event is. */
async function after(app: App, event: "PostToolUse" | "PostToolUseFailure", fields: object, env = {}) {
  const call = (await occasion(app, event, { tool_use_id: `t${ids++}`, ...fields }, { env, at: Date.now() }))
    .call;
  await Bun.sleep(1);
  return (await run(call, app.service)).output;
}
const edit = (app: App, more: object = {}) => ({
  tool_name: "Edit",
  tool_input: { file_path: join(app.dir, "src/app.ts"), old_string: "a", new_string: "b" },
  tool_response: "done",
  ...more,
});
const bash = (command: string, more: object = {}) => ({
  tool_name: "Bash",
  tool_input: { command },
  tool_response: { stdout: "ok", stderr: "", interrupted: false },
  ...more,
});

async function solved(app: App): Promise<void> {
  const past = playing(app, "past");
  await past.ask("Get the types right");
  await past.fail("tsc --noEmit", ERROR);
  await past.edit("src/app.ts", "listen(80)", 'import { createServer } from "node:http";\nlisten(80)');
  await past.run("tsc --noEmit");
  await past.stop();
}

test("a failure that was solved before brings its solution, an interrupt or an unknown one nothing", async () => {
  await using app = await openTestApp();
  await solved(app);
  const failed = bash("tsc --noEmit", { error: `Exit code 2\n${ERROR}` });
  expect(await after(app, "PostToolUseFailure", { ...failed, is_interrupt: true })).toEqual({});
  expect(
    await after(
      app,
      "PostToolUseFailure",
      bash("tsc --noEmit", { error: "Exit code 2\nOut of memory somewhere" }),
    ),
  ).toEqual({});
  const { hookSpecificOutput } = await after(app, "PostToolUseFailure", failed);
  expect(hookSpecificOutput?.additionalContext).toContain("node:http");
});

test("a muted solution, and a budget of 0, bring nothing", async () => {
  await using app = await openTestApp();
  await solved(app);
  const [digest] = await digestsIn(app.store).digests({ project: app.dir, limit: 1 });
  const uri = `cure://${digest?.failures[0]?.key}`;
  const failed = bash("tsc --noEmit", { error: `Exit code 2\n${ERROR}` });
  app.service.muted.set(uri, true);
  expect(await after(app, "PostToolUseFailure", failed)).toEqual({});
  app.service.muted.set(uri, false);
  Object.assign(app.service.settings.recall, { failureTokens: 0 });
  expect(await after(app, "PostToolUseFailure", failed)).toEqual({});
  Object.assign(app.service.settings.recall, { failureTokens: 300 });
  expect((await after(app, "PostToolUseFailure", failed)).hookSpecificOutput).toBeDefined();
});

test("only calls whose answer is empty whatever the store holds need none", () => {
  const needs = (toolName: string, toolInput: object = {}) =>
    needsAnswer({ toolName, toolInput } as InputOf<"PostToolUse">);
  const commands = (list: string[]) => list.map((command) => needs("Bash", { command }));
  const looks = ["ls", "cat a b", "git status", "git log -3", "git add .", "git commit -m x", " rg x src"];
  expect(commands(looks)).toEqual(looks.map(() => false));
  // A push, a second command, a pipe and a longer name may be a check or a fix.
  const others = [
    "git push",
    "ls; bun test",
    "ls | sh",
    "ls && make",
    "lsof",
    "git stash",
    "bun test",
    "cat\nmake",
  ];
  expect(commands(others)).toEqual(others.map(() => true));
  expect(["Read", "Glob", "Grep", "WebFetch"].map((name) => needs(name))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(["Edit", "Write", "TodoWrite", "mcp__x__y"].map((name) => needs(name))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(needs("Bash", { command: 5 })).toBe(false);
});
