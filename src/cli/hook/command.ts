import { dirname, resolve } from "node:path";
import { processEnv } from "../../platform/env.ts";
import { hookEntry, pawlHome } from "../../platform/paths.ts";
import { type Command, toText } from "../command.ts";

export const command: Command = {
  summary: "One hook event: JSON on standard input, JSON on standard output",
  usage: "hook [NAME] [--home DIR]",
  details:
    "Called by Claude Code. NAME is one of session-start, context, user-message, session-init, observation,\nsuggest-compact, summarize, pre-compact, session-end; without it, hook_event_name decides. Always exits 0.",
  example: 'echo \'{"hook_event_name":"SessionStart","session_id":"x","cwd":"."}\' | pawl hook',
  options: { home: { type: "string" }, "installed-by": { type: "string" }, gate: { type: "boolean" } },
  positionals: 1,
  lenient: true,
  /** The entry that installed hooks call directly; by hand it is the same program. */
  async run({ values, positionals }) {
    // Named in full: the entry runs in its own folder, where a relative one would be another.
    const home = toText(values.home);
    const name = positionals.slice(0, 1);
    const gate = values.gate === true ? ["--gate"] : [];
    const args = [...name, ...gate, "--home", home === undefined ? pawlHome().dir : resolve(home)];
    const child = Bun.spawn([process.execPath, "--no-env-file", hookEntry, ...args], {
      cwd: dirname(hookEntry),
      // S3.2: the folder of an event that names none is the one that the program was called in.
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
    // It was deleted under the session: the event is worth keeping without it.
    return undefined;
  }
}
