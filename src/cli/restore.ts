import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readDaemonState } from "../platform/daemon-state.ts";
import { PawlError } from "../platform/errors.ts";
import { makePrivateDir } from "../platform/files.ts";
import { writeKeptFiles } from "../platform/kept-files.ts";
import { takeLock } from "../platform/lock.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { readArchive, restoreArchive } from "../store/maintenance.ts";
import { recordsIn } from "../store/records/queries.ts";
import { type Command, flag, json, UsageError } from "./command.ts";
import { ensureDaemon } from "./daemon-client.ts";
import { stopDaemon } from "./down.ts";
import { withStore } from "./open-store.ts";
import { print } from "./output.ts";
import { confirm } from "./person.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "restore FILE [--yes] [--json]",
  example: "pawl restore ~/pawl-2026-01-31.db",
  options: { ...json, yes: flag },
  positionals: 1,
  async run(input) {
    const [name] = input.positionals;
    if (name === undefined) throw new UsageError(words.errors.missingFile, "restore FILE");
    const home = pawlHome();
    const file = resolve(name);
    const files = readArchive(file);
    const before = await sessionsNow(home);
    if (before > 0 && !input.has("yes") && (await confirm(words.backup.ask(before))) !== true) {
      const { restoreUnconfirmed, restoreHint: hint } = words.errors;
      throw new PawlError("restore_unconfirmed", restoreUnconfirmed(before), { hint });
    }
    const state = await readDaemonState(home);
    const running = state.name === "stopped" ? undefined : state.info;
    if (running !== undefined) await stopDaemon(home, running);
    const aside = `${home.database}.before-restore-${new Date().toISOString().replace(/[-:.]/g, "")}`;
    makePrivateDir(home.dir);
    const lock = takeLock(home.lock);
    if (lock === undefined) {
      const { daemonStarted, restoreAgain: hint } = words.errors;
      throw new PawlError("daemon_running", daemonStarted, { hint });
    }
    try {
      restoreArchive(file, home.database, aside);
      writeKeptFiles(home, files);
    } finally {
      lock.release();
    }
    const { sessions } = await withStore((store) => recordsIn(store).stats());
    if (running !== undefined) await ensureDaemon(home);
    const kept = existsSync(aside) ? aside : null;
    return input.answer({ restored: file, sessions, kept }, () => {
      print(words.backup.restored(sessions));
      if (kept !== null) print(words.backup.kept(kept));
    });
  },
};

/** None if the database is missing or damaged: nothing can be lost then, and the file is kept in any case. */
async function sessionsNow(home: Home): Promise<number> {
  if (!existsSync(home.database)) return 0;
  try {
    return (await withStore((store) => recordsIn(store).stats())).sessions;
  } catch (error) {
    if (error instanceof PawlError && error.code === "store_corrupt") return 0;
    throw error;
  }
}
