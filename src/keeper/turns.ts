/**
 * Back-pressure: only so many events are with the daemon at once, the others wait here, in order. Without it a burst of
 * thousands would keep each of them waiting so long that the daemon looks frozen.
 */
export interface Turns {
  /** Resolves when it is this event's turn; call the result when the daemon has answered. */
  take(): Promise<() => void>;
}

/** `heldMs`: one that takes longer, such as a user's hook, no longer keeps others waiting. */
export function createTurns(most: number, heldMs: number): Turns {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return {
    async take() {
      if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken++;
      let isHeld = true;
      const release = () => {
        if (!isHeld) return;
        isHeld = false;
        clearTimeout(timer);
        const next = waiting.shift();
        // The turn is handed on, so that nobody who comes later can take it first.
        if (next === undefined) taken--;
        else next();
      };
      const timer = setTimeout(release, heldMs);
      return release;
    },
  };
}
