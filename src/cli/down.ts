import { PawlError } from "../errors.ts";
import { isAlive } from "../platform/daemon-process.ts";
import { isMissing } from "../platform/files.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { type Command, json } from "./command.ts";
import { findDaemon, type Running } from "./daemon-client.ts";
import { print, printJson } from "./output.ts";

const PATIENCE_MS = 10_000;

export const command: Command = {
  summary: "Stop the daemon; fine when none runs",
  usage: "down [--json]",
  example: "pawl down",
  options: json,
  async run({ values }) {
    const home = pawlHome();
    const running = await findDaemon(home);
    if (running !== undefined) await stopDaemon(home, running);
    const stopped = running !== undefined;
    if (values.json === true) printJson({ stopped });
    else
      print(
        stopped ? "Pawl has stopped. The next Claude Code session starts it again." : "Pawl was not running.",
      );
    return 0;
  },
};

/** Asks it to stop and waits until the process is gone. */
export async function stopDaemon(home: Home, running: Running): Promise<void> {
  signal(running.pid, "SIGTERM");
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    if (!isAlive(running.pid)) return;
    await Bun.sleep(20);
  }
  throw new PawlError("daemon_stuck", `Process ${running.pid} does not stop`, {
    hint: `End it with kill -9 ${running.pid}; nothing is lost by that. The log is ${home.log}.`,
  });
}

function signal(pid: number, name: NodeJS.Signals | 0): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ESRCH" && !isMissing(error)) throw error;
  }
}
