/** Brings late events to the daemon, also to one that was there all the time: a connection can break without it. */
import type { LateEvent, LateEvents } from "./late-events.ts";
import type { Attached } from "./upstream.ts";

interface HandOverOptions {
  late: LateEvents;
  /** The one that answers. */
  daemon(): Attached | undefined;
  /** False if it was not taken. */
  send(daemon: Attached, event: LateEvent): Promise<boolean>;
  againMs?: number;
}

const AGAIN_MS = 500;

/** Call the result when an event was added, and when a daemon answers. Without one, nothing happens. */
export function createHandOver({ late, daemon, send, againMs = AGAIN_MS }: HandOverOptions): () => void {
  let again: ReturnType<typeof setTimeout> | undefined;

  return function handOver() {
    const to = daemon();
    if (to === undefined) return;
    void late
      .deliver((event) => send(to, event))
      .then(() => {
        if (late.size() === 0 || again !== undefined) return;
        again = setTimeout(() => {
          again = undefined;
          handOver();
        }, againMs);
        // What waits is no reason to keep a process.
        again.unref();
      });
  };
}
