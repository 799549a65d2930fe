import type { Reply } from "../../clients/index.ts";

/**
 * The outcome of one hook. `failed` (did not start, threw, returned an invalid answer), `timeout` and `refused` (not allowed
 * to run) do not affect the session, unless the hook has `onError: "deny"`.
 */
export type HookOutcome = "ok" | "failed" | "timeout" | "refused";

export interface HookResult {
  outcome: HookOutcome;
  reply: Reply;
  /** For people; set for every outcome but `ok`. */
  error?: string;
  /** The reason of a command that refused by exit code; `reply` contains it as far as the event allows. */
  blocked?: string;
  /** The script's return value, unchanged. */
  answer?: unknown;
  /** Parts of its answer that the client ignores for this event. */
  ignored?: readonly string[];
}

export const failedRun = (error: string): HookResult => ({ outcome: "failed", reply: {}, error });
export const refused = (error: string): HookResult => ({ outcome: "refused", reply: {}, error });
export const timedOut = (ms: number): HookResult => ({
  outcome: "timeout",
  reply: {},
  error: `It did not end within ${ms} ms and was stopped.`,
});

export const STOPPED = "It was stopped: its caller no longer waits.";

/** Aborts at the timeout, and when the caller stops waiting. */
export async function withLimit(
  timeoutMs: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<HookResult>,
): Promise<HookResult> {
  const time = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([time, signal]);
  const toResult = () => (time.aborted ? timedOut(timeoutMs) : failedRun(STOPPED));
  const over = new Promise<HookResult>((resolve) => {
    either.addEventListener("abort", () => resolve(toResult()), { once: true });
  });
  const result = run(either);
  // It may still fail after the timeout, when no caller listens any more.
  result.catch(() => undefined);
  return either.aborted ? toResult() : Promise.race([result, over]);
}
