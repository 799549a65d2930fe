import { dirname, resolve } from "node:path";
import { processEnv } from "../../platform/env.ts";
import { hookEntry, pawlHome } from "../../platform/paths.ts";
import { type Command, optionText } from "../command.ts";

export const command: Command = {
  usage: "hook [NAME] [--home DIR] [--client C]",
  example: 'echo \'{"hook_event_name":"SessionStart","session_id":"x","cwd":"."}\' | pawl hook',
  options: {
    home: { type: "string" },
    "installed-by": { type: "string" },
    gate: { type: "boolean" },
    client: { type: "string" },
  },
  positionals: 1,
  lenient: true,
  /** Runs the same program that installed hooks start directly. */
  async run({ values, positionals }) {
    // Absolute, because the program runs in its own folder.
    const home = optionText(values.home);
    const name = positionals.slice(0, 1);
    const gate = values.gate === true ? ["--gate"] : [];
    const client = optionText(values.client);
    const from = client === undefined ? [] : [`--client=${client}`];
    const args = [...name, ...gate, ...from, "--home", home === undefined ? pawlHome().dir : resolve(home)];
    const child = Bun.spawn([process.execPath, "--no-env-file", hookEntry, ...args], {
      cwd: dirname(hookEntry),
      // An event without a folder belongs to the folder in which the command was called.
      env: { ...processEnv, CLAUDE_PROJECT_ROOT: processEnv.CLAUDE_PROJECT_ROOT || workingFolder() },
      stdio: ["inherit", "inherit", "inherit"],
    });
    await child.exited;
    return 0;
  },
};

function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    // The folder was deleted during the session: keep the event without it.
    return undefined;
  }
}
