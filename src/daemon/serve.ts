/** The daemon's lifecycle: one per home, on loopback, until it is stopped or idle for hours. */
import { rmSync } from "node:fs";
import { z } from "zod";
import type { Finding } from "../hooks/config/findings.ts";
import { applyRedactSettings } from "../hooks/config/redaction.ts";
import type { UserSettings } from "../hooks/config/user-settings.ts";
import { systemClock } from "../platform/clock.ts";
import { openCounters } from "../platform/counters.ts";
import { ENGINE_SETTINGS, readDaemonInfo } from "../platform/daemon-process.ts";
import { writeWhole } from "../platform/files.ts";
import { takeLock } from "../platform/lock.ts";
import { openLog } from "../platform/log.ts";
import { takeModelVariables } from "../platform/model-variables.ts";
import { boundOutput } from "../platform/output-file.ts";
import { takeHome } from "../platform/own-home.ts";
import { type Home, packageDir } from "../platform/paths.ts";
import { openTokens } from "../platform/tokens.ts";
import { clearTrouble, noteTrouble } from "../platform/trouble.ts";
import { version } from "../platform/version.ts";
import { createApp } from "./app.ts";
import { failed } from "./door.ts";
import { listen } from "./listen.ts";
import { noteSuspicion, openDaemonStore } from "./open-store.ts";
import { createAssets } from "./page/assets.ts";
import { createPageSessions } from "./page-sessions.ts";
import { createService } from "./service.ts";

interface ServeOptions {
  home: Home;
  settings: UserSettings["settings"];
  /** Problems in the settings file, for the log. */
  findings: readonly Finding[];
}

interface Daemon {
  port: number;
  /** Resolves when it has stopped, for whatever reason. */
  stopped: Promise<void>;
  stop(reason: string): Promise<void>;
}

/** How often it checks whether it is idle, and for events that were spooled while it was busy. */
const TICK_MS = 30_000;

/** Time for running requests at shutdown; one that never ends must not block it. */
const GRACE_MS = 2000;

/** After this long without requests, import what the hooks missed. */
const QUIET_MS = 60_000;

/** Undefined if another daemon already serves this home. */
export async function serve(options: ServeOptions): Promise<Daemon | undefined> {
  const { home, settings } = options;
  const idleMs = settings.daemon.idleHours * 3_600_000;
  for (const name of Object.keys(ENGINE_SETTINGS)) delete process.env[name];
  const modelEnv = takeModelVariables(process.env);
  // Compiling a schema takes 4 ms at its first use, in the middle of a hook, and gains nothing here.
  z.config({ jitless: true });
  takeHome(home);
  const lock = takeLock(home.lock);
  if (lock === undefined) return undefined;

  const now = systemClock;
  const log = openLog({ path: home.log, now, redact: applyRedactSettings(settings.redact) });
  const tokens = openTokens(home);
  const { store, isRebuilt } = await openDaemonStore(home, log, now);
  const counters = openCounters(home.counters);
  const onDamage = () => {
    noteSuspicion(home);
    // The next daemon, started by the next hook, sets the file aside.
    void stop("the database is damaged");
  };
  const parts = { home, store, log, counters, now, settings, onDamage, modelEnv };
  const service = createService({ ...parts, hasThread: true });

  let lastRequest = now();
  const app = createApp({
    service,
    tokens,
    pages: createPageSessions(now, tokens.api),
    assets: createAssets({
      fallbackDir: home.page,
      onError: (error) => log.error("the page could not be built", { error }),
    }),
    port: () => server.port ?? settings.port,
    onRequest: () => {
      lastRequest = now();
    },
  });
  const server = listen(settings.port, {
    fetch: app.fetch,
    onError: (error) => failed(error, { count: counters.count, log }),
    onTaken: () => noteTrouble(home, { kind: "taken", port: settings.port, at: now() }),
  });
  const port = server.port ?? settings.port;
  clearTrouble(home);

  writeWhole(home.program, `${process.execPath}\n${packageDir}\n`);
  writeWhole(home.daemon, `${JSON.stringify({ pid: process.pid, port, version, startedAt: now() })}\n`);
  for (const { file, message } of options.findings)
    log.warn("an invalid setting is ignored", { file, problem: message });
  log.info("started", { version, port, pid: process.pid });

  const done = Promise.withResolvers<void>();
  const drain = () =>
    service.drain().catch((error) => {
      counters.count("spool_error");
      log.error("the spool could not be processed", { error });
    });
  const upkeep = (work: Promise<void>) =>
    work.catch((error) => {
      counters.count("upkeep_error");
      log.error("upkeep failed", { error });
    });
  const tick = setInterval(
    () => {
      const quietMs = now() - lastRequest;
      if (quietMs >= idleMs) return void stop("idle");
      if (!isOurs()) return void stop("its home is gone");
      boundOutput(home.output);
      void drain();
      void upkeep(service.summaries.work());
      service.indexSoon();
      if (quietMs >= QUIET_MS) {
        void upkeep(service.upkeep.import());
        void upkeep(service.upkeep.expire());
      }
    },
    Math.min(TICK_MS, idleMs),
  );

  /** The home was deleted: new data would go to unlinked files, and no other daemon could get the port. */
  function isOurs(): boolean {
    return readDaemonInfo(home)?.pid === process.pid;
  }

  let stopping: Promise<void> | undefined;
  function stop(reason: string): Promise<void> {
    stopping ??= (async () => {
      clearInterval(tick);
      log.info("stopping", { reason });
      // An open live stream would never end.
      service.live.close();
      // Running requests are answered, including those that wait for a user's hook; new ones are refused.
      await Promise.race([Promise.all([server.stop(), service.endHooks()]), Bun.sleep(GRACE_MS)]);
      await server.stop(true);
      await service.upkeep.close();
      await started;
      await service.close();
      if (isOurs()) rmSync(home.daemon, { force: true });
      lock?.release();
      log.info("stopped", { reason });
      log.flush();
      done.resolve();
    })();
    return stopping;
  }

  // Spooled events first: one of them may say that a session is a fork.
  const started = drain()
    .then(() => (isRebuilt ? service.upkeep.import(true) : undefined))
    .then(() => service.catchUp())
    .then(() => service.upkeep.redactOlder())
    // Not awaited: a model may take long, and unanswered requests are repeated later.
    .then(() => void upkeep(service.summaries.work()))
    .catch((error) => {
      counters.count("catch_up_error");
      log.error("catch-up failed", { error });
    });
  return { port, stopped: done.promise, stop };
}
