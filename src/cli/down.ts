import { connections } from "../clients/connection.ts";
import { titleOf } from "../clients/setups.ts";
import { sayBye } from "../daemon/keeper-connection.ts";
import type { DaemonInfo } from "../platform/daemon-info.ts";
import { isAlive } from "../platform/daemon-process.ts";
import { readDaemonState } from "../platform/daemon-state.ts";
import { PawlError } from "../platform/errors.ts";
import { isMissing, readIfThere } from "../platform/files.ts";
import { findKeeper, stopKeeper } from "../platform/keeper-process.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { type Command, json } from "./command.ts";
import { stateWords } from "./daemon-client.ts";
import { print, printJson } from "./output.ts";
import { words } from "./words.ts";

/** A daemon that hears the signal needs at most 2.5 s. */
const STOP_MS = 3000;
const KILL_MS = 2000;
/** Between its lock and its file a daemon that starts cannot be named. */
const START_MS = 5000;
const POLL_MS = 10;

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
  return [words.down.startsAgain(connected.map(({ client }) => titleOf(client)).join(" / "))];
}

/** Stops the daemon of this home, also one that does not answer. False if there is none. */
export async function stopAny(home: Home): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const state = await readDaemonState(home);
    if (state.name === "stopped") return false;
    if (state.info !== undefined) {
      await stopDaemon(home, state.info);
      return true;
    }
    if (Date.now() >= deadline) throw new PawlError("daemon_stuck", stateWords(state));
    await Bun.sleep(POLL_MS);
  }
}

/** Asks it to stop and waits until the process has ended. One that is too busy to hear it is killed: SQLite loses nothing. */
export async function stopDaemon(home: Home, { pid, port }: Pick<DaemonInfo, "pid" | "port">): Promise<void> {
  signal(pid, "SIGTERM");
  if (await hasEnded(pid, STOP_MS)) return;
  // The keeper would take it for a crash and start another one.
  const token = readIfThere(home.token)?.trim();
  if (token !== undefined) await sayBye({ pid, port, token, restart: false });
  signal(pid, "SIGKILL");
  if (await hasEnded(pid, KILL_MS)) return;
  throw new PawlError("daemon_stuck", words.errors.daemonStuck(pid), {
    hint: words.errors.daemonStuckHint(pid, home.log),
  });
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isAlive(pid)) {
    if (Date.now() >= deadline) return false;
    await Bun.sleep(POLL_MS);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ESRCH" && !isMissing(error)) throw error;
  }
}
