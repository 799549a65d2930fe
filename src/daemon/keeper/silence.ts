/**
 * Measures how long a daemon has been silent, not counting the time in which it waited for a processor. On a busy machine a
 * slow daemon is not frozen: ending it would lose the events it is working on, and a new one would be no faster.
 */
import { readIfThere } from "../../platform/files.ts";

interface SilenceOptions {
  /** Resolves when it has answered or refused. */
  answer: Promise<boolean>;
  mostMs: number;
  /** The limit even on a busy machine. */
  longestMs: number;
  /** How long it has waited for a processor so far. */
  waitedMs(): number;
  sleep?(ms: number): Promise<void>;
  now?(): number;
}

const LOOK_MS = 50;

/** False once it was silent for too long, or its connection failed. */
export async function isAnswering(options: SilenceOptions): Promise<boolean> {
  const { answer, mostMs, longestMs, waitedMs, sleep = Bun.sleep, now = Date.now } = options;
  let outcome: boolean | undefined;
  const isOver = answer.then((isFine) => {
    outcome = isFine;
  });
  const from = now();
  let waited = waitedMs();
  for (let silentMs = 0; silentMs < mostMs && now() - from < longestMs; ) {
    // A late check counts as one interval: the keeper itself had to wait.
    await Promise.race([isOver, sleep(LOOK_MS)]);
    if (outcome !== undefined) return outcome;
    const before = waited;
    waited = waitedMs();
    silentMs += Math.max(0, LOOK_MS - (waited - before));
  }
  return false;
}

/** Of the answering thread; 0 if the system does not report it. */
export function waitedForProcessor(pid: number): number {
  const [, waitedNs] = (readIfThere(`/proc/${pid}/task/${pid}/schedstat`) ?? "").split(" ");
  const ms = Number(waitedNs) / 1e6;
  return Number.isFinite(ms) ? ms : 0;
}
