/** The stream of events: how it begins, beats, ends, and how many pages may hold one. */
import { afterEach, expect, jest, test } from "bun:test";
import { Hono } from "hono";
import { createLiveHub } from "../../history/live/live.ts";
import { liveRoute } from "./live.ts";

afterEach(() => jest.useRealTimers());

function opened() {
  const hub = createLiveHub();
  const app = new Hono();
  app.get("/api/live", (c) => liveRoute(c, hub));
  const open = async () => {
    const response = await app.request("/api/live");
    const reader = response.body?.getReader();
    const next = async () => {
      const part = await reader?.read();
      return part?.done === false ? new TextDecoder().decode(part.value) : undefined;
    };
    return { response, next, leave: () => reader?.cancel() };
  };
  return { hub, open };
}

test("a new page is told when to come back; it gets what happens from then on", async () => {
  const { hub, open } = opened();
  hub.publish({ type: "error", at: 1, message: "before" });
  const { response, next, leave } = await open();
  expect([response.headers.get("content-type"), response.headers.get("x-accel-buffering")]).toEqual([
    "text/event-stream; charset=utf-8",
    "no",
  ]);
  expect(await next()).toBe("retry: 1000\n\n");
  hub.publish({ type: "error", at: 2, message: "then" });
  expect(await next()).toBe('data: {"type":"error","at":2,"message":"then"}\n\n');
  await leave();
  expect(hub.watchers).toBe(0);
});

test("it beats every ten seconds until the page leaves", async () => {
  jest.useFakeTimers();
  const { open } = opened();
  const { next, leave } = await open();
  await next();
  jest.advanceTimersByTime(9999);
  let beat: string | undefined;
  const waiting = next().then((text) => {
    beat = text;
  });
  await Promise.resolve();
  expect(beat).toBeUndefined();
  jest.advanceTimersByTime(1);
  await waiting;
  expect(beat).toBe(": still here\n\n");
  expect(jest.getTimerCount()).toBe(1);
  await leave();
  expect(jest.getTimerCount()).toBe(0);
});

test("it ends with the daemon, and its beat with it", async () => {
  jest.useFakeTimers();
  const { hub, open } = opened();
  const { next } = await open();
  await next();
  hub.close();
  expect(await next()).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("fifty pages may be open, not one more", async () => {
  const { hub, open } = opened();
  const pages = [];
  for (let n = 0; n < 50; n++) pages.push(await open());
  const refused = await open();
  expect([pages.at(-1)?.response.status, refused.response.status, hub.watchers]).toEqual([200, 429, 50]);
  expect(await refused.next()).toBe('{"error":"Too many pages are open."}');
  await pages[0]?.leave();
  expect((await open()).response.status).toBe(200);
});
