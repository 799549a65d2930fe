import { expect, test } from "bun:test";
import { createLateEvents } from "./late-events.ts";

const event = (at: number, bytes = 10) => ({ at, headers: new Headers(), body: new Uint8Array(bytes) });

test("events are delivered once, oldest first", async () => {
  const late = createLateEvents();
  late.add(event(1));
  late.add(event(2));
  const got: number[] = [];
  const send = async ({ at }: { at: number }) => got.push(at) > 0;
  await Promise.all([late.deliver(send), late.deliver(send)]);
  expect(got).toEqual([1, 2]);
  expect(late.size()).toBe(0);
});

test("what a daemon that ended again did not take stays first in line", async () => {
  const late = createLateEvents();
  late.add(event(1));
  late.add(event(2));
  await late.deliver(async ({ at }) => at !== 1);
  expect(late.size()).toBe(2);
  const got: number[] = [];
  await late.deliver(async ({ at }) => got.push(at) > 0);
  expect(got).toEqual([1, 2]);
});

test("over the limit the oldest go, and are counted", async () => {
  const late = createLateEvents({ mostBytes: 25 });
  for (const at of [1, 2, 3]) late.add(event(at));
  expect([late.size(), late.dropped()]).toEqual([2, 1]);
  late.add(event(4, 100));
  expect([late.size(), late.dropped()]).toEqual([0, 4]);
});
