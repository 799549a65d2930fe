/** The daemon behind the keeper: whether it is attached, whether it responds, and how a new one is started. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isAlive, isStopped, type Program, startDaemon } from "../../platform/daemon-process.ts";
import { readIfThere } from "../../platform/files.ts";
import type { Log } from "../../platform/log.ts";
import { isMachineOff } from "../../platform/off.ts";
import type { Home } from "../../platform/paths.ts";
import { type Attached, send } from "./requests.ts";

export type Upstream = ReturnType<typeof createUpstream>;

/** At most this many starts within the window, then one per window, so that a daemon that cannot run is not restarted forever. */
const STARTS = 3;
const WINDOW_MS = 30_000;
const BETWEEN_MS = 1000;
/** A start on a busy machine takes no longer. */
const START_MS = 15_000;
/** A daemon that does not answer this long, to a request that costs nothing, hangs. A busy machine may take seconds. */
const PROBE_MS = 10_000;
const EXIT_LOOKS = 10;
const EXIT_LOOK_MS = 5;

interface UpstreamDeps {
  home: Home;
  log: Log;
  onAttach(daemon: Attached): void;
}

export function createUpstream({ home, log, onAttach }: UpstreamDeps) {
  let current: Attached | undefined;
  let suspected: Attached | undefined;
  let stoppedOnPurpose = false;
  let starts: number[] = [];
  let isStarting = false;
  let isExpected = false;
  const waiting = new Set<(daemon: Attached) => void>();

  const answers = (daemon: Attached) => {
    for (const resolve of waiting) resolve(daemon);
    waiting.clear();
    onAttach(daemon);
  };

  const end = (daemon: Attached, why: string) => {
    log.error("the keeper ended a daemon that did not answer", { pid: daemon.pid, why });
    try {
      // It holds its connection to us open, so the number still belongs to it.
      process.kill(daemon.pid, "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
    if (current === daemon) current = undefined;
    stoppedOnPurpose = false;
    upstream.start();
  };

  const upstream = {
    /** Undefined when no daemon is there, or it is being checked because it did not answer. */
    daemon: () => (current === suspected ? undefined : current),
    /** The attached one, also while it is being checked. */
    current: () => current,
    attach(daemon: Attached): void {
      current = daemon;
      isExpected = false;
      suspected = undefined;
      stoppedOnPurpose = false;
      answers(daemon);
    },
    /** Its process has ended, or it is about to stop. */
    detach(daemon: Attached, onPurpose = false): void {
      // Another daemon may have replaced it.
      if (current !== daemon) return;
      current = undefined;
      stoppedOnPurpose = onPurpose;
    },
    /** A request to the daemon failed. Resolves when it is clear whether its process has ended. */
    async failed(daemon: Attached): Promise<void> {
      // Its connections are closed a moment before its process is gone.
      for (let look = 0; look < EXIT_LOOKS && current === daemon; look++) {
        if (!isAlive(daemon.pid)) return upstream.detach(daemon);
        await Bun.sleep(EXIT_LOOK_MS);
      }
    },
    suspect(daemon: Attached): void {
      if (current !== daemon || suspected === daemon) return;
      suspected = daemon;
      if (isStopped(daemon.pid)) end(daemon, "its process is stopped");
      else
        void answersHealth(daemon).then((isFine) => {
          if (suspected !== daemon) return;
          suspected = undefined;
          if (current !== daemon) return;
          if (isFine) answers(daemon);
          else end(daemon, `no answer within ${PROBE_MS} ms`);
        });
    },
    /** Starts a daemon, unless a start failed a moment ago or the user stopped it. */
    start(evenIfStopped = false): void {
      isExpected = false;
      const isUnwanted = stoppedOnPurpose || isMachineOff(home.off);
      if (current !== undefined || (isUnwanted && !evenIfStopped)) return;
      const now = Date.now();
      starts = starts.filter((at) => now - at < WINDOW_MS);
      if (isStarting || starts.length >= STARTS) return;
      // A start takes a moment; the events that come meanwhile need no second one.
      isStarting = true;
      const waitMs = Math.max(0, (starts.at(-1) ?? 0) + BETWEEN_MS - now);
      // Deferred, so that a waiting client gets its response first.
      setTimeout(() => {
        isStarting = false;
        // After an uninstall, a new daemon would create the home again.
        if (current !== undefined || !existsSync(home.token)) return;
        starts.push(Date.now());
        const program = findProgram(home);
        if (program !== undefined) startDaemon(home, process.env, program);
      }, waitMs);
    },
    /** A daemon is about to attach, or will be started when the last one has ended: requests wait for it. */
    expect(): void {
      isExpected = true;
      stoppedOnPurpose = false;
    },
    isComing(): boolean {
      const isStartingUp = isExpected || isStarting || Date.now() - (starts.at(-1) ?? 0) < START_MS;
      return current !== undefined || (isStartingUp && !stoppedOnPurpose);
    },
    /** Returns the daemon that answers. Waits if one is being checked, is expected or has just started. */
    async soon(): Promise<Attached | undefined> {
      const now = upstream.daemon();
      if (now !== undefined) return now;
      return upstream.isComing() ? upstream.wait(START_MS) : undefined;
    },
    /** Resolves when one is attached; undefined after `ms`. */
    async wait(ms: number): Promise<Attached | undefined> {
      const now = upstream.daemon();
      if (now !== undefined) return now;
      const { promise, resolve } = Promise.withResolvers<Attached | undefined>();
      waiting.add(resolve);
      const timer = setTimeout(() => resolve(undefined), ms);
      const daemon = await promise;
      clearTimeout(timer);
      waiting.delete(resolve);
      return daemon;
    },
  };
  return upstream;
}

/** Finds Pawl's current location: the checkout may have moved, and its `node_modules` may be missing. */
function findProgram(home: Home): Program | undefined {
  const [bun = "", root = "", , file = ""] = (readIfThere(home.program) ?? "").split("\n");
  if (root === "" || !existsSync(join(root, "src", "cli", "daemon.ts"))) return undefined;
  const own = join(home.bin, process.platform === "win32" ? "bun.exe" : "bun");
  const found = [bun, own, process.execPath].find((path) => path !== "" && existsSync(path));
  if (found === undefined) return undefined;
  return { bun: found, root, file: existsSync(file) ? file : undefined };
}

async function answersHealth(daemon: Attached): Promise<boolean> {
  try {
    // The Host header is refused, but that is a response too.
    await (await send(daemon, "/api/health", { signal: AbortSignal.timeout(PROBE_MS) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
