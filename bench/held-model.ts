/**
 * A scripted model that holds every answer until it is released. With it, several sessions can be played in
 * rotation, tool call by tool call, with only one active at a time.
 */
import { createRequest, type MessagesBody } from "../test/e2e/harness/request.ts";
import type { Turn } from "../test/e2e/harness/turn.ts";
import { countTokens, encodeTurn } from "../test/e2e/harness/wire.ts";

export interface HeldModel extends AsyncDisposable {
  url: string;
  /** When the main loop's next request had arrived completely; `performance.now()`. */
  nextRequest(): Promise<number>;
  /** Answers the held request. */
  answer(turn: Turn): void;
}

export function startHeldModel(): HeldModel {
  let arrived = Promise.withResolvers<number>();
  let held: ((turn: Turn) => void) | undefined;

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(http) {
      const body = await http.text();
      const at = performance.now();
      if (new URL(http.url).pathname !== "/v1/messages")
        return Response.json({ input_tokens: countTokens(body) });
      const request = createRequest(0, JSON.parse(body) as MessagesBody, http.headers);
      if (request.kind !== "main") return encodeTurn({ text: "A title" }, request);
      const turn = Promise.withResolvers<Turn>();
      held = turn.resolve;
      arrived.resolve(at);
      return encodeTurn(await turn.promise, request);
    },
  });

  return {
    url: `http://127.0.0.1:${server.port}`,
    nextRequest: () => arrived.promise,
    answer(turn) {
      arrived = Promise.withResolvers<number>();
      held?.(turn);
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
