import { describe, expect, test } from "bun:test";
import type { HookEventName } from "../../clients/index.ts";
import type { ExitPolicy } from "../config/hook-schema.ts";
import { toCommandResult } from "./command-reply.ts";

interface Said {
  code?: number;
  stdout?: string;
  stderr?: string;
  cut?: boolean;
  event?: HookEventName;
  policy?: ExitPolicy;
}

const read = ({
  code = 0,
  stdout = "",
  stderr = "",
  cut = false,
  event = "PreToolUse",
  policy = "claude",
}: Said) => toCommandResult(event, { kind: "exited", code, stdout, stderr, cut }, policy, 1000);

const denial = JSON.stringify({
  hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "json" },
});

describe("exit codes", () => {
  test("S2.1 S1.21 0 goes on, under every policy", () => {
    for (const policy of ["strict", "claude", "never"] as const) {
      expect(read({ policy, stderr: "noise" })).toEqual({ outcome: "ok", reply: {} });
    }
  });

  test.each([1, 2, 7, 255])("S2.1 strict: %p blocks with stderr as the reason", (code) => {
    expect(read({ code, stderr: " no \n", policy: "strict" })).toEqual({
      outcome: "ok",
      blocked: "no",
      reply: { deny: "no" },
    });
    expect(read({ code, stderr: "no", policy: "strict", event: "Stop" }).reply).toEqual({ block: "no" });
  });

  test("claude: 2 blocks, other codes are failures that do not", () => {
    expect(read({ code: 2, stderr: "no" })).toEqual({ outcome: "ok", blocked: "no", reply: { deny: "no" } });
    expect(read({ code: 1, stderr: "oops" })).toEqual({
      outcome: "failed",
      reply: {},
      error: "It ended with code 1: oops",
    });
  });

  test("S1.21 never: no code blocks", () => {
    expect(read({ code: 2, stderr: "no", policy: "never" })).toEqual({ outcome: "ok", reply: {} });
  });

  test("a block without words still has a reason", () => {
    expect(read({ code: 2 }).reply).toEqual({ deny: "The hook refused this (code 2)." });
  });

  test.each([126, 127])(
    "S2.1 %p is a program that did not start: strict blocks, others say that it failed",
    (code) => {
      expect(read({ code, stderr: "not found", policy: "strict" }).reply).toEqual({ deny: "not found" });
      for (const policy of ["claude", "never"] as const)
        expect(read({ code, stderr: "not found", policy })).toMatchObject({ outcome: "failed", reply: {} });
    },
  );

  test("S2.1 death by a signal blocks under strict only", () => {
    const killed = { kind: "killed", signal: "SIGKILL" } as const;
    expect(toCommandResult("PreToolUse", killed, "strict", 5).reply).toEqual({
      deny: "It was ended by SIGKILL.",
    });
    expect(toCommandResult("PreToolUse", killed, "claude", 5)).toMatchObject({
      outcome: "failed",
      reply: {},
    });
  });
});

describe("S1.22 JSON on stdout", () => {
  test("S1.22 a decision wins over the code, both ways", () => {
    expect(read({ stdout: denial }).reply).toEqual({ deny: "json" });
    const approval = JSON.stringify({ decision: "approve" });
    expect(read({ stdout: approval, code: 2, stderr: "no", policy: "strict" }).reply).toEqual({ allow: "" });
  });

  test("S1.22 context without a decision stays beside the code's block", () => {
    const stdout = JSON.stringify({ hookSpecificOutput: { additionalContext: "c" } });
    expect(read({ stdout, code: 2, stderr: "no" }).reply).toEqual({ context: "c", deny: "no" });
  });

  test("what only looks like JSON is text; what is no hook output is a failure", () => {
    expect(read({ stdout: "{ not json", event: "SessionStart" }).reply).toEqual({ context: "{ not json" });
    expect(read({ stdout: '{"decision":"maybe"}' })).toMatchObject({ outcome: "failed", reply: {} });
  });

  test("plain text is context at SessionStart and nothing at PreToolUse", () => {
    expect(read({ stdout: "hello\n", event: "SessionStart" }).reply).toEqual({ context: "hello" });
    expect(read({ stdout: "hello" }).reply).toEqual({});
  });

  test("output past the limit is a failure, but a blocking code still blocks", () => {
    expect(read({ stdout: denial, cut: true })).toMatchObject({ outcome: "failed", reply: {} });
    expect(read({ code: 2, stderr: "no", cut: true }).reply).toEqual({ deny: "no" });
  });
});

test.each([
  [{ kind: "timeout" } as const, "timeout"],
  [{ kind: "aborted" } as const, "failed"],
  [{ kind: "failed", error: "x" } as const, "failed"],
])("S2.16 %j never blocks, not even under strict", (result, outcome) => {
  expect(toCommandResult("PreToolUse", result, "strict", 5)).toMatchObject({ outcome, reply: {} });
});
