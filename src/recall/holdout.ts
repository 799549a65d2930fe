/**
 * The hold-out: with `recall.holdout`, a random share of sessions receives nothing that Pawl inferred. Comparing the two
 * groups shows the effect of memory (`pawl replay --live`). Memories and rules that people wrote are always injected.
 */

import { redactor } from "../redact/redactor.ts";
import { eventKey } from "../store/records/keys.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { EventRecord } from "../store/records/records.ts";
import type { RecallContext } from "./recall-context.ts";

/** Marks every session that started during a hold-out, with its group. */
const HOLDOUT_EVENT = "pawl:holdout";

/** Uses a digest of the session's id, so the result is the same at every event, even after a restart. */
export function isHeldOut(sessionId: string, share: number): boolean {
  if (share <= 0) return false;
  const digest = new Bun.CryptoHasher("sha256").update(sessionId).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < share;
}

/** Both groups are marked, so that sessions from before the hold-out belong to neither. */
export async function recordHoldout(
  { sessionId, cwd = "" }: { sessionId: string; cwd?: string | undefined },
  { store, project, at, isHeldOut: heldOut, knowledge }: RecallContext,
): Promise<void> {
  const share = knowledge.recall.holdout;
  if (share <= 0) return;
  const event: EventRecord = {
    key: eventKey(sessionId, HOLDOUT_EVENT, "group"),
    sessionId,
    at,
    redaction: redactor.version,
    event: HOLDOUT_EVENT,
    body: JSON.stringify({ heldOut, share }),
  };
  await recordsIn(store).record({ session: { id: sessionId, project, cwd, at }, events: [event] });
}

/** Undefined for a session that started without a hold-out. */
export function groupOf(
  events: readonly Pick<EventRecord, "event" | "body">[],
): "held-out" | "treated" | undefined {
  const mark = events.find(({ event }) => event === HOLDOUT_EVENT);
  if (mark === undefined) return undefined;
  return /"heldOut":true/.test(mark.body) ? "held-out" : "treated";
}
