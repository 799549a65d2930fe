/** Is the keeper there, which answers hooks while no daemon does? And the launcher that hooks start? */
import { existsSync } from "node:fs";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { isAlive } from "../../platform/daemon-process.ts";
import { findKeeper, readKeeperInfo } from "../../platform/keeper-process.ts";
import { isLauncherCurrent, placeLauncher } from "../../platform/launcher.ts";
import type { Home } from "../../platform/paths.ts";
import { findDaemon } from "../daemon-client.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

export async function checkKeeper(home: Home): Promise<Check> {
  const say = words.doctor.daemon;
  // Only installed hooks have one; the plugin has its own launcher.
  if (existsSync(home.installs) && existsSync(home.bin) && !isLauncherCurrent(home)) {
    const place = () => placeLauncher(home, readUserSettings(home).settings.port);
    return wrong("keeper", say.launcherOld(home.launcher), words.doctor.runInstall, place);
  }
  const keeper = await findKeeper(home);
  if (keeper !== undefined) return fine("keeper", say.keeperOk(keeper.pid));
  const silent = readKeeperInfo(home);
  if (silent !== undefined && isAlive(silent.pid))
    return wrong("keeper", say.keeperSilent(silent.pid), words.doctor.restart);
  if ((await findDaemon(home)) === undefined) return fine("keeper", say.keeperIdle);
  return wrong("keeper", say.keeperAbsent, words.doctor.restart);
}
