import { expect, test } from "bun:test";
import { hookCall, inputOf } from "../../test/hook-call.ts";
import { playing } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import type { KnownInput } from "../protocol/index.ts";
import { answer } from "./answer.ts";
import type { HookCall } from "./call.ts";
import type { Part } from "./once.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const answerTo = (app: App, call: HookCall, parts: Part[]) =>
  answer(inputOf(call) as KnownInput, call, parts, app.service);

async function appWithPast() {
  const app = await openTestApp();
  const past = playing(app, "earlier");
  await past.ask("Rename the parser");
  await past.end();
  return app;
}
const start = (app: App) => hookCall("SessionStart", { cwd: app.dir, source: "startup" });

test("the reply has the parts that this call of the event is for, and no other", async () => {
  await using app = await appWithPast();
  const all = await answerTo(app, start(app), ["record", "context", "message"]);
  expect(all.context).toContain("Rename the parser");
  expect(all.message).toContain("1 earlier session");
  const loaded = await answerTo(app, start(app), ["record", "context"]);
  expect(Object.keys(loaded)).toEqual(["context"]);
  const shown = await answerTo(app, start(app), ["message"]);
  expect(Object.keys(shown)).toEqual(["message"]);
});

test("a duplicate, for which no part is left, is answered with nothing and writes nothing", async () => {
  await using app = await appWithPast();
  const before = (await app.store.stats()).injections;
  expect(await answerTo(app, start(app), [])).toEqual({});
  expect(await answerTo(app, start(app), ["record"])).toEqual({});
  expect((await app.store.stats()).injections).toBe(before);
});

test("an event without a handler is answered with nothing", async () => {
  await using app = await openTestApp();
  const call = hookCall("Notification", { message: "waiting" });
  expect(await answerTo(app, call, ["record", "context", "message"])).toEqual({});
});
