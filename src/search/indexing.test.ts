import { afterEach, expect, jest, spyOn, test } from "bun:test";
import { createIndexing } from "./indexing.ts";

const deps = { onError: () => undefined };

afterEach(() => void jest.useRealTimers());

/** As much of the work as indexing sees. */
function counted() {
  const state = { runs: 0 };
  const index = async () => {
    state.runs++;
  };
  return { state, index };
}

test("a burst of new records is indexed once, a moment after the first of them", async () => {
  jest.useFakeTimers();
  const { state, index } = counted();
  const indexing = createIndexing({ ...deps, index });
  indexing.soon();
  jest.advanceTimersByTime(100);
  indexing.soon();
  expect(state.runs).toBe(0);
  jest.advanceTimersByTime(50);
  expect(state.runs).toBe(1);
  await indexing.close();
});

test("G5 steady work does not put it off: records that come every 50 ms are indexed all the time", async () => {
  jest.useFakeTimers();
  const { state, index } = counted();
  const indexing = createIndexing({ ...deps, index });
  for (let at = 0; at < 3000; at += 50) {
    indexing.soon();
    jest.advanceTimersByTime(50);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
  expect(state.runs).toBeGreaterThanOrEqual(10);
  jest.useRealTimers();
  await indexing.close();
});

test("what comes while it runs is indexed by one more run, not by one each", async () => {
  let finish: () => void = () => undefined;
  let runs = 0;
  const index = () => {
    runs++;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const indexing = createIndexing({ ...deps, index });
  indexing.soon();
  while (runs === 0) await Bun.sleep(5);
  for (let i = 0; i < 10; i++) indexing.soon();
  finish();
  while (runs === 1) await Bun.sleep(5);
  finish();
  await indexing.close();
  expect(runs).toBe(2);
});

test("closed, it begins nothing more", async () => {
  jest.useFakeTimers();
  const { state, index } = counted();
  const indexing = createIndexing({ ...deps, index });
  indexing.soon();
  await indexing.close();
  indexing.soon();
  jest.advanceTimersByTime(1000);
  expect(state.runs).toBe(0);
});

test("closed while it rests after a long run, it ends at once", async () => {
  // The clock is the test's: the run took a day.
  const clock = spyOn(performance, "now").mockReturnValue(0);
  try {
    let runs = 0;
    const indexing = createIndexing({
      ...deps,
      index: async () => {
        runs++;
        clock.mockReturnValue(86_400_000);
        indexing.soon();
      },
    });
    indexing.soon();
    while (runs === 0) await Bun.sleep(1);
    await indexing.close();
    expect(runs).toBe(1);
  } finally {
    clock.mockRestore();
  }
});

test("a failure is reported", async () => {
  const errors: unknown[] = [];
  const indexing = createIndexing({
    ...deps,
    index: () => Promise.reject(new Error("no")),
    onError: (error) => void errors.push(error),
  });
  indexing.soon();
  while (errors.length === 0) await Bun.sleep(5);
  await indexing.close();
  expect(errors).toEqual([new Error("no")]);
});

test("the project that somebody works in is named once for a burst, a moment later", async () => {
  jest.useFakeTimers();
  const { index } = counted();
  const named: string[] = [];
  const indexing = createIndexing({ ...deps, index, onProject: (project) => void named.push(project) });
  indexing.soon("/p");
  indexing.soon("/p");
  // What another process stored is nobody's work here.
  indexing.soon();
  expect(named).toEqual([]);
  jest.advanceTimersByTime(150);
  expect(named).toEqual(["/p"]);
  jest.useRealTimers();
  await indexing.close();
});
