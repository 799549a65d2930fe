/** What the daemon looks after while it runs: its files, the keeper, and the lists of hooks and gates. */
import { statSync } from "node:fs";
import { saveHookLists } from "../hooks/hook-lists.ts";
import type { Home } from "../platform/paths.ts";
import { findDamage, isWritable } from "../store/maintenance.ts";
import { databaseId, noteLost } from "./open-store.ts";
import type { PublicPort } from "./public-port.ts";

interface WatchDeps {
  home: Home;
  /** False if the home was deleted, or belongs to another daemon. */
  isOurs(): boolean;
  publicPort: PublicPort;
  upkeep(work: Promise<void>): Promise<void>;
  /** Stores what the keeper spooled while the daemon was busy. */
  drain(): void;
  onGone(): void;
  /** Its database file is no longer in its place: what it writes now goes nowhere. */
  onLost(): void;
  /** It got shorter and is not whole. */
  onDamage(): void;
  /** It can no longer be written. Called once. */
  onUnwritable(): void;
}

const PLACE_MS = 2000;
const KEEPER_MS = 10_000;

export function startWatches({
  home,
  isOurs,
  publicPort,
  upkeep,
  drain,
  onGone,
  onLost,
  onDamage,
  onUnwritable,
}: WatchDeps): {
  stop(): void;
} {
  const opened = databaseId(home);
  let known = 0;
  let wasWritable = true;
  // What people change in their hooks while it runs counts here after a few seconds.
  const saveLists = () => void upkeep(saveHookLists(home));
  saveLists();
  const timers = [
    setInterval(() => {
      if (!isOurs()) return onGone();
      drain();
      const size = statSync(home.database, { throwIfNoEntry: false })?.size;
      if (databaseId(home) !== opened || size === 0) {
        noteLost(home);
        return onLost();
      }
      const canWrite = isWritable(home.database);
      if (wasWritable && !canWrite) onUnwritable();
      wasWritable = canWrite;
      // A VACUUM makes it shorter too.
      const isShorter = (size ?? 0) < known;
      known = size ?? 0;
      if (isShorter && findDamage(home.database, { deep: false }) !== undefined) onDamage();
    }, PLACE_MS),
    setInterval(() => {
      void publicPort.check();
      if (isOurs()) saveLists();
    }, KEEPER_MS),
  ];
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
