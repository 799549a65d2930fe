/**
 * Opens the daemon's store, whatever the state of its file. A damaged file is set aside, never deleted. A new one
 * is created and filled from the client's transcripts, and the user is notified.
 */
import { existsSync, rmSync } from "node:fs";
import { PawlError } from "../errors.ts";
import type { Clock } from "../platform/clock.ts";
import { writeWhole } from "../platform/files.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";
import { leaveNotice } from "../services/notice.ts";
import { findDamage, setAside } from "../store/maintenance.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";

interface OpenedStore {
  store: Store;
  /** The old file was damaged; this one is new and empty. */
  isRebuilt: boolean;
}

/** The caller must hold the lock, so that nobody else writes to the file. */
export async function openDaemonStore(home: Home, log: Log, now: Clock): Promise<OpenedStore> {
  const opened = await tryOpen(home);
  if (typeof opened !== "string") return { store: opened, isRebuilt: false };
  const aside = `${home.database}.broken-${new Date(now()).toISOString().replace(/[-:.]/g, "")}`;
  setAside(home.database, aside);
  log.error("the database is damaged and was set aside", { damage: opened, aside });
  const text = `Pawl's database was damaged. It is kept as ${aside}. A new one is being filled from Claude Code's transcripts. To restore a backup, run pawl restore.`;
  leaveNotice(home, { at: now(), text });
  return { store: await openStore({ ...home, isWarm: true }), isRebuilt: true };
}

/** The store, or what is wrong with it. Checks every page only if the last daemon found an error. */
async function tryOpen(home: Home): Promise<Store | string> {
  const isSuspect = existsSync(suspicion(home));
  const damage = isSuspect ? findDamage(home.database) : undefined;
  if (isSuspect) rmSync(suspicion(home), { force: true });
  if (damage !== undefined) return damage;
  let store: Store | undefined;
  try {
    store = await openStore({ ...home, isWarm: true });
    // Reads a little of the tables that every hook needs: counting all rows would take long in a large store.
    await store.sessions({ limit: 1 });
    await store.unindexed();
    return store;
  } catch (error) {
    await store?.close();
    if (error instanceof PawlError && error.code === "store_corrupt") return error.message;
    throw error;
  }
}

const suspicion = (home: Home) => `${home.database}.suspect`;

/** SQLite reported a damaged file: the next daemon checks every page. */
export function noteSuspicion(home: Home): void {
  writeWhole(suspicion(home), "");
}
