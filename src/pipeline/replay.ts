/**
 * Events that found no daemon: recorded as if they had, answered to nobody. One of them may be an event that the
 * daemon did take, but answered too late; the store's keys sort that out.
 */

import { type ClientName, toClientName } from "../clients/index.ts";
import { PawlError } from "../platform/errors.ts";
import { SPOOL_CLIENT } from "../platform/hook-request.ts";
import { drainSpool } from "../platform/spool.ts";
import { run } from "./run.ts";
import type { Services } from "./services.ts";

/** The answer: how many there were. */
export function createReplay(services: Services): () => Promise<number> {
  async function replay(at: number, body: string): Promise<void> {
    // It carries no variables; the session's own stay as they were.
    const { unstored } = await run({ at, body, client: clientOf(body), env: {}, isReplay: true }, services);
    // A full disk is no reason to throw the event away: it stays where it is, and those behind it.
    if (unstored instanceof PawlError && KEEPS_EVENT.has(unstored.code)) throw unstored;
  }

  let draining: Promise<number> | undefined;
  return () => {
    draining ??= drainSpool(services.home.spool, ({ at, body }) => replay(at, body)).finally(() => {
      draining = undefined;
    });
    return draining;
  };
}

/** The store's trouble, not the event's. */
const KEEPS_EVENT: ReadonlySet<string> = new Set([
  "store_full",
  "store_locked",
  "store_unwritable",
  "store_corrupt",
  "store_closed",
]);

/** Written by `pawl hook`, but it stood in a file: anything else than a known client counts as none. */
function clientOf(body: string): ClientName | undefined {
  if (!body.includes(SPOOL_CLIENT)) return undefined;
  try {
    return toClientName((JSON.parse(body) as Record<string, unknown> | null)?.[SPOOL_CLIENT]);
  } catch {
    // Not JSON: refused where every event is parsed, and counted there.
    return undefined;
  }
}
