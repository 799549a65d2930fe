import type { Reply } from "../../clients/index.ts";

/**
 * How one hook went. `failed` (did not start, threw, answered nonsense), `timeout` and `refused` (not allowed to run)
 * leave the session as it is, unless the hook says `onError: "deny"`.
 */
export type HookOutcome = "ok" | "failed" | "timeout" | "refused";

export interface HookResult {
  outcome: HookOutcome;
  reply: Reply;
  /** For people; with every outcome but `ok`. */
  error?: string;
  /** A command's exit code said no, and this is why; `reply` says it as far as the event can carry it. */
  blocked?: string;
  /** What a script returned, as it stands. */
  answer?: unknown;
  /** Parts of its answer that the client does not take from this event. */
  ignored?: readonly string[];
}

export const failed = (error: string): HookResult => ({ outcome: "failed", reply: {}, error });
export const refused = (error: string): HookResult => ({ outcome: "refused", reply: {}, error });
export const timedOut = (ms: number): HookResult => ({
  outcome: "timeout",
  reply: {},
  error: `It did not end within ${ms} ms and was stopped.`,
});
