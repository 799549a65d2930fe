/**
 * Opens the daemon's store, whatever the state of its file. A damaged file is set aside, never deleted. A new one
 * is created and filled from the client's transcripts, and the user is notified.
 */

import { existsSync, rmSync, statSync } from "node:fs";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import type { Clock } from "../platform/clock.ts";
import { PawlError } from "../platform/errors.ts";
import { writeWhole } from "../platform/files.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";
import { wordIndexIn } from "../store/index/lazy-index.ts";
import {
  copyPath,
  findDamage,
  lostMark,
  oldDatabase,
  restoreMemories,
  setAside,
  suspectMark,
  upgradeMark,
} from "../store/maintenance.ts";
import { openStore } from "../store/open.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { leaveNotice } from "./notice.ts";

interface OpenedStore {
  store: Store;
  /** The old file was damaged, lost, or of an earlier version: the history has to be read again. */
  isRebuilt: boolean;
}

/** The caller must hold the lock, so that no other process writes to the file. */
export async function openDaemonStore(home: Home, log: Log, now: Clock): Promise<OpenedStore> {
  const isLost = takeMark(lostMark(home.database)) || isMissing(home);
  // A log without its database belongs to nothing.
  if ((statSync(home.database, { throwIfNoEntry: false })?.size ?? 0) === 0)
    for (const end of ["-wal", "-shm"]) rmSync(home.database + end, { force: true });
  const opened = await tryOpen(home);
  if (typeof opened !== "string") {
    if (takeMark(upgradeMark(home.database))) return upgraded(home, opened, log);
    return isLost ? refilled(home, opened, log) : { store: opened, isRebuilt: false };
  }
  const aside = `${home.database}.broken-${new Date(now()).toISOString().replace(/[-:.]/g, "")}`;
  setAside(home.database, aside);
  log.error("the database is damaged and was set aside", { damage: opened, aside });
  const text = `Pawl's database was damaged. It is kept as ${aside}. A new one is being filled from the clients' transcripts. To restore a backup, run pawl restore.`;
  leaveNotice(home, text);
  const store = await openStore({ ...home, isWarm: true });
  restoreMemories(home.database);
  return { store, isRebuilt: true };
}

/** The file was deleted or replaced. Sessions come from transcripts, memories from the daily copy. */
async function refilled(home: Home, store: Store, log: Log): Promise<OpenedStore> {
  const { sessions, memories } = await recordsIn(store).stats();
  // A store with content was put there on purpose.
  const restored = sessions + memories === 0 ? restoreMemories(home.database) : 0;
  log.error("the database was deleted or replaced", { memoriesRestored: restored });
  const text = `Pawl's database file was deleted or replaced. It is being filled again from the clients' transcripts; ${restored} memories came back from the last copy. pawl restore brings back a backup.`;
  leaveNotice(home, text);
  return { store, isRebuilt: true };
}

/** The new file already contains the memories; sessions come from the transcripts. */
function upgraded(home: Home, store: Store, log: Log): OpenedStore {
  const old = oldDatabase(home.database);
  log.info("the database of an earlier version was replaced", { old });
  const text = `Pawl's database is of a new version: your memories, solutions and permissions are in it, and your sessions are being read again from the transcripts. The old file is kept as ${old} until you forget something.`;
  leaveNotice(home, text);
  return { store, isRebuilt: true };
}

/** The database existed before: a file exists that only a daemon with a store writes. */
function isMissing(home: Home): boolean {
  const isEmpty = (statSync(home.database, { throwIfNoEntry: false })?.size ?? 0) === 0;
  return isEmpty && (existsSync(copyPath(home.database)) || existsSync(home.imported));
}

/** The running daemon's file was replaced by another. The next daemon refills the new one. */
export function noteLost(home: Home): void {
  writeWhole(lostMark(home.database), "");
}

function takeMark(path: string): boolean {
  const isThere = existsSync(path);
  if (isThere) rmSync(path, { force: true });
  return isThere;
}

/** Identifies the file at the database's path; undefined if there is none. */
export function databaseId(home: Home): string | undefined {
  const stat = statSync(home.database, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}

/** Refreshes the copy of data that no transcript contains at least once an hour. */
export async function refreshCopy(home: Home, now: Clock, copy: () => Promise<void>): Promise<void> {
  const madeAt = statSync(copyPath(home.database), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Math.abs(now() - madeAt) >= COPY_MS) await copy();
}

const COPY_MS = 3_600_000;

/** The store, or what is wrong with it. Checks every page only if the last daemon found an error. */
async function tryOpen(home: Home): Promise<Store | string> {
  const isSuspect = existsSync(suspectMark(home.database));
  const damage = isSuspect ? findDamage(home.database) : undefined;
  if (isSuspect) rmSync(suspectMark(home.database), { force: true });
  if (damage !== undefined) return damage;
  let store: Store | undefined;
  try {
    store = await openStore({ ...home, isWarm: true });
    // Reads a little of the tables that every hook needs: counting all rows would take long in a large store.
    await recordsIn(store).sessions({ limit: 1 });
    await wordIndexIn(store).unindexed();
    // Their statements are prepared before the first hook arrives.
    for (const queries of [memoriesIn, knowledgeIn]) queries(store);
    return store;
  } catch (error) {
    await store?.close();
    if (error instanceof PawlError && error.code === "store_corrupt") return error.message;
    throw error;
  }
}

/** SQLite reported a damaged file: the next daemon checks every page. */
export function noteSuspicion(home: Home): void {
  writeWhole(suspectMark(home.database), "");
}

/** The file became read-only while the daemon runs: the user hears of it at the next session's start. */
export function noteUnwritable(home: Home, log: Log): void {
  log.error("the database can no longer be written", { database: home.database });
  const text = `Pawl's database ${home.database} cannot be written, so nothing new is remembered. Run pawl doctor.`;
  leaveNotice(home, text);
}
