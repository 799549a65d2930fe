/**
 * A pause between two transactions that lasts until all who waited have written. Of two who wait for the lock one is faster; in
 * a pause of fixed length the other one would miss its turn, and wait for the whole of the next transaction too.
 */
import type { Database } from "bun:sqlite";

/** Whoever waits looks for the lock every 2 ms, and a little later on a busy machine: see retry.ts. */
const TURN_MS = 4;
/** Who writes all the time may hold this up, but not for long. */
const MOST_MS = 15;

/** Waits so many milliseconds, and from then on until no other connection has written for a moment. */
export function createGiveWay(db: Database, sleep: (ms: number) => Promise<void> = Bun.sleep) {
  // Another number each time that another connection has written.
  const version = db.query<{ data_version: number }, []>("pragma data_version");
  return async (ms: number): Promise<void> => {
    let seen = version.get()?.data_version;
    let left = ms;
    // Counted, not measured: where every sleep takes longer, so do the others.
    for (let slept = 0; left > 0 && slept < MOST_MS; slept++) {
      await sleep(1);
      const now = version.get()?.data_version;
      left = now === seen ? left - 1 : Math.max(left - 1, TURN_MS);
      seen = now;
    }
  };
}
