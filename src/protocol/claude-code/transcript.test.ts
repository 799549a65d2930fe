import { expect, test } from "bun:test";
import { SESSION, script } from "../../../test/fixtures/transcript-lines.ts";
import { readTranscriptEntry } from "./transcript.ts";

const read = (line: unknown) => readTranscriptEntry(line, SESSION);

test("a user line has its prompt's id in current versions and none in old ones", () => {
  expect(read(script("new").user("hi"))).toMatchObject({ kind: "user", text: "hi", promptId: "prompt-0" });
  expect(read(script("old").user("hi"))).not.toHaveProperty("promptId");
});

test("a line without a session belongs to the file's session", () => {
  expect(read({ type: "user", message: { content: "hi" } })).toMatchObject({ sessionId: SESSION, at: 0 });
});

test("in a line with two results, the response belongs to neither", () => {
  const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: id });
  const line = {
    type: "user",
    message: { content: [result("a"), result("b")] },
    toolUseResult: { stdout: "?" },
  };
  const entry = read(line);
  expect(entry).toMatchObject({ results: [{ toolUseId: "a" }, { toolUseId: "b" }] });
  expect(entry).not.toHaveProperty("toolResponse");
});

test("a queued prompt is a prompt; another queued command and other attachments are not", () => {
  const attachment = { type: "queued_command", prompt: "x", commandMode: "task-notification" };
  expect(read(script("new").queued("hurry"))).toMatchObject({ kind: "queued", text: "hurry" });
  expect(read({ type: "attachment", attachment })).toMatchObject({ kind: "noise" });
  expect(read({ type: "attachment", attachment: { type: "date" } })).toMatchObject({ kind: "noise" });
});

test("a subagent's lines name it; if they do not, they are still separated", () => {
  expect(read(script("new", SESSION, "a7").say("x"))).toMatchObject({ agentId: "a7" });
  const unnamed = { ...script("old").say("x"), isSidechain: true };
  expect(read(unnamed)).toMatchObject({ agentId: "sidechain", isAside: true });
});

test("a subagent's message that is repeated in the main transcript is read as the subagent's", () => {
  const inner = {
    type: "assistant",
    message: { content: [{ type: "tool_use", id: "t", name: "LS", input: {} }] },
  };
  expect(read(script("old").progress("a7", inner))).toMatchObject({
    kind: "assistant",
    agentId: "a7",
    isAside: true,
    tools: [{ id: "t", name: "LS" }],
    at: expect.any(Number),
  });
});

const ODD: unknown[] = [
  null,
  7,
  [],
  {},
  { type: 3 },
  { type: "user" },
  { type: "user", message: "text", timestamp: "never" },
  { type: "user", message: { content: [null, 4, { type: "tool_result" }, { type: "text", text: 1 }] } },
  { type: "assistant", message: { content: { odd: true }, stop_reason: 3 } },
  { type: "system", subtype: [] },
  { type: "attachment", attachment: "none" },
  { type: "progress", data: { type: "agent_progress", message: 1 } },
];

test("no shape of a line is an error", () => {
  for (const line of ODD) expect(read(line).kind).toBeString();
});
