import { expect, test } from "bun:test";
import { createHandOver } from "./hand-over.ts";
import { createLateEvents, type LateEvent } from "./late-events.ts";
import type { Attached } from "./upstream.ts";

const event = (at: number): LateEvent => ({ at, headers: new Headers(), body: new Uint8Array(10) });
const DAEMON: Attached = { pid: 1, version: "0", address: { port: 1 } };

/** `taken` has what the daemon took; `isTaken` decides. */
function made(isTaken: (at: number) => boolean) {
  const taken: number[] = [];
  const all = Promise.withResolvers<void>();
  const at: { daemon: Attached | undefined } = { daemon: DAEMON };
  const late = createLateEvents({ onAdd: () => handOver() });
  const handOver = createHandOver({
    late,
    daemon: () => at.daemon,
    send: async (_, { at: time }) => {
      if (!isTaken(time)) return false;
      taken.push(time);
      if (taken.length === 3) all.resolve();
      return true;
    },
    againMs: 1,
  });
  return { late, taken, at, handOver, all: all.promise };
}

test("an event that is late although a daemon answers is handed over at once", async () => {
  const { late, taken, all } = made(() => true);
  for (const time of [1, 2, 3]) late.add(event(time));
  await all;
  expect([taken, late.size()]).toEqual([[1, 2, 3], 0]);
});

test("what a daemon that lives did not take is tried again, and in order", async () => {
  let tries = 0;
  const { late, taken, all } = made(() => ++tries > 4);
  for (const time of [1, 2, 3]) late.add(event(time));
  await all;
  expect(taken).toEqual([1, 2, 3]);
});

test("without a daemon it waits for one", async () => {
  const { late, taken, at, handOver, all } = made(() => true);
  at.daemon = undefined;
  for (const time of [1, 2, 3]) late.add(event(time));
  expect([taken, late.size()]).toEqual([[], 3]);
  at.daemon = DAEMON;
  handOver();
  await all;
  expect(taken).toEqual([1, 2, 3]);
});
