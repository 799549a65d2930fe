import type { Session, SessionStatus } from "./records.ts";

/** A session without events for this long was most likely killed. */
export const RUNNING_MS = 6 * 3_600_000;

export function isRunning(
  { status, lastEventAt }: Pick<Session, "status" | "lastEventAt">,
  now: number,
): boolean {
  return status === "active" && lastEventAt > now - RUNNING_MS;
}

/** The status in every list and answer. A killed session is over, although it has no end event. */
export function statusOf(session: Pick<Session, "status" | "lastEventAt">, now: number): SessionStatus {
  return isRunning(session, now) ? "active" : "ended";
}
