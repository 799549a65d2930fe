/**
 * Back-pressure: a limited number of events is sent to the daemon at once; the others wait here, in order. Without it, in a
 * burst of thousands each event would wait so long that the daemon looks frozen.
 */
export interface Turns {
  /**
   * Resolves when it is this event's turn; call the result when the daemon has answered. Undefined after `waitMs`, or if too
   * many wait.
   */
  take(waitMs: number): Promise<(() => void) | undefined>;
}

/** Each of them may be as large as a tool's output. */
const MOST_WAITING = 5000;

export function createTurns(most: number): Turns {
  const waiting = new Set<(isTurn: boolean) => void>();
  let taken = 0;

  function turn(waitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const done = (isTurn: boolean) => {
      waiting.delete(done);
      clearTimeout(timer);
      resolve(isTurn);
    };
    const timer = setTimeout(done, waitMs, false);
    waiting.add(done);
    return promise;
  }

  return {
    async take(waitMs) {
      if (taken < most) taken++;
      else if (waiting.size >= MOST_WAITING || !(await turn(waitMs))) return undefined;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const [next] = waiting;
        // The turn is handed on, so that no later event can take it first.
        if (next === undefined) taken--;
        else next(true);
      };
    },
  };
}
