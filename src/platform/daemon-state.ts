/**
 * The state of a home's daemon. Every command reads it here, so that all agree. The daemon writes its state into daemon.json.
 * A lock, which the system releases however a process ends, tells whether that state is still true.
 */
import { rmSync } from "node:fs";
import type { DaemonInfo } from "./daemon-info.ts";
import { isAlive, readDaemonInfo } from "./daemon-process.ts";
import { writeForNow } from "./files.ts";
import { isLocked } from "./lock.ts";
import type { Home } from "./paths.ts";

export type DaemonState =
  /** `info` is missing between taking the lock and writing the file. */
  | { name: "starting"; info?: DaemonInfo }
  | { name: "running"; info: DaemonInfo }
  /** Its process runs but does not answer: it hangs, or is too busy. */
  | { name: "silent"; info: DaemonInfo }
  | { name: "stopping"; info: DaemonInfo }
  | { name: "stopped" };

const HEALTH_MS = 1000;

export async function readDaemonState(home: Home): Promise<DaemonState> {
  const info = readDaemonInfo(home);
  if (info === undefined || !isAlive(info.pid))
    return isLocked(home.lock) ? { name: "starting" } : { name: "stopped" };
  if (info.state !== undefined && isLocked(home.lock)) return { name: info.state, info };
  const health = await askHealth(info);
  if (health !== undefined)
    return { name: "running", info: { ...info, version: health.version ?? info.version } };
  // It may have changed meanwhile. Without the lock, another program may have the id of a killed daemon.
  const now = readDaemonInfo(home);
  if (!isLocked(home.lock)) return { name: "stopped" };
  if (now === undefined) return { name: "starting" };
  return { name: now.state ?? "silent", info: now };
}

/** Undefined if it does not answer in time, or if another program has the port of a killed daemon. */
async function askHealth(info: DaemonInfo): Promise<{ version?: string } | undefined> {
  try {
    const url = `http://127.0.0.1:${info.port}/api/health`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(HEALTH_MS) });
    const health = (await answer.json()) as { name?: string; pid?: number; version?: string };
    return health.name === "pawl" && health.pid === info.pid ? health : undefined;
  } catch {
    return undefined;
  }
}

/** Called by the daemon itself when it starts, runs, and begins to stop. */
export function writeDaemonState(home: Home, info: DaemonInfo): void {
  try {
    writeForNow(home.daemon, `${JSON.stringify(info)}\n`);
  } catch (error) {
    // On a full disk, a stopping daemon must still stop. A running daemon must be found.
    if (info.state === undefined) throw error;
  }
}

export function clearDaemonState(home: Home): void {
  if (readDaemonInfo(home)?.pid === process.pid) rmSync(home.daemon, { force: true });
}
