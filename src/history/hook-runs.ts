/** Runs of the user's own hooks since the daemon started: for the page. */
import type { Log } from "../platform/log.ts";
import { Lru } from "../platform/lru.ts";

const NEVER = {
  runs: 0,
  lastMs: null as number | null,
  /** The latest error and its time; it stays even if later runs succeed. */
  lastError: null as string | null,
  lastErrorAt: null as number | null,
};

/** A configuration that is edited often leaves behind names that are never queried again. */
const MOST = 1000;

export function createHookRuns() {
  const tracks = new Lru<string, typeof NEVER>(MOST);
  const of = (id: string) => tracks.get(id) ?? NEVER;
  return {
    add(id: string, { ms, error, at }: { ms: number; error?: string | undefined; at: number }): void {
      const failed = error === undefined ? {} : { lastError: error.slice(0, 500), lastErrorAt: at };
      tracks.set(id, { ...of(id), runs: of(id).runs + 1, lastMs: Number(ms.toPrecision(3)), ...failed });
    },
    of,
  };
}

/** Output of a hook script is meant for its author (`pawl hooks test`), so it stays out of Pawl's log. */
export function toHookLog(log: Log) {
  return (level: keyof Log | "debug", message: string, fields?: Record<string, unknown>): void => {
    if (level !== "debug") log[level](message, fields);
  };
}
