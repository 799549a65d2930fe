/**
 * The public port for hooks and pages. The keeper holds it and forwards requests to the daemon's own socket. If the keeper is
 * killed, the daemon listens on it until a new keeper runs. See `src/daemon/keeper/`.
 */
import { rmSync } from "node:fs";
import type { DaemonAddress } from "../platform/daemon-info.ts";
import { isAlive } from "../platform/daemon-process.ts";
import { PawlError } from "../platform/errors.ts";
import { EXIT_TAKEN, findKeeper, readKeeperInfo, startKeeper } from "../platform/keeper-process.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";
import { type Attachment, attach, sayBye } from "./keeper-connection.ts";

interface PublicPortOptions {
  home: Home;
  port: number;
  address: DaemonAddress;
  version: string;
  /** The API token, which the keeper reads from the same file. */
  token: string;
  log: Log;
  /** Listens on the public port itself. Throws `EADDRINUSE`. */
  listen(): Bun.Server<undefined>;
  /** From `beginKeeper`. */
  begun?: Bun.Subprocess | undefined;
}

export type PublicPort = Awaited<ReturnType<typeof openPublicPort>>;

const START_MS = 8000;
const RETRY_MS = 3;
/** If a keeper dies this many times within the window, it is not restarted and the daemon keeps the port. */
const MOST_DEATHS = 3;
const WINDOW_MS = 60_000;

/**
 * Starts a keeper while the daemon still opens its store, unless there seems to be one. A keeper needs a tenth of a second
 * on a busy machine, and no event is answered before it listens. It ends by itself if the port has an owner.
 */
export function beginKeeper(home: Home, port: number): Bun.Subprocess | undefined {
  const known = readKeeperInfo(home);
  return known !== undefined && isAlive(known.pid) ? undefined : start(home, port);
}

function start(home: Home, port: number, takeOver = false): Bun.Subprocess {
  const known = readKeeperInfo(home);
  // A new keeper may get the process id of one that was killed. The old one's file must not count as the new one's.
  if (known !== undefined && !isAlive(known.pid)) rmSync(home.keeper, { force: true });
  return startKeeper(home, { port, takeOver });
}

export async function openPublicPort(options: PublicPortOptions) {
  const { home, port, log, version } = options;
  let direct: Bun.Server<undefined> | undefined;
  let attachment: Attachment | undefined;
  let isClosing = false;
  let deaths: number[] = [];
  let recovering: Promise<void> = Promise.resolve();

  const connect = async (): Promise<"attached" | "absent" | "foreign"> => {
    const outcome = await attach({ ...options, onLost: () => onLost() });
    if (typeof outcome === "string") return outcome;
    attachment = outcome;
    return "attached";
  };

  /** Starts a keeper and waits for it. False if none could be started. */
  async function startOne(takeOver: boolean): Promise<boolean> {
    return isReady(start(home, port, takeOver));
  }

  async function isReady(child: Bun.Subprocess): Promise<boolean> {
    const deadline = Date.now() + START_MS;
    while (Date.now() < deadline) {
      if (child.exitCode === EXIT_TAKEN) throw taken(port);
      if (child.exitCode !== null || isClosing) return false;
      // It writes the file once it listens.
      if (readKeeperInfo(home)?.pid === child.pid) return true;
      await Bun.sleep(RETRY_MS);
    }
    return false;
  }

  /** The keeper's process has ended, and the daemon lives: no process listens until this is done. */
  function onLost(): void {
    attachment = undefined;
    if (isClosing) return;
    try {
      direct ??= options.listen();
    } catch (error) {
      log.error("the public port could not be taken over", { error });
    }
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < WINDOW_MS), now];
    log.warn("the keeper has ended; the daemon holds the public port", { times: deaths.length });
    if (deaths.length <= MOST_DEATHS) recovering = recovering.then(handOver);
  }

  /** Gives the port to a new keeper. */
  async function handOver(): Promise<void> {
    try {
      if (isClosing || !(await startOne(direct !== undefined))) return;
      await direct?.stop();
      direct = undefined;
      if ((await connect()) !== "attached") direct ??= options.listen();
    } catch (error) {
      log.error("no new keeper could be started", { error });
    }
  }

  async function open(): Promise<void> {
    let outcome = await connect();
    if (outcome === "foreign") throw taken(port);
    if (attachment !== undefined && attachment.version !== version) await replace(attachment);
    if (outcome === "absent") {
      const { begun } = options;
      if (await (begun === undefined ? startOne(false) : isReady(begun))) outcome = await connect();
      if (outcome !== "attached") direct = options.listen();
    }
  }

  /** A keeper of another version: the new one shares the port before the old one lets go. */
  async function replace(old: Attachment): Promise<void> {
    attachment = undefined;
    old.release();
    if (!(await startOne(true))) {
      await connect();
      return;
    }
    process.kill(old.pid, "SIGTERM");
    const deadline = Date.now() + START_MS;
    while (Date.now() < deadline && isAlive(old.pid)) await Bun.sleep(RETRY_MS);
    if ((await connect()) !== "attached") direct = options.listen();
  }

  await open();

  return {
    /** Every few seconds: a keeper that is frozen is replaced. */
    async check(): Promise<void> {
      const known = attachment;
      if (known === undefined || isClosing || (await findKeeper(home)) !== undefined || attachment !== known)
        return;
      log.error("the keeper does not answer and is ended", { pid: known.pid });
      // It holds the connection to us, so the number is still its own.
      if (isAlive(known.pid)) process.kill(known.pid, "SIGKILL");
    },
    /** Before the daemon stops taking requests; `restart`: the keeper starts a new one at the next event. */
    async close({ restart }: { restart: boolean }): Promise<void> {
      isClosing = true;
      if (attachment !== undefined) await sayBye({ ...options, restart });
      attachment?.release();
      await recovering;
      await direct?.stop();
    },
  };
}

function taken(port: number, cause?: unknown): PawlError {
  return new PawlError("port_taken", `Port ${port} is in use by another program`, {
    cause,
    hint: 'Set another one as "port" in config.json of Pawl\'s home, then run pawl install again.',
    params: { port },
  });
}
