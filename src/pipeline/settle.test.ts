import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idAt, rollout, THREAD } from "../../test/fixtures/rollout-lines.ts";
import { hookCall, inputOf } from "../../test/hook-call.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { SPOOL_CLIENT } from "../platform/hook-request.ts";
import { addToSpool } from "../platform/spool.ts";
import { recordsIn } from "../store/records/queries.ts";
import { settle } from "./parse.ts";
import { createReplay } from "./replay.ts";
import { run } from "./run.ts";

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-settle-"));
  file = join(dir, `rollout-2026-06-20T10-00-00-${THREAD}.jsonl`);
  const lines = rollout("new")
    .meta()
    .start(idAt(1_781_950_000_000))
    .ended("c1", 2, "broken")
    .ended("c2", 0, "fine");
  writeFileSync(file, lines.text());
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const call = (id: string, fields: object = {}) => ({
  session_id: THREAD,
  turn_id: idAt(1_781_950_000_000),
  transcript_path: file,
  cwd: dir,
  tool_name: "Bash",
  tool_input: { command: "make" },
  tool_response: "said",
  tool_use_id: id,
  ...fields,
});

test("a failed command of Codex is recorded as failed, by its exit code; one that is not known counts as fine", async () => {
  await using app = await openTestApp();
  for (const id of ["c1", "c2", "c3"]) {
    await run(hookCall("PostToolUse", call(id), { client: "codex" }), app.service);
  }
  const stored = await recordsIn(app.store).observations({ sessionId: THREAD, limit: 9 });
  const byId = Object.fromEntries(stored.map(({ toolUseId, ok, response }) => [toolUseId, [ok, response]]));
  expect(byId).toEqual({ c1: [false, "Exit code 2\nsaid"], c2: [true, "said"], c3: [true, "said"] });
  expect(app.service.counts()).toMatchObject({ exit_code: 2, exit_code_unknown: 1 });
  expect((await recordsIn(app.store).session(THREAD))?.session.client).toBe("codex");
});

test("an event of Codex that waited in the spool is read as Codex's", async () => {
  await using app = await openTestApp();
  const { body } = hookCall("PostToolUse", { ...call("c1"), [SPOOL_CLIENT]: "codex" });
  addToSpool(app.home.spool, 1000, body);
  await createReplay(app.service)();
  const [stored] = await recordsIn(app.store).observations({ sessionId: THREAD, limit: 1 });
  expect(stored).toMatchObject({ toolUseId: "c1", ok: false });
});

test("PreCompact is answered in each client's own form, also when there is nothing to say", async () => {
  await using app = await openTestApp();
  const compact = (client?: "codex") =>
    run(hookCall("PreCompact", { trigger: "auto" }, { client }), app.service);
  expect((await compact()).output).toEqual({ result: "" });
  expect((await compact("codex")).output).toEqual({});
});

test("a user's hook runs once per file of a patch, and one refusal refuses the whole", async () => {
  await using app = await openTestApp();
  const project = join(dir, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  const config = {
    permissions: { deny: ['tool == "Write" && tool_input.file_path matches "**/locked.ts"'] },
  };
  writeFileSync(app.home.config, JSON.stringify(config));
  const command = [
    "*** Begin Patch",
    "*** Add File: free.ts",
    "+1",
    "*** Add File: locked.ts",
    "+2",
    "*** End Patch",
  ].join("\n");
  const patch = (fields: object) => ({ cwd: project, tool_name: "apply_patch", tool_use_id: "p", ...fields });
  const both = hookCall("PreToolUse", patch({ tool_input: { command } }), { client: "codex" });
  const refused = (await run(both, app.service)).output.hookSpecificOutput;
  expect(refused).toMatchObject({ hookEventName: "PreToolUse", permissionDecision: "deny" });
  const free = command.replace("*** Add File: locked.ts\n+2\n", "");
  const one = hookCall("PreToolUse", patch({ tool_input: { command: free }, tool_use_id: "q" }), {
    client: "codex",
  });
  expect((await run(one, app.service)).output).toEqual({});
});

test("what has nothing to settle stays the same value, and is not counted", async () => {
  const counted: string[] = [];
  const count = (name: string) => void counted.push(name);
  for (const client of ["claude-code", "codex"] as const) {
    const event = hookCall("UserPromptSubmit", { prompt: "x", session_id: "s", cwd: dir });
    const input = inputOf(event);
    expect(await settle(input, { ...event, client }, { count })).toBe(input);
  }
  expect(counted).toEqual([]);
});
