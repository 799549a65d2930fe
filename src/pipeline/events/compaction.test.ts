/** Compaction through the daemon: what the summariser is told, what the model is given back, what is kept. */

import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  begin,
  event,
  fire,
  ID,
  playedFolder,
  post,
  SEVEN,
  savedState,
  specs,
  work,
} from "../../../test/played-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { HOOK_ENV_HEADER, HOOK_NAME_HEADER } from "../../platform/hook-request.ts";
import { pawlCommand } from "../../platform/programs.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { readTimeline, workflowPath } from "../../work/workflow-files.ts";

describe("PreCompact", () => {
  test("S3.1 S3.7 S3.13 S3.16 answers with the workflow's state, notes it, and leaves the workflow alone", async () => {
    await using app = await openTestApp();
    await begin(app);
    specs(app, SEVEN);
    const before = readFileSync(workflowPath(playedFolder(app.home.dir, ID)), "utf8");
    const output = await fire(app, "PreCompact", { trigger: "manual", custom_instructions: "" });
    expect(Object.keys(output).sort()).toEqual(["result", "systemMessage"]);
    expect(output.result).toBe("");
    expect(output.systemMessage?.split("\n")).toEqual([
      "[Pawl state recovery (after compact)]",
      "Workflow: standard (Standard feature)",
      "Progress: ✅📋⬜🏗️⬜🧪⬜💻⬜🔍⬜🧪⬜🔁⬜📝 (1/8)",
      "Current stage: 🏗️ Architecture",
      "",
      "📋 **Open tasks**",
      "Feature: user-login (1/10 done)",
      ...[1, 2, 3, 4, 5].map((n) => `- [ ] TASK_${n}`),
      "… and 4 more",
      "→ Use TaskCreate to rebuild the task list from these tasks, then continue.",
      "",
      '⛔ Do not ask the user "Should I continue?". Continue with the current stage.',
      `For the workflow's guide, use the tool workflow_status or run \`${pawlCommand(app.home.dir)} workflow status\`.`,
    ]);
    await app.service.idle();
    expect(readTimeline(playedFolder(app.home.dir, ID))).toMatchObject([
      { type: "session:compact", workflowType: "standard", currentStage: "ARCH" },
    ]);
    expect(readFileSync(workflowPath(playedFolder(app.home.dir, ID)), "utf8")).toBe(before);
    expect(readdirSync(playedFolder(app.home.dir, ID)).sort()).toEqual(["timeline.jsonl", "workflow.json"]);
  });

  test("S0.5 S0.12 the snapshot holds the state and the key facts", async () => {
    await using app = await openTestApp();
    await work(app);
    await begin(app);
    await fire(app, "PreCompact", { trigger: "auto" });
    await app.service.idle();
    expect(savedState(app)).toMatchObject({
      version: 1,
      writtenBy: "pawl",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      sessionId: ID,
      event: "PreCompact",
      project: app.dir,
      prompts: [{ text: "Add a login. Always run the linter first." }],
      files: [{ path: "src/login.ts", reads: 1, edits: 1 }],
      commands: [{ command: "npm run lint" }],
      failures: [{ what: "npm run build" }],
      standing: ["Always run the linter first."],
      open: ["Check the redirect"],
      workflow: { type: "standard", stage: "ARCH", done: 1, total: 8 },
    });
  });

  const silent: [string, string | object][] = [
    ["nothing", ""],
    ["half an event", '{"hook_event_name":"PreCom'],
    ["a list", "[]"],
    ["no session", { hook_event_name: "PreCompact" }],
    ["no workflow", { hook_event_name: "PreCompact", session_id: "new" }],
    ["no workflow, and no event's name", { session_id: "new" }],
  ];
  test.each(silent)('S3.8 S3.9 S3.10 %s is answered {"result":""}', async (_why, body) => {
    await using app = await openTestApp();
    expect(await post(app, body, { [HOOK_NAME_HEADER]: "pre-compact" })).toEqual({ result: "" });
  });

  test('S3.12 an exception is answered {"result":""}, and logged', async () => {
    await using app = await openTestApp();
    await begin(app);
    recordsIn(app.service.store).record = () => Promise.reject(new Error("the disk is on fire"));
    expect(await fire(app, "PreCompact")).toEqual({ result: "" });
    expect(readFileSync(app.home.log, "utf8")).toContain("on fire");
  });

  test("S3.2 session and root come from the environment where the input does not tell them", async () => {
    await using app = await openTestApp();
    await begin(app);
    specs(app, SEVEN);
    const env = { CLAUDE_SESSION_ID: ID, CLAUDE_PROJECT_ROOT: app.dir };
    const headers = { [HOOK_ENV_HEADER]: encodeURIComponent(JSON.stringify(env)) };
    const output = await post(app, { hook_event_name: "PreCompact" }, headers);
    expect(output.systemMessage).toContain("TASK_5");
    // The session that the input names comes first.
    const other = { hook_event_name: "PreCompact", cwd: app.dir, session_id: "another" };
    expect((await post(app, other, headers)).systemMessage).toBeUndefined();
  });

  test("S3.3 a message of 5000 characters is cut at 2000 with the hint, never inside an emoji", async () => {
    await using app = await openTestApp();
    await begin(app);
    for (const shift of [0, 1, 2, 3]) {
      specs(app, `## Tasks\n${`- [ ] ${"x".repeat(shift)}${"👩‍👩‍👧‍👦".repeat(100)}\n`.repeat(5)}`);
      const { systemMessage = "" } = await fire(app, "PreCompact", { prompt_id: `p${shift}` });
      expect(systemMessage.length).toBeLessThanOrEqual(2000);
      expect(systemMessage).toContain(`the full state is in ${workflowPath(playedFolder(app.home.dir, ID))}`);
      expect(systemMessage).toContain("👩‍👩‍👧‍👦…");
      expect(systemMessage.isWellFormed()).toBe(true);
    }
  });

  test("its sentences are in the language of the session", async () => {
    await using app = await openTestApp();
    await begin(app);
    const headers = { [HOOK_ENV_HEADER]: encodeURIComponent(JSON.stringify({ PAWL_LOCALE: "zh-TW" })) };
    await post(app, event(app, "UserPromptSubmit", { prompt: "x" }), headers);
    const { systemMessage } = await fire(app, "PreCompact");
    expect(systemMessage).toStartWith("[Pawl 狀態恢復（compact 後）]\n工作流：standard（標準功能）\n進度：");
  });

  test("another root comes from the configuration", async () => {
    await using app = await openTestApp();
    const root = join(app.dir, "overtone");
    await using other = await openTestApp({ settings: { workflow: { root } } });
    await begin(other, ID, root);
    expect((await fire(other, "PreCompact")).systemMessage).toContain("Workflow: standard");
    expect(await fire(app, "PreCompact")).toEqual({ result: "" });
  });
});

describe("SessionStart after compaction", () => {
  test("S3.19 the same message comes first, then the working set, within the budgets", async () => {
    await using app = await openTestApp();
    await work(app);
    await begin(app);
    specs(app, SEVEN);
    const { systemMessage: recovery = "" } = await fire(app, "PreCompact");
    const output = await fire(app, "SessionStart", { source: "compact" });
    const text = output.hookSpecificOutput?.additionalContext ?? "";
    expect(text).toStartWith(recovery);
    const rest = text.slice(recovery.length);
    for (const fact of [
      "src/: login.ts 1",
      "npm run lint",
      "Always run the linter first.",
      "Check the redirect",
      "npm run build: src/login.ts: error TS2304",
    ]) {
      expect(rest).toContain(fact);
    }
    expect(output.systemMessage).toStartWith("Pawl: restored the working set after compaction");
    const [injected] = await recordsIn(app.store).injections({ sessionId: ID, limit: 1 });
    expect(injected?.sources.map(({ type }) => type)).toEqual(["recovery", "working-set"]);
    await app.service.idle();
    expect(readTimeline(playedFolder(app.home.dir, ID)).map(({ type }) => type)).toContain("session:restore");
  });

  test("without a workflow there is the working set, and the open tasks", async () => {
    await using app = await openTestApp();
    await work(app);
    specs(app, SEVEN);
    const output = await fire(app, "SessionStart", { source: "compact" });
    const text = output.hookSpecificOutput?.additionalContext ?? "";
    expect(text).toStartWith("📋 **Open tasks**");
    expect(text).toContain("npm run lint");
  });

  test("nothing known is nothing said", async () => {
    await using app = await openTestApp();
    expect(await fire(app, "SessionStart", { source: "compact" })).toEqual({});
  });
});

test("S3.15 every SessionStart has the open tasks; a resumed one only when they have changed", async () => {
  await using app = await openTestApp();
  specs(app, SEVEN);
  const start = async (source: string, n: number) =>
    (await fire(app, "SessionStart", { source, n })).hookSpecificOutput?.additionalContext ?? "";
  expect(await start("startup", 1)).toContain("- [ ] TASK_5\n… and 4 more");
  expect(await start("resume", 2)).toBe("");
  specs(app, SEVEN.replace("- [ ] TASK_1", "- [x] TASK_1"));
  expect(await start("resume", 3)).toContain("(2/10 done)");
  expect(await start("clear", 4)).toContain("(2/10 done)");
});

describe("PostCompact", () => {
  test("nothing to check is nothing said", async () => {
    await using app = await openTestApp();
    expect(await fire(app, "PostCompact", { compact_summary: "x" })).toEqual({});
  });
});
