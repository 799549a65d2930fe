import { expect, test } from "bun:test";
import { hookCall, inputOf } from "../../test/hook-call.ts";
import { playing } from "../../test/memory-session.ts";
import { type KnownInput, type Reply, say } from "../clients/index.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { recordsIn } from "../store/records/queries.ts";
import { answer, DEADLINE_MS, withDeadline } from "./answer.ts";
import type { HookCall } from "./services.ts";
import type { CallPart } from "./skip.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const answerTo = (app: App, call: HookCall, parts: CallPart[]) =>
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
  const before = (await recordsIn(app.store).stats()).injections;
  expect(await answerTo(app, start(app), [])).toEqual({});
  expect(await answerTo(app, start(app), ["record"])).toEqual({});
  expect((await recordsIn(app.store).stats()).injections).toBe(before);
});

test("an event without a handler is answered with nothing", async () => {
  await using app = await openTestApp();
  const call = hookCall("Notification", { message: "waiting" });
  expect(await answerTo(app, call, ["record", "context", "message"])).toEqual({});
});

function watched() {
  const counted: string[] = [];
  const warned: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (message: string, fields?: object) => void warned.push({ message, ...fields }),
    error: () => undefined,
  };
  return {
    counted,
    warned,
    services: { isPlayback: false, count: (name: string) => void counted.push(name), log },
  };
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

test("nobody waits for a session that is played back: it has no deadline", async () => {
  const { counted, services } = watched();
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const answered = withDeadline(promise, {}, { ...services, isPlayback: true }, 0);
  setTimeout(() => resolve(say("late")), 5);
  expect(await answered).toEqual({ message: "late" });
  expect(counted).toEqual([]);
});
