import { expect, test } from "bun:test";
import type { HookOutput } from "../claude-code/encode.ts";
import { HOOK_EVENTS } from "../claude-code/events.ts";
import { CONTEXT_BYTES, encodeCodexReply } from "./encode.ts";

const everything = {
  context: "c",
  deny: "d",
  ask: "q",
  allow: "a",
  updatedInput: { command: "ls" },
  block: "b",
  instructions: "i",
  message: "m",
  stop: "s",
  extra: { output: { suppressOutput: true }, specific: { updatedToolOutput: 1 } },
};
/** Codex drops an answer with any other field (its schemas, 0.166). */
const TOP = new Set(["continue", "stopReason", "systemMessage", "decision", "reason", "hookSpecificOutput"]);
const SPECIFIC = new Set([
  "hookEventName",
  "additionalContext",
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
  "decision",
]);

test("whatever a reply holds, no event is answered with a field that Codex does not know", () => {
  for (const event of HOOK_EVENTS) {
    const output = encodeCodexReply(event, everything as never);
    expect(Object.keys(output).filter((field) => !TOP.has(field))).toEqual([]);
    const specific = Object.keys(output.hookSpecificOutput ?? {});
    expect(specific.filter((field) => !SPECIFIC.has(field))).toEqual([]);
  }
});

test("a failure is answered as the PostToolUse that Codex sent", () => {
  expect(encodeCodexReply("PostToolUseFailure", { context: "known" })).toEqual({
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "known" },
  });
});

test("what must not happen is refused, also where Codex can neither ask nor stop", () => {
  const refused = (reason: string): HookOutput => ({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  });
  expect(encodeCodexReply("PreToolUse", { deny: "no" })).toEqual(refused("no"));
  expect(encodeCodexReply("PreToolUse", { ask: "sure?" })).toEqual(refused("sure?"));
  expect(encodeCodexReply("PreToolUse", { stop: "enough" })).toEqual(refused("enough"));
  // Without a reason Codex would let it happen.
  expect(encodeCodexReply("PreToolUse", { deny: " " })).toEqual(refused("Refused by a hook."));
  expect(encodeCodexReply("PermissionRequest", { deny: "no" })).toEqual({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "no" } },
  });
});

test("allow alone is left to Codex's own approval; a new input is allowed with it", () => {
  expect(encodeCodexReply("PreToolUse", { allow: "" })).toEqual({});
  expect(encodeCodexReply("PreToolUse", { updatedInput: { command: "ls" } }).hookSpecificOutput).toEqual({
    hookEventName: "PreToolUse",
    permissionDecision: "allow",
    updatedInput: { command: "ls" },
  });
  expect(encodeCodexReply("PreToolUse", { updatedInput: { file_path: "/a", old_string: "" } })).toEqual({});
});

test("PreCompact has no field for the summariser; a block stops it", () => {
  expect(encodeCodexReply("PreCompact", { instructions: "keep names" })).toEqual({});
  expect(encodeCodexReply("PreCompact", { block: "not now" })).toEqual({
    continue: false,
    stopReason: "not now",
  });
});

test("context is cut at a line within Codex's limit, and its tag stays closed", () => {
  const long = `<pawl-context>\n${"· ein Satz über etwas\n".repeat(1000)}</pawl-context>`;
  const { hookSpecificOutput } = encodeCodexReply("SessionStart", { context: long });
  const additionalContext = String(hookSpecificOutput?.additionalContext);
  expect(Buffer.byteLength(additionalContext)).toBeLessThanOrEqual(CONTEXT_BYTES);
  expect(additionalContext.endsWith("etwas\n</pawl-context>")).toBe(true);
  expect(encodeCodexReply("SessionStart", { context: "short" }).hookSpecificOutput?.additionalContext).toBe(
    "short",
  );
});

test("the end of a session is answered with nothing: Codex reads nothing there", () => {
  expect(encodeCodexReply("SessionEnd", everything as never)).toEqual({});
});

test("a message is for the user; a block comes with its reason where Codex can carry it", () => {
  expect(encodeCodexReply("Stop", { message: "m" })).toEqual({ systemMessage: "m" });
  expect(encodeCodexReply("Stop", { block: "go on" })).toEqual({ decision: "block", reason: "go on" });
  expect(encodeCodexReply("UserPromptSubmit", { block: "" })).toEqual({
    decision: "block",
    reason: "Refused by a hook.",
  });
  expect(encodeCodexReply("SessionStart", { block: "b" })).toEqual({});
  expect(encodeCodexReply("Stop", { stop: "enough" })).toEqual({ continue: false, stopReason: "enough" });
});

test("a permission is granted only by an allow", () => {
  const decided = (reply: object) =>
    encodeCodexReply("PermissionRequest", reply).hookSpecificOutput?.decision;
  expect(decided({ allow: "" })).toEqual({ behavior: "allow" });
  expect(decided({})).toBeUndefined();
});

test("a decision about a call is no answer to another event", () => {
  expect(encodeCodexReply("PostToolUse", { deny: "no" })).toEqual({});
  expect(encodeCodexReply("SessionStart", { updatedInput: { command: "ls" } })).toEqual({});
});

test("context of 10,000 bytes is whole; a longer line without an end is cut in it, at a character", () => {
  const given = (context: string) =>
    String(encodeCodexReply("SessionStart", { context }).hookSpecificOutput?.additionalContext);
  const [fits, long] = ["x".repeat(CONTEXT_BYTES), "x".repeat(CONTEXT_BYTES + 1)];
  expect(given(fits)).toBe(fits);
  expect(given(long)).toBe("x".repeat(CONTEXT_BYTES - 1));
  expect(given(`${fits}</a>`)).toBe(`${"x".repeat(CONTEXT_BYTES - 5)}\n</a>`);
  expect(given(`\n${long}`)).toBe(`\n${"x".repeat(CONTEXT_BYTES - 2)}`);
  expect(given(`a\n${long}`)).toBe("a");
  expect(given("é".repeat(CONTEXT_BYTES))).toBe("é".repeat(CONTEXT_BYTES / 2 - 1));
});
