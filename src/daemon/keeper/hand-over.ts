/** Delivers late events to the daemon, including one that never stopped: only its connection may have failed. */
import type { LateEvent, LateEvents } from "./late-events.ts";
import type { Attached } from "./upstream.ts";

interface HandOverOptions {
  late: LateEvents;
  /** The daemon that responds. */
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
        // Waiting events must not keep the process alive.
        again.unref();
      });
  };
}
