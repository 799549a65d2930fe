/**
 * Back-pressure: only a few events are sent to the daemon at once; the others wait here. The sessions take turns, so that one
 * that sends thousands does not delay the others. Only one large event is sent at a time.
 */
export type Turns = ReturnType<typeof createTurns>;

/** The lane of large events, and of unreadable ones. */
export const LARGE_LANE = "";
/** Each of them may be as large as a tool's output. */
const MOST_WAITING = 5000;

type Waiting = Set<(isTurn: boolean) => void>;

export function createTurns(most: number) {
  const lanes = new Map<string, Waiting>();
  let waiting = 0;
  let taken = 0;
  let isLargeTaken = false;

  const mayGo = (lane: string) => taken < most && !(lane === LARGE_LANE && isLargeTaken);

  function turn(lane: string, waitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const own: Waiting = lanes.get(lane) ?? new Set();
    const done = (isTurn: boolean) => {
      own.delete(done);
      if (own.size === 0) lanes.delete(lane);
      waiting--;
      clearTimeout(timer);
      resolve(isTurn);
    };
    const timer = setTimeout(done, waitMs, false);
    own.add(done);
    lanes.set(lane, own);
    waiting++;
    return promise;
  }

  function begin(lane: string): void {
    taken++;
    if (lane === LARGE_LANE) isLargeTaken = true;
  }

  /** Selects the lane that has waited longest since its last turn, and gives it the turn at once, before a later event. */
  function next(): void {
    for (const [lane, own] of lanes) {
      if (taken >= most) return;
      const [first] = own;
      if (first === undefined || !mayGo(lane)) continue;
      begin(lane);
      lanes.delete(lane);
      lanes.set(lane, own);
      first(true);
    }
  }

  return {
    /**
     * Resolves when it is this event's turn; call the result when the daemon has answered. Undefined after `waitMs`, or if too
     * many wait.
     */
    async take(lane: string, waitMs: number): Promise<(() => void) | undefined> {
      if (mayGo(lane)) begin(lane);
      else if (waiting >= MOST_WAITING || !(await turn(lane, waitMs))) return undefined;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken--;
        if (lane === LARGE_LANE) isLargeTaken = false;
        next();
      };
    },
  };
}
