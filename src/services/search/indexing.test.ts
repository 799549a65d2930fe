import { afterEach, expect, jest, test } from "bun:test";
import { toSettings } from "../../hooks/config/schema.ts";
import type { Store } from "../../store/store.ts";
import { createIndexing } from "./indexing.ts";

const deps = { settings: toSettings({}), embeddings: { soon: () => undefined }, onError: () => undefined };

afterEach(() => void jest.useRealTimers());

/** As much of a store as indexing sees: so many records wait. */
function waiting(records: number, fails = false) {
  const state = { records, portions: 0 };
  const indexWords = async (limit: number) => {
    if (fails) throw new Error("no");
    const taken = Math.min(limit, state.records);
    state.records -= taken;
    state.portions++;
    return taken;
  };
  return { state, store: { indexWords } as unknown as Store };
}

test("new records are indexed after a quiet moment, a burst of them once", async () => {
  jest.useFakeTimers();
  const { state, store } = waiting(0);
  const indexing = createIndexing({ ...deps, store });
  indexing.soon();
  jest.advanceTimersByTime(100);
  indexing.soon();
  jest.advanceTimersByTime(100);
  expect(state.portions).toBe(0);
  jest.advanceTimersByTime(50);
  expect(state).toEqual({ records: 0, portions: 1 });
  await indexing.close();
});

test("many records are indexed in portions, all of them", async () => {
  const { state, store } = waiting(100);
  const indexing = createIndexing({ ...deps, store });
  indexing.soon();
  while (state.records > 0 || state.portions < 4) await Bun.sleep(5);
  expect(state).toEqual({ records: 0, portions: 4 });
  await indexing.close();
});

test("closed, it begins nothing more", async () => {
  jest.useFakeTimers();
  const { state, store } = waiting(10);
  const indexing = createIndexing({ ...deps, store });
  indexing.soon();
  await indexing.close();
  indexing.soon();
  jest.advanceTimersByTime(1000);
  expect(state.portions).toBe(0);
});

test("a failure is reported", async () => {
  jest.useFakeTimers();
  const errors: unknown[] = [];
  const indexing = createIndexing({
    ...deps,
    store: waiting(1, true).store,
    onError: (error) => void errors.push(error),
  });
  indexing.soon();
  jest.advanceTimersByTime(150);
  await indexing.close();
  expect(errors).toEqual([new Error("no")]);
});

test("without an endpoint for embeddings nothing is asked of them; with one, at every new record", async () => {
  const asked: string[] = [];
  const embeddings = { soon: () => void asked.push("soon") };
  const { store } = waiting(0);
  const without = createIndexing({ ...deps, embeddings, store });
  without.soon();
  expect(asked).toEqual([]);
  const settings = toSettings({
    embeddings: { url: "http://localhost:1/v1/embeddings", model: "m", timeoutMs: 1000 },
  });
  const withOne = createIndexing({ ...deps, settings, embeddings, store });
  withOne.soon();
  expect(asked).toEqual(["soon"]);
  await Promise.all([without.close(), withOne.close()]);
});
