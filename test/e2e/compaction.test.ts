/** A real compaction in the real client: what the summarizer and the model get, and what is left. */
import { expect, test } from "bun:test";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude, type StreamMessage } from "./harness/client.ts";
import { asSummary, callTool, inSubagent, say, startModel } from "./harness/model.ts";
import { createPawl, eventually } from "./pawl.ts";

const LIMIT = 180_000;

const TASKS = [
  "# User login\n- [ ] BOX_ABOVE\n## Tasks\n- [x] TASK_0",
  ...[1, 2, 3, 4, 5, 6, 7].map((n) => `- [ ] TASK_${n}`),
  "## Notes\n- [ ] BOX_BELOW\n",
].join("\n");

const shown = (events: readonly StreamMessage[], text: string) =>
  events.filter((event) => event.subtype === "hook_response" && JSON.stringify(event).includes(text));

test(
  "S3.18 S3.19 S0.5 work survives /compact: summarizer and model get its current state",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project } = scratch;
    await pawl.run(["install"]);
    const folder = join(project, "specs", "features", "in-progress", "user-login");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "tasks.md"), TASKS);
    await mkdir(join(project, ".claude", "agents"), { recursive: true });
    const agent = "---\nname: architect\ndescription: Draws the plan\n---\nYou draw the plan.\n";
    await writeFile(join(project, ".claude", "agents", "architect.md"), agent);
    await writeFile(join(project, "check.sh"), "echo 3 passed\n");

    await using model = startModel([
      callTool("Write", { file_path: join(project, "login.ts"), content: "export {};\n" }),
      callTool("Bash", { command: "sh check.sh", description: "Check" }),
      say("The first part is there."),
      asSummary(say("<summary>We talked about a login.</summary>")),
      callTool("Agent", {
        description: "Draw",
        prompt: "Draw the PLAN",
        subagent_type: "architect",
        run_in_background: false,
      }),
      inSubagent(say('The plan is good. <!-- VERDICT: {"result":"PASS"} -->')),
      say("The plan stands."),
    ]);
    const base = { home, cwd: project, model, allowedTools: ["Write", "Bash", "Agent"] };

    const prompt = "Add a login. Always run check.sh before you finish.";
    const { sessionId: resume } = await runClaude({ ...base, prompt });
    const started = await pawl.json(["workflow", "start", "standard", "--feature", "user-login"]);
    expect(started).toMatchObject({ featureName: "user-login", progress: { done: 0, total: 8 } });
    expect((await pawl.run(["workflow", "stage", "plan", "completed"])).exitCode).toBe(0);

    const compact = await runClaude({ ...base, prompt: "/compact", resume });
    expect(compact.messages.some((message) => message.subtype === "compact_boundary")).toBe(true);
    const injected = model.requestsOf("summary")[0]?.text ?? "";
    const later = await runClaude({ ...base, prompt: "Go on", resume });
    const after = model.mainRequests()[3]?.text ?? "";

    for (const text of [injected, after]) {
      expect(text).toContain("[Pawl state recovery (after compact)]");
      expect(text).toContain("Workflow: standard (Standard feature)");
      expect(text).toContain("(1/8)");
      expect(text).toContain("Current stage: 🏗️ Architecture");
      expect(text).toContain("Feature: user-login (1/10 done)");
      for (const n of [1, 2, 3, 4, 5]) expect(text).toContain(`- [ ] TASK_${n}`);
      for (const no of ["TASK_6", "TASK_7", "BOX_ABOVE", "BOX_BELOW"]) expect(text).not.toContain(no);
      expect(text).toContain("and 4 more");
    }
    // Once: the resumed session does not get again what compaction just gave it. (The client's own note about a
    // typed /compact quotes the hooks' answers as well.)
    const { injections } = await pawl.json<{ injections: { text: string }[] }>([
      "context",
      "--session",
      resume,
    ]);
    // What comes after it is what the next prompt brings.
    expect(injections.slice(0, 3).map(({ text }) => text.split("\n")[0])).toEqual([
      "📋 **Open tasks**",
      "[Pawl] Unfinished workflow: standard (Standard feature) · 🏗️ Architecture · user-login (1/8)",
      "[Pawl state recovery (after compact)]",
    ]);
    expect(after).toContain("additional context: [Pawl state recovery (after compact)]\nWorkflow: standard");
    const restored = after.slice(after.indexOf("## Working set before compaction"));
    expect(restored).toContain("login.ts 1");
    expect(restored).toContain("sh check.sh");
    expect(restored).toContain("Always run check.sh before you finish.");
    expect(compact.stdout).toContain("Pawl: saved before compaction: ");

    // The subagent whose name belongs to the next stage moved it, and Stop reports it.
    expect(await pawl.json(["workflow", "status"])).toMatchObject({
      currentStage: "TEST",
      progress: { done: 2, total: 8 },
      stages: { ARCH: { status: "completed", result: "pass" } },
    });
    expect(shown(later.hookEvents, "(2/8)")).not.toEqual([]);
    const { events } = await pawl.json<{ events: { type: string }[] }>(["workflow", "timeline"]);
    const types = events.map(({ type }) => type);
    for (const type of ["workflow:start", "session:compact", "session:restore", "stage:complete"]) {
      expect(types).toContain(type);
    }

    const states = join(project, ".claude", "sessions");
    const written = async () =>
      (await readdir(states).catch(() => [])).filter((one) => one.endsWith(".json"));
    await eventually(async () => (await written()).length === 1);
    const [name = ""] = await written();
    expect(name).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${resume.slice(0, 8)}\\.json$`));
    expect(await Bun.file(join(states, name)).json()).toMatchObject({
      sessionId: resume,
      files: [{ path: "login.ts", edits: 1 }],
      workflow: { type: "standard" },
    });
    const log = await pawl.log();
    expect(log).not.toContain('"level":"error"');
  },
  LIMIT,
);

test(
  "S3.18 S0.4 S0.6 the documented hook names work by hand: pre-compact, session-start, suggest-compact, session-end",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const id = "0badc0de-1111";
    const hook = async (name: string, input: string | object, env: Record<string, string> = {}) => {
      const stdin = typeof input === "string" ? input : JSON.stringify(input);
      const ran = await pawl.run(["hook", name], { stdin, env });
      expect(ran.exitCode).toBe(0);
      return JSON.parse(ran.stdout) as Record<string, string>;
    };

    for (const nothing of ["", "{", "{}", JSON.stringify({ session_id: "nobody" })]) {
      expect(await hook("pre-compact", nothing)).toEqual({ result: "" });
    }
    await pawl.run(["workflow", "start", "quick", "--session", id]);
    const env = { CLAUDE_SESSION_ID: id, PAWL_LOCALE: "zh-TW" };
    const compact = await hook("pre-compact", "{}", env);
    expect(Object.keys(compact).sort()).toEqual(["result", "systemMessage"]);
    expect(compact.systemMessage).toContain("工作流：quick（快速修改）\n進度：⬜💻⬜🔍⬜🧪 (0/3)");

    // State files are for projects, and for sessions in which something was asked (S0.11).
    await mkdir(join(scratch.project, ".claude"), { recursive: true });
    await hook("session-start", { session_id: id, cwd: scratch.project });
    await hook("session-init", { session_id: id, cwd: scratch.project, prompt: "Fix the login" });
    const edit = (n: number) => ({ session_id: id, tool_name: "Edit", tool_use_id: `t${n}` });
    const once = { COMPACT_THRESHOLD: "1" };
    expect(await hook("suggest-compact", edit(1), once)).toEqual({});
    expect((await hook("suggest-compact", edit(2), once)).systemMessage).toContain("2 tool calls");
    await hook("session-end", { session_id: id, reason: "other" });
    const states = await readdir(join(scratch.project, ".claude", "sessions"));
    expect(states.filter((name) => name.includes(id.slice(0, 8)))).toHaveLength(1);

    // Without a daemon, and nothing to start one.
    await pawl.run(["down"]);
    const off = { PAWL_HOME: "/dev/null/pawl" };
    expect(await hook("pre-compact", { session_id: id }, off)).toEqual({ result: "" });
  },
  LIMIT,
);
