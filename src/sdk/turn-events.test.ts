import { describe, expect, test } from "bun:test";
import { type TurnEvent, TurnReader } from "./turn-events.ts";

type Message = Parameters<TurnReader["read"]>[0];

const piece = (event: object, parent: string | null = null) => ({
  type: "stream_event",
  event,
  parent_tool_use_id: parent,
});
const start = (id: string) => piece({ type: "message_start", message: { id } });
const delta = (text: string, parent: string | null = null) =>
  piece({ type: "content_block_delta", delta: { type: "text_delta", text } }, parent);
const stop = piece({ type: "message_stop" });
const assistant = (id: string, content: object[], parent: string | null = null) => ({
  type: "assistant",
  message: { id, content },
  parent_tool_use_id: parent,
});
const result = (more: object = {}) => ({ type: "result", subtype: "success", is_error: false, ...more });

function read(...messages: object[]): TurnEvent[] {
  const reader = new TurnReader();
  return messages.flatMap((message) => reader.read(message as unknown as Message));
}

test("text arrives in parts, once, and the next text starts on a new line", () => {
  expect(
    read(
      start("m1"),
      delta("Hel"),
      delta("lo"),
      assistant("m1", [{ type: "text", text: "Hello" }]),
      assistant("m1", [{ type: "tool_use", name: "Bash", input: { command: "ls", description: "List" } }]),
      stop,
      result(),
    ),
  ).toEqual([
    { type: "text", text: "Hel" },
    { type: "text", text: "lo" },
    { type: "text", text: "\n" },
    { type: "tool", name: "Bash", about: "ls" },
    { type: "end", ok: true, error: undefined },
  ]);
});

test("text that was not streamed, such as a command's output, arrives whole", () => {
  expect(read(assistant("m2", [{ type: "text", text: "Cleared" }]))).toEqual([
    { type: "text", text: "Cleared\n" },
  ]);
});

test("a subagent's text is not shown", () => {
  expect(read(delta("inner", "t1"), assistant("m3", [{ type: "text", text: "inner" }], "t1"))).toEqual([]);
});

describe("the end of a turn", () => {
  test("does not come while another user message is waiting", () => {
    expect(read(result({ queued_turn_count: 1 }))).toEqual([]);
  });

  test("contains the error, without the client's own diagnostics", () => {
    const failed = { subtype: "error_during_execution", is_error: true };
    expect(read(result({ ...failed, errors: ["[ede_diagnostic] x=1", "No such session"] }))).toEqual([
      { type: "end", ok: false, error: "No such session" },
    ]);
    expect(read(result({ ...failed, errors: ["[ede_diagnostic] x=1"] }))).toEqual([
      { type: "end", ok: false, error: "The turn ended early (error during execution)" },
    ]);
    expect(read(result({ is_error: true, result: "API Error: 529" }))).toEqual([
      { type: "end", ok: false, error: "API Error: 529" },
    ]);
  });
});

test.each([
  [null, "The API cannot be reached (overloaded); attempt 2 of 10."],
  [529, "The API answered with status 529 (overloaded); attempt 2 of 10."],
])("another attempt after status %p is a notice", (error_status, text) => {
  const retry = { type: "system", subtype: "api_retry", attempt: 2, max_retries: 10, error: "overloaded" };
  expect(read({ ...retry, error_status })).toEqual([{ type: "notice", text }]);
});

test("a message from the client to the user is a notice", () => {
  expect(
    read(
      { type: "system", subtype: "informational", content: "A hook said no", level: "warning" },
      { type: "system", subtype: "compact_boundary" },
      { type: "system", subtype: "init" },
    ),
  ).toEqual([
    { type: "notice", text: "A hook said no" },
    { type: "notice", text: "The conversation was compacted." },
  ]);
});
