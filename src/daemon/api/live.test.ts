import { expect, test } from "bun:test";
import { Hono } from "hono";
import { createLiveHub } from "../../history/live/live.ts";
import { liveRoute } from "./live.ts";

function opened() {
  const hub = createLiveHub();
  const app = new Hono();
  app.get("/api/live", (c) => liveRoute(c, hub));
  return { hub, open: async () => (await app.request("/api/live")).body };
}

const message = "x".repeat(10_000);
const publish = (hub: ReturnType<typeof createLiveHub>, times: number) => {
  for (let i = 0; i < times; i++) hub.publish({ type: "error", at: i, message });
};

test("G15 a page that never reads is let go: what waits for it is bounded", async () => {
  const { hub, open } = opened();
  const body = await open();
  publish(hub, 20);
  expect(hub.watchers).toBe(1);
  publish(hub, 100);
  expect(hub.watchers).toBe(0);
  // What was waiting is still read, and then the stream ends.
  const text = await new Response(body).text();
  expect(text.length).toBeLessThan(400_000);
});

test("one that reads stays, however much comes", async () => {
  const { hub, open } = opened();
  const reader = (await open())?.getReader();
  for (let round = 0; round < 50; round++) {
    publish(hub, 5);
    for (let i = 0; i < 5; i++) await reader?.read();
  }
  expect(hub.watchers).toBe(1);
  await reader?.cancel();
  expect(hub.watchers).toBe(0);
});
