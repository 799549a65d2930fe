/** `pawl uninstall --purge`: deletes everything that Pawl wrote, inside and outside of its home. */

import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { CLIENT_NAMES } from "../clients/index.ts";
import { jsonHooks } from "../clients/settings/edit.ts";
import { uninstall } from "../clients/settings/install.ts";
import { recordedFiles } from "../clients/settings/record.ts";
import { SETUPS } from "../clients/setups.ts";
import { historyIn } from "../history/sql/index.ts";
import { PawlError } from "../platform/errors.ts";
import { readFolders } from "../platform/files.ts";
import { stopKeeper } from "../platform/keeper-process.ts";
import { claudeConfigDir, defaultHomeDir, type Home } from "../platform/paths.ts";
import { realPath } from "../platform/project.ts";
import { openStore } from "../store/open.ts";
import { recordsIn } from "../store/records/queries.ts";
import { listStateFiles, removeStateFiles, stateFolder } from "../work/state-files.ts";
import { writeBackup } from "./backup.ts";
import { withoutServer } from "./clients/connect.ts";
import { stopAny } from "./down.ts";
import { words } from "./words.ts";

export interface PurgePlan {
  home: string;
  bytes: number;
  sessions: number;
  memories: number;
  /** Settings files that hold Pawl's hooks. */
  settings: string[];
  /** State files in projects. */
  stateFiles: string[];
  stateFolders: string[];
  /** Backups by the user inside the home. They are kept. */
  kept: string[];
}

export async function purgePlan(home: Home): Promise<PurgePlan> {
  refuseSharedFolder(home);
  const { sessions, memories, projects } = await readStats(home);
  // Written before Pawl recorded the folders: checks the known projects and the client's own folder.
  const known = [stateFolder(undefined, claudeConfigDir()), ...projects.map((dir) => stateFolder(dir, ""))];
  const folders = [...new Set([...readFolders(home.stateFolders), ...known])].filter(isThere);
  const root = realPath(home.dir) + sep;
  return {
    home: home.dir,
    bytes: bytesIn(home.dir),
    sessions,
    memories,
    settings: recordedFiles(home.installs).filter(isThere),
    stateFiles: folders.flatMap(listStateFiles),
    stateFolders: folders,
    kept: readFolders(home.backups).filter((file) => existsSync(file) && realPath(file).startsWith(root)),
  };
}

/** A damaged or missing database must not prevent uninstalling. */
async function readStats(home: Home): Promise<{ sessions: number; memories: number; projects: string[] }> {
  const nothing = { sessions: 0, memories: 0, projects: [] };
  if (!existsSync(home.database)) return nothing;
  try {
    const store = await openStore(home);
    try {
      const { sessions, memories } = await recordsIn(store).stats();
      const projects = (await historyIn(store).projects(MOST_PROJECTS)).map(({ project }) => project);
      return { sessions, memories, projects };
    } finally {
      await store.close();
    }
  } catch {
    return nothing;
  }
}

const MOST_PROJECTS = 100_000;

/** Answers where it is. */
export async function backUpBeforePurge(home: Home, now: Date): Promise<string> {
  const day = now.toISOString().slice(0, 10);
  const folder = dirname(defaultHomeDir());
  let file = join(folder, `pawl-backup-${day}.db`);
  for (let n = 2; existsSync(file); n++) file = join(folder, `pawl-backup-${day}-${n}.db`);
  await writeBackup(home, file);
  return file;
}

/** Open sessions detect within a second or two that their hooks are gone. Until then, the keeper answers them. */
const LINGER_MS = 3000;

/** The hooks in the caller's own settings file are already removed. */
export async function purge(home: Home, plan: PurgePlan): Promise<void> {
  // Hooks left in another file would start Pawl again.
  const { installs: installsDir } = home;
  const known = await Promise.all(CLIENT_NAMES.map((name) => SETUPS[name].connect()));
  for (const { also, server } of known) {
    also?.uninstall();
    withoutServer(server.file(), server.edit, installsDir);
  }
  for (const file of recordedFiles(installsDir)) {
    // By its kind, because a project's file is in none of the existing client folders.
    const edit = known.find((each) => each.edit?.isFor(file))?.edit;
    uninstall(file, edit ?? jsonHooks, installsDir);
  }
  await stopAny(home);
  await stopKeeper(home, LINGER_MS);
  for (const folder of plan.stateFolders) removeStateFiles(folder);
  // The home may be a link: delete what it points to as well.
  removeExcept(realPath(home.dir), new Set(plan.kept.map(realPath)));
  if (plan.kept.length === 0) rmSync(home.dir, { force: true });
}

function removeExcept(dir: string, kept: ReadonlySet<string>): void {
  if (![...kept].some((file) => file.startsWith(dir + sep))) {
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    return;
  }
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (!kept.has(path)) removeExcept(path, kept);
  }
}

/** Deleting a folder with other files would be worse than leaving Pawl's files in it. */
function refuseSharedFolder(home: Home): void {
  const target = realPath(home.dir);
  const above = target.endsWith(sep) ? target : target + sep;
  const others = [dirname(defaultHomeDir()), claudeConfigDir()].map(realPath);
  if (!others.some((folder) => folder === target || folder.startsWith(above))) return;
  const { homeShared, homeSharedHint: hint } = words.errors;
  throw new PawlError("home_shared", homeShared(home.dir), { hint });
}

function bytesIn(dir: string): number {
  if (!existsSync(dir)) return 0;
  const names = readdirSync(dir, { recursive: true, encoding: "utf8" });
  const sizeOf = (name: string) => statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0;
  return names.reduce((sum, name) => sum + sizeOf(name), 0);
}

const isThere = (path: string): boolean => existsSync(path);
