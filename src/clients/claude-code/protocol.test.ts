import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type BadHookInput,
  context,
  deny,
  encodeReply,
  HOOK_EVENTS,
  parseHookInput,
  parseJson,
  pass,
  type ReplyFor,
  say,
} from "../index.ts";

const fixtures = resolve(import.meta.dir, "..", "..", "..", "test", "fixtures", "events");
const recorded = readdirSync(fixtures).filter((file) => file.endsWith(".json"));
const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(fixtures, file), "utf8"));

describe("inputs recorded from the real client", () => {
  test.each(recorded)("S1.23 S4.9 %s is parsed as its event", (file) => {
    const input = parseHookInput(read(file));
    expect(input.event).toBe(file.split(".")[0] as typeof input.event);
    expect(input.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(input.cwd?.startsWith("/home/dev")).toBe(true);
    expect(input.raw).toEqual(read(file));
  });

  test("every event has a recording", () => {
    const seen = new Set(recorded.map((file) => file.split(".")[0]));
    expect(HOOK_EVENTS.filter((event) => !seen.has(event))).toEqual([]);
  });
});

describe("loose towards the client", () => {
  const base = { hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash" };

  test("a field of the wrong type is absent, not an error", () => {
    const input = parseHookInput({ ...base, duration_ms: "long", cwd: 7, tool_use_id: [] });
    expect(input).toMatchObject({ event: "PostToolUse", toolName: "Bash" });
    for (const field of ["durationMs", "cwd", "toolUseId"]) expect(input).not.toHaveProperty(field);
  });

  test("an unknown field is kept", () => {
    expect(parseHookInput({ ...base, shiny: { new: 1 } }).raw.shiny).toEqual({ new: 1 });
  });

  test("an unknown event has a name and a session", () => {
    const input = parseHookInput({ hook_event_name: "Tomorrow", session_id: "s" });
    expect(input).toMatchObject({ event: "Unknown", name: "Tomorrow", sessionId: "s" });
  });

  test("keys inside a tool's input are unchanged", () => {
    const input = parseHookInput({ ...base, tool_input: { file_path: "a" } });
    expect(input).toMatchObject({ toolInput: { file_path: "a" } });
  });

  test.each([
    [null],
    [[]],
    ["text"],
    [{}],
    [{ hook_event_name: "Stop" }],
    [{ hook_event_name: 3, session_id: "s" }],
  ])("%p is not a hook input", (body) => {
    expect(() => parseHookInput(body)).toThrow("");
  });

  test("a field that would be another one's prototype, or passes for a checked one, stays in raw", () => {
    const body = JSON.parse(
      '{"hook_event_name":"Tomorrow","session_id":"s","__proto__":{"evil":1},"sessionId":"x","NEW_field":2}',
    );
    for (const name of ["Tomorrow", "Stop"]) {
      const input = parseHookInput({ ...body, hook_event_name: name, ["__proto__"]: { evil: 1 } });
      expect(input.sessionId).toBe("s");
      expect("evil" in input).toBe(false);
      expect("evil" in input.raw).toBe(false);
      expect(Object.keys(input)).not.toContain("hookEventName");
      expect(Object.keys(input)).not.toContain("NEWField");
      expect(input.raw).toMatchObject({ sessionId: "x", NEW_field: 2 });
    }
  });

  test("what is wrong is said with its field", () => {
    const wrong = (body: unknown) => {
      try {
        parseHookInput(body);
      } catch (error) {
        return [(error as Error).message, (error as BadHookInput).path];
      }
      return [];
    };
    expect(wrong({ hook_event_name: "Stop" })[1]).toBe("session_id");
    expect(wrong({ hook_event_name: "Stop" })[0]).toStartWith("session_id: Invalid input");
    expect(wrong({ hook_event_name: "Stop", session_id: "" })[1]).toBe("session_id");
    expect(wrong({ hook_event_name: "", session_id: "s" })[1]).toBe("hook_event_name");
    expect(wrong(7)).toEqual(["Invalid input: expected object, received number", ""]);
  });

  test("text that is no JSON, or nested too deeply, is no input", () => {
    expect(parseJson('{"a":1}')).toEqual({ a: 1 });
    expect(() => parseJson("{")).toThrow("not JSON");
    expect(() => parseJson("[".repeat(401) + "]".repeat(401))).toThrow("nested too deeply");
    expect(parseJson("[".repeat(400) + "]".repeat(400))).toBeArray();
  });
});

describe("S1.22 S4.10 replies in the client's format", () => {
  test("an empty reply is an empty object", () => {
    expect(encodeReply("Stop", pass)).toEqual({});
  });

  test("context is under the event's own name", () => {
    expect(encodeReply("SessionStart", { ...context("known"), ...say("told") })).toEqual({
      systemMessage: "told",
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "known" },
    });
  });

  test("a denied tool call contains the reason", () => {
    expect(encodeReply("PreToolUse", deny("not here")).hookSpecificOutput).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "not here",
    });
  });

  test("if hooks disagree, deny takes precedence over ask, and ask over allow", () => {
    const decision = (reply: ReplyFor<"PreToolUse">) =>
      encodeReply("PreToolUse", reply).hookSpecificOutput?.permissionDecision;
    expect(decision({ allow: "", ask: "sure?", deny: "no" })).toBe("deny");
    expect(decision({ allow: "", ask: "sure?" })).toBe("ask");
  });

  test("a denied permission request has its own decision format", () => {
    expect(encodeReply("PermissionRequest", deny("no")).hookSpecificOutput).toEqual({
      hookEventName: "PermissionRequest",
      decision: { behavior: "deny", message: "no" },
    });
  });

  test("Stop is blocked with a top-level reason", () => {
    expect(encodeReply("Stop", { block: "save first" })).toEqual({ decision: "block", reason: "save first" });
  });

  test("text for the summarizer is PreCompact's message", () => {
    expect(encodeReply("PreCompact", { instructions: "stage 2" })).toEqual({
      systemMessage: "stage 2",
      result: "",
    });
    expect(encodeReply("PreCompact", pass)).toEqual({ result: "" });
  });

  test("the types reject what an event does not support", () => {
    // @ts-expect-error SessionEnd has no context
    encodeReply("SessionEnd", context("too late"));
    // @ts-expect-error the start of a session cannot be denied
    encodeReply("SessionStart", deny("no"));
    // @ts-expect-error Stop has no tool call to deny
    encodeReply("Stop", deny("no"));
    expect(true).toBe(true);
  });
});
