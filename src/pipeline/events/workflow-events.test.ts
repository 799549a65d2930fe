/** Stages that move by themselves, the bar at Stop, and the state files that a session leaves. */
import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type App,
  begin,
  event,
  fire,
  ID,
  playedFolder,
  post,
  savedState,
  specs,
  stateFiles,
  work,
} from "../../../test/played-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { messagesFor } from "../../locale/index.ts";
import { startWork } from "../../work/actions.ts";
import { placeOf } from "../../work/place.ts";
import { readTimeline, readWorkflow, updateWorkflow } from "../../work/workflow-files.ts";

describe("stages move by themselves", () => {
  const verdict = (result: string) => `Done.\n<!-- VERDICT: {"result":"${result}"} -->`;
  const agent = (app: App, name: string, type: string, said = "") =>
    fire(app, name, {
      agent_type: type,
      agent_id: `a${Math.random()}`,
      ...(said === "" ? {} : { last_assistant_message: said }),
    });
  const state = (app: App) => {
    const read = readWorkflow(playedFolder(app.home.dir, ID));
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
      readTimeline(playedFolder(app.home.dir, ID))
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

  test("the third failure reaches the model with the subagent's result, once, and the user at Stop", async () => {
    await using app = await openTestApp();
    await begin(app);
    const result = (id: string) =>
      fire(app, "PostToolUse", {
        tool_name: "Agent",
        tool_input: { prompt: "x" },
        tool_response: {},
        tool_use_id: id,
      });
    const fail = async (id: string) => {
      await agent(app, "SubagentStart", "architect");
      await agent(app, "SubagentStop", "architect", verdict("FAIL"));
      return (await result(id)).hookSpecificOutput?.additionalContext ?? "";
    };
    expect([await fail("t1"), await fail("t2")]).toEqual(["", ""]);
    expect(await fail("t3")).toBe(
      "Failures: 3/3\n⛔ The limit of failures or rejections is reached. Stop, and ask the user how to continue.",
    );
    expect((await result("t4")).hookSpecificOutput).toBeUndefined();
    expect((await fire(app, "Stop")).systemMessage).toContain("Failures: 3/3");
    // The next failure is told again, here at the next prompt.
    await agent(app, "SubagentStart", "architect");
    await agent(app, "SubagentStop", "architect", verdict("FAIL"));
    const prompt = await fire(app, "UserPromptSubmit", { prompt: "and now?" });
    expect(prompt.hookSpecificOutput?.additionalContext).toContain("Stop, and ask the user");
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
    const own = readdirSync(stateFiles(app)).filter((name) => !/^2020|^\./.test(name));
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
    expect(readdirSync(stateFiles(app)).filter((name) => name.endsWith(".json"))).toHaveLength(1);
    expect(savedState(app)).toMatchObject({ event: "SessionEnd", sessionId: ID });
    expect(savedState(app).summary).toContain("Ended: “The login is there.”");
  });

  test("S0.11 without a project it is in Claude's own folder", async () => {
    await using app = await openTestApp();
    await post(app, { hook_event_name: "UserPromptSubmit", session_id: "homeless", prompt: "x" });
    await post(app, { hook_event_name: "SessionEnd", session_id: "homeless" });
    const [name] = readdirSync(join(app.dir, "claude", "sessions")).filter((file) => file.endsWith(".json"));
    expect(name).toEndWith("-homeless.json");
  });

  test("S0.11 the folder ignores itself in git, and only the user can read the files", async () => {
    await using app = await openTestApp();
    mkdirSync(join(app.dir, ".git"));
    await fire(app, "UserPromptSubmit", { prompt: "x" });
    expect(await fire(app, "Stop", { last_assistant_message: "1" })).toEqual({});
    await app.service.idle();
    const names = readdirSync(stateFiles(app)).sort();
    expect(names).toHaveLength(2);
    expect(readFileSync(join(stateFiles(app), ".gitignore"), "utf8")).toBe("*\n");
    for (const name of names) expect(statSync(join(stateFiles(app), name)).mode & 0o077).toBe(0);
    expect(existsSync(join(app.dir, ".gitignore"))).toBe(false);
    expect(readFileSync(app.home.stateFolders, "utf8")).toBe(`${stateFiles(app)}\n`);
  });

  test("S0.11 a session without a prompt leaves no file", async () => {
    await using app = await openTestApp();
    mkdirSync(join(app.dir, ".git"));
    await fire(app, "Stop", { last_assistant_message: "1" });
    await end(app, ID);
    await app.service.idle();
    expect(existsSync(stateFiles(app))).toBe(false);
  });

  test("S0.11 stateFiles: false turns them off", async () => {
    await using app = await openTestApp({ settings: { stateFiles: false } });
    mkdirSync(join(app.dir, ".git"));
    await work(app);
    await end(app, ID);
    await app.service.idle();
    expect(existsSync(stateFiles(app))).toBe(false);
    expect(existsSync(join(app.dir, "claude", "sessions"))).toBe(false);
  });

  test("S0.11 a folder that is no project gets no file", async () => {
    await using app = await openTestApp();
    const plain = mkdtempSync(join(tmpdir(), "pawl-plain-"));
    await post(app, {
      hook_event_name: "UserPromptSubmit",
      session_id: "no-project",
      cwd: plain,
      prompt: "x",
    });
    await post(app, { hook_event_name: "SessionEnd", session_id: "no-project", cwd: plain });
    await app.service.idle();
    expect(readdirSync(plain)).toEqual([]);
    rmdirSync(plain);
    expect(readdirSync(join(app.dir, "claude", "sessions")).join()).toContain("-no-proje.json");
  });

  test("a project that was deleted is not made again", async () => {
    await using app = await openTestApp();
    const gone = join(app.dir, "gone");
    await post(app, { hook_event_name: "UserPromptSubmit", session_id: "g", cwd: gone, prompt: "x" });
    await post(app, { hook_event_name: "SessionEnd", session_id: "g", cwd: gone });
    expect(existsSync(gone)).toBe(false);
  });
});

test("a feature that is named and not there is said, and no other feature's tasks are told", async () => {
  await using app = await openTestApp();
  await begin(app);
  specs(app, "- [ ] DROP THE OLD TABLE\n");
  await updateWorkflow(playedFolder(app.home.dir), (state) => ({ ...state, featureName: "PROJ-123" }));
  const { systemMessage = "" } = await fire(app, "PreCompact");
  expect(systemMessage).toContain(
    'The feature "PROJ-123" was not found in specs/features/in-progress, openspec/changes, specs',
  );
  expect(systemMessage).not.toContain("DROP");
  expect(systemMessage).not.toContain("user-login");
});

test("a feature whose tasks are all ticked is asked about once, with the command that ends its workflow", async () => {
  await using app = await openTestApp();
  specs(app, "- [x] one\n- [x] two\n");
  await begin(app);
  await updateWorkflow(playedFolder(app.home.dir, ID), (state) => ({ ...state, featureName: "user-login" }));
  const start = async (source: string) =>
    (await fire(app, "SessionStart", { source })).hookSpecificOutput?.additionalContext ?? "";
  const first = await start("startup");
  expect(first).toContain("user-login has no open tasks left");
  expect(first).toContain("workflow end");
  expect(await start("clear")).not.toContain("no open tasks left");
});

test("a second session beside one in the middle of a turn is to ask first; after that turn it continues", async () => {
  await using app = await openTestApp();
  const caller = {
    root: app.home.dir,
    place: placeOf(app.dir),
    id: ID,
    own: {},
    messages: messagesFor("en"),
    now: new Date().toISOString(),
    pawl: "pawl",
  };
  await startWork(caller, "quick");
  await fire(app, "SessionStart", { source: "startup" });
  await fire(app, "UserPromptSubmit", { prompt: "Go on with the plan", prompt_id: "p1" });
  const start = async (id: string) =>
    (await fire(app, "SessionStart", { session_id: id, source: "startup" })).hookSpecificOutput
      ?.additionalContext ?? "";
  expect(await start("s-2")).toContain("Ask the user before you continue it.");
  await fire(app, "Stop", { last_assistant_message: "Done.", prompt_id: "p1" });
  const after = await start("s-3");
  expect(after).toContain("Unfinished workflow");
  expect(after).not.toContain("Ask the user");
});

test("after its last stage a workflow gives no orders, and is called finished", async () => {
  await using app = await openTestApp();
  await begin(app);
  await updateWorkflow(playedFolder(app.home.dir, ID), (state) => ({
    ...state,
    currentStage: undefined,
    stages: Object.fromEntries(
      Object.entries(state.stages).map(([key, stage]) => [key, { ...stage, status: "completed" as const }]),
    ),
  }));
  const { systemMessage } = await fire(app, "PreCompact");
  expect(systemMessage).toContain("All stages are done.");
  expect(systemMessage).not.toContain("⛔");
});

test("W4 a session's end and its next start drop the subagents that were killed with it", async () => {
  await using app = await openTestApp();
  await begin(app);
  const agents = () => {
    const read = readWorkflow(playedFolder(app.home.dir));
    return read.ok ? Object.keys(read.state.activeAgents) : undefined;
  };
  const architect = { agent_type: "architect", agent_id: "a1" };
  await fire(app, "SubagentStart", architect);
  expect(agents()).toEqual(["architect"]);
  await fire(app, "SessionEnd", { reason: "other" });
  expect(agents()).toEqual([]);
  await fire(app, "SubagentStart", { ...architect, n: 2 });
  await fire(app, "SessionStart", { source: "resume" });
  expect(agents()).toEqual([]);
});

test("the client's own tasks are kept with the work, and restored without a tasks.md", async () => {
  await using app = await openTestApp();
  await begin(app);
  const call = (tool_name: string, tool_input: object, tool_response: unknown, tool_use_id: string) =>
    fire(app, "PostToolUse", { tool_name, tool_input, tool_response, tool_use_id });
  await call("TaskCreate", { subject: "FIRST" }, { task: { id: "1" } }, "t1");
  await call("TaskCreate", { subject: "SECOND" }, { task: { id: "2" } }, "t2");
  await call("TaskUpdate", { taskId: "1", status: "completed" }, {}, "t3");
  const { systemMessage = "" } = await fire(app, "PreCompact");
  expect(systemMessage).toContain("📋 **Open tasks**\n- [ ] SECOND\n→");
  await fire(app, "TaskCompleted", { task_id: "2", task_subject: "SECOND" });
  expect((await fire(app, "PreCompact", { n: 2 })).systemMessage).not.toContain("SECOND");
});
