import { describe, expect, test } from "bun:test";
import { parseHookInput } from "../../clients/index.ts";
import { withLimit } from "./outcome.ts";
import { type Evaluate, evaluatePrompt, toPromptReply } from "./prompt.ts";

test("S2.3 the text goes to the user, and to the model where the event has context", () => {
  expect(toPromptReply("UserPromptSubmit", "t")).toEqual({ message: "t", context: "t" });
  expect(toPromptReply("PostToolUse", "t")).toEqual({ message: "t", context: "t" });
  expect(toPromptReply("SessionEnd", "t")).toEqual({ message: "t" });
  expect(toPromptReply("PreCompact", "t")).toEqual({ message: "t" });
});

describe("mode evaluate", () => {
  const input = parseHookInput({ hook_event_name: "Stop", session_id: "s" });
  const judge = (evaluate: Evaluate | undefined, timeoutMs = 5000, signal = new AbortController().signal) =>
    withLimit(timeoutMs, signal, (either) => evaluatePrompt("Stop", "done?", input, evaluate, either));

  test("the model's answer is the hook's", async () => {
    const asked: unknown[] = [];
    const result = await judge(async (prompt, event) => {
      asked.push(prompt, event.event);
      return { decision: "block", reason: "not yet" };
    });
    expect(result).toEqual({ outcome: "ok", reply: { block: "not yet" }, ignored: [] });
    expect(asked).toEqual(["done?", "Stop"]);
  });

  test("without a judge it fails open and says what is missing", async () => {
    expect(await judge(undefined)).toMatchObject({
      outcome: "failed",
      reply: {},
      error: expect.stringContaining("Agent SDK"),
    });
  });

  test("a judge that never answers is given up, and told so", async () => {
    let injected = false;
    const result = await judge((_, __, signal) => {
      signal.addEventListener("abort", () => {
        injected = true;
      });
      return new Promise(() => undefined);
    }, 50);
    expect(result).toMatchObject({ outcome: "timeout", reply: {} });
    expect(injected).toBe(true);
  });

  test("closing gives it up too", async () => {
    const controller = new AbortController();
    const judging = judge(() => new Promise(() => undefined), 5000, controller.signal);
    controller.abort();
    expect(await judging).toMatchObject({ outcome: "failed" });
  });
});

test.each<["Stop" | "SubagentStop"]>([["Stop"], ["SubagentStop"]])(
  "S2.3 a prompt hook on %s gives no context, so the turn stays over",
  (event) => {
    expect(toPromptReply(event, "x")).toEqual({ message: "x" });
  },
);
