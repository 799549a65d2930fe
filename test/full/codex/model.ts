/** A scripted Responses API on loopback: what the real Codex talks to instead of a model. */

export interface CodexTurn {
  /** Ends the turn. */
  text?: string;
  calls?: CodexCall[];
  /** How many tokens the context is said to hold: with many, Codex compacts it. */
  tokens?: number;
  /** Waits before it answers, so that something can happen in the meantime. */
  delayMs?: number;
}

export type CodexCall =
  | { tool: "exec_command" | "write_stdin" | string; input: Record<string, unknown>; namespace?: string }
  | { tool: "apply_patch"; patch: string };

export interface CodexRequest {
  /** Everything that the model was sent, as JSON. */
  body: string;
  input: CodexItem[];
  /** The outputs of the calls so far, oldest first. */
  outputs: string[];
}

interface CodexItem {
  type: string;
  role?: string;
  content?: { text?: string }[];
  output?: unknown;
}

export type CodexScript = (request: CodexRequest, index: number) => CodexTurn;

export interface CodexModel extends AsyncDisposable {
  url: string;
  requests: CodexRequest[];
  /** The texts of the `developer` messages that were sent: Codex puts what hooks inject there. */
  injected(): string[];
}

/** A list is played in order, one turn per request; after its end every turn says the same. */
export function startCodexModel(script: CodexScript | CodexTurn[]): CodexModel {
  const requests: CodexRequest[] = [];
  const play: CodexScript =
    typeof script === "function"
      ? script
      : (_request, index) => script[index] ?? { text: "Nothing is left." };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(http) {
      if (!new URL(http.url).pathname.endsWith("/responses")) return new Response("{}", { status: 404 });
      const request = toRequest(await http.text());
      const index = requests.push(request) - 1;
      const turn = play(request, index);
      if (turn.delayMs !== undefined) await Bun.sleep(turn.delayMs);
      return answer(turn, index);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    requests,
    injected: () =>
      requests.flatMap(({ input }) =>
        input
          .filter(({ role }) => role === "developer")
          .flatMap(({ content }) => content?.flatMap(({ text }) => text ?? []) ?? []),
      ),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function toRequest(body: string): CodexRequest {
  const { input = [] } = JSON.parse(body) as { input?: CodexItem[] };
  const outputs = input
    .filter(({ type }) => type.endsWith("_output"))
    .map(({ output }) => (typeof output === "string" ? output : JSON.stringify(output)));
  return { body, input, outputs };
}

function answer({ text, calls = [], tokens = 15 }: CodexTurn, index: number): Response {
  const items: Record<string, unknown>[] = calls.map((call, n) => toItem(call, `${index}_${n}`));
  if (text !== undefined) {
    items.push({
      type: "message",
      id: `msg_${index}`,
      role: "assistant",
      content: [{ type: "output_text", text }],
    });
  }
  const id = `resp_${index}`;
  const usage = {
    input_tokens: tokens - 5,
    input_tokens_details: null,
    output_tokens: 5,
    output_tokens_details: null,
    total_tokens: tokens,
  };
  const events = [
    { type: "response.created", response: { id } },
    ...items.flatMap((item, n) => [
      { type: "response.output_item.added", output_index: n, item },
      { type: "response.output_item.done", output_index: n, item },
    ]),
    { type: "response.completed", response: { id, usage } },
  ];
  const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}

/** Ids as a model makes them: another for every call, also of two sessions. */
let calls = 0;

function toItem(call: CodexCall, place: string): Record<string, unknown> {
  const call_id = `call_${process.pid}_${calls++}_${place}`;
  if ("patch" in call)
    return { type: "custom_tool_call", id: `ctc_${place}`, call_id, name: "apply_patch", input: call.patch };
  const { tool: name, input, namespace } = call;
  return {
    type: "function_call",
    id: `fc_${place}`,
    call_id,
    name,
    arguments: JSON.stringify(input),
    ...(namespace === undefined ? {} : { namespace }),
  };
}
