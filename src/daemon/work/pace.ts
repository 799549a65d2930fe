/** Long work in short steps: others get their turn in between, and half of the time is theirs. */
import { createPauses } from "../../platform/write-pauses.ts";

/** As long as one slice lasts; a step that takes longer is a slice of its own. */
const SLICE_MS = 8;

interface Pace {
  /** False: a short pause after a few steps, so that nobody who writes has to wait for all of them. */
  isPaced: boolean;
  signal?: AbortSignal | undefined;
  sleep?: (ms: number) => Promise<void>;
  /** Milliseconds, from any point on. */
  elapsed?: () => number;
}

/** Repeats a step until it says that nothing is left, or the signal ends it. */
export function pacedSteps({ isPaced, signal, sleep = Bun.sleep, elapsed = () => performance.now() }: Pace) {
  const pause = createPauses(sleep);
  return async (step: () => Promise<boolean>): Promise<void> => {
    let began = elapsed();
    while (signal?.aborted !== true && (await step())) {
      const took = elapsed() - began;
      if (took < SLICE_MS) continue;
      await sleep(isPaced ? took : 0);
      if (!isPaced) await pause(took);
      began = elapsed();
    }
  };
}
