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
