import { expect, test } from "bun:test";
import { answerProblems } from "./check-answer.ts";
import type { HookEventName } from "./events.ts";

test.each<[HookEventName, unknown, string]>([
  ["PreToolUse", { decison: "block" }, "decison is no field of an answer; did you mean decision?"],
  ["PreToolUse", { permissionDecision: "deny" }, "permissionDecision belongs in hookSpecificOutput"],
  [
    "PreToolUse",
    { hookSpecificOutput: { hookEventName: "Stop" } },
    "hookSpecificOutput is for Stop, the event is PreToolUse",
  ],
  [
    "PreToolUse",
    { hookSpecificOutput: { decision: "block" } },
    "hookSpecificOutput.decision belongs beside hookSpecificOutput",
  ],
  ["PreToolUse", { continue: "no" }, 'continue must be true or false, not "no"'],
  ["PreToolUse", { decision: "deny" }, 'decision must be "approve" or "block", not "deny"'],
  ["PreToolUse", { hookSpecificOutput: { permissionDecison: "deny" } }, "did you mean permissionDecision?"],
  ["PreToolUse", "no", 'The answer is "no", not an object'],
  [
    "SessionEnd",
    { hookSpecificOutput: { additionalContext: "x" } },
    "SessionEnd takes no hookSpecificOutput",
  ],
  [
    "PermissionRequest",
    { hookSpecificOutput: { decision: { behavior: "no" } } },
    'behavior must be "allow" or "deny"',
  ],
  [
    "PermissionRequest",
    { hookSpecificOutput: { decision: { behavior: "deny", mesage: "x" } } },
    "did you mean message?",
  ],
])("K7 %s %p: %s", (event, answer, problem) => {
  expect(answerProblems(event, answer).join("; ")).toContain(problem);
});

test.each<[HookEventName, unknown]>([
  ["PreToolUse", undefined],
  ["PreToolUse", {}],
  ["PreToolUse", { continue: true, suppressOutput: true, systemMessage: "x" }],
  ["PreToolUse", { hookSpecificOutput: { permissionDecision: "defer", updatedInput: {} } }],
  ["PreCompact", { result: "", systemMessage: "x" }],
  ["PermissionRequest", { hookSpecificOutput: { decision: { behavior: "allow", updatedPermissions: [] } } }],
  ["Stop", { async: true, asyncTimeout: 5 }],
])("%s %p is an answer", (event, answer) => {
  expect(answerProblems(event, answer)).toEqual([]);
});
