/** The result of the last synchronisation, for people: `team-state.json`. */
import { readIfThere, writeWhole } from "../platform/files.ts";
import type { ReaderNews } from "./readers.ts";

export interface TeamState {
  lastSyncAt?: number;
  /** When something last went out, and came in. */
  lastPushAt?: number;
  lastPullAt?: number;
  /** When the server was last found to have lost changes, and of which projects: a backup was restored. */
  restored?: { at: number; projects: string[] };
  /** Who can read a shared project since when, newest first. */
  news?: ReaderNews[];
  /** Records that this member can review, and projects that others asked this maintainer for. */
  waiting?: number;
  wishes?: number;
  /** Why the last round failed; absent after one that did not. */
  error?: string;
  /** Error code, used to translate the message. */
  code?: string;
  failures?: number;
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
