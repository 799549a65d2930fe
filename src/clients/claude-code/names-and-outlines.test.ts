/** What is known of an event before it is parsed as one: its hook's name, its outline, what a stored one was about. */
import { expect, test } from "bun:test";
import { toClientName } from "../table.ts";
import { eventOfHook, HOOK_EVENTS, toKebabCase } from "./events.ts";
import { outlineOf } from "./outline.ts";
import { callInBody } from "./recorded-input.ts";
import { readTranscriptEntry } from "./transcript.ts";

test("each event has its hook, by its established name or by its own", () => {
  expect(eventOfHook("context")).toBe("SessionStart");
  expect(eventOfHook("summarize")).toBe("Stop");
  expect(eventOfHook("post-tool-use-failure")).toBe("PostToolUseFailure");
  for (const event of HOOK_EVENTS) expect(eventOfHook(toKebabCase(event))).toBe(event);
  for (const name of [undefined, "", "toString", "PostToolUse", "nothing"])
    expect(eventOfHook(name)).toBeUndefined();
});

test("an outline is the event's name, tool and place; what is no event, or too long, has none", () => {
  const outline = (body: string) => outlineOf(new TextEncoder().encode(body));
  const event = { hook_event_name: "Stop", tool_name: "Bash", cwd: "/p", transcript_path: "/t", other: 1 };
  expect(outline(JSON.stringify(event))).toEqual({
    event: "Stop",
    tool: "Bash",
    cwd: "/p",
    transcriptPath: "/t",
  });
  expect(outline('{"hook_event_name":"Stop","cwd":7}')).toEqual({ event: "Stop" });
  for (const body of ['{"cwd":"/p"}', '{"hook_event_name":7}', "null", "{", "7"])
    expect(outline(body)).toBeUndefined();
  const long = (length: number) => {
    const head = '{"hook_event_name":"Stop","x":"';
    return outline(`${head}${"x".repeat(length - head.length - 2)}"}`)?.event;
  };
  expect([long(1_000_000), long(1_000_001)]).toEqual(["Stop", undefined]);
});

test("a stored event names its call, if it has one", () => {
  expect(callInBody('{"tool_name":"Bash","tool_input":{"command":"ls"}}')).toEqual({
    toolName: "Bash",
    toolInput: '{"command":"ls"}',
  });
  expect(callInBody('{"tool_name":"Bash"}')).toEqual({ toolName: "Bash", toolInput: "{}" });
  for (const body of ['{"tool_name":7}', "{}", "null", '"text"']) expect(callInBody(body)).toBeUndefined();
});

test("a client is known by its own name only", () => {
  expect([toClientName("codex"), toClientName("claude-code")]).toEqual(["codex", "claude-code"]);
  for (const name of ["Codex", "", undefined, 7]) expect(toClientName(name)).toBeUndefined();
});

test("a user's line says whether the client wrote it itself, or whether it is a summary", () => {
  const flags = (more: object) => {
    const entry = readTranscriptEntry({ type: "user", message: { content: "x" }, ...more }, "s");
    return entry.kind === "user" ? [entry.isMeta, entry.isCompactSummary] : [];
  };
  expect(flags({})).toEqual([false, false]);
  expect(flags({ isMeta: true })).toEqual([true, false]);
  expect(flags({ isCompactSummary: true })).toEqual([false, true]);
  expect(flags({ isMeta: "yes" })).toEqual([false, false]);
});
