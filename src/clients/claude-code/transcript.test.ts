import { expect, test } from "bun:test";
import { SESSION, script } from "../../../test/fixtures/transcript-lines.ts";
import { isTranscriptLine, readTranscriptEntry } from "./transcript.ts";

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

test("a line has its time, its branch and where it was copied from, as far as it tells", () => {
  const head = (more: object) => read({ type: "user", message: { content: "hi" }, ...more });
  const time = "2026-01-02T03:04:05.000Z";
  expect(head({ timestamp: time })).toMatchObject({ at: Date.parse(time) });
  expect(head({ timestamp: "never" })).toMatchObject({ at: 0 });
  expect(head({ gitBranch: "topic" })).toMatchObject({ branch: "topic" });
  for (const gitBranch of ["", "HEAD", 7, undefined])
    expect(head({ gitBranch })).not.toHaveProperty("branch");
  expect(head({ forkedFrom: { sessionId: "old" } })).toMatchObject({ forkedFrom: "old" });
  for (const forkedFrom of ["old", {}, undefined])
    expect(head({ forkedFrom })).not.toHaveProperty("forkedFrom");
});

test("only blocks of text are text, and only results with an id are results", () => {
  const content = [
    { type: "text", text: "one" },
    { type: "thinking", text: "hidden" },
    { type: "text", text: 7 },
    { type: "tool_result", content: "no id" },
    { type: "image", tool_use_id: "t0" },
    { type: "tool_result", tool_use_id: "t1", content: "yes", is_error: true },
    { type: "text", text: "two" },
  ];
  expect(read({ type: "user", message: { content } })).toMatchObject({
    text: "one\ntwo",
    results: [{ toolUseId: "t1", isError: true, content: "yes" }],
  });
});

test("an assistant's line has its text, its calls and who speaks", () => {
  const content = [
    { type: "text", text: "one" },
    { type: "thinking", text: "hidden" },
    { type: "server_tool_use", id: "s", name: "x" },
    { type: "tool_use", name: "no id" },
    { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } },
    { type: "tool_use", id: "t2" },
  ];
  const entry = read({ type: "assistant", attributionAgent: "explorer", message: { content, id: "m" } });
  expect(entry).toMatchObject({
    text: "one",
    tools: [
      { id: "t1", name: "Bash", input: { command: "ls" } },
      { id: "t2", name: "" },
    ],
    agentType: "explorer",
    messageId: "m",
    isApiError: false,
  });
  const plain = read({ type: "assistant", message: { content: "Hello" } });
  expect(plain).toMatchObject({ text: "Hello", tools: [] });
  expect(plain).not.toHaveProperty("agentType");
});

test("the end of a turn and a compaction are told by the client itself", () => {
  const kind = (subtype: string, more: object = {}) => read({ type: "system", subtype, ...more });
  expect(kind("stop_hook_summary").kind).toBe("turnEnd");
  expect(kind("turn_duration").kind).toBe("turnEnd");
  expect(kind("informational")).toEqual({ kind: "noise", type: "system informational" });
  expect(kind("compact_boundary", { compactMetadata: { trigger: "auto" } })).toMatchObject({
    kind: "compact",
    metadata: { trigger: "auto" },
  });
  expect(kind("compact_boundary")).toMatchObject({ metadata: {} });
});

test("a queued prompt tells when the session existed", () => {
  const time = "2026-01-02T03:04:05.000Z";
  const queue = (timestamp?: string) => read({ type: "queue-operation", timestamp, sessionId: SESSION });
  expect(queue(time)).toEqual({ kind: "noise", type: "queue-operation", queuedAt: Date.parse(time) });
  expect(queue()).toEqual({ kind: "noise", type: "queue-operation" });
});

test("bookkeeping is passed over, a new kind of line is kept, another program's line is foreign", () => {
  expect(read({ type: "summary", sessionId: SESSION })).toEqual({ kind: "noise", type: "summary" });
  for (const mark of [{ sessionId: "s" }, { uuid: "u" }, { timestamp: "2026-01-02T03:04:05.000Z" }]) {
    const line = { type: "brand-new", ...mark };
    expect(read(line)).toMatchObject({ kind: "unknown", type: "brand-new", raw: line });
  }
  expect(read({ type: "brand-new" })).toEqual({ kind: "noise", type: "brand-new", isForeign: true });
  expect(read({ sessionId: "s" })).toMatchObject({ isForeign: true });
});

test("a line is known as one of a transcript by its type or by what it names", () => {
  for (const line of [
    { type: "user", message: {} },
    { type: "assistant", message: {} },
    { type: "system" },
    { type: "attachment" },
    { type: "queue-operation" },
    { type: "summary" },
    { type: "brand-new", uuid: "u" },
  ])
    expect([line, isTranscriptLine(line)]).toEqual([line, true]);
  for (const line of [
    { type: "user" },
    { type: "assistant", message: "text", uuid: "u" },
    { type: "brand-new" },
    { uuid: "u" },
    null,
    [],
    "user",
  ])
    expect([line, isTranscriptLine(line)]).toEqual([line, false]);
});

test("a repeated message of a subagent has the time of the line, unless it names its own", () => {
  const progress = (message: object) =>
    read({
      type: "progress",
      timestamp: "2026-01-02T03:04:05.000Z",
      sessionId: "s",
      cwd: "/p",
      data: { type: "agent_progress", message },
    });
  expect(progress({ type: "user", message: { content: "look" } })).toMatchObject({
    kind: "user",
    sessionId: "s",
    cwd: "/p",
    agentId: "sidechain",
    isAside: true,
    text: "look",
    at: Date.parse("2026-01-02T03:04:05.000Z"),
  });
  expect(progress({ type: "other" })).toEqual({ kind: "noise", type: "progress" });
});
