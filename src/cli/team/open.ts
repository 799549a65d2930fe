/** The team of this machine for one command. */
import { readUserSettings, userExclusion } from "../../hooks/config/user-settings.ts";
import { systemClock } from "../../platform/clock.ts";
import { PawlError } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import { createSameProject } from "../../platform/same-project.ts";
import { redactor } from "../../redact/redactor.ts";
import type { Store } from "../../store/store.ts";
import { type OpenTeam, openTeam } from "../../team/open.ts";
import { teamIn } from "../../team/sql/index.ts";
import { withStore } from "../open-store.ts";
import { print } from "../output.ts";
import { words } from "../words.ts";

export async function withTeam<T>(use: (team: OpenTeam, store: Store) => Promise<T>): Promise<T> {
  const { team: file } = pawlHome();
  const common = { file, redact: redactor, now: systemClock };
  return withStore(async (store) => {
    await using team = openTeam({ ...common, store, isExcluded: excluded() });
    return await use(team, store);
  });
}

/** Folders that the user has excluded from Pawl. */
function excluded(): (folder: string) => boolean {
  const exclusion = userExclusion(pawlHome());
  return (folder) => exclusion.folder(folder, folder);
}

export function refuseExcluded(folder: string): void {
  if (!excluded()(folder)) return;
  throw new PawlError("team_excluded", words.team.excluded(folder), { hint: words.team.excludedHint });
}

/** Undefined for a folder that is not shared. */
export async function sharedFolder(folder: string, from?: Store) {
  const folders = (store: Store) => teamIn(store).teamFolders();
  const all = from === undefined ? await withStore(folders) : await folders(from);
  return all.find((one) => one.folder === folder);
}

/** The server's number for a folder's project. */
export async function sharedNumber(folder: string, team: OpenTeam, store: Store): Promise<number> {
  const shared = await sharedFolder(folder, store);
  const key = shared === undefined ? undefined : team.parts().codec.projectName(shared.project);
  const found = (await team.hello()).projects.find((one) => one.key === key);
  if (found === undefined) throw notShared(folder);
  return found.id;
}

export function notShared(folder: string): PawlError {
  return new PawlError("team_not_shared", words.team.notShared(folder), { hint: words.team.notSharedHint });
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

/** Statements that only an administrator of the database may run. */
export function printStatements(statements: readonly string[]): void {
  if (statements.length > 0) print(words.team.statements);
  for (const statement of statements) print(`  ${statement}`);
}
