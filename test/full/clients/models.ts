/** Scripted models on loopback, in the two forms that other coding agents speak. */

export interface ModelTurn {
  /** Ends the turn. */
  text?: string;
  call?: { name: string; args: Record<string, unknown> };
  /** What the model says that the conversation takes. */
  tokens?: number;
}

export interface ScriptedModel extends AsyncDisposable {
  url: string;
  /** What the client has sent, one text per request of the main loop. */
  requests: string[];
  /** All others: titles, summaries. */
  aside: string[];
}

const stream = (events: readonly string[]) =>
  new Response(events.map((event) => `data: ${event}\r\n\r\n`).join(""), {
    headers: { "content-type": "text/event-stream" },
  });

/** Played in order, one turn per request of the main loop; after its end every turn says the same. */
function serve(
  turns: readonly ModelTurn[],
  answer: (path: string, request: Record<string, unknown>, next: () => ModelTurn) => Response,
): ScriptedModel {
  let played = 0;
  const requests: string[] = [];
  const aside: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const body = (await request.json().catch(() => ({}))) as Record<string, unknown>;
      const before = requests.length;
      const next = () => {
        requests.push(JSON.stringify(body));
        return turns[played++] ?? { text: "Nothing is left." };
      };
      const response = answer(new URL(request.url).pathname, body, next);
      if (requests.length === before) aside.push(JSON.stringify(body));
      return response;
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    aside,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** The title of a session, or the summary of a conversation. */
export const SUMMARY = "The totals were rounded.";

/** Chat completions. Requests without tools (titles) belong to no turn. */
export function startChatModel(turns: readonly ModelTurn[]): ScriptedModel {
  return serve(turns, (path, request, next) => {
    if (path.endsWith("/models"))
      return Response.json({ object: "list", data: [{ id: "stub", object: "model" }] });
    if (!path.endsWith("/chat/completions")) return new Response("{}", { status: 404 });
    const hasTools = Array.isArray(request.tools) && request.tools.length > 0;
    const { text, call, tokens = 2 }: ModelTurn = hasTools ? next() : { text: SUMMARY };
    const calls = call && [
      {
        index: 0,
        id: `call_${crypto.randomUUID().slice(0, 8)}`,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.args) },
      },
    ];
    const said = { role: "assistant", ...(calls ? { tool_calls: calls } : { content: text ?? "" }) };
    const reason = calls ? "tool_calls" : "stop";
    const usage = { prompt_tokens: tokens - 1, completion_tokens: 1, total_tokens: tokens };
    const head = { id: "answer", created: 1, model: "stub" };
    if (request.stream !== true) {
      const choices = [{ index: 0, message: said, finish_reason: reason }];
      return Response.json({ ...head, object: "chat.completion", choices, usage });
    }
    const chunk = (choices: object[], more: object = {}) =>
      JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more });
    return stream([
      chunk([{ index: 0, delta: said, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: reason }]),
      chunk([], { usage }),
      "[DONE]",
    ]);
  });
}

/** Gemini's. What is not streamed (which model, who speaks next) belongs to no turn. */
export function startGeminiModel(turns: readonly ModelTurn[]): ScriptedModel {
  return serve(turns, (path, request, next) => {
    if (path.endsWith(":countTokens")) return Response.json({ totalTokens: 1 });
    const isStreamed = path.endsWith(":streamGenerateContent");
    const isSummary = JSON.stringify(request).includes("state_snapshot");
    const aside = { text: isSummary ? `<state_snapshot>${SUMMARY}</state_snapshot>` : "{}" };
    const { text, call }: ModelTurn = isStreamed ? next() : aside;
    const parts = [call === undefined ? { text: text ?? "" } : { functionCall: call }];
    const answer = {
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return isStreamed ? stream([JSON.stringify(answer)]) : Response.json(answer);
  });
}
