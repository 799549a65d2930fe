/** Work that survives its sessions, in the real client: S3.20. */
import { expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { startInteractive } from "./harness/interactive.ts";
import {
  asSummary,
  callTool,
  callTools,
  inSubagent,
  lastText,
  type ModelRequest,
  say,
  startModel,
} from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 240_000;
const MOVE = "mcp__pawl__workflow_move";
const STATUS = "mcp__pawl__workflow_status";
const TASKS = "mcp__pawl__workflow_tasks";

async function feature(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, "specs", "features", "in-progress", name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "tasks.md"), text);
}

function git(scratch: Scratch, ...args: string[]): void {
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.home, GIT_CONFIG_NOSYSTEM: "1" };
  const run = Bun.spawnSync(["git", ...args], { cwd: scratch.project, env });
  if (run.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
}

interface State {
  currentStage?: string;
  path: string;
  sessions: string[];
  failCount: number;
  rejectCount: number;
  activeAgents: Record<string, unknown>;
  stages: Record<string, { status: string; result?: string }>;
}
const status = (pawl: Pawl, cwd: string, ...more: string[]) =>
  pawl.json<State>(["workflow", "status", ...more], { cwd });

test(
  "S3.20 three sessions go on with one feature; another one beside it and a third are left alone",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const { home, project } = scratch;
    const beside = join(scratch.root, "beside");
    git(scratch, "worktree", "add", "-q", "-b", "second", beside);
    await pawl.run(["up"]);
    await pawl.run(["install"]);
    await feature(project, "PROJ-123", "# Tasks\n- [x] DONE_ONE\n- [ ] TASK_A\n- [ ] TASK_B\n");
    await feature(project, "old-billing", "## Tasks\n- [ ] DROP THE OLD TABLE\n");
    await feature(beside, "登入", "- [ ] BESIDE_TASK\n");
    await mkdir(join(project, ".claude", "agents"), { recursive: true });
    const agent = "---\nname: architect\ndescription: Draws the plan\n---\nYou draw the plan.\n";
    await writeFile(join(project, ".claude", "agents", "architect.md"), agent);
    await pawl.run(["workflow", "start", "standard", "--feature", "PROJ-123"]);
    await pawl.run(["workflow", "start", "quick", "--feature", "登入"], { cwd: beside });
    const besideBefore = await status(pawl, beside);

    const architect = {
      description: "Draw",
      prompt: "Draw the PLAN",
      subagent_type: "architect",
      run_in_background: false,
    };
    const told = (request: ModelRequest | undefined) =>
      lastText(request ?? { body: { model: "", messages: [] } });
    const isRight = (text: string, stage: string) => {
      expect(text).toContain("[Pawl] Unfinished workflow: standard (Standard feature)");
      expect(text).toContain(stage);
      expect(text).toContain("PROJ-123 (1/3 done)\n- [ ] TASK_A\n- [ ] TASK_B\n");
    };

    // The first: moved by the model, then compacted.
    await using first = startModel([
      callTool(MOVE, { stage: "PLAN", status: "completed" }),
      say("Planned."),
      asSummary(say("<summary>We planned.</summary>")),
      say("Going on."),
    ]);
    const base = { home, cwd: project, allowedTools: [MOVE, STATUS, TASKS, "Agent", "Bash"] };
    const one = await runClaude({ ...base, model: first, prompt: "Begin" });
    isRight(told(first.mainRequests()[0]), "📋 Planning");
    await runClaude({ ...base, model: first, prompt: "/compact", resume: one.sessionId });
    await runClaude({ ...base, model: first, prompt: "Go on", resume: one.sessionId });
    const after = first.mainRequests().at(-1)?.text ?? "";
    expect(after).toContain("Current stage: 🏗️ Architecture");
    expect(after).toContain("Feature: PROJ-123 (1/3 done)\n- [ ] TASK_A");

    // The second: killed while its subagent runs.
    await using second = startModel([
      callTool("Agent", architect),
      inSubagent(callTool("Bash", { command: "kill -9 $PPID", description: "The client dies" })),
    ]);
    const killed = await runClaude({ ...base, model: second, prompt: "Architecture now" });
    expect(killed.result).toBeUndefined();
    isRight(told(second.mainRequests()[0]), "🏗️ Architecture");
    expect((await status(pawl, project)).stages.ARCH?.status).toBe("active");

    // The third: a new one, whose subagent ends well; then a fork of it; then /clear.
    await using third = startModel([
      callTool("Agent", architect),
      inSubagent(say('Good. <!-- VERDICT: {"result":"PASS"} -->')),
      say("The architecture stands."),
      say("The fork goes on."),
    ]);
    const three = await runClaude({ ...base, model: third, prompt: "Go on with it" });
    isRight(told(third.mainRequests()[0]), "🏗️ Architecture");
    expect(await status(pawl, project)).toMatchObject({
      currentStage: "TEST",
      stages: { ARCH: { status: "completed", result: "pass" } },
    });
    const fork = await runClaude({
      ...base,
      model: third,
      prompt: "In a fork",
      resume: three.sessionId,
      args: ["--fork-session"],
    });
    expect(fork.sessionId).not.toBe(three.sessionId);
    // The conversation has the tasks; what is new is the stage.
    expect(told(third.mainRequests().at(-1))).toContain("🧪 Testing · PROJ-123 (2/8)");
    const forked = await status(pawl, project, "--session", fork.sessionId);
    expect(forked.sessions).toContain(fork.sessionId);

    await using cleared = startModel((request) => (request.kind === "main" ? say("ANSWERED") : undefined));
    {
      await using terminal = await startInteractive({ ...base, model: cleared, prompt: "Before" });
      await terminal.waitFor("ANSWERED");
      await terminal.type("/clear");
      const before = cleared.mainRequests().length;
      await terminal.type("After the clear");
      await eventually(() => cleared.mainRequests().length > before);
      const text = cleared.mainRequests().at(-1)?.text ?? "";
      expect(text).toContain("After the clear");
      expect(text).not.toContain("Before\n");
      isRight(text, "🧪 Testing");
    }

    // What is beside it is untouched, and has a session of its own; the third feature is never mentioned.
    await using other = startModel([say("Beside.")]);
    await runClaude({ ...base, cwd: beside, model: other, prompt: "Here" });
    const seen = told(other.mainRequests()[0]);
    expect(seen).toContain("[Pawl] Unfinished workflow: quick (Quick change) · 💻 Development · 登入 (0/3)");
    expect(seen).toContain("- [ ] BESIDE_TASK");
    expect(seen).not.toContain("TASK_A");
    const besideAfter = await status(pawl, beside);
    expect(besideAfter.stages).toEqual(besideBefore.stages);
    expect(besideAfter.path).toBe(besideBefore.path);
    for (const model of [first, second, third, cleared, other]) {
      for (const { text } of model.requests) {
        expect(text).not.toContain("DROP THE OLD TABLE");
        expect(text).not.toContain("old-billing");
      }
    }
    const { events } = await pawl.json<{ events: { type: string }[] }>(["workflow", "timeline"]);
    const types = events.map(({ type }) => type);
    for (const type of ["session:start", "session:end", "session:compact", "session:restore"])
      expect(types).toContain(type);
    expect(await pawl.log()).not.toContain('"level":"error"');
  },
  LIMIT,
);

test(
  "with the README's set-up the model reads and completes a stage by tool, by slash command and in its shell",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project } = scratch;
    await pawl.run(["up"]);
    await pawl.run(["install"]);
    await writeFile(join(project, "package.json"), "{}");
    await using model = startModel([
      say("Hello."),
      callTool(STATUS, {}),
      callTool(MOVE, { stage: "dev", status: "completed" }),
      callTool("TaskCreate", { subject: "CLIENT_TASK", description: "x" }),
      callTool("TaskCreate", { subject: "CLIENT_DONE", description: "x" }),
      callTool("TaskUpdate", { taskId: "2", status: "completed" }),
      say("Done."),
      callTool(MOVE, { stage: "REVIEW", status: "completed" }),
      say("Reviewed."),
      callTool(TASKS, {}),
      callTool("Bash", { command: "SHELL_COMMAND", description: "Look" }),
      say("Seen."),
    ]);
    const base = { home, cwd: project, model };
    const { sessionId } = await runClaude({ ...base, prompt: "Hello" });
    // Started in a terminal while the session is there: the next prompt says so, in two lines.
    expect((await pawl.run(["workflow", "start", "quick"])).exitCode).toBe(0);
    const allowedTools = [STATUS, MOVE, "TaskCreate", "TaskUpdate"];
    await runClaude({ ...base, prompt: "Go on", resume: sessionId, allowedTools });
    const [, prompted, read, moved] = model.mainRequests();
    const lines = lastText(prompted ?? { body: { model: "", messages: [] } });
    expect(lines).toContain(
      "[Pawl] Unfinished workflow: quick (Quick change) · 💻 Development (0/3)\nSee it with",
    );
    expect(lastText(read ?? { body: { model: "", messages: [] } })).toContain("→ DEV");
    expect(lastText(moved ?? { body: { model: "", messages: [] } })).toContain("(1/3)");
    expect(await status(pawl, project, "--session", sessionId)).toMatchObject({
      currentStage: "REVIEW",
      sessions: [sessionId],
    });

    // The command itself allows its tools.
    await runClaude({ ...base, prompt: "/pawl:workflow stage REVIEW completed", resume: sessionId });
    expect(model.mainRequests().some(({ text }) => text.includes("The user asks about the workflow"))).toBe(
      true,
    );
    expect((await status(pawl, project)).stages.REVIEW?.status).toBe("completed");

    // A new session has the client's own open task, by tool too, and the command that Pawl names runs.
    const shell = /without these tools: `([^`]+)`/.exec(lines)?.[1] ?? "";
    const turn = model.unplayed().find(({ tools }) => tools?.[0]?.name === "Bash");
    if (turn?.tools?.[0] !== undefined) turn.tools[0].input.command = shell;
    await runClaude({ ...base, prompt: "A new session", allowedTools: [TASKS, "Bash"] });
    const [start, listed, ran] = model.mainRequests().slice(-3).map(lastText);
    expect(start).toContain("- [ ] CLIENT_TASK");
    expect(start).not.toContain("CLIENT_DONE");
    expect(listed).toContain("- [ ] CLIENT_TASK");
    expect(ran).toContain("→ TEST");
    expect(await pawl.log()).not.toContain('"level":"error"');
  },
  LIMIT,
);

test(
  "two sessions move their own workflows 40 times each at the same time: no move lands on the other",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const { home, project } = scratch;
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await feature(project, "a", "- [ ] A\n");
    await feature(project, "b", "- [ ] B\n");
    const ids = { a: crypto.randomUUID(), b: crypto.randomUUID() };
    for (const name of ["a", "b"] as const) {
      const started = await pawl.run([
        "workflow",
        "start",
        "single",
        "--feature",
        name,
        "--session",
        ids[name],
      ]);
      expect(started.exitCode).toBe(0);
    }
    const play = async (name: "a" | "b", verdict: string) => {
      const turn = () =>
        callTools(
          Array.from({ length: 20 }, () => ({ name: MOVE, input: { stage: "DEV", status: verdict } })),
        );
      await using model = startModel([turn(), turn(), say("Done.")]);
      const run = await runClaude({
        home,
        cwd: project,
        model,
        prompt: "Move it",
        allowedTools: [MOVE],
        args: ["--session-id", ids[name]],
        timeoutMs: 180_000,
      });
      expect(run.sessionId).toBe(ids[name]);
    };
    await Promise.all([play("a", "fail"), play("b", "reject")]);
    const [a, b] = await Promise.all([
      status(pawl, project, "--feature", "a"),
      status(pawl, project, "--feature", "b"),
    ]);
    expect([a.failCount, a.rejectCount]).toEqual([40, 0]);
    expect([b.failCount, b.rejectCount]).toEqual([0, 40]);
    expect([a.sessions, b.sessions]).toEqual([[ids.a], [ids.b]]);
  },
  LIMIT,
);

test(
  "with the plugin the slash command moves the workflow, and pawl context shows what a session gets",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const { home, project } = scratch;
    await pawl.run(["up"]);
    await feature(project, "v1.2", "# 任務\n- [ ] TASK_ONE\n");
    await pawl.run(["workflow", "start", "quick", "--feature", "v1.2"]);
    const move = "mcp__plugin_pawl_pawl__workflow_move";
    await using model = startModel([callTool(move, { stage: "DEV", status: "completed" }), say("Done.")]);
    const plugins = [resolve(import.meta.dir, "..", "..", "plugin")];
    const run = await runClaude({
      home,
      cwd: project,
      model,
      plugins,
      env: pawl.env,
      prompt: "/pawl:workflow stage DEV completed",
    });
    const [start] = model.mainRequests().map(lastText);
    expect(start).toContain("The user asks about the workflow: stage DEV completed");
    expect(await status(pawl, project)).toMatchObject({ currentStage: "REVIEW", sessions: [run.sessionId] });
    const { text } = await pawl.json<{ text: string }>(["context"], { cwd: project });
    const lines = text.split("\n");
    expect(lines[0]).toBe("[Pawl] Unfinished workflow: quick (Quick change) · 🔍 Code review · v1.2 (1/3)");
    expect(text).toContain("Feature: v1.2 (0/1 done)\n- [ ] TASK_ONE\n");

    await using next = startModel([say("Hello.")]);
    await runClaude({ home, cwd: project, model: next, plugins, env: pawl.env, prompt: "Hello" });
    for (const line of lines.slice(0, 5)) expect(next.mainRequests()[0]?.text).toContain(line);
  },
  LIMIT,
);
