/** The thread that synchronizes with the team, with its own store and connection. */

import { readUserSettings, userExclusion } from "../hooks/config/user-settings.ts";
import { systemClock } from "../platform/clock.ts";
import { PawlError, toMessage } from "../platform/errors.ts";
import { pawlHome } from "../platform/paths.ts";
import { redactor } from "../redact/redactor.ts";
import { applyRedactSettings } from "../redact/settings.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import type { FromTeamWorker, ToTeamWorker } from "./background.ts";
import { readTeam } from "./config.ts";
import { type OpenTeam, openTeam } from "./open.ts";
import { runSync } from "./run-sync.ts";

declare const self: Worker;

const home = pawlHome();
let store: Store | undefined;
let team: OpenTeam | undefined;

function post(message: FromTeamWorker): void {
  self.postMessage(message);
}

/** A team that the machine left and joined again has another file, and needs a new connection. */
async function current(): Promise<OpenTeam> {
  const found = readTeam(home.team);
  if (team !== undefined && found?.device !== team.config.device) {
    await team.close();
    team = undefined;
  }
  if (store === undefined) {
    applyRedactSettings(readUserSettings(home).settings.redact);
    store = await openStore(home);
  }
  const exclusion = userExclusion(home);
  team ??= openTeam({
    file: home.team,
    store,
    redact: redactor,
    now: systemClock,
    isExcluded: (folder) => exclusion.folder(folder, folder),
  });
  return team;
}

async function sync(): Promise<void> {
  try {
    const { pushed, pulled, news } = await runSync(await current(), home, { now: systemClock, waitMs: 0 });
    post({ type: "done", pushed, pulled, news });
  } catch (error) {
    post({
      type: "failed",
      message: toMessage(error),
      code: error instanceof PawlError ? error.code : "team_failed",
    });
  }
}

let running: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ToTeamWorker>) => {
  if (data.type === "sync") {
    running = sync();
    return;
  }
  void running.then(async () => {
    await team?.close();
    await store?.close();
    post({ type: "closed" });
  });
};
