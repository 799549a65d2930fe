/** The daemon's own work beside requests: at its start, and every half minute. */

import { statSync } from "node:fs";
import { saveHookLists } from "../hooks/project-hooks.ts";
import type { Clock } from "../platform/clock.ts";
import type { Counters } from "../platform/counters.ts";
import { boundOutput, readDaemonInfo } from "../platform/daemon-process.ts";
import { PawlError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";
import { wordIndexIn } from "../store/index/lazy-index.ts";
import { findDamage, hasUnfinishedForget, isWorthCompacting, isWritable } from "../store/maintenance.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { forgetWords } from "../text/index-text.ts";
import { forgetStems } from "../text/stem.ts";
import { databaseId, noteLost, noteUnwritable, refreshCopy } from "./open-store.ts";
import type { PublicPort } from "./public-port.ts";
import type { Service } from "./service.ts";

interface WorkDeps {
  home: Home;
  service: Service;
  counters: Counters;
  log: Log;
  now: Clock;
}

/** The process that started the daemon is answered first, because this work needs the same processor. */
const START_MS = 400;
/** Before the spool is read again, if it could not be stored: on a full disk, for example. */
const AGAIN_MS = 30_000;
/** After this long without requests, import what the hooks missed. */
const QUIET_MS = 60_000;
/** Longer than a person thinks: the next prompt reads a project's past again, which takes 0.1 s in a large one. */
const RELEASE_MS = 90_000;

/** Some free memory returns to the system only in a later collection: 126 MB after the first, then 118, 106, 98. */
const COLLECTIONS = 4;

export function createDaemonWork({ home, service, counters, log, now }: WorkDeps) {
  let drainAfter = 0;
  const drain = () =>
    service.drain().catch((error) => {
      // It is tried again soon: see held-writes.ts.
      if (error instanceof PawlError && error.code === "store_locked") return;
      drainAfter = now() + AGAIN_MS;
      counters.count("spool_error");
      log.error("the spool could not be processed", { error });
    });
  const isStopping = Promise.withResolvers<void>();
  let isStopped = false;
  const report = (counter: string, message: string) => (error: unknown) => {
    // Interrupted because the daemon stops. The next daemon does it.
    if (isStopped && error instanceof PawlError && error.code === "store_closed") return;
    counters.count(counter);
    log.error(message, { error });
  };
  const upkeep = (work: Promise<void>): Promise<void> => work.catch(report("upkeep_error", "upkeep failed"));

  let collections = COLLECTIONS;
  /** While idle: releases up to half of the memory, as far as it can be read again. */
  function collect(): void {
    if (collections === COLLECTIONS) {
      service.pasts.reset();
      for (const forget of [forgetStems, forgetWords]) forget();
    }
    collections--;
    Bun.gc(true);
  }

  /** The thread is not started without work. */
  const finishForgetting = async () => {
    // A command was killed while the daemon ran.
    if (hasUnfinishedForget(home.database)) await forgettingIn(service.store).finishForgetting();
  };
  const compact = async () => (isWorthCompacting(home.database) ? service.upkeep.compact() : undefined);

  return {
    upkeep,
    drain(): void {
      if (now() >= drainAfter) void drain();
    },
    /** The daemon is stopping: work that has not started is dropped. */
    stop(): void {
      isStopped = true;
      isStopping.resolve();
    },
    /** Spooled events first: one of them may say that a session is a fork. */
    start: (isRebuilt: boolean): Promise<void> =>
      drain()
        .then(() => Promise.race([Bun.sleep(START_MS), isStopping.promise]))
        .then(() => (isRebuilt ? service.upkeep.import(true) : undefined))
        .then(() => service.catchUp())
        .then(() => service.upkeep.redactOlder())
        // Continues a forget that another process did not finish.
        .then(() => forgettingIn(service.store).finishForgetting())
        .then(() => service.indexSoon())
        .then(() => refreshCopy(home, now, service.work.copyMemories))
        .catch(report("catch_up_error", "catch-up failed")),
    tick(quietMs: number): void {
      void upkeep(Promise.resolve().then(() => boundOutput(home.output)));
      void upkeep(refreshCopy(home, now, service.work.copyMemories));
      // Another process may have stored something. The thread is not woken for nothing.
      void upkeep(
        wordIndexIn(service.store)
          .unindexed()
          .then((records) => (records > 0 ? service.indexSoon() : undefined)),
      );
      if (quietMs < RELEASE_MS) collections = COLLECTIONS;
      else if (collections > 0) collect();
      if (quietMs < QUIET_MS) return;
      void upkeep(service.upkeep.import());
      void upkeep(service.upkeep.expire());
      void upkeep(service.upkeep.check());
      void upkeep(compact());
      void upkeep(finishForgetting());
    },
  };
}

// What the daemon looks after while it runs: its files, the keeper, and the lists of hooks and gates.

interface WatchDeps {
  home: Home;
  publicPort: PublicPort;
  work: ReturnType<typeof createDaemonWork>;
  log: Log;
  /** Ends the daemon. */
  stop(reason: string): void;
  /** The database got shorter and is not whole. */
  onDamage(): void;
}

/** New data would be lost. The keeper starts another daemon, as after damage: see `openDaemonStore`. */
export const LOST = "its database file was deleted or replaced";

/** False if the home was deleted, or belongs to another daemon: new data would go to unlinked files. */
export function isHomeOurs(home: Home): boolean {
  return readDaemonInfo(home)?.pid === process.pid;
}

const PLACE_MS = 2000;
const KEEPER_MS = 10_000;

export function startWatches({ home, publicPort, work, log, stop, onDamage }: WatchDeps): { stop(): void } {
  const opened = databaseId(home);
  let known = 0;
  let wasWritable = true;
  // Changes that users make to their hooks apply here after a few seconds.
  const saveLists = () => void work.upkeep(saveHookLists(home));
  saveLists();
  const timers = [
    setInterval(() => {
      if (!isHomeOurs(home)) return stop("its home is gone");
      // Reads events that the keeper spooled while the daemon was busy.
      work.drain();
      const size = statSync(home.database, { throwIfNoEntry: false })?.size;
      if (databaseId(home) !== opened || size === 0) {
        noteLost(home);
        return stop(LOST);
      }
      const canWrite = isWritable(home.database);
      if (wasWritable && !canWrite) noteUnwritable(home, log);
      wasWritable = canWrite;
      // A VACUUM makes it shorter too.
      const isShorter = (size ?? 0) < known;
      known = size ?? 0;
      if (isShorter && findDamage(home.database, { deep: false }) !== undefined) onDamage();
    }, PLACE_MS),
    setInterval(() => {
      void publicPort.check();
      if (isHomeOurs(home)) saveLists();
    }, KEEPER_MS),
  ];
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
