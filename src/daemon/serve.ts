/** The daemon's lifecycle: one per home, on loopback, until it is stopped or idle for hours. */

import { z } from "zod";
import type { ConfigFinding } from "../hooks/config/findings.ts";
import type { UserSettings } from "../hooks/config/user-settings.ts";
import { systemClock } from "../platform/clock.ts";
import { openCounters } from "../platform/counters.ts";
import { ENGINE_SETTINGS, takeModelVariables } from "../platform/daemon-process.ts";
import { clearDaemonState, writeDaemonState } from "../platform/daemon-state.ts";
import { takeLock } from "../platform/lock.ts";
import { openLog } from "../platform/log.ts";
import { openTokens, takeHome } from "../platform/own-home.ts";
import type { Home } from "../platform/paths.ts";
import { writeProgram } from "../platform/programs.ts";
import { version } from "../platform/version.ts";
import { redactText } from "../redact/index.ts";
import { applyRedactSettings } from "../redact/settings.ts";
import { createApp } from "./app.ts";
import { createDaemonWork, isHomeOurs, LOST, startWatches } from "./daemon-work.ts";
import { noteSuspicion, openDaemonStore } from "./open-store.ts";
import { createAssets } from "./page/assets.ts";
import { createPageSessions } from "./page/routes.ts";
import { openPorts } from "./ports.ts";
import { beginKeeper } from "./public-port.ts";
import { createService } from "./service.ts";

interface ServeOptions {
  home: Home;
  settings: UserSettings["settings"];
  /** Problems in the settings file, for the log. */
  findings: readonly ConfigFinding[];
}

interface Daemon {
  port: number;
  /** Resolves when it has stopped, for whatever reason. */
  stopped: Promise<void>;
  stop(reason: string): Promise<void>;
}

/** How often it checks whether it is idle. */
const TICK_MS = 30_000;

/** Time for running requests at shutdown. */
const GRACE_MS = 1000;
/** The whole shutdown takes no longer: `pawl down` waits for three seconds. What is left is done by the next daemon. */
const STOP_MS = 2500;

/** The keeper starts another one: see `openDaemonStore`. */
const DAMAGED = "the database is damaged";

/** Without a daemon no process would end the keeper for an hour. */
function endWith(home: Home, error: unknown, keeper?: Bun.Subprocess): never {
  keeper?.kill();
  clearDaemonState(home);
  throw error;
}

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
  applyRedactSettings(settings.redact);
  const log = openLog({ path: home.log, now, redact: redactText });
  const tokens = openTokens(home);
  const { port } = settings;
  const info = { pid: process.pid, port, version, startedAt: now() };
  writeDaemonState(home, { ...info, state: "starting", since: now() });
  const begun = beginKeeper(home, port);
  const { store, isRebuilt } = await openDaemonStore(home, log, now).catch((error) =>
    endWith(home, error, begun),
  );
  const counters = openCounters(home.counters);
  const onDamage = () => {
    noteSuspicion(home);
    // The next daemon, started by the keeper or the next hook, sets the file aside.
    void stop(DAMAGED);
  };
  const parts = { home, store, log, counters, now, settings, onDamage, modelEnv };
  const service = createService({ ...parts, hasThread: true });

  let lastRequest = now();
  const app = createApp({
    service,
    tokens,
    pages: createPageSessions(now, tokens.api),
    assets: createAssets({
      onError: (error) => log.error("the page could not be built", { error }),
    }),
    // Hooks and pages use the public port, whichever process holds it.
    port: () => settings.port,
    onRequest: () => {
      lastRequest = now();
    },
  });
  const listening = { home, port, token: tokens.api, log, counters, now, fetch: app.fetch, begun };
  const { server, publicPort } = await openPorts(listening).catch((error) => endWith(home, error));

  writeProgram(home, port);
  writeDaemonState(home, { ...info, startedAt: now() });
  for (const { file, message } of options.findings)
    log.warn("an invalid setting is ignored", { file, problem: message });
  log.info("started", { version, port, pid: process.pid });

  const done = Promise.withResolvers<void>();
  const work = createDaemonWork({ home, service, counters, log, now });
  const tick = setInterval(
    () => {
      const quietMs = now() - lastRequest;
      if (quietMs >= idleMs) void stop("idle");
      else work.tick(quietMs);
    },
    Math.min(TICK_MS, idleMs),
  );

  const watches = startWatches({ home, publicPort, work, log, stop: (why) => void stop(why), onDamage });

  let stopping: Promise<void> | undefined;
  function stop(reason: string): Promise<void> {
    if (stopping === undefined && isHomeOurs(home))
      writeDaemonState(home, { ...info, state: "stopping", since: now() });
    stopping ??= Promise.race([stopInOrder(reason), Bun.sleep(STOP_MS)])
      .catch((error) => log.error("did not stop in order", { error }))
      .finally(() => {
        clearDaemonState(home);
        lock?.release();
        log.info("stopped", { reason });
        log.flush();
        // Resolve in any case: a daemon that waits for nothing would use a whole core in a loop.
        done.resolve();
      });
    return stopping;
  }

  async function stopInOrder(reason: string): Promise<void> {
    clearInterval(tick);
    work.stop();
    log.info("stopping", { reason });
    // An open live stream would never end.
    service.live.close();
    watches.stop();
    await publicPort.close({ restart: reason === DAMAGED || reason === LOST });
    // Running requests are answered, including those that wait for a user's hook; new ones are refused.
    await Promise.race([Promise.all([server.stop(), service.endHooks()]), Bun.sleep(GRACE_MS)]);
    await server.stop(true);
    // Work without an end, such as on a database that was deleted, is abandoned: a process may exit at any moment.
    await Promise.race([Promise.all([service.upkeep.close(), started]), Bun.sleep(GRACE_MS)]);
    await service.close();
  }

  const started = work.start(isRebuilt);
  return { port, stopped: done.promise, stop };
}
