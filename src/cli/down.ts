import { PawlError } from "../errors.ts";
import { type DaemonInfo, isAlive, readDaemonInfo } from "../platform/daemon-process.ts";
import { isMissing } from "../platform/files.ts";
import { takeLock } from "../platform/lock.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { type Command, json } from "./command.ts";
import { findDaemon } from "./daemon-client.ts";
import { print, printJson } from "./output.ts";

const PATIENCE_MS = 10_000;
/** One that did not answer at all will hardly tidy up for long. */
const SILENT_PATIENCE_MS = 2000;

export const command: Command = {
  summary: "Stop the daemon; fine when none runs",
  usage: "down [--json]",
  example: "pawl down",
  options: json,
  async run({ values }) {
    const home = pawlHome();
    const stopped = await stopAny(home);
    if (values.json === true) printJson({ stopped });
    else
      print(
        stopped ? "Pawl has stopped. The next Claude Code session starts it again." : "Pawl was not running.",
      );
    return 0;
  },
};

/** Stops the daemon of this home, also one that answers nobody any more; false when there is none. */
export async function stopAny(home: Home): Promise<boolean> {
  const running = await findDaemon(home);
  if (running !== undefined) {
    await stopDaemon(home, running);
    return true;
  }
  const silent = readDaemonInfo(home);
  // Whoever holds the lock is there, whether it answers or not; without one, the file is what a killed one left.
  if (silent === undefined || !isAlive(silent.pid) || !isLocked(home)) return false;
  await stopDaemon(home, silent, SILENT_PATIENCE_MS);
  return true;
}

function isLocked(home: Home): boolean {
  const lock = takeLock(home.lock);
  lock?.release();
  return lock === undefined;
}

/** Asks it to stop and waits until the process is gone. */
export async function stopDaemon(
  home: Home,
  running: Pick<DaemonInfo, "pid">,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  signal(running.pid, "SIGTERM");
  const deadline = Date.now() + patienceMs;
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
