import { connections } from "../clients/connection.ts";
import { type DaemonInfo, isAlive, readDaemonInfo } from "../platform/daemon-process.ts";
import { PawlError } from "../platform/errors.ts";
import { isMissing } from "../platform/files.ts";
import { findKeeper, stopKeeper } from "../platform/keeper-process.ts";
import { takeLock } from "../platform/lock.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { CLIENT_TITLES } from "./clients/option.ts";
import { type Command, json } from "./command.ts";
import { findDaemon } from "./daemon-client.ts";
import { print, printJson } from "./output.ts";
import { words } from "./words.ts";

const PATIENCE_MS = 10_000;
/** A daemon that does not answer has little to clean up. */
const SILENT_PATIENCE_MS = 2000;

export const command: Command = {
  usage: "down [--all] [--json]",
  example: "pawl down",
  options: { ...json, all: { type: "boolean" } },
  async run({ values }) {
    const home = pawlHome();
    const stopped = await stopAny(home);
    if (values.all === true) await stopKeeper(home);
    if (values.json === true) {
      printJson({ stopped });
      return 0;
    }
    print(stopped ? [words.down.stopped, ...startsAgain()].join(" ") : words.down.notRunning);
    const keeper = await findKeeper(home);
    if (keeper !== undefined) print(words.down.keeper(keeper.pid));
    return 0;
  },
};

/** Only a client with Pawl's hooks starts it. */
function startsAgain(): string[] {
  const connected = connections(process.cwd()).filter(({ isConnected }) => isConnected);
  if (connected.length === 0) return [];
  return [words.down.startsAgain(connected.map(({ client }) => CLIENT_TITLES[client]).join(" / "))];
}

/** Stops the daemon of this home, even one that no longer answers. False if there is none. */
export async function stopAny(home: Home): Promise<boolean> {
  const running = await findDaemon(home);
  if (running !== undefined) {
    await stopDaemon(home, running);
    return true;
  }
  const silent = readDaemonInfo(home);
  // The lock is held as long as the process lives. Without it, the file was left behind by a killed daemon.
  if (silent === undefined || !isAlive(silent.pid) || !isLocked(home)) return false;
  await stopDaemon(home, silent, SILENT_PATIENCE_MS);
  return true;
}

function isLocked(home: Home): boolean {
  const lock = takeLock(home.lock);
  lock?.release();
  return lock === undefined;
}

/** Asks it to stop and waits until the process has ended. */
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
  throw new PawlError("daemon_stuck", words.errors.daemonStuck(running.pid), {
    hint: words.errors.daemonStuckHint(running.pid, home.log),
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
