import type { ModelRequest } from "./request.ts";
import type { Turn } from "./turn.ts";

type Content =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, unknown> };

/** Writes a turn in the format of the Messages API: a stream of events, or one JSON message without streaming. */
export function encodeTurn(turn: Turn, request: ModelRequest): Response {
  if (turn.error !== undefined) return encodeError(turn.error.status, turn.error.type, turn.error.message);
  const content = contentOf(turn, request);
  const message = {
    id: `msg_${request.index}`,
    type: "message",
    role: "assistant",
    model: request.body.model,
    content,
    stop_reason: content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: usageOf(turn, request, content),
  };
  if (request.body.stream !== true) return Response.json(message);
  return new Response(toEvents(message), { headers: { "content-type": "text/event-stream" } });
}

export function encodeError(status: number, type: string, message: string): Response {
  // Without this header the client retries a 5xx for minutes.
  const headers = { "x-should-retry": "false" };
  return Response.json({ type: "error", error: { type, message } }, { status, headers });
}

function contentOf(turn: Turn, request: ModelRequest): Content[] {
  const content: Content[] = [];
  if (turn.text !== undefined) content.push({ type: "text", text: turn.text });
  for (const [n, call] of (turn.tools ?? []).entries()) {
    const id = call.id ?? `toolu_${String(request.index).padStart(3, "0")}_${n}`;
    content.push({ type: "tool_use", id, name: call.name, input: call.input });
  }
  return content;
}

/** Four characters per token: the client shows and sums these, and compacts by them. */
function usageOf(turn: Turn, request: ModelRequest, content: Content[]) {
  return {
    input_tokens: turn.inputTokens ?? countTokens(request.body),
    output_tokens: countTokens(content),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    service_tier: "standard",
  };
}

export const countTokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

interface Message {
  content: Content[];
  stop_reason: string;
  usage: { output_tokens: number };
}

function toEvents(message: Message): string {
  const events: { type: string; [field: string]: unknown }[] = [];
  const start = { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } };
  events.push({ type: "message_start", message: start });
  for (const [index, block] of message.content.entries()) {
    const isText = block.type === "text";
    const empty = isText ? { type: "text", text: "" } : { ...block, input: {} };
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    events.push({ type: "content_block_start", index, content_block: empty });
    events.push({ type: "content_block_delta", index, delta });
    events.push({ type: "content_block_stop", index });
  }
  const delta = { stop_reason: message.stop_reason, stop_sequence: null };
  events.push({ type: "message_delta", delta, usage: { output_tokens: message.usage.output_tokens } });
  events.push({ type: "message_stop" });
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
