import { expect, test } from "bun:test";
import { isAnswering, waitedForProcessor } from "./silence.ts";

const never = new Promise<boolean>(() => undefined);

/** Time passes only by sleeping; each sleep takes as long as asked, or `lateMs` longer. */
function machine({ share = 0, lateMs = 0 }: { share?: number; lateMs?: number } = {}) {
  let time = 0;
  return {
    mostMs: 3_000,
    longestMs: 30_000,
    now: () => time,
    waitedMs: () => time * share,
    async sleep(ms: number) {
      time += ms + lateMs;
    },
  };
}

test("one that could have run and said nothing is silent after the time it has", async () => {
  const { now, ...rest } = machine();
  expect(await isAnswering({ answer: never, now, ...rest })).toBe(false);
  expect(now()).toBe(3_000);
});

test("one that waits for a processor most of the time has more time, and not for ever", async () => {
  const half = machine({ share: 0.5 });
  expect(await isAnswering({ answer: never, ...half })).toBe(false);
  expect(half.now()).toBe(6_000);
  const starved = machine({ share: 1 });
  expect(await isAnswering({ answer: never, ...starved })).toBe(false);
  expect(starved.now()).toBe(30_000);
});

test("a look that comes late counts once, so a keeper that did not run itself accuses nobody", async () => {
  const late = machine({ lateMs: 250 });
  expect(await isAnswering({ answer: never, ...late })).toBe(false);
  expect(late.now()).toBe(18_000);
});

test("an answer that comes in between, and a refused connection, are told at once", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const busy = machine({ share: 0.9 });
  const sleep = async (ms: number) => {
    await busy.sleep(ms);
    if (busy.now() >= 5_000) resolve(true);
  };
  expect(await isAnswering({ ...busy, answer: promise, sleep })).toBe(true);
  expect(await isAnswering({ ...machine(), answer: Promise.resolve(false) })).toBe(false);
});

test("what a process has waited for a processor only grows, and is 0 for one that is not there", () => {
  const before = waitedForProcessor(process.pid);
  expect(before).toBeGreaterThanOrEqual(0);
  expect(waitedForProcessor(process.pid)).toBeGreaterThanOrEqual(before);
  expect(waitedForProcessor(2 ** 30)).toBe(0);
});
