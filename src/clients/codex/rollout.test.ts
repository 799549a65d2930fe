/** What each line of a rollout file tells, by the shapes that Codex has written. */
import { describe, expect, test } from "bun:test";
import { readRolloutLine } from "./rollout.ts";

const AT = "2026-01-02T03:04:05.000Z";
const line = (type: string, payload: unknown) => readRolloutLine({ timestamp: AT, type, payload });
const event = (payload: object) => line("event_msg", payload);
const item = (payload: object) => line("response_item", payload);
const completed = (of: object) => event({ type: "item_completed", turn_id: "t1", item: of });
const meta = (payload: object) => {
  const read = line("session_meta", payload);
  return read.kind === "meta" ? read.meta : undefined;
};

test("a line has its time, 0 if it names none, and what is no object is nothing", () => {
  expect(line("turn_context", {}).at).toBe(Date.parse(AT));
  expect(readRolloutLine({ type: "compacted", timestamp: "yesterday" })).toEqual({
    at: 0,
    kind: "compacted",
    summary: "",
  });
  for (const odd of [null, 7, "text", []]) expect(readRolloutLine(odd)).toEqual({ at: 0, kind: "noise" });
});

describe("the first line", () => {
  test("names the session, its thread and its folder", () => {
    expect(meta({ id: "th", cwd: "/p" })).toEqual({ threadId: "th", sessionId: "th", cwd: "/p" });
    expect(meta({ id: "th", session_id: "s", forked_from_id: "old" })).toEqual({
      threadId: "th",
      sessionId: "s",
      cwd: "",
      forkedFrom: "old",
    });
    expect(meta({})).toEqual({ threadId: "", sessionId: "", cwd: "" });
  });

  test("a session that was continued by another is not its subagent", () => {
    expect(meta({ id: "th", parent_thread_id: "p" })).toEqual({ threadId: "th", sessionId: "th", cwd: "" });
  });

  test("a subagent belongs to the session that started it, as every version writes it", () => {
    const spawned = { thread_spawn: { parent_thread_id: "main", agent_role: "explorer" } };
    const expected = { threadId: "th", sessionId: "main", cwd: "", agentId: "th" };
    expect(meta({ id: "th", source: { subagent: spawned } })).toEqual({ ...expected, agentType: "explorer" });
    expect(meta({ id: "th", parent_thread_id: "main", source: { subagent: "review" } })).toEqual({
      ...expected,
      agentType: "review",
    });
    expect(meta({ id: "th", parent_thread_id: "main", thread_source: "subagent" })).toEqual({
      ...expected,
      agentType: "subagent",
    });
    expect(
      meta({
        id: "th",
        session_id: "main",
        parent_thread_id: "other",
        agent_role: "worker",
        source: { subagent: spawned },
      }),
    ).toEqual({ ...expected, agentType: "worker" });
  });
});

test("what a turn runs in, how it starts, ends and is stopped", () => {
  const { at: _, ...context } = line("turn_context", { turn_id: "t1", cwd: "/p", model: "m" });
  expect(context).toEqual({ kind: "context", turnId: "t1", cwd: "/p", model: "m" });
  expect(line("turn_context", { cwd: 7 })).toEqual({ at: Date.parse(AT), kind: "context" });
  for (const type of ["task_started", "turn_started"]) {
    expect(event({ type, turn_id: "t1" })).toMatchObject({ kind: "turnStart", turnId: "t1" });
    expect(event({ type })).toMatchObject({ kind: "turnStart", turnId: "" });
  }
  for (const type of ["task_complete", "turn_complete"]) {
    expect(event({ type, last_agent_message: "Done." })).toMatchObject({
      kind: "turnEnd",
      lastText: "Done.",
    });
    expect(event({ type })).not.toHaveProperty("lastText");
  }
  expect(event({ type: "turn_aborted", turn_id: "t1" })).toMatchObject({ kind: "abort", turnId: "t1" });
  expect(line("compacted", { message: "So far" })).toMatchObject({ kind: "compacted", summary: "So far" });
});

test("a prompt is told by an event or by an item", () => {
  expect(event({ type: "user_message", message: "Ask", turn_id: "t1" })).toMatchObject({
    kind: "prompt",
    text: "Ask",
    turnId: "t1",
  });
  expect(event({ type: "user_message", message: "" })).toMatchObject({ kind: "prompt", text: "" });
  expect(completed({ type: "UserMessage", content: [{ text: "One" }, 7, { text: "Two" }] })).toMatchObject({
    kind: "prompt",
    text: "One\n\nTwo",
    turnId: "t1",
  });
});

test("a command that ended has its exit code and what it printed", () => {
  const command = { type: "CommandExecution", id: "c1", exit_code: 2, aggregated_output: "no" };
  const ended = { kind: "ended", callId: "c1", exitCode: 2, output: "no" };
  expect(completed(command)).toMatchObject(ended);
  expect(completed({ ...command, status: "failed" })).toMatchObject(ended);
  expect(completed({ type: "CommandExecution", id: "c1", exit_code: 0 })).toMatchObject({ output: "" });
});

test("a command that never ran has no exit code, and nothing is missing", () => {
  for (const status of ["declined", "failed", "in_progress", "inProgress"])
    expect([status, completed({ type: "CommandExecution", id: "c1", status }).kind]).toEqual([
      status,
      "noise",
    ]);
});

test("a known line without what it is read for is unknown, by its name", () => {
  const unknown = (read: ReturnType<typeof event>) => (read.kind === "unknown" ? read.type : read.kind);
  expect(unknown(completed({ type: "CommandExecution", id: "c1", status: "completed" }))).toBe(
    "event_msg item_completed CommandExecution",
  );
  expect(unknown(completed({ type: "CommandExecution", exit_code: 1, status: "failed" }))).toBe(
    "event_msg item_completed CommandExecution",
  );
  expect(unknown(completed({ type: "WebSearch" }))).toBe("event_msg item_completed WebSearch");
  expect(unknown(event({ type: "user_message", message: 7 }))).toBe("event_msg user_message");
  expect(unknown(event({ type: "web_search_end" }))).toBe("event_msg web_search_end");
  for (const type of ["function_call_output", "custom_tool_call_output", "local_shell_call_output"])
    expect(unknown(item({ type, output: "x" }))).toBe(`response_item ${type}`);
  expect(unknown(item({ type: "function_call", name: "f" }))).toBe("response_item function_call");
  expect(unknown(item({ type: "function_call", call_id: "c" }))).toBe("response_item function_call");
  expect(unknown(item({ type: "custom_tool_call", call_id: "c" }))).toBe("response_item custom_tool_call");
});

test("a line of a new kind is kept as it is, under a short plain name", () => {
  const raw = { timestamp: AT, type: "event_msg", payload: { type: "new_thing" } };
  expect(readRolloutLine(raw)).toEqual({
    at: Date.parse(AT),
    kind: "unknown",
    type: "event_msg new_thing",
    raw,
  });
  expect(item({ type: "new" })).toMatchObject({ kind: "unknown", type: "response_item new" });
  expect(item({})).toMatchObject({ kind: "unknown", type: "response_item" });
  expect(event({})).toMatchObject({ kind: "unknown", type: "event_msg" });
  expect(event({ type: "event_msg" })).toMatchObject({ kind: "unknown", type: "event_msg" });
  expect(completed({ type: "New" })).toMatchObject({ kind: "unknown", type: "event_msg New" });
  expect(completed({})).toMatchObject({ kind: "unknown", type: "event_msg" });
  expect(line("new_line", {})).toMatchObject({ kind: "unknown", type: "new_line" });
  expect(event({ type: "<script>" })).toMatchObject({ kind: "unknown", type: "an odd name" });
  expect(line("x".repeat(80), {})).toMatchObject({ type: "x".repeat(80) });
  expect(line("x".repeat(81), {})).toMatchObject({ type: "an odd name" });
});

test("bookkeeping is passed over", () => {
  const kinds = [
    line("world_state", {}),
    event({ type: "token_count" }),
    completed({ type: "Reasoning" }),
    item({ type: "reasoning" }),
    item({ type: "message", role: "user", content: "AGENTS.md" }),
  ];
  expect(kinds.map(({ kind }) => kind)).toEqual(Array(5).fill("noise"));
});

test("what the model says is text, whatever holds it", () => {
  const said = (content: unknown, more = {}) =>
    item({ type: "message", role: "assistant", content, ...more });
  expect(said("Hello")).toMatchObject({ kind: "said", text: "Hello", isComment: false });
  expect(said([{ text: "a" }, "b", { text: 7 }, { text: "c" }])).toMatchObject({ text: "a\n\n\nc" });
  expect(said({ content: [{ text: "inner" }] })).toMatchObject({ text: "inner" });
  expect(said({ other: 1 })).toMatchObject({ text: '{"other":1}' });
  expect(said(7)).toMatchObject({ text: "" });
  expect(said("Now I look", { phase: "commentary" })).toMatchObject({ isComment: true });
});

describe("calls", () => {
  const call = (payload: object) => item({ call_id: "c1", ...payload });
  const named = (name: string, namespace?: string) => {
    const read = call({ type: "function_call", name, namespace, arguments: "{}" });
    return read.kind === "call" ? read.name : undefined;
  };

  test("of a function, with its arguments as JSON or as the model wrote them", () => {
    const args = (value: unknown) => call({ type: "function_call", name: "f", arguments: value });
    expect(args('{"a":1}')).toMatchObject({ kind: "call", callId: "c1", name: "f", input: { a: 1 } });
    expect(args("not JSON")).toMatchObject({ input: "not JSON" });
    expect(args({ a: 1 })).toMatchObject({ input: { a: 1 } });
  });

  test("of an MCP server's tool, named as hooks name it", () => {
    expect(named("f")).toBe("f");
    expect(named("f", "")).toBe("f");
    expect(named("spawn_agent", "multi_agent_v1")).toBe("spawn_agent");
    expect(named("tool", "mcp__server")).toBe("mcp__server__tool");
    expect(named("tool", "mcp__server__")).toBe("mcp__server__tool");
    expect(named("__tool", "mcp__server")).toBe("mcp__server__tool");
  });

  test("of other kinds", () => {
    expect(call({ type: "custom_tool_call", name: "apply_patch", input: "*** Begin" })).toMatchObject({
      name: "apply_patch",
      input: "*** Begin",
    });
    const action = { command: ["ls"] };
    expect(call({ type: "local_shell_call", id: "i", action })).toMatchObject({
      callId: "c1",
      name: "local_shell",
      input: action,
    });
    expect(item({ type: "local_shell_call", id: "i", action })).toMatchObject({ callId: "i" });
    expect(call({ type: "tool_search_call", arguments: { query: "q" } })).toMatchObject({
      name: "ToolSearch",
      input: { query: "q" },
    });
  });

  test("a search on the web has its query and, if it opened one, its page", () => {
    const search = { type: "web_search_end", call_id: "w", query: "bun" };
    expect(event(search)).toMatchObject({ kind: "search", callId: "w", input: { query: "bun" } });
    expect(event({ ...search, query: undefined, action: { url: "https://a.example" } })).toMatchObject({
      input: { query: "", url: "https://a.example" },
    });
    expect(completed({ type: "WebSearch", id: "w", query: "bun" })).toMatchObject({
      kind: "search",
      callId: "w",
    });
  });

  test("their outputs are text, and say whether they failed", () => {
    const output = (value: unknown) => call({ type: "function_call_output", output: value });
    expect(output("printed")).toMatchObject({
      kind: "output",
      callId: "c1",
      output: "printed",
      isFailure: false,
    });
    expect(output({ content: "no", success: false })).toMatchObject({ output: "no", isFailure: true });
    expect(output({ content: "yes", success: true })).toMatchObject({ output: "yes", isFailure: false });
    expect(output(undefined)).toMatchObject({ output: "", isFailure: false });
  });

  test("found tools are told by name only", () => {
    const tools = [{ name: "one", description: "long" }, 7, { name: "server", tools: [{ name: "two" }] }];
    expect(call({ type: "tool_search_output", tools })).toMatchObject({ output: "one\nserver two" });
  });
});
