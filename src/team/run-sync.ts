/** One round of synchronising by one process at a time: the daemon's and `pawl team sync` would send the same twice. */
import { PawlError, toMessage } from "../errors.ts";
import { takeLock } from "../platform/lock.ts";
import type { Home } from "../platform/paths.ts";
import type { OpenTeam } from "./open.ts";
import { readTeamState, writeTeamState } from "./state.ts";
import type { Synced } from "./sync.ts";

const WAIT_MS = 50;

export async function runSync(
  team: Pick<OpenTeam, "sync">,
  home: Pick<Home, "teamLock" | "teamState">,
  { now, waitMs }: { now(): number; waitMs: number },
): Promise<Synced> {
  const lock = await waitForLock(home.teamLock, waitMs);
  try {
    const synced = await team.sync();
    writeTeamState(home.teamState, { lastSyncAt: now() });
    return synced;
  } catch (error) {
    const { lastSyncAt, failures = 0 } = readTeamState(home.teamState);
    const known = lastSyncAt === undefined ? {} : { lastSyncAt };
    writeTeamState(home.teamState, { ...known, error: toMessage(error), failures: failures + 1 });
    throw error;
  } finally {
    lock.release();
  }
}

async function waitForLock(file: string, waitMs: number): Promise<{ release(): void }> {
  for (let waited = 0; ; waited += WAIT_MS) {
    const lock = takeLock(file);
    if (lock !== undefined) return lock;
    if (waited >= waitMs) {
      throw new PawlError("team_busy", "Another process is synchronising with the team just now.", {
        hint: "It does the same; run it again in a moment.",
      });
    }
    await Bun.sleep(WAIT_MS);
  }
}
