import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readKeptFiles } from "../platform/kept-files.ts";
import { pawlHome } from "../platform/paths.ts";
import { writeArchive } from "../store/maintenance.ts";
import { type Command, json, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { print, printJson } from "./output.ts";
import { programName } from "./program-name.ts";

export const command: Command = {
  summary: "Write everything that is remembered into one file",
  usage: "backup FILE [--json]",
  details: "Works while Pawl runs. The file can be read by you only; it holds what your sessions hold.",
  example: "pawl backup ~/pawl-2026-01-31.db",
  options: json,
  positionals: 1,
  async run({ values, positionals }) {
    const [name] = positionals;
    if (name === undefined) throw new UsageError("Say where to: pawl backup FILE");
    const file = resolve(name);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
      throw new UsageError(`${file} is a folder; name a file in it.`);
    }
    const home = pawlHome();
    // Opened first, so that a backup is always of the newest version and a missing database is an empty one.
    const stats = await withStore((store) => store.stats());
    writeArchive(home.database, file, readKeptFiles(home));
    const bytes = statSync(file).size;
    if (values.json === true) printJson({ file, bytes, sessions: stats.sessions });
    else {
      print(`${stats.sessions} sessions are in ${file} (${(bytes / 1e6).toFixed(1)} MB).`);
      print(`${programName()} restore ${name} brings them back.`);
    }
    return 0;
  },
};
