import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { hookCall } from "../../test/hook-call.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { PawlError } from "../platform/errors.ts";
import { addToSpool } from "../platform/spool.ts";
import { recordsIn } from "../store/records/queries.ts";
import { override } from "../store/store.ts";
import { createReplay } from "./replay.ts";
import type { Services } from "./services.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const prompt = (text: string) => hookCall("UserPromptSubmit", { prompt: text }).body;
const waiting = (app: App) => readdirSync(app.home.spool).length;

/** The app's services on a store whose writes fail with `code` as long as `isBroken`. */
function failing(app: App, code: string) {
  const state = { isBroken: true };
  const record: ReturnType<typeof recordsIn>["record"] = (batch) =>
    state.isBroken ? Promise.reject(new PawlError(code, "no room")) : recordsIn(app.store).record(batch);
  return {
    state,
    services: { ...app.service, store: override(app.store, recordsIn, { record }) } satisfies Services,
  };
}

test("spooled events are recorded with their own time and answered to nobody", async () => {
  await using app = await openTestApp();
  addToSpool(app.home.spool, 1000, prompt("first"));
  addToSpool(app.home.spool, 2000, prompt("second"));
  expect(await createReplay(app.service)()).toBe(2);
  expect((await recordsIn(app.store).prompts({ limit: 9 })).map(({ text, at }) => [text, at])).toEqual([
    ["second", 2000],
    ["first", 1000],
  ]);
  expect(waiting(app)).toBe(0);
});

test("two drains at the same time are one", async () => {
  await using app = await openTestApp();
  addToSpool(app.home.spool, 1000, prompt("first"));
  const drain = createReplay(app.service);
  expect(await Promise.all([drain(), drain()])).toEqual([1, 1]);
  addToSpool(app.home.spool, 2000, prompt("second"));
  expect(await drain()).toBe(1);
});

test.each(["store_full", "store_locked", "store_unwritable", "store_corrupt", "store_closed"])(
  "an event that finds %s stays in the spool and is recorded when that is over",
  async (code) => {
    await using app = await openTestApp();
    addToSpool(app.home.spool, 1000, prompt("kept"));
    const { state, services } = failing(app, code);
    const drain = createReplay(services);
    await drain().catch(() => undefined);
    expect(waiting(app)).toBe(1);
    state.isBroken = false;
    await drain();
    expect(waiting(app)).toBe(0);
    expect((await recordsIn(app.store).stats()).prompts).toBe(1);
  },
);

test("an event that the store refuses for its own sake holds up nobody behind it", async () => {
  await using app = await openTestApp();
  addToSpool(app.home.spool, 1000, prompt("refused"));
  const { services } = failing(app, "record_invalid");
  await createReplay(services)();
  expect(waiting(app)).toBe(0);
});
