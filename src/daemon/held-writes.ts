/**
 * No hook waits for a lock of the database. If a write finds it locked for longer than a moment, this write and all later
 * ones go to the spool until the spool is empty again. They are stored later, in order and once. All of them have passed the
 * redactor already.
 */

import { memoriesIn } from "../memory/sql/index.ts";
import { createReplay, HELD_MEMORIES, HELD_RECORDS, type HeldName, heldWrites } from "../pipeline/replay.ts";
import type { Services } from "../pipeline/services.ts";
import type { Clock } from "../platform/clock.ts";
import { PawlError } from "../platform/errors.ts";
import { HELD_WRITE } from "../platform/hook-request.ts";
import { addToSpool, spooledFiles } from "../platform/spool.ts";
import { recordsIn } from "../store/records/queries.ts";
import { override, type Store } from "../store/store.ts";
import { leavingOut } from "./leave-out.ts";

/** None of these answers is used where a client waits. */
const ANSWERS = {
  record: { prompts: 0, observations: 0, responses: 0, events: 0 },
  addInjection: undefined,
  touchMemories: undefined,
  endSession: undefined,
  expireMemories: [],
} as const;

const RETRY_MS = 250;

export function holdWrites(store: Store, spool: string, now: Clock) {
  let drain: () => Promise<unknown> = async () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHolding = false;
  let isClosed = false;

  function hold(name: HeldName, args: unknown[]): void {
    addToSpool(spool, now(), JSON.stringify({ [HELD_WRITE]: name, args }));
    isHolding = true;
    retry();
  }

  function retry(): void {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(async () => {
      // Still locked: the next try is soon.
      await drain().catch(() => undefined);
      timer = undefined;
      if (spooledFiles(spool).length > 0) retry();
      else isHolding = false;
    }, RETRY_MS);
  }

  const writes = heldWrites(store);
  const holding = (names: readonly HeldName[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (...args: unknown[]) => {
          if (!isHolding) {
            try {
              return await writes[name](...args);
            } catch (error) {
              if (!(error instanceof PawlError) || error.code !== "store_locked") throw error;
            }
          }
          hold(name, args);
          return ANSWERS[name];
        },
      ]),
    );
  const held = override(store, recordsIn, holding(HELD_RECORDS));
  return {
    /** The store for whatever answers hooks. */
    store: override(held, memoriesIn, holding(HELD_MEMORIES)),
    /** Empties the spool. It bypasses this wrapper, whose writes would return to the spool. */
    drainWith(services: Services) {
      const replay = createReplay({ ...services, store: leavingOut(store, services.exclusion) });
      drain = replay;
      return replay;
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
