/**
 * An import writes all the time, and hooks that are answered meanwhile have to write too. One batch at a time, however many
 * files are read at once, and a pause after every few.
 */

import { createPauses } from "../../platform/write-pauses.ts";
import type { recordsIn } from "../../store/records/queries.ts";

type Record = ReturnType<typeof recordsIn>["record"];

export function pacedRecord(record: Record, pause = createPauses()): Record {
  let last: Promise<unknown> = Promise.resolve();
  return (batch) => {
    let began = 0;
    const recorded = last.then(() => {
      began = performance.now();
      return record(batch);
    });
    // Whoever waits for this batch does not wait for the pause after it.
    const rest = () => pause(performance.now() - began);
    last = recorded.then(rest, rest);
    return recorded;
  };
}
