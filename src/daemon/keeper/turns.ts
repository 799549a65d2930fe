/**
 * Back-pressure: a limited number of events is sent to the daemon at once; the others wait here, in order. Without it, in a
 * burst of thousands each event would wait so long that the daemon looks frozen.
 */
export interface Turns {
  /** Resolves when it is this event's turn; call the result when the daemon has answered. */
  take(): Promise<() => void>;
}

/** `heldMs`: an event that takes longer, such as one with a user's hook, no longer blocks the others. */
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
