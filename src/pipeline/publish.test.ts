import { expect, test } from "bun:test";
import { hookCall } from "../../test/hook-call.ts";
import { openTestApp } from "../daemon/test-app.ts";
import type { LiveEvent } from "../history/live/live.ts";

test("whoever watches sees an event by what was stored of it, and its answer with its time", async () => {
  await using app = await openTestApp();
  const seen: LiveEvent[] = [];
  app.service.live.watch({ send: (event) => void seen.push(event), end: () => undefined });
  await app.service.hook(hookCall("Stop", {}, { at: 5 }));
  await app.service.idle();
  const [stored] = seen.filter(({ type }) => type === "event");
  expect(stored).toMatchObject({ type: "event", event: "Stop", kind: "event", at: 5, title: "Stop" });
  expect(seen.filter(({ type }) => type === "answered")).toEqual([
    { type: "answered", at: 5, ms: expect.any(Number) },
  ]);
});
