/** Makes sure that only one process synchronises at a time: the daemon and `pawl team sync` would send everything twice. */
import { PawlError, toMessage } from "../platform/errors.ts";
import { takeLock } from "../platform/lock.ts";
import type { Home } from "../platform/paths.ts";
import type { OpenTeam } from "./open.ts";
import { readTeamState, writeTeamState } from "./state.ts";
import type { Synced } from "./sync.ts";

const WAIT_MS = 50;
const NEWS_KEPT = 20;

export async function runSync(
  team: Pick<OpenTeam, "sync">,
  home: Pick<Home, "teamLock" | "teamState">,
  { now, waitMs }: { now(): number; waitMs: number },
): Promise<Synced> {
  const lock = await waitForLock(home.teamLock, waitMs);
  try {
    const synced = await team.sync();
    const at = now();
    const { error: _, code: __, failures: ___, news = [], ...before } = readTeamState(home.teamState);
    const { restored, waiting, wishes } = synced;
    writeTeamState(home.teamState, {
      ...before,
      lastSyncAt: at,
      ...(synced.pushed > 0 && { lastPushAt: at }),
      ...(synced.pulled > 0 && { lastPullAt: at }),
      ...(restored.length > 0 && { restored: { at, projects: restored } }),
      news: [...synced.news, ...news].slice(0, NEWS_KEPT),
      waiting,
      wishes,
    });
    return synced;
  } catch (error) {
    const { failures = 0, ...known } = readTeamState(home.teamState);
    const code = error instanceof PawlError ? error.code : "team_failed";
    writeTeamState(home.teamState, { ...known, error: toMessage(error), code, failures: failures + 1 });
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
