/**
 * The same event can come twice: plugin and installed hooks side by side, hooks in two settings files. The client
 * gives both the same input, so the second is recognised: recorded once, injected once.
 */

/** Both arrive at the same time; a process start on a busy machine is the most that lies between. */
const WINDOW_MS = 15_000;

export interface Once {
  /** True for the first to ask for this key. */
  claim(key: string, at: number): boolean;
  /** Nothing came of it: the next to ask is the first again. */
  release(key: string): void;
}

export function createOnce(): Once {
  const claimed = new Map<string, number>();
  return {
    claim(key, at) {
      // Insertion order is time order: the expired ones are at the front.
      for (const [old, when] of claimed) {
        // Both ways: a clock that was set back must not keep them for hours.
        if (Math.abs(at - when) <= WINDOW_MS) break;
        claimed.delete(old);
      }
      if (claimed.has(key)) return false;
      claimed.set(key, at);
      return true;
    },
    release: (key) => void claimed.delete(key),
  };
}
