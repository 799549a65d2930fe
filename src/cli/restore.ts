import { statSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { PawlError } from "../errors.ts";
import { makePrivateDir } from "../platform/files.ts";
import { writeKeptFiles } from "../platform/kept-files.ts";
import { takeLock } from "../platform/lock.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { readArchive, restoreArchive } from "../store/maintenance.ts";
import type { StoreStats } from "../store/store.ts";
import { type Command, json, UsageError } from "./command.ts";
import { ensureDaemon, findDaemon } from "./daemon-client.ts";
import { stopDaemon } from "./down.ts";
import { withStore } from "./open-store.ts";
import { print, printJson } from "./output.ts";

export const command: Command = {
  summary: "Put a backup in the place of what is remembered now; that is kept aside",
  usage: "restore FILE [--yes] [--json]",
  details: "  --yes  do not ask, even if something is remembered now",
  example: "pawl restore ~/pawl-2026-01-31.db",
  options: { ...json, yes: { type: "boolean" } },
  positionals: 1,
  async run({ values, positionals }) {
    const [name] = positionals;
    if (name === undefined) throw new UsageError("Say which one: pawl restore FILE");
    const home = pawlHome();
    const file = resolve(name);
    const files = readArchive(file);
    const before = await currentStats(home);
    const isEmpty = before === undefined || before.sessions === 0;
    if (!isEmpty && values.yes !== true && !(await agrees(before.sessions))) {
      throw new PawlError("restore_unconfirmed", `${before.sessions} sessions are remembered now`, {
        hint: "With --yes the backup takes their place; they are kept in a file beside it.",
      });
    }
    const running = await findDaemon(home);
    if (running !== undefined) await stopDaemon(home, running);
    const aside = `${home.database}.before-restore-${stamp()}`;
    makePrivateDir(home.dir);
    const lock = takeLock(home.lock);
    if (lock === undefined) {
      throw new PawlError("daemon_running", "A daemon has just started", { hint: "Run pawl restore again." });
    }
    try {
      restoreArchive(file, home.database, aside);
      writeKeptFiles(home, files);
    } finally {
      lock.release();
    }
    const { sessions } = await withStore((store) => store.stats());
    if (running !== undefined) await ensureDaemon(home);
    const kept = statSync(aside, { throwIfNoEntry: false }) === undefined ? null : aside;
    if (values.json === true) printJson({ restored: file, sessions, kept });
    else {
      print(`${sessions} sessions are remembered again.`);
      if (kept !== null) print(`What was remembered before is in ${kept}.`);
    }
    return 0;
  },
};

/** Undefined where the database is missing or broken: then there is nothing to lose, and it is kept aside all the same. */
async function currentStats(home: Home): Promise<StoreStats | undefined> {
  if (statSync(home.database, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    return await withStore((store) => store.stats());
  } catch (error) {
    if (error instanceof PawlError && error.code === "store_corrupt") return undefined;
    throw error;
  }
}

async function agrees(sessions: number): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const question = `${sessions} sessions are remembered now. Put the backup in their place? [y/N] `;
    return /^\s*y(es)?\s*$/i.test(await terminal.question(question));
  } finally {
    terminal.close();
  }
}

function stamp(): string {
  return new Date().toISOString().replace(/[-:.]/g, "");
}
