import { expect, test } from "bun:test";
import { outlineOf } from "../../clients/claude-code/outline.ts";
import { encodeCodexReply } from "../../clients/codex/encode.ts";
import { refusal } from "./gates.ts";

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

test("an event's outline is its name, tool and folders", () => {
  const event = { hook_event_name: "PreToolUse", tool_name: "Bash", cwd: "/p", transcript_path: "/t", x: 1 };
  expect(outlineOf(bytes(event))).toEqual({
    event: "PreToolUse",
    tool: "Bash",
    cwd: "/p",
    transcriptPath: "/t",
  });
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"hook_event_name":1}',
  `{"hook_event_name":"X","a":"${"x".repeat(1_000_001)}"}`,
])("what is no event, or too large to read in time, has none", (text) =>
  expect(outlineOf(bytes(text))).toBeUndefined(),
);

test("a refusal is the strongest that the event can carry, and says how to look", () => {
  expect(refusal({ event: "PreToolUse" })).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("pawl doctor"),
    },
  });
  expect(refusal({ event: "PermissionRequest" })).toMatchObject({
    hookSpecificOutput: { decision: { behavior: "deny" } },
  });
  expect(refusal({ event: "UserPromptSubmit" })).toMatchObject({ decision: "block" });
  // Codex can only be stopped there.
  expect(refusal({ event: "PreCompact" })).toMatchObject({ decision: "block" });
  expect(refusal({ event: "PreCompact" }, encodeCodexReply)).toMatchObject({ continue: false });
});
