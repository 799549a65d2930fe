import { expect, test } from "bun:test";
import { type Reply, say } from "../protocol/index.ts";
import { DEADLINE_MS, withDeadline } from "./deadline.ts";

function watched() {
  const counted: string[] = [];
  const warned: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (message: string, fields?: object) => void warned.push({ message, ...fields }),
    error: () => undefined,
  };
  return { counted, warned, services: { count: (name: string) => void counted.push(name), log } };
}

test("a handler that never ends is answered with nothing, and hook_deadline is counted", async () => {
  const { counted, warned, services } = watched();
  const never = new Promise<Reply>(() => undefined);
  expect(await withDeadline(never, { name: "context" }, services, 1)).toEqual({});
  expect(counted).toEqual(["hook_deadline"]);
  expect(warned).toEqual([{ message: "a hook was not answered in time", name: "context" }]);
});

test("a handler that ends in time is answered with its reply, and nothing is counted", async () => {
  const { counted, warned, services } = watched();
  expect(await withDeadline(Promise.resolve(say("done")), {}, services, 60_000)).toEqual({ message: "done" });
  expect([counted, warned]).toEqual([[], []]);
});

test("the deadline ends before the client stops waiting for an installed hook (2 s)", () => {
  expect(DEADLINE_MS).toBeGreaterThanOrEqual(500);
  expect(DEADLINE_MS).toBeLessThan(1500);
});
