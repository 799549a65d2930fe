/**
 * How long a daemon has been silent, counted only while it could have spoken. On a busy machine it waits for a processor,
 * and so does the keeper: a daemon that was ended for that would lose what it has in hand, and the next one is no faster.
 */
import { readIfThere } from "../platform/files.ts";

interface SilenceOptions {
  /** Resolves when it has answered or refused. */
  answer: Promise<boolean>;
  mostMs: number;
  /** However busy the machine is. */
  longestMs: number;
  /** For how long it has waited for a processor so far. */
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
    // A look that comes late counts once: the keeper itself has waited.
    await Promise.race([isOver, sleep(LOOK_MS)]);
    if (outcome !== undefined) return outcome;
    const before = waited;
    waited = waitedMs();
    silentMs += Math.max(0, LOOK_MS - (waited - before));
  }
  return false;
}

/** Of the thread that answers; 0 where the system does not tell. */
export function waitedForProcessor(pid: number): number {
  const [, waitedNs] = (readIfThere(`/proc/${pid}/task/${pid}/schedstat`) ?? "").split(" ");
  const ms = Number(waitedNs) / 1e6;
  return Number.isFinite(ms) ? ms : 0;
}
