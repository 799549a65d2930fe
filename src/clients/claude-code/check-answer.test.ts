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
  ["PreToolUse", { hookSpecificOutput: "x" }, 'hookSpecificOutput is "x", not an object'],
  [
    "PermissionRequest",
    { hookSpecificOutput: { decision: "allow" } },
    'hookSpecificOutput.decision must be an object, not "allow"',
  ],
])("%s %p: %s", (event, answer, problem) => {
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

test("only a decision about a permission is checked as one", () => {
  expect(answerProblems("PreToolUse", { hookSpecificOutput: { decision: { behavior: "no" } } })).toEqual([
    "hookSpecificOutput.decision belongs beside hookSpecificOutput",
  ]);
});

test("a list of texts holds texts only", () => {
  const paths = (watchPaths: unknown) =>
    answerProblems("FileChanged", { hookSpecificOutput: { watchPaths } });
  expect(paths(["a", "b"])).toEqual([]);
  expect(paths([])).toEqual([]);
  expect(paths(["a", 7])).toEqual(['hookSpecificOutput.watchPaths must be a list of texts, not ["a",7]']);
  expect(paths("a")).toEqual(['hookSpecificOutput.watchPaths must be a list of texts, not "a"']);
});

test("a long value is named by its beginning", () => {
  const said = (length: number) => answerProblems("Stop", { continue: "x".repeat(length) })[0];
  expect(said(58)).toBe(`continue must be true or false, not "${"x".repeat(58)}"`);
  expect(said(59)).toBe(`continue must be true or false, not "${"x".repeat(56)}…`);
});
