/** Of many equal messages in a short time, the first pass; the rest are counted and summarized in one. */
import type { Clock } from "./clock.ts";

interface FloodOptions {
  now: Clock;
  /** Called once per window and key for what did not pass. */
  summarize(key: string, repeated: number): void;
}

interface FloodFilter {
  passes(key: string): boolean;
  flush(): void;
}

/** How many entries with one message are written per window. */
export const BURST = 20;
export const WINDOW_MS = 60_000;
/** Different messages that are told apart. Ours are fixed texts; a caller's may not be. */
const MOST_KEYS = 500;

export function createFloodFilter({ now, summarize }: FloodOptions): FloodFilter {
  let windows = new Map<string, { count: number; until: number }>();
  let nextEnd = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = (isOver: (until: number) => boolean) => {
    const over = [...windows].filter(([, { until }]) => isOver(until));
    windows = new Map([...windows].filter(([, { until }]) => !isOver(until)));
    nextEnd = Math.min(Number.POSITIVE_INFINITY, ...[...windows.values()].map(({ until }) => until));
    for (const [key, { count }] of over) if (count > BURST) summarize(key, count - BURST);
  };
  const closeEnded = () => close((until) => until <= now());

  return {
    passes(key) {
      if (windows.size > MOST_KEYS) close(() => true);
      else if (nextEnd <= now()) closeEnded();
      const window = windows.get(key);
      if (window === undefined) {
        const until = now() + WINDOW_MS;
        windows.set(key, { count: 1, until });
        nextEnd = Math.min(nextEnd, until);
        return true;
      }
      window.count++;
      if (window.count === BURST + 1) {
        // So that the number is written even if nothing else ever is.
        clearTimeout(timer);
        timer = setTimeout(closeEnded, WINDOW_MS);
        timer.unref();
      }
      return window.count <= BURST;
    },
    flush: () => close(() => true),
  };
}
