import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readDaemonState } from "../platform/daemon-state.ts";
import { PawlError } from "../platform/errors.ts";
import { makePrivateDir } from "../platform/files.ts";
import { writeKeptFiles } from "../platform/kept-files.ts";
import { takeLock } from "../platform/lock.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { readArchive, restoreArchive } from "../store/maintenance.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { StoreStats } from "../store/records/records.ts";
import { type Command, json, UsageError } from "./command.ts";
import { ensureDaemon } from "./daemon-client.ts";
import { stopDaemon } from "./down.ts";
import { withStore } from "./open-store.ts";
import { print, printJson } from "./output.ts";
import { confirm } from "./person.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "restore FILE [--yes] [--json]",
  example: "pawl restore ~/pawl-2026-01-31.db",
  options: { ...json, yes: { type: "boolean" } },
  positionals: 1,
  async run({ values, positionals }) {
    const [name] = positionals;
    if (name === undefined) throw new UsageError(words.errors.missingFile, "restore FILE");
    const home = pawlHome();
    const file = resolve(name);
    const files = readArchive(file);
    const before = await currentStats(home);
    const isEmpty = before === undefined || before.sessions === 0;
    if (!isEmpty && values.yes !== true && (await confirm(words.backup.ask(before.sessions))) !== true) {
      throw new PawlError("restore_unconfirmed", words.errors.restoreUnconfirmed(before.sessions), {
        hint: words.errors.restoreHint,
      });
    }
    const state = await readDaemonState(home);
    const running = state.name === "stopped" ? undefined : state.info;
    if (running !== undefined) await stopDaemon(home, running);
    const aside = `${home.database}.before-restore-${stamp()}`;
    makePrivateDir(home.dir);
    const lock = takeLock(home.lock);
    if (lock === undefined) {
      throw new PawlError("daemon_running", words.errors.daemonStarted, {
        hint: words.errors.restoreAgain,
      });
    }
    try {
      restoreArchive(file, home.database, aside);
      writeKeptFiles(home, files);
    } finally {
      lock.release();
    }
    const { sessions } = await withStore((store) => recordsIn(store).stats());
    if (running !== undefined) await ensureDaemon(home);
    const kept = statSync(aside, { throwIfNoEntry: false }) === undefined ? null : aside;
    if (values.json === true) printJson({ restored: file, sessions, kept });
    else {
      print(words.backup.restored(sessions));
      if (kept !== null) print(words.backup.kept(kept));
    }
    return 0;
  },
};

/** Undefined if the database is missing or damaged: nothing can be lost then, and the file is kept anyway. */
async function currentStats(home: Home): Promise<StoreStats | undefined> {
  if (statSync(home.database, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    return await withStore((store) => recordsIn(store).stats());
  } catch (error) {
    if (error instanceof PawlError && error.code === "store_corrupt") return undefined;
    throw error;
  }
}

function stamp(): string {
  return new Date().toISOString().replace(/[-:.]/g, "");
}
