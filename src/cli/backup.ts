import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readFolders, rememberFolder, removeLeftDrafts } from "../platform/files.ts";
import { readKeptFiles } from "../platform/kept-files.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { writeArchive } from "../store/maintenance.ts";
import { openStore } from "../store/open.ts";
import { recordsIn } from "../store/records/queries.ts";
import { type Command, json, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { print, programName } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "backup FILE [--json]",
  example: "pawl backup ~/pawl-2026-01-31.db",
  options: json,
  positionals: 1,
  async run(input) {
    const [name] = input.positionals;
    if (name === undefined) throw new UsageError(words.errors.missingFile, "backup FILE");
    const file = resolve(name);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new UsageError(words.errors.isFolder(file));
    const home = pawlHome();
    await writeBackup(home, file);
    const { sessions } = await withStore((store) => recordsIn(store).stats());
    const bytes = statSync(file).size;
    return input.answer({ file, bytes, sessions }, () => {
      print(words.backup.written(sessions, file, (bytes / 1e6).toFixed(1)));
      print(words.backup.undo(programName(), name));
    });
  },
};

/** Also removes what a killed backup left. */
export async function writeBackup(home: Home, file: string): Promise<void> {
  // Creates the store if it is missing.
  await (await openStore(home)).close();
  // First: what a killed one leaves is found by its name.
  rememberFolder(home.backups, file);
  for (const one of readFolders(home.backups)) removeLeftDrafts(one);
  writeArchive(home.database, file, readKeptFiles(home));
}
