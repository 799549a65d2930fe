/**
 * Converts the Agent SDK's stream to events for a person: text as it arrives, tools by name, notices, and the end
 * of the turn.
 */
import type { SDKMessage } from "@anthropic-ai/claude-agent-sdk";

export type TurnEvent =
  | { type: "text"; text: string }
  /** A tool call; `about` is the most important field of its input. */
  | { type: "tool"; name: string; about: string }
  /** A message to the user from a hook or the client, not from the model. */
  | { type: "notice"; text: string }
  | { type: "end"; ok: boolean; error: string | undefined };

/** Reads one conversation. Text is emitted once: in parts, or whole if it was not streamed. */
export class TurnReader {
  private readonly streamed = new Set<string>();
  private ended = true;

  read(message: SDKMessage): TurnEvent[] {
    switch (message.type) {
      case "stream_event":
        return message.parent_tool_use_id === null ? this.piece(message.event) : [];
      case "assistant":
        return message.parent_tool_use_id === null ? this.whole(message) : [];
      case "system":
        return toNotice(message);
      case "result": {
        // Another user message is waiting: the turn is not over.
        if ((message.queued_turn_count ?? 0) > 0) return [];
        const failed = message.subtype !== "success" || message.is_error;
        return [{ type: "end", ok: !failed, error: failed ? toError(message) : undefined }];
      }
      default:
        return [];
    }
  }

  private piece(event: Extract<SDKMessage, { type: "stream_event" }>["event"]): TurnEvent[] {
    if (event.type === "message_start") this.streamed.add(event.message.id);
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
      this.ended = false;
      return [{ type: "text", text: event.delta.text }];
    }
    return event.type === "message_stop" ? this.endText() : [];
  }

  private whole({ message, error }: Extract<SDKMessage, { type: "assistant" }>): TurnEvent[] {
    // The client puts an error of the API into the model's mouth; the turn's end says it again.
    if (error !== undefined) return [];
    const isStreamed = this.streamed.has(message.id);
    return message.content.flatMap((block): TurnEvent[] => {
      if (block.type === "text" && !isStreamed) return [{ type: "text", text: `${block.text}\n` }];
      if (block.type !== "tool_use") return [];
      return [...this.endText(), { type: "tool", name: block.name, about: toAbout(block.input) }];
    });
  }

  /** The next text starts on a new line. */
  private endText(): TurnEvent[] {
    if (this.ended) return [];
    this.ended = true;
    return [{ type: "text", text: "\n" }];
  }
}

function toNotice(message: Extract<SDKMessage, { type: "system" }>): TurnEvent[] {
  if (message.subtype === "local_command_output" || message.subtype === "informational") {
    return [{ type: "notice", text: message.content }];
  }
  if (message.subtype === "api_retry") {
    const { attempt, max_retries: most, error_status: status, error } = message;
    const what = status === null ? "The API cannot be reached" : `The API answered with status ${status}`;
    return [{ type: "notice", text: `${what} (${String(error)}); attempt ${attempt} of ${most}.` }];
  }
  if (message.subtype === "compact_boundary") {
    return [{ type: "notice", text: "The conversation was compacted." }];
  }
  return [];
}

/** The client marks its diagnostics for programmers; they are removed. */
function toError(message: Extract<SDKMessage, { type: "result" }>): string {
  const words = message.subtype === "success" ? [message.result] : message.errors;
  const plain = words.filter((word) => word !== "" && !word.startsWith("["));
  // There is no /login on the Agent SDK.
  const text = plain.join(" ").replace(/Please run \/login/g, "Run claude in a terminal and log in there");
  return text || `The turn ended early (${message.subtype.replaceAll("_", " ")})`;
}

const ABOUT = ["command", "file_path", "notebook_path", "path", "pattern", "url", "query", "description"];

function toAbout(input: unknown): string {
  const fields = Object(input) as Record<string, unknown>;
  const found = ABOUT.map((name) => fields[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : "";
}
