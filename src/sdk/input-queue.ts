/** The user's messages as the Agent SDK reads them: one after another, until the queue is closed. */
import type { SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";

export class InputQueue implements AsyncIterable<SDKUserMessage> {
  private readonly waiting: SDKUserMessage[] = [];
  private ended = false;
  private wake: () => void = () => undefined;

  push(text: string): void {
    this.waiting.push({
      type: "user",
      message: { role: "user", content: text },
      parent_tool_use_id: null,
    });
    this.wake();
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SDKUserMessage, void> {
    for (;;) {
      const next = this.waiting.shift();
      if (next !== undefined) yield next;
      else if (this.ended) return;
      else {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    }
  }
}
