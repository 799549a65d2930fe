/** Checks the keeper, which answers hooks while no daemon does, and the launcher that hooks start. */
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { DEFAULT_CLIENT } from "../../clients/index.ts";
import { readUserSettings, saveSetting } from "../../hooks/config/user-settings.ts";
import { isAlive } from "../../platform/daemon-process.ts";
import { readDaemonState } from "../../platform/daemon-state.ts";
import { findKeeper, readKeeperInfo } from "../../platform/keeper-process.ts";
import { isLauncherCurrent, placeLauncher } from "../../platform/launcher.ts";
import type { Home } from "../../platform/paths.ts";
import { portOwner } from "../../platform/port-owner.ts";
import { clearTrouble, readTrouble } from "../../platform/trouble.ts";
import { version } from "../../platform/version.ts";
import { connectClient } from "../clients/connect.ts";
import { ensureDaemon, findDaemon, stateWords, toRunning } from "../daemon-client.ts";
import { stopAny } from "../down.ts";
import { words } from "../words.ts";
import { type Checked, fine, wrong } from "./check.ts";

export async function checkKeeper(home: Home): Promise<Checked> {
  const say = words.doctor.daemon;
  // Only installed hooks have one; the plugin has its own launcher.
  if (existsSync(home.installs) && existsSync(home.bin) && !isLauncherCurrent(home)) {
    const place = () => placeLauncher(home, readUserSettings(home).settings.port);
    return wrong(say.launcherOld(home.launcher), words.doctor.runInstall, place);
  }
  const keeper = await findKeeper(home);
  if (keeper !== undefined) return fine(say.keeperOk(keeper.pid));
  const silent = readKeeperInfo(home);
  if (silent !== undefined && isAlive(silent.pid))
    return wrong(say.keeperSilent(silent.pid), words.doctor.restart);
  if ((await findDaemon(home)) === undefined) return fine(say.keeperIdle);
  return wrong(say.keeperAbsent, words.doctor.restart);
}

export async function checkDaemon(home: Home): Promise<Checked> {
  const say = words.doctor.daemon;
  const state = await readDaemonState(home);
  const running = toRunning(state);
  if (running === undefined) {
    const isDown = state.name === "stopped" || state.name === "starting";
    const fix = async () => {
      if (!isDown) await stopAny(home);
      await ensureDaemon(home);
    };
    return wrong(stateWords(state), isDown ? say.startFix : words.doctor.restart, fix);
  }
  const { port } = readUserSettings(home).settings;
  if (running.port !== port) return wrong(say.otherPort(running.port, port), words.doctor.restart);
  if (running.version !== version)
    return wrong(say.otherVersion(running.version, version), words.doctor.runUp);
  return fine(say.ok(running.version, running.port, running.pid));
}

// Checks whether Pawl has its port, and if not, which program has it.

export async function checkPort(home: Home): Promise<Checked> {
  const say = words.doctor.port;
  const { port } = readUserSettings(home).settings;
  const running = await findDaemon(home);
  if (running?.port === port || (await findKeeper(home))?.port === port) return fine(say.own(port));
  if (await isFree(port)) return fine(say.free(port));
  const owner = portOwner(port);
  const who = owner === undefined ? say.anotherProgram : say.owner(owner.name, owner.pid);
  const isSilent = readTrouble(home, Date.now())?.kind === "silent";
  const message = isSilent ? say.takenSilent(port, who) : say.taken(port, who);
  return wrong(message, say.fix(home.config), () => move(home, port));
}

/** The hooks contain the port, so installed hooks are updated too. */
async function move(home: Home, from: number): Promise<void> {
  const port = await freePort(from);
  const connect = (dryRun: boolean) => connectClient(DEFAULT_CLIENT, { scope: "user", dryRun });
  const wasConnected = (await connect(true))?.unchanged.length !== 0;
  saveSetting(home, "port", port);
  clearTrouble(home);
  if (wasConnected) await connect(false);
}

/** The next free port above, so that it is easy to find again. */
async function freePort(from: number): Promise<number> {
  for (let port = from + 1; port < 65_536; port++) if (await isFree(port)) return port;
  throw new Error(words.errors.noPort(from));
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen({ host: "127.0.0.1", port, exclusive: true }, () => server.close(() => resolve(true)));
  return promise;
}
