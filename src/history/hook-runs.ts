/** Runs of the user's own hooks since the daemon started: for the page. */
import type { Log } from "../platform/log.ts";

interface HookTrack {
  runs: number;
  lastMs: number;
  lastAt: number;
  /** The latest error and its time; it stays even if later runs succeed. */
  lastError?: string;
  lastErrorAt?: number;
}

/** A configuration that is edited often leaves behind names that are never queried again. */
const MOST = 1000;

export function createHookRuns() {
  const tracks = new Map<string, HookTrack>();
  return {
    add(id: string, { ms, error, at }: { ms: number; error?: string | undefined; at: number }): void {
      const known = tracks.get(id);
      if (known === undefined && tracks.size >= MOST) tracks.clear();
      tracks.set(id, {
        ...known,
        runs: (known?.runs ?? 0) + 1,
        lastMs: Number(ms.toPrecision(3)),
        lastAt: at,
        ...(error === undefined ? {} : { lastError: error.slice(0, 500), lastErrorAt: at }),
      });
    },
    of: (id: string): HookTrack | undefined => tracks.get(id),
  };
}

/** Output of a hook script is meant for its author (`pawl hooks test`), so it stays out of Pawl's log. */
export function toHookLog(log: Log) {
  return (level: keyof Log | "debug", message: string, fields?: Record<string, unknown>): void => {
    if (level !== "debug") log[level](message, fields);
  };
}
