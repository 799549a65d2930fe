import { connections, titleOf } from "../clients/setups.ts";
import { sayBye } from "../daemon/keeper-connection.ts";
import type { DaemonInfo } from "../platform/daemon-info.ts";
import { isAlive } from "../platform/daemon-process.ts";
import { readDaemonState } from "../platform/daemon-state.ts";
import { PawlError } from "../platform/errors.ts";
import { readIfThere } from "../platform/files.ts";
import { findKeeper, stopKeeper } from "../platform/keeper-process.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { type Command, flag, json } from "./command.ts";
import { stateWords } from "./daemon-client.ts";
import { print } from "./output.ts";
import { words } from "./words.ts";

/** A daemon that receives the signal needs at most 2.5 s. */
const STOP_MS = 3000;
const KILL_MS = 2000;
/** A starting daemon cannot be identified between taking its lock and writing its file. */
const START_MS = 5000;
const POLL_MS = 10;

export const command: Command = {
  usage: "down [--all] [--json]",
  example: "pawl down",
  options: { ...json, all: flag },
  async run(input) {
    const home = pawlHome();
    const stopped = await stopAny(home);
    if (input.has("all")) await stopKeeper(home);
    const keeper = await findKeeper(home);
    return input.answer({ stopped }, () => {
      // Only a client with Pawl's hooks starts it again.
      const connected = connections(process.cwd()).filter(({ isConnected }) => isConnected);
      const clients = connected.map(({ client }) => titleOf(client)).join(" / ");
      if (!stopped) print(words.down.notRunning);
      else print(`${words.down.stopped} ${clients === "" ? "" : words.down.startsAgain(clients)}`.trimEnd());
      if (keeper !== undefined) print(words.down.keeper(keeper.pid));
    });
  },
};

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

/** Asks the daemon to stop, and waits for its process to end. A daemon that is too busy is killed; SQLite loses nothing. */
export async function stopDaemon(home: Home, { pid, port }: Pick<DaemonInfo, "pid" | "port">): Promise<void> {
  signal(pid, "SIGTERM");
  if (await hasEnded(pid, STOP_MS)) return;
  // Otherwise the keeper would assume a crash and start another daemon.
  const token = readIfThere(home.token)?.trim();
  if (token !== undefined) await sayBye({ pid, port, token, restart: false });
  signal(pid, "SIGKILL");
  if (await hasEnded(pid, KILL_MS)) return;
  const hint = words.errors.daemonStuckHint(pid, home.log);
  throw new PawlError("daemon_stuck", words.errors.daemonStuck(pid), { hint });
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
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
