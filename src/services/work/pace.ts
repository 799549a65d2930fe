/** Long work in short steps: others get their turn in between, and half of the time is theirs. */

/** As long as one slice lasts; a step that takes longer is a slice of its own. */
const SLICE_MS = 8;

interface Pace {
  /** False: no pauses, only turns. */
  isPaced: boolean;
  signal?: AbortSignal | undefined;
}

/** Repeats a step until it says that nothing is left, or the signal ends it. */
export function pacedSteps({ isPaced, signal }: Pace) {
  return async (step: () => Promise<boolean>): Promise<void> => {
    let began = performance.now();
    while (signal?.aborted !== true && (await step())) {
      const took = performance.now() - began;
      if (took < SLICE_MS) continue;
      await Bun.sleep(isPaced ? took : 0);
      began = performance.now();
    }
  };
}
