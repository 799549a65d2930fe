import { join } from "node:path";
import { runClaude } from "../client.ts";
import { callTool, callTools, fail, inSubagent, say, startModel } from "../model.ts";
import { openRecorder } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";

const TOOLS = ["Bash", "Read", "Write", "Edit", "Agent", "TaskCreate", "TaskUpdate"];

/** The tools people use most, then the same session resumed, compacted, resumed again and forked. */
const work: Scenario = {
  name: "work",
  git: true,
  async run({ home, project, root }) {
    await Bun.write(join(project, "CLAUDE.md"), "Be brief. @docs/style.md\n");
    await Bun.write(join(project, "docs/style.md"), "Plain words.\n");
    await Bun.write(join(project, "lib/CLAUDE.md"), "Pure functions only.\n");
    await Bun.write(join(project, "lib/add.ts"), "export const add = (a, b) => a - b;\n");
    await Bun.write(join(project, ".claude/commands/greet.md"), "Greet $ARGUMENTS.\n");
    const source = join(project, "lib/add.ts");
    const edit = { file_path: source, old_string: "a - b", new_string: "a + b" };
    const agent = { description: "Review", prompt: "Review lib", subagent_type: "general-purpose" };
    const recorder = await openRecorder(join(root, "recorded"));
    await using model = startModel([
      callTool("Write", { file_path: join(project, "note.txt"), content: "one\ntwo\n" }),
      callTool("Write", { file_path: join(project, "note.txt"), content: "one\ntwo\nthree\n" }),
      callTool("Read", { file_path: source }),
      callTool("Edit", edit),
      callTool("Bash", { command: "echo out; echo err >&2", description: "Print a line" }),
      callTool("Bash", { command: "echo broken >&2; exit 3", description: "Fail" }),
      callTool("Edit", { ...edit, old_string: "not in the file" }),
      callTool("Read", { file_path: join(project, "missing.txt") }),
      callTools([
        { name: "Bash", input: { command: "echo one", description: "One" } },
        { name: "Bash", input: { command: "echo two", description: "Two" } },
      ]),
      callTool("TaskCreate", { subject: "Ship it", description: "Ship the fix" }),
      callTool("TaskUpdate", { taskId: "1", status: "completed" }),
      callTool("Agent", { ...agent, run_in_background: false }),
      inSubagent(callTool("Bash", { command: "ls lib", description: "List" })),
      inSubagent(say("Looks fine.")),
      callTool("WebFetch", { url: "https://example.com/", prompt: "Summarise" }),
      callTool("Bash", { command: "cd lib && pwd", description: "Go to lib" }),
      say("The sum is fixed.\nAll tests pass."),
      say("Greetings."),
    ]);
    const base = { home, cwd: project, model, settings: recorder.settings };
    const env = { CLAUDE_CODE_ENABLE_TASKS: "1" };
    const first = await runClaude({ ...base, prompt: "Fix the sum", allowedTools: TOOLS, env });
    await runClaude({ ...base, prompt: "/greet world" });
    await runClaude({ ...base, prompt: "/compact keep the file names", resume: first.sessionId });
    await runClaude({ ...base, prompt: "Go on", resume: first.sessionId, args: ["--fork-session"] });
    return recorder.inputs();
  },
};

/** A Stop hook that makes the model continue once. */
const stopBlocked: Scenario = {
  name: "stop-blocked",
  async run({ home, project, root }) {
    const flag = join(root, "blocked-once");
    const block = `[ -e '${flag}' ] || { touch '${flag}'; echo '{"decision":"block","reason":"Run the tests first"}'; }`;
    const recorder = await openRecorder(join(root, "recorded"), { Stop: block });
    await using model = startModel([say("Done."), say("Tests ran. Done.")]);
    await runClaude({ home, cwd: project, model, settings: recorder.settings, prompt: "Finish" });
    return (await recorder.inputs()).filter((input) => input.hook_event_name === "Stop");
  },
};

const setup: Scenario = {
  name: "setup",
  async run({ home, project, root }) {
    const recorder = await openRecorder(join(root, "recorded"));
    await using model = startModel();
    for (const flag of ["--init", "--maintenance"]) {
      await runClaude({ home, cwd: project, model, settings: recorder.settings, prompt: "Hi", args: [flag] });
    }
    return (await recorder.inputs()).filter((input) => input.hook_event_name === "Setup");
  },
};

const apiError: Scenario = {
  name: "api-error",
  async run({ home, project, root }) {
    const recorder = await openRecorder(join(root, "recorded"));
    await using model = startModel(() => fail(400, "invalid_request_error", "The stand-in refuses"));
    await runClaude({ home, cwd: project, model, settings: recorder.settings, prompt: "Hi" });
    return (await recorder.inputs()).filter((input) => input.hook_event_name === "StopFailure");
  },
};

/** The hook creates the worktree itself, as the client requires. */
const worktree: Scenario = {
  name: "worktree",
  git: true,
  async run({ home, project, root }) {
    const path = join(root, "worktree");
    const git = `git -C '${project}' worktree`;
    const recorder = await openRecorder(join(root, "recorded"), {
      WorktreeCreate: `${git} add -q -b side '${path}' >/dev/null 2>&1; echo '${path}'`,
      WorktreeRemove: `${git} remove --force '${path}'`,
    });
    await using model = startModel([
      callTool("EnterWorktree", { name: "side" }),
      callTool("ExitWorktree", { action: "remove", discard_changes: true }),
      say("Back."),
    ]);
    const allowedTools = ["EnterWorktree", "ExitWorktree"];
    await runClaude({
      home,
      cwd: project,
      model,
      settings: recorder.settings,
      prompt: "Go aside",
      allowedTools,
    });
    return (await recorder.inputs()).filter((input) => input.hook_event_name.startsWith("Worktree"));
  },
};

/** A subagent in the background: its end arrives as a prompt that nobody typed. */
const background: Scenario = {
  name: "background",
  async run({ home, project, root }) {
    const recorder = await openRecorder(join(root, "recorded"));
    const agent = { description: "Review", prompt: "Review lib", subagent_type: "general-purpose" };
    await using model = startModel([
      callTool("Agent", { ...agent, run_in_background: true }),
      inSubagent(say("Looks fine.")),
      callTool("Bash", { command: "sleep 1", description: "Wait" }),
      say("It is reviewed."),
    ]);
    const allowedTools = ["Agent", "Bash"];
    await runClaude({
      home,
      cwd: project,
      model,
      settings: recorder.settings,
      prompt: "Review",
      allowedTools,
    });
    return (await recorder.inputs()).filter((input) =>
      String(input.prompt).startsWith("<task-notification>"),
    );
  },
};

/** In auto mode a classifier evaluates each call; the scripted model is none, so the client denies. */
const denied: Scenario = {
  name: "denied",
  async run({ home, project, root }) {
    const recorder = await openRecorder(join(root, "recorded"));
    await using model = startModel([
      callTool("Bash", { command: "python3 -c 1", description: "Run" }),
      say("No."),
    ]);
    const args = ["--permission-mode", "auto"];
    await runClaude({ home, cwd: project, model, settings: recorder.settings, prompt: "Run it", args });
    return (await recorder.inputs()).filter((input) => input.hook_event_name === "PermissionDenied");
  },
};

/** An MCP tool that asks the user something: once a hook answers, once nobody does. */
const elicitation: Scenario = {
  name: "elicitation",
  async run({ home, project, root }) {
    const output = { hookEventName: "Elicitation", action: "accept", content: { colour: "blue" } };
    const accept = `echo '${JSON.stringify({ hookSpecificOutput: output })}'`;
    const answered = await openRecorder(join(root, "answered"), { Elicitation: accept });
    const unanswered = await openRecorder(join(root, "unanswered"));
    const asker = { command: process.execPath, args: [join(import.meta.dir, "asker.ts")] };
    const args = ["--mcp-config", JSON.stringify({ mcpServers: { asker } })];
    for (const { settings } of [answered, unanswered]) {
      await using model = startModel([callTool("mcp__asker__ask", {}), say("Asked.")]);
      const allowedTools = ["mcp__asker__ask"];
      await runClaude({ home, cwd: project, model, settings, prompt: "Ask", allowedTools, args });
    }
    const inputs = [...(await answered.inputs()), ...(await unanswered.inputs())];
    return inputs.filter((i) => /^(Elicitation.*|P(re|ost)ToolUse)$/.test(i.hook_event_name));
  },
};

export const HEADLESS: Scenario[] = [
  work,
  stopBlocked,
  setup,
  apiError,
  worktree,
  background,
  denied,
  elicitation,
];
