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
  /** The script's return value, unchanged. */
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

export const STOPPED = "It was stopped: its caller no longer waits.";

/** Gives it up at the end of its time, and when its caller no longer waits. */
export async function withLimit(
  timeoutMs: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<HookResult>,
): Promise<HookResult> {
  const time = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([time, signal]);
  const toResult = () => (time.aborted ? timedOut(timeoutMs) : failed(STOPPED));
  const over = new Promise<HookResult>((resolve) => {
    either.addEventListener("abort", () => resolve(toResult()), { once: true });
  });
  const result = run(either);
  // It may still fail after its time; by then no caller listens.
  result.catch(() => undefined);
  return either.aborted ? toResult() : Promise.race([result, over]);
}
