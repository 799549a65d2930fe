import type { Session, SessionStatus } from "./records.ts";

/** A session without events for this long was most likely killed. */
export const RUNNING_MS = 6 * 3_600_000;

export function isRunning(
  { status, lastEventAt }: Pick<Session, "status" | "lastEventAt">,
  now: number,
): boolean {
  return status === "active" && lastEventAt > now - RUNNING_MS;
}

/** What every list and answer shows: a session that was killed is over, although no end was seen. */
export function statusOf(session: Pick<Session, "status" | "lastEventAt">, now: number): SessionStatus {
  return isRunning(session, now) ? "active" : "ended";
}
