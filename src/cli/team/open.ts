/** The team of this machine for one command. */
import { resolve } from "node:path";
import { readUserSettings, userExclusion } from "../../hooks/config/user-settings.ts";
import { systemClock } from "../../platform/clock.ts";
import { pawlHome } from "../../platform/paths.ts";
import { projectRoot } from "../../platform/project.ts";
import { createSameProject } from "../../platform/same-project.ts";
import { redactor } from "../../redact/redactor.ts";
import type { Store } from "../../store/store.ts";
import { type OpenTeam, openTeam } from "../../team/open.ts";
import { teamIn } from "../../team/sql/index.ts";
import { type CommandInput, toText } from "../command.ts";
import { withStore } from "../open-store.ts";

export async function withTeam<T>(use: (team: OpenTeam, store: Store) => Promise<T>): Promise<T> {
  const { team: file } = pawlHome();
  return withStore(async (store) => {
    await using team = openTeam({
      file,
      store,
      redact: redactor,
      now: systemClock,
      warn: () => undefined,
      isExcluded: excluded(),
    });
    return await use(team, store);
  });
}

/** Folders that the user keeps Pawl out of. */
export function excluded(): (folder: string) => boolean {
  const exclusion = userExclusion(pawlHome());
  return (folder) => exclusion.folder(folder, folder);
}

export function folderOf({ values }: CommandInput): string {
  return projectRoot(resolve(toText(values.project) ?? "."));
}

/** Undefined for a folder that is not shared. */
export async function sharedFolder(folder: string) {
  const all = await withStore((store) => teamIn(store).teamFolders());
  return all.find((one) => one.folder === folder);
}

export function sameProject() {
  const home = pawlHome();
  const { settings } = readUserSettings(home);
  return createSameProject({
    file: home.projects,
    byHand: () => settings.sameProject,
    isStorable: (text) => redactor.text(text) === text,
  });
}
