/**
 * Where the daemon is, from the files of its home. Its own socket is the short way. The public port, which is the keeper's,
 * is the way when nobody answers there: the keeper notices a daemon that is gone or frozen.
 */
import { type Connection, connect, headerIn, textOf } from "../../platform/connection.ts";
import {
  type DaemonAddress,
  type DaemonInfo,
  isZombieStat,
  parseDaemonInfo,
} from "../../platform/daemon-info.ts";
import { OWN_ANSWER_HEADER } from "../../platform/hook-request.ts";
import type { HookFiles } from "../../platform/paths.ts";
import { textIfThere } from "./read-file.ts";

export interface FoundDaemon {
  /** The text of `daemon.json`. */
  info: string;
  daemon: DaemonInfo;
  /** The one with fewer rights: if another program has the port, that is all it gets. */
  token: string;
  /** Its own socket, opened while the event is still arriving; nothing has been sent yet. */
  direct: Promise<Connection | undefined>;
}

export type AskOutcome =
  | { kind: "answered"; body: string }
  /** The daemon will never accept this event. */
  | { kind: "refused"; status: number }
  /** No daemon, or one that is shutting down. */
  | { kind: "absent" }
  /** Another program, or another user's daemon. */
  | { kind: "stranger" }
  /** Connected, but no answer in time. */
  | { kind: "silent"; port: number };

/** A daemon that was asked at its own socket, and has not answered yet or not well. */
export interface Asked {
  found: FoundDaemon;
  outcome: Promise<AskOutcome>;
}

/** Undefined if the home names none. */
export async function findDaemon(home: HookFiles): Promise<FoundDaemon | undefined> {
  const direct = process.platform === "win32" ? Promise.resolve(undefined) : open({ unix: home.socket });
  const info = await textIfThere(home.daemon);
  const daemon = info === undefined ? undefined : parseDaemonInfo(info);
  const token = await textIfThere(home.hookToken);
  if (info === undefined || daemon === undefined || token === undefined) return undefined;
  // One that starts or stops does not hold the port: another program may.
  if (daemon.state !== undefined) return undefined;
  return { info, daemon, token: token.trim(), direct };
}

/** Undefined if its process has ended, because another program may have the port then, or nothing listens there. */
export async function connectToPort({ pid, port }: DaemonInfo): Promise<Connection | undefined> {
  if (isGone(pid) || (await isZombie(pid))) return undefined;
  return open({ port });
}

function open(address: DaemonAddress): Promise<Connection | undefined> {
  return connect(address).catch(() => undefined);
}

export async function askOver(connection: Connection, request: Uint8Array): Promise<AskOutcome> {
  try {
    const { status, head, body } = await connection.ask(request);
    // 401: a Pawl that does not accept our token belongs to another user.
    if (headerIn(head, OWN_ANSWER_HEADER) === undefined || status === 401) return { kind: "stranger" };
    if (status === 200) return { kind: "answered", body: textOf(body) };
    // 400 and 413 are about this event; any other status means the daemon is shutting down.
    if (status === 400 || status === 413) return { kind: "refused", status };
  } catch {
    // It closed the connection: it is shutting down, or was killed.
  }
  return { kind: "absent" };
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
