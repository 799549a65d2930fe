import { join } from "node:path";
import { startInteractive } from "../interactive.ts";
import { callTool, inSubagent, say, startModel } from "../model.ts";
import { type EventName, openRecorder, type Recorder } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";

/** Events that only happen with a person at the client. */
const sitting: Scenario = {
  name: "sitting",
  git: true,
  async run({ home, project, root }) {
    const watched = join(project, "watched.txt");
    const extra = join(root, "extra");
    await Bun.write(watched, "1\n");
    await Bun.write(join(extra, "file.txt"), "1\n");
    const output = { hookEventName: "SessionStart", watchPaths: [watched] };
    const recorder = await openRecorder(join(root, "recorded"), {
      SessionStart: `echo '${JSON.stringify({ hookSpecificOutput: output })}'`,
    });
    await using model = startModel([
      say("First answer."),
      callTool("Bash", { command: "touch made.txt", description: "Touch a file" }),
      say("Second answer."),
    ]);
    await using client = await startInteractive({
      home,
      cwd: project,
      model,
      settings: recorder.settings,
      args: ["--permission-mode", "manual"],
    });
    await arrived(recorder, "SessionStart");
    await Bun.sleep(1_500);
    await client.type("Hello");
    await arrived(recorder, "Stop");
    await Bun.write(watched, "2\n");
    await arrived(recorder, "FileChanged");
    await Bun.write(join(project, ".claude/settings.local.json"), '{"env":{"A":"b"}}\n');
    await arrived(recorder, "ConfigChange");
    await client.type(`/add-dir ${extra}`);
    await client.answer("Select with numbers", "1");
    await arrived(recorder, "DirectoryAdded");
    await client.type("/model sonnet");
    await client.answer("Enter y/n:", "y");
    await arrived(recorder, "PostModelSwitch");
    await client.type("Touch it");
    await arrived(recorder, "Notification");
    await client.answer("Do you want to proceed?", "1");
    await arrived(recorder, "Stop", 2);
    await client.type("/clear");
    await arrived(recorder, "SessionStart", 2);
    await client.type("/exit");
    await client.exited;
    return recorder.inputs();
  },
};

/** A named agent in a terminal is a teammate: it stays and reports when it is idle. */
const team: Scenario = {
  name: "team",
  async run({ home, project, root }) {
    const recorder = await openRecorder(join(root, "recorded"));
    const mate = {
      name: "mate",
      description: "Help",
      prompt: "Wait for work",
      subagent_type: "general-purpose",
    };
    await using model = startModel([
      callTool("Agent", { ...mate, run_in_background: true }),
      inSubagent(say("Ready.")),
      say("A teammate is there."),
    ]);
    await using client = await startInteractive({
      home,
      cwd: project,
      model,
      settings: recorder.settings,
      allowedTools: ["Agent"],
      env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "1" },
      args: ["--permission-mode", "manual", "--teammate-mode", "in-process"],
    });
    await arrived(recorder, "SessionStart");
    await Bun.sleep(1_500);
    await client.type("Call a mate");
    await arrived(recorder, "TeammateIdle");
    return (await recorder.inputs()).filter((input) => input.hook_event_name === "TeammateIdle");
  },
};

/** Waits until an event has been recorded `times` times. */
async function arrived(recorder: Recorder, event: EventName, times = 1, timeoutMs = 20_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const seen = (await recorder.inputs()).filter((input) => input.hook_event_name === event).length;
    if (seen >= times) return;
    if (performance.now() > end) throw new Error(`${event} was not recorded ${times} times`);
    await Bun.sleep(100);
  }
}

export const TERMINAL: Scenario[] = [sitting, team];
