/**
 * Ensures that only one process synchronizes at a time. Otherwise the daemon and `pawl team sync` would send everything
 * twice. The result of the last round is written to `team-state.json` for users to read.
 */
import { PawlError, toMessage } from "../platform/errors.ts";
import { readIfThere, writeWhole } from "../platform/files.ts";
import { takeLock } from "../platform/lock.ts";
import type { Home } from "../platform/paths.ts";
import type { OpenTeam } from "./open.ts";
import type { ReaderNews } from "./readers.ts";
import type { Synced } from "./sync.ts";

/** The result of the last synchronisation. */
export interface TeamState {
  lastSyncAt?: number;
  /** The times of the last sending and receiving. */
  lastPushAt?: number;
  lastPullAt?: number;
  /** When the server was last found to have lost changes, and in which projects: a backup was restored. */
  restored?: { at: number; projects: string[] };
  /** Changes of a shared project's readers, newest first. */
  news?: ReaderNews[];
  /** Records that this member can review, and projects that members requested from this maintainer. */
  waiting?: number;
  wishes?: number;
  /** The error of the last round; absent if it succeeded. */
  error?: string;
  /** Error code, used to translate the message. */
  code?: string;
}

export function readTeamState(file: string): TeamState {
  try {
    const value: unknown = JSON.parse(readIfThere(file) ?? "{}");
    return Object(value) as TeamState;
  } catch {
    // The file is damaged; the next round writes a new one.
    return {};
  }
}

export function writeTeamState(file: string, state: TeamState): void {
  writeWhole(file, `${JSON.stringify(state)}\n`);
}

const NEWS_KEPT = 20;

export async function runSync(
  team: Pick<OpenTeam, "sync">,
  home: Pick<Home, "teamLock" | "teamState">,
  { now, waitMs }: { now(): number; waitMs: number },
): Promise<Synced> {
  const lock = takeLock(home.teamLock, waitMs);
  if (lock === undefined) {
    throw new PawlError("team_busy", "Another process is synchronising with the team just now.", {
      hint: "It does the same; run it again in a moment.",
    });
  }
  try {
    const synced = await team.sync();
    const at = now();
    const { error: _, code: __, news = [], ...before } = readTeamState(home.teamState);
    const { restored, waiting, wishes } = synced;
    writeTeamState(home.teamState, {
      ...before,
      ...{ lastSyncAt: at, waiting, wishes },
      ...(synced.pushed > 0 && { lastPushAt: at }),
      ...(synced.pulled > 0 && { lastPullAt: at }),
      ...(restored.length > 0 && { restored: { at, projects: restored } }),
      news: [...synced.news, ...news].slice(0, NEWS_KEPT),
    });
    return synced;
  } catch (error) {
    const code = error instanceof PawlError ? error.code : "team_failed";
    writeTeamState(home.teamState, { ...readTeamState(home.teamState), error: toMessage(error), code });
    throw error;
  } finally {
    lock.release();
  }
}
