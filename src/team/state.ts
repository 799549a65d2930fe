/** The result of the last synchronisation, for people: `team-state.json`. */
import { readIfThere, writeWhole } from "../platform/files.ts";

interface TeamState {
  lastSyncAt?: number;
  /** Why the last round failed; absent after one that did not. */
  error?: string;
  failures?: number;
}

export function readTeamState(file: string): TeamState {
  try {
    const value: unknown = JSON.parse(readIfThere(file) ?? "{}");
    return Object(value) as TeamState;
  } catch {
    // Damaged: the next round writes it anew.
    return {};
  }
}

export function writeTeamState(file: string, state: TeamState): void {
  writeWhole(file, `${JSON.stringify(state)}\n`);
}
