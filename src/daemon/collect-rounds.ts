/**
 * Gives memory back to the system. One collection is not enough: JavaScriptCore frees what it found while it goes on, throws
 * away machine code that has not run lately only in the collection after that, and its allocator returns pages later still.
 * After the answers of a large store: 126 MB after the first, 118 two seconds later, 106 and 98 after the next ones.
 */
const ROUNDS = 4;
const BETWEEN_MS = 2_000;

interface CollectOptions {
  collect?: () => void;
  pause?: (ms: number) => Promise<unknown>;
  /** The daemon stops: nobody needs the memory any more. */
  isStopped(): boolean;
}

export async function collectInRounds({
  collect = () => Bun.gc(true),
  pause = Bun.sleep,
  isStopped,
}: CollectOptions): Promise<void> {
  for (let round = 1; !isStopped(); round++) {
    collect();
    if (round === ROUNDS) return;
    await pause(BETWEEN_MS);
  }
}
