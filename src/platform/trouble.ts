/**
 * A known problem with the daemon's port, so that the next hook does not wait for the same timeout. Written by a
 * daemon that found its port in use and by a hook that got no answer. It expires after a minute, when the settings
 * change, and when a daemon runs. Imported by `pawl hook`: Node.js modules only.
 */
import { rmSync, statSync } from "node:fs";
import { readIfThere, writeWhole } from "./files.ts";
import type { Home } from "./paths.ts";

interface Trouble {
  /** `taken`: another program has the port. `silent`: whatever has the port does not answer. */
  kind: "taken" | "silent";
  port: number;
  at: number;
}

const FRESH_MS = 60_000;

export function readTrouble(home: Home, now: number): Trouble | undefined {
  const text = readIfThere(home.trouble);
  if (text === undefined) return undefined;
  try {
    const trouble = JSON.parse(text) as Trouble;
    // If the clock was set back, it would look recent forever.
    if (Math.abs(now - trouble.at) > FRESH_MS) return undefined;
    const changedAt = statSync(home.config, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return changedAt > trouble.at ? undefined : trouble;
  } catch {
    // Not written by us.
    return undefined;
  }
}

export function noteTrouble(home: Home, trouble: Trouble): void {
  writeWhole(home.trouble, `${JSON.stringify(trouble)}\n`);
}

export function clearTrouble(home: Home): void {
  rmSync(home.trouble, { force: true });
}
