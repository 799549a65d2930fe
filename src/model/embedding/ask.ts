/** A vector for somebody who waits: within a time, and without asking again and again an endpoint that is away. */

import { setTimeout as sleep } from "node:timers/promises";
import { Lru } from "../../platform/lru.ts";
import type { Breaker } from "./breaker.ts";
import type { Endpoint } from "./endpoint.ts";

export interface Asking {
  /** Undefined if the vector is not available in time; never rejects. */
  ask(text: string): Promise<Float32Array | undefined>;
  close(): Promise<void>;
}

export interface AskOptions {
  endpoint: Endpoint;
  breaker: Breaker;
  waitMs: number;
  /** True while a caller is waiting, so that background work can pause. */
  onAsk?(): void;
}

/**
 * An idle local server loads its model first. Aborted, it would start over each time, so the request may finish.
 */
const LONGEST_MS = 10_000;
/** Several subagents start with the same task. */
const KEPT = 8;

export function createAsking({ endpoint, breaker, waitMs, onAsk }: AskOptions): Asking {
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  const kept = new Lru<string, Float32Array>(KEPT);

  async function ask(text: string): Promise<Float32Array | undefined> {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (stop.signal.aborted || !breaker.isClosed()) return undefined;
    onAsk?.();
    let isLate = false;
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_MS)]);
    const request = endpoint
      .embed([text], signal)
      .then(([vector]) => {
        if (vector !== undefined) kept.set(text, vector);
        if (!isLate) breaker.worked();
        return vector;
      })
      // Any failure: the search continues without vectors, and `pawl doctor` reports the problem.
      .catch(() => {
        if (!isLate) breaker.failed();
        return undefined;
      })
      .finally(() => running.delete(request));
    running.add(request);
    const timer = new AbortController();
    const deadline = sleep(waitMs, "late" as const, { signal: timer.signal }).catch(() => undefined);
    const first = await Promise.race([request, deadline]);
    timer.abort();
    if (first !== "late") return first;
    isLate = true;
    breaker.failed();
    return undefined;
  }

  return {
    ask,
    async close() {
      stop.abort();
      await Promise.all(running);
    },
  };
}
