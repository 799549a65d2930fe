/**
 * Where the daemon is, from the files of its home. Its own socket is the short way. The public port, which is the keeper's,
 * is the way when nobody answers there: the keeper notices a daemon that is gone or frozen.
 */
import { type DaemonInfo, isZombieStat, parseDaemonInfo } from "../../platform/daemon-info.ts";
import type { HookFiles } from "../../platform/paths.ts";
import { type AskOutcome, connect, type DaemonConnection } from "./connection.ts";
import { textIfThere } from "./read-file.ts";

export interface FoundDaemon {
  /** The text of `daemon.json`. */
  info: string;
  daemon: DaemonInfo;
  /** The one with fewer rights: if another program has the port, that is all it gets. */
  token: string;
  /** Its own socket, opened while the event is still arriving; nothing has been sent yet. */
  direct: Promise<DaemonConnection | undefined>;
}

/** A daemon that was asked at its own socket, and has not answered yet or not well. */
export interface Asked {
  found: FoundDaemon;
  outcome: Promise<AskOutcome>;
}

/** Undefined if the home names none. */
export async function findDaemon(home: HookFiles): Promise<FoundDaemon | undefined> {
  const direct = process.platform === "win32" ? Promise.resolve(undefined) : connect({ unix: home.socket });
  const info = await textIfThere(home.daemon);
  const daemon = info === undefined ? undefined : parseDaemonInfo(info);
  const token = await textIfThere(home.hookToken);
  if (info === undefined || daemon === undefined || token === undefined) return undefined;
  return { info, daemon, token: token.trim(), direct };
}

/** Undefined if its process has ended, because another program may have the port then, or nothing listens there. */
export async function connectToPort({ pid, port }: DaemonInfo): Promise<DaemonConnection | undefined> {
  if (isGone(pid) || (await isZombie(pid))) return undefined;
  return connect({ hostname: "127.0.0.1", port });
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

async function isZombie(pid: number): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const stat = await textIfThere(`/proc/${pid}/stat`);
  return stat === undefined || isZombieStat(stat);
}
