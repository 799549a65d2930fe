/** `GET /api/live`: server-sent events. */
import type { Context } from "hono";
import type { LiveEvent, LiveHub } from "../../history/live/live.ts";

/** Below the server's idle timeout, and often enough for a page to notice a dead connection. */
const HEARTBEAT_MS = 10_000;
/**
 * The limit of data that waits for a page that does not read, such as on a sleeping laptop. Past it, the connection is
 * closed; the page reconnects by itself and loads its data again.
 */
const MOST_WAITING_BYTES = 256 * 1024;
/** A limit for pages left open in forgotten windows. */
const MOST_WATCHERS = 50;

export function liveRoute(c: Context, hub: LiveHub): Response {
  if (hub.watchers >= MOST_WATCHERS) return c.json({ error: "Too many pages are open." }, 429);
  const encoder = new TextEncoder();
  let leave: () => void = () => undefined;
  let isOver = false;
  const source = {
    start(controller: ReadableStreamDefaultController<Uint8Array>) {
      const close = () => {
        if (!isOver) controller.close();
        isOver = true;
      };
      const write = (text: string) => {
        if (isOver) return;
        if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(encoder.encode(text));
        leave();
        close();
      };
      const send = (event: LiveEvent) => write(`data: ${JSON.stringify(event)}\n\n`);
      const beat = setInterval(() => write(": still here\n\n"), HEARTBEAT_MS);
      const unwatch = hub.watch({
        send,
        end() {
          clearInterval(beat);
          close();
        },
      });
      leave = () => {
        clearInterval(beat);
        unwatch();
      };
      write("retry: 1000\n\n");
    },
    cancel() {
      isOver = true;
      leave();
    },
  };
  const body = new ReadableStream(
    source,
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
  );
  return new Response(body, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
  });
}
