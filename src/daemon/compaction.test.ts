/** Compaction through the daemon: what the summariser is told, what the model is given back, what is kept. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOOK_ENV_HEADER, HOOK_NAME_HEADER } from "../platform/hook-request.ts";
import { createWorkflow, readTimeline, readWorkflow, workflowPath } from "../platform/workflow-files.ts";
import { setStage, startWorkflow } from "../workflow/state.ts";
import { WORKFLOWS } from "../workflow/workflows.ts";
import { openTestApp } from "./test-app.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
interface Output {
  systemMessage?: string;
  result?: string;
  hookSpecificOutput?: { additionalContext: string };
}

const ID = "5e551011-aaaa";
const NOW = "2026-03-01T10:00:00.000Z";

const post = async (app: App, body: unknown, headers: Record<string, string> = {}): Promise<Output> => {
  const answer = await app.post("/hook", body, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Output;
};
const event = (app: App, name: string, more: object = {}, session = ID) => ({
  hook_event_name: name,
  session_id: session,
  cwd: app.dir,
  ...more,
});
const fire = (app: App, name: string, more: object = {}) => post(app, event(app, name, more));

/** A `standard` workflow with PLAN done. */
async function begin(app: App, id = ID, root = app.home.dir): Promise<void> {
  const workflow = { name: "standard", stages: WORKFLOWS.standard };
  const started = startWorkflow(workflow, { sessionId: id, now: NOW });
  const made = await createWorkflow(root, id, setStage(started, "PLAN", "completed", NOW));
  expect(made.ok).toBe(true);
}

function specs(app: App, text: string): void {
  const folder = join(app.dir, "specs", "features", "in-progress", "user-login");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tasks.md"), text);
}
const SEVEN = `# Login\n- [ ] outside\n## Tasks\n${Array.from({ length: 7 }, (_, n) => `- [ ] TASK_${n + 1}`).join("\n")}\n- [x] first\n## Notes\n- [ ] later\n`;

/** A session that read, edited, ran and failed. */
async function work(app: App): Promise<void> {
  await fire(app, "UserPromptSubmit", {
    prompt: "Add a login. Always run the linter first.",
    prompt_id: "p",
  });
  const calls: [string, object, object?][] = [
    ["Read", { file_path: join(app.dir, "src/login.ts") }],
    ["Edit", { file_path: join(app.dir, "src/login.ts"), old_string: "a", new_string: "b" }],
    ["Bash", { command: "npm run lint" }],
    ["TodoWrite", { todos: [{ content: "Check the redirect", status: "pending" }] }],
  ];
  for (const [n, [name, input]] of calls.entries()) {
    await fire(app, "PostToolUse", {
      tool_name: name,
      tool_input: input,
      tool_response: "ok",
      tool_use_id: `t${n}`,
    });
  }
  await fire(app, "PostToolUseFailure", {
    tool_name: "Bash",
    tool_input: { command: "npm run build" },
    error: "Exit code 2\nsrc/login.ts: error TS2304: Cannot find name 'x'",
    tool_use_id: "t9",
  });
}

const stateFiles = (app: App) => join(app.dir, ".claude", "sessions");
const savedState = (app: App) => {
  const [name = ""] = readdirSync(stateFiles(app));
  return JSON.parse(readFileSync(join(stateFiles(app), name), "utf8"));
};

describe("PreCompact", () => {
  test("S3.1 S3.7 S3.13 S3.16 answers with the workflow's state, notes it, and leaves the workflow alone", async () => {
    await using app = await openTestApp();
    await begin(app);
    specs(app, SEVEN);
    const before = readFileSync(workflowPath(app.home.dir, ID), "utf8");
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
      "Feature: user-login (1/8 done)",
      ...[1, 2, 3, 4, 5].map((n) => `- [ ] TASK_${n}`),
      "… and 2 more",
      "→ Use TaskCreate to rebuild the task list from these tasks, then go on.",
      "",
      '⛔ Do not ask the user "Should I continue?". Go on with the current stage.',
      "For the workflow's guide, run `pawl workflow status`.",
    ]);
    await app.service.idle();
    expect(readTimeline(app.home.dir, ID)).toMatchObject([
      { type: "session:compact", workflowType: "standard", currentStage: "ARCH" },
    ]);
    expect(readFileSync(workflowPath(app.home.dir, ID), "utf8")).toBe(before);
    expect(readdirSync(join(app.home.dir, "sessions", ID)).sort()).toEqual([
      "timeline.jsonl",
      "workflow.json",
    ]);
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
    ["S3.8 nothing", ""],
    ["S3.8 half an event", '{"hook_event_name":"PreCom'],
    ["S3.8 a list", "[]"],
    ["S3.9 no session", { hook_event_name: "PreCompact" }],
    ["S3.10 no workflow", { hook_event_name: "PreCompact", session_id: "new" }],
    ["S3.10 no workflow, and no event's name", { session_id: "new" }],
  ];
  test.each(silent)('%s is answered {"result":""}', async (_why, body) => {
    await using app = await openTestApp();
    expect(await post(app, body, { [HOOK_NAME_HEADER]: "pre-compact" })).toEqual({ result: "" });
  });

  test('S3.12 an exception is answered {"result":""}, and logged', async () => {
    await using app = await openTestApp();
    await begin(app);
    app.store.record = () => Promise.reject(new Error("the disk is on fire"));
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
    // A folder that the input does name comes first.
    const elsewhere = await post(app, { hook_event_name: "PreCompact", cwd: app.home.dir }, headers);
    expect(elsewhere.systemMessage).not.toContain("TASK_5");
  });

  test("S3.3 a message of 5000 characters is cut at 2000 with the hint, never inside an emoji", async () => {
    await using app = await openTestApp();
    await begin(app);
    for (const shift of [0, 1, 2, 3]) {
      specs(app, `## Tasks\n- [ ] ${"x".repeat(shift)}${"👩‍👩‍👧‍👦".repeat(460)}\n`);
      const { systemMessage = "" } = await fire(app, "PreCompact", { prompt_id: `p${shift}` });
      expect(systemMessage.length).toBeLessThanOrEqual(2000);
      expect(systemMessage).toContain(`the whole state is in ${workflowPath(app.home.dir, ID)}`);
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

  test("another root and workflows of one's own come from the configuration", async () => {
    await using app = await openTestApp();
    const root = join(app.dir, "overtone");
    await using other = await openTestApp({
      settings: { workflow: { root, own: { standard: { label: "Ours", stages: ["DEV"] } } } },
    });
    await begin(other, ID, root);
    expect((await fire(other, "PreCompact")).systemMessage).toContain("Workflow: standard (Ours)");
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
    expect(output.systemMessage).toStartWith("Pawl: working state restored after compaction");
    const [told] = await app.store.injections({ sessionId: ID, limit: 1 });
    expect(told?.sources.map(({ type }) => type)).toEqual(["recovery", "working-set"]);
    await app.service.idle();
    expect(readTimeline(app.home.dir, ID).map(({ type }) => type)).toContain("session:restore");
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
  expect(await start("startup", 1)).toContain("- [ ] TASK_5\n… and 2 more");
  expect(await start("resume", 2)).toBe("");
  specs(app, SEVEN.replace("- [ ] TASK_1", "- [x] TASK_1"));
  expect(await start("resume", 3)).toContain("(2/8 done)");
  expect(await start("clear", 4)).toContain("(2/8 done)");
});

describe("PostCompact", () => {
  test("what the summary lost of the working set is counted, kept, and said in one line", async () => {
    await using app = await openTestApp();
    await work(app);
    const summary = "We changed login.ts. Always run the linter first. Check the redirect.";
    const output = await fire(app, "PostCompact", { compact_summary: summary });
    expect(output.systemMessage).toBe(
      "Pawl: the summary lost 2 of 5 facts that Pawl checks for (1 command, 1 open failure). Pawl kept them.",
    );
    const kept = (await app.store.session(ID))?.events.find((one) => one.event === "pawl:summary-check");
    expect(JSON.parse(kept?.body ?? "")).toMatchObject({ files: [0, 1], commands: [1, 1], failures: [1, 1] });
  });

  test("nothing to check is nothing said", async () => {
    await using app = await openTestApp();
    expect(await fire(app, "PostCompact", { compact_summary: "x" })).toEqual({});
  });
});

describe("stages move by themselves", () => {
  const verdict = (result: string) => `Done.\n<!-- VERDICT: {"result":"${result}"} -->`;
  const agent = (app: App, name: string, type: string, said = "") =>
    fire(app, name, {
      agent_type: type,
      agent_id: `a${Math.random()}`,
      ...(said === "" ? {} : { last_assistant_message: said }),
    });
  const state = (app: App) => {
    const read = readWorkflow(app.home.dir, ID);
    return read.ok ? read.state : undefined;
  };

  test("a subagent's start and its verdict: pass, fail, reject", async () => {
    await using app = await openTestApp();
    await begin(app);
    await agent(app, "SubagentStart", "architect");
    expect(state(app)?.stages.ARCH?.status).toBe("active");
    expect((await fire(app, "PreCompact")).systemMessage).toContain("Active agents: architect (ARCH)");
    await agent(app, "SubagentStop", "architect", verdict("PASS"));
    expect(state(app)).toMatchObject({ currentStage: "TEST", stages: { ARCH: { result: "pass" } } });
    for (const result of ["FAIL", "REJECT"]) {
      await agent(app, "SubagentStart", "team:tester");
      await agent(app, "SubagentStop", "team:tester", verdict(result));
    }
    expect(state(app)).toMatchObject({
      currentStage: "TEST",
      failCount: 1,
      rejectCount: 1,
      activeAgents: {},
    });
    await app.service.idle();
    expect(
      readTimeline(app.home.dir, ID)
        .map(({ type }) => String(type))
        .sort(),
    ).toEqual(
      [
        ...["agent:start", "stage:start", "session:compact", "agent:stop", "stage:complete"],
        ...["agent:start", "stage:start", "agent:stop", "stage:fail"],
        ...["agent:start", "stage:start", "agent:stop", "stage:reject"],
      ].sort(),
    );
  });

  test("the compaction's summariser and agents of no stage change nothing", async () => {
    await using app = await openTestApp();
    await begin(app);
    const before = state(app);
    await agent(app, "SubagentStop", "");
    await agent(app, "SubagentStart", "general-purpose");
    await agent(app, "SubagentStop", "general-purpose", verdict("FAIL"));
    expect(state(app)).toEqual(before);
  });

  test("S3.6 Stop shows the same bar, only when it has moved", async () => {
    await using app = await openTestApp();
    const stop = (n: number) => fire(app, "Stop", { last_assistant_message: `${n}` });
    expect(await stop(1)).toEqual({});
    await begin(app);
    expect((await stop(2)).systemMessage).toBe(
      "Pawl: Progress: ✅📋⬜🏗️⬜🧪⬜💻⬜🔍⬜🧪⬜🔁⬜📝 (1/8) · 🏗️ Architecture",
    );
    expect(await stop(3)).toEqual({});
    await agent(app, "SubagentStart", "architect");
    expect((await stop(4)).systemMessage).toContain("✅📋⏳🏗️⬜🧪");
    await app.service.idle();
  });
});

describe("state files", () => {
  const end = (app: App, id: string) => post(app, event(app, "SessionEnd", { reason: "other" }, id));

  test("S0.13 eleven sessions leave ten state files, and what Pawl did not write is still there", async () => {
    await using app = await openTestApp();
    mkdirSync(stateFiles(app), { recursive: true });
    const foreign = join(stateFiles(app), "2020-01-01-deadbeef.json");
    writeFileSync(foreign, "{}");
    for (let n = 0; n < 11; n++) {
      const id = `${n}`.padStart(8, "a");
      await post(app, event(app, "UserPromptSubmit", { prompt: `Session ${n}` }, id));
      await end(app, id);
    }
    expect(readFileSync(foreign, "utf8")).toBe("{}");
    const own = readdirSync(stateFiles(app)).filter((name) => !name.startsWith("2020"));
    expect(own).toHaveLength(10);
    expect(own.some((name) => name.includes("aaaaaaa0"))).toBe(false);
  });

  test("S0.4 S0.11 SessionEnd saves the state with the summary, in the project's folder", async () => {
    await using app = await openTestApp();
    await work(app);
    await fire(app, "Stop", { last_assistant_message: "The login is there.", prompt_id: "p" });
    await app.service.idle();
    expect(savedState(app)).toMatchObject({ event: "Stop" });
    await end(app, ID);
    expect(readdirSync(stateFiles(app))).toHaveLength(1);
    expect(savedState(app)).toMatchObject({ event: "SessionEnd", sessionId: ID });
    expect(savedState(app).summary).toContain("Ended: “The login is there.”");
  });

  test("the first one in a repository comes with a word about .gitignore, once", async () => {
    await using app = await openTestApp();
    mkdirSync(join(app.dir, ".git"));
    await fire(app, "UserPromptSubmit", { prompt: "x" });
    const { systemMessage } = await fire(app, "Stop", { last_assistant_message: "1" });
    expect(systemMessage).toContain("add this line to .gitignore: .claude/sessions/");
    await app.service.idle();
    expect(await fire(app, "Stop", { last_assistant_message: "2" })).toEqual({});
    await app.service.idle();
    expect(existsSync(join(app.dir, ".gitignore"))).toBe(false);
  });

  test("a project that was deleted is not made again", async () => {
    await using app = await openTestApp();
    const gone = join(app.dir, "gone");
    await post(app, { hook_event_name: "UserPromptSubmit", session_id: "g", cwd: gone, prompt: "x" });
    await post(app, { hook_event_name: "SessionEnd", session_id: "g", cwd: gone });
    expect(existsSync(gone)).toBe(false);
  });
});
