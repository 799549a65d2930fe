/** `GET /api/live`: server-sent events. A page that reconnects sends the last id it saw and gets the rest. */
import type { Context } from "hono";
import type { LiveHub, Numbered } from "../../services/live/live.ts";

/** Below the server's idle timeout, and often enough for a page to notice a dead connection. */
const HEARTBEAT_MS = 10_000;
/** A limit for pages left open in forgotten windows. */
const MOST_WATCHERS = 50;

export function liveRoute(c: Context, hub: LiveHub): Response {
  if (hub.watchers >= MOST_WATCHERS) return c.json({ error: "Too many pages are open." }, 429);
  const after = c.req.query("after") ?? c.req.header("last-event-id");
  const encoder = new TextEncoder();
  let leave: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const send = ({ id, event }: Numbered) => write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
      const beat = setInterval(() => write(": still here\n\n"), HEARTBEAT_MS);
      const watch = hub.watch(
        {
          send,
          end() {
            clearInterval(beat);
            controller.close();
          },
        },
        after,
      );
      leave = () => {
        clearInterval(beat);
        watch.leave();
      };
      write("retry: 1000\n\n");
      // Too old, or an id from another daemon: the page reloads its data.
      if (watch.missed === undefined) write("event: reload\ndata: {}\n\n");
      else for (const numbered of watch.missed) send(numbered);
    },
    cancel() {
      leave();
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
  });
}
