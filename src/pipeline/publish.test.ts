import { expect, test } from "bun:test";
import { hookCall, inputOf } from "../../test/hook-call.ts";
import { openTestApp } from "../daemon/test-app.ts";
import type { LiveEvent } from "../history/live/live.ts";
import { publishAnswered, publishEvent } from "./record.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
function watch(app: App): LiveEvent[] {
  const seen: LiveEvent[] = [];
  app.service.live.watch({ send: ({ event }) => void seen.push(event), end: () => undefined });
  return seen;
}

test("an answered call is told to whoever watches, with its time", async () => {
  await using app = await openTestApp();
  const seen = watch(app);
  publishAnswered(hookCall("Stop", {}, { at: 5 }), 1.23456, app.service);
  expect(seen).toEqual([{ type: "answered", at: 5, ms: 1.23 }]);
});

test("an event is told by what was stored of it", async () => {
  await using app = await openTestApp();
  const seen = watch(app);
  const session = { id: "s", project: "/p", cwd: "/p", at: 7 };
  publishEvent(inputOf(hookCall("Stop")), { session }, app.service);
  expect(seen).toEqual([
    { type: "event", event: "Stop", kind: "event", sessionId: "s", project: "/p", at: 7, title: "Stop" },
  ]);
});
