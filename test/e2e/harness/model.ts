import { createRequest, type MessagesBody, type ModelRequest, type RequestKind } from "./request.ts";
import type { Turn } from "./turn.ts";
import { countTokens, encodeError, encodeTurn } from "./wire.ts";

export type { Block, MessagesBody, ModelRequest, RequestKind } from "./request.ts";
export { lastText, textOf } from "./request.ts";
export * from "./turn.ts";

/**
 * What the scripted model answers. A list is played in order: each request takes the first remaining turn that is
 * meant for it. A function answers every request itself; `undefined` means the default answer.
 */
export type Script = Turn[] | ((request: ModelRequest, index: number) => Turn | undefined);

export interface Model extends AsyncDisposable {
  /** Base URL, for ANTHROPIC_BASE_URL. */
  url: string;
  /** Every request, in order of arrival. */
  requests: ModelRequest[];
  mainRequests(): ModelRequest[];
  requestsOf(kind: RequestKind): ModelRequest[];
  /** Turns of the script that no request has taken yet. */
  unplayed(): Turn[];
  close(): Promise<void>;
}

const DEFAULT_TEXT: Record<RequestKind, string> = {
  main: "The script has no more turns.",
  subagent: "The subagent is done.",
  summary: "<summary>\nThe conversation so far, summarised by the stand-in.\n</summary>",
  helper: "Stand-in title",
};

/** Serves a scripted Messages API on a free loopback port. */
export function startModel(script: Script = []): Model {
  const requests: ModelRequest[] = [];
  const left = Array.isArray(script) ? [...script] : [];

  const pick = (request: ModelRequest): Turn => {
    const turn = typeof script === "function" ? script(request, request.index) : take(left, request);
    return turn ?? { text: DEFAULT_TEXT[request.kind] };
  };

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(http) {
      const { pathname } = new URL(http.url);
      if (http.method === "POST" && pathname === "/v1/messages/count_tokens") {
        return Response.json({ input_tokens: countTokens(await http.json()) });
      }
      if (http.method !== "POST" || pathname !== "/v1/messages") {
        return encodeError(404, "not_found_error", `The stand-in does not serve ${http.method} ${pathname}`);
      }
      const request = createRequest(requests.length, (await http.json()) as MessagesBody, http.headers);
      requests.push(request);
      const turn = pick(request);
      if (turn.delayMs !== undefined) await Bun.sleep(turn.delayMs);
      return encodeTurn(turn, request);
    },
  });

  const close = () => server.stop(true);
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    mainRequests: () => requests.filter((r) => r.kind === "main"),
    requestsOf: (kind) => requests.filter((r) => r.kind === kind),
    unplayed: () => [...left],
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Removes the first turn meant for this request from the list. */
function take(left: Turn[], request: ModelRequest): Turn | undefined {
  const at = left.findIndex((turn) =>
    turn.when !== undefined ? turn.when(request) : request.kind === "main",
  );
  return at < 0 ? undefined : left.splice(at, 1)[0];
}
