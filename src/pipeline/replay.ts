/**
 * Events that reached no daemon are recorded later, without an answer. The daemon may already have recorded one of them
 * and answered it too late; the store's keys prevent a duplicate.
 */

import { type ClientName, toClientName } from "../clients/index.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { PawlError } from "../platform/errors.ts";
import { HELD_WRITE, SPOOL_CLIENT } from "../platform/hook-request.ts";
import { drainSpool } from "../platform/spool.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { run } from "./run.ts";
import type { Services } from "./services.ts";

/** The returned function resolves to the number of replayed events. */
export function createReplay(services: Services): () => Promise<number> {
  async function replay(at: number, body: string): Promise<void> {
    const write = heldWriteIn(body);
    if (write !== undefined) return store(write);
    // The spooled event has no variables; the session's own stay unchanged.
    const { unstored } = await run({ at, body, client: clientOf(body), env: {}, isReplay: true }, services);
    // On a full disk the event must not be lost: it and all later ones stay in the spool.
    if (unstored instanceof PawlError && KEEPS_EVENT.has(unstored.code)) throw unstored;
  }

  /** A write that waited for the lock. If the store refuses the write itself, it is dropped and does not block the next ones. */
  async function store({ name, args }: HeldWrite): Promise<void> {
    try {
      await heldWrites(services.store)[name](...args);
    } catch (error) {
      if (error instanceof PawlError && KEEPS_EVENT.has(error.code)) throw error;
      services.count("handler_error");
      services.log.error("a write that waited could not be stored", { error });
    }
  }

  let draining: Promise<number> | undefined;
  return () => {
    draining ??= drainSpool(services.home.spool, ({ at, body }) => replay(at, body)).finally(() => {
      draining = undefined;
    });
    return draining;
  };
}

interface HeldWrite {
  name: HeldName;
  args: unknown[];
}

export const HELD_RECORDS = ["record", "addInjection", "endSession"] as const;
export const HELD_MEMORIES = ["touchMemories", "expireMemories"] as const;
export type HeldName = (typeof HELD_RECORDS | typeof HELD_MEMORIES)[number];
type HeldWrites = Record<HeldName, (...args: unknown[]) => Promise<unknown>>;

/** The store's methods that events call while their client waits. */
export const heldWrites = (store: Store) =>
  ({ ...recordsIn(store), ...memoriesIn(store) }) as unknown as HeldWrites;

/** Undefined for an event. See `daemon/held-writes`. */
function heldWriteIn(body: string): HeldWrite | undefined {
  if (!body.startsWith(`{"${HELD_WRITE}":`)) return undefined;
  const { [HELD_WRITE]: given, args } = JSON.parse(body) as Record<string, unknown>;
  const name = [...HELD_RECORDS, ...HELD_MEMORIES].find((one) => one === given);
  return name === undefined || !Array.isArray(args) ? undefined : { name, args };
}

/** Errors of the store, not of the event. */
const KEEPS_EVENT: ReadonlySet<string> = new Set([
  "store_full",
  "store_locked",
  "store_unwritable",
  "store_corrupt",
  "store_closed",
]);

/** `pawl hook` wrote it, but a file can be edited: an unknown client counts as none. */
function clientOf(body: string): ClientName | undefined {
  if (!body.includes(SPOOL_CLIENT)) return undefined;
  try {
    return toClientName((JSON.parse(body) as Record<string, unknown> | null)?.[SPOOL_CLIENT]);
  } catch {
    // Not JSON: refused, and counted, where every event is parsed.
    return undefined;
  }
}
