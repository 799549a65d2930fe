/**
 * Events that found no daemon: recorded as if they had, answered to nobody. One of them may be an event that the
 * daemon did take, but answered too late; the store's keys sort that out.
 */

import { PawlError } from "../errors.ts";
import { SPOOL_MARK } from "../platform/hook-request.ts";
import { offSpans } from "../platform/off.ts";
import type { Home } from "../platform/paths.ts";
import { drainSpool } from "../platform/spool.ts";
import type { HookInput } from "../protocol/index.ts";
import { createOnce } from "./once.ts";
import { type DispatchDeps, dispatch, type HookCall } from "./run.ts";

export interface ReplayDeps extends Pick<DispatchDeps, "handle" | "log" | "count"> {
  home: Pick<Home, "spool" | "off">;
  commit(input: HookInput, call: HookCall, promptMark: string | undefined): Promise<unknown>;
}

/** The answer: how many there were. */
export function createReplay({ home, commit, ...deps }: ReplayDeps): () => Promise<number> {
  /** The time of the event at hand: two hooks side by side spool it in the same moment. */
  let replayedAt = 0;
  const once = createOnce(() => replayedAt);

  async function replay(at: number, body: string): Promise<void> {
    replayedAt = at;
    let unstored: unknown;
    await dispatch(
      // It carries no variables; the session's own stay as they were.
      { at, body, env: {} },
      {
        ...deps,
        once,
        // As it was then: an event of before must not switch a session on that is off now.
        isOff: ({ sessionId }) => offSpans(home.off, sessionId).some(({ from, to }) => at >= from && at < to),
        commit: async (input, call) => {
          try {
            await commit(input, call, toMark(input.raw[SPOOL_MARK]));
          } catch (error) {
            unstored = error;
            throw error;
          }
        },
      },
    );
    // A full disk is no reason to throw the event away: it stays where it is, and those behind it.
    if (unstored instanceof PawlError && WAITS.has(unstored.code)) throw unstored;
  }

  let draining: Promise<number> | undefined;
  return () => {
    draining ??= drainSpool(home.spool, ({ at, body }) => replay(at, body)).finally(() => {
      draining = undefined;
    });
    return draining;
  };
}

/** The store's trouble, not the event's. */
const WAITS: ReadonlySet<string> = new Set([
  "store_full",
  "store_locked",
  "store_unwritable",
  "store_corrupt",
  "store_closed",
]);

/** Of our own making, but it stood in a file. */
function toMark(value: unknown): string | undefined {
  return typeof value === "string" && /^[0-9a-z]{1,12}-[0-9a-f]{5}$/.test(value) ? value : undefined;
}
