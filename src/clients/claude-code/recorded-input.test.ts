import { expect, test } from "bun:test";
import { HOOK_EVENTS, parseHookInput, recordedInput } from "../index.ts";

const record = {
  sessionId: "s1",
  cwd: "/p",
  tool: "Bash",
  input: '{"command":"npm test"}',
  response: '{"stdout":"ok"}',
  durationMs: 5,
  text: '{"trigger":"manual","source":"startup","reason":"other"}',
};

test.each([...HOOK_EVENTS])("a record becomes a valid input of %s", (event) => {
  expect(parseHookInput(recordedInput(event, record))).toMatchObject({ event, sessionId: "s1", cwd: "/p" });
});

test("a call is rebuilt with its input and output; text that is not JSON stays text", () => {
  expect(recordedInput("PostToolUse", record)).toMatchObject({
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    tool_response: { stdout: "ok" },
  });
  const cut = recordedInput("PostToolUse", { ...record, input: '{"comm', response: "plain" });
  expect(cut).toMatchObject({ tool_input: {}, tool_response: "plain" });
  expect(recordedInput("UserPromptSubmit", { ...record, text: "Hello" })).toMatchObject({ prompt: "Hello" });
});

test("who did it and how long it took are told if they are known", () => {
  const known = recordedInput("PostToolUse", { ...record, agentId: "a1", agentType: "explorer" });
  expect(known).toMatchObject({ agent_id: "a1", agent_type: "explorer", duration_ms: 5 });
  const bare = { sessionId: "s1", cwd: "/p" };
  for (const event of ["PostToolUse", "PostToolUseFailure"] as const) {
    const input = recordedInput(event, bare);
    expect(Object.keys(input)).not.toContainAnyValues(["agent_id", "agent_type", "duration_ms"]);
    expect(input).toMatchObject({ tool_name: "", tool_input: {} });
  }
});

test("what was not recorded is empty, and nothing that did not happen is said", () => {
  const bare = { sessionId: "s1", cwd: "/p" };
  expect(recordedInput("PostToolUse", bare)).toMatchObject({ tool_response: "" });
  expect(recordedInput("PostToolUseFailure", bare)).toMatchObject({ error: "", is_interrupt: false });
  expect(recordedInput("PostToolUseFailure", { ...bare, response: "Exit code 1" })).toMatchObject({
    error: "Exit code 1",
  });
  expect(recordedInput("Stop", bare)).toMatchObject({ stop_hook_active: false, last_assistant_message: "" });
  expect(recordedInput("SubagentStop", { ...bare, text: "Done." })).toMatchObject({
    last_assistant_message: "Done.",
  });
  expect(recordedInput("UserPromptSubmit", bare)).toMatchObject({ prompt: "" });
});

test("another event gives its fields back if they are an object", () => {
  const fields = (text?: string) =>
    Object.keys(recordedInput("Notification", { sessionId: "s", cwd: "/p", text }));
  const common = ["session_id", "transcript_path", "cwd", "hook_event_name"];
  expect(fields('{"message":"hi"}')).toEqual([...common, "message"]);
  for (const text of ["[1]", "null", '"text"', "7", undefined, '{"cut']) expect(fields(text)).toEqual(common);
});
