import { describe, expect, test } from "bun:test";
import { messagesFor } from "../../locale/index.ts";
import { LOCALES } from "../../locale/messages.ts";
import type { Observation } from "../../store/records/records.ts";
import {
  dueCall,
  greenAfterEdits,
  nothingSuggested,
  type Occasion,
  parseThreshold,
  type Suggested,
  suggestCompaction,
} from "./suggest.ts";

const en = messagesFor("en");

/** The calls at which a session that uses these tools is told, one tool a call. */
function injected(tools: readonly string[], threshold = 50): number[] {
  let said: Suggested = nothingSuggested;
  return tools.flatMap((name, index) => {
    const calls = index + 1;
    const result = suggestCompaction({ type: "tool", name }, { calls, threshold }, said, en);
    said = result.said;
    return result.suggestion === undefined ? [] : [calls];
  });
}

const session = (length: number, edits: readonly number[], edit = "Edit") =>
  Array.from({ length }, (_, index) => (edits.includes(index + 1) ? edit : "Read"));

describe("tool calls", () => {
  test("S0.6 120 calls: told at the first Edit or Write from call 51, 76 and 101 on, and nowhere else", () => {
    expect(injected(session(120, [10, 50, 55, 56, 80, 99, 101, 110]))).toEqual([55, 80, 101]);
    expect(injected(session(120, [51, 76, 101]))).toEqual([51, 76, 101]);
    expect(injected(Array.from({ length: 120 }, () => "Write"))).toEqual([51, 76, 101]);
  });

  test("S0.6 what was due and found no edit is said once, not once for each time", () => {
    expect(injected(session(120, [115, 116, 117]))).toEqual([115]);
    expect(injected(session(120, []))).toEqual([]);
  });

  test.each(["Edit", "Write", "MultiEdit", "NotebookEdit"])("S0.6 %s is an edit", (edit) => {
    expect(injected(session(60, [52], edit))).toEqual([52]);
  });

  test("S0.6 reading and running are not the moment", () => {
    expect(injected(Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? "Bash" : "Grep")))).toEqual([]);
  });

  test("S0.7 a threshold of 10 means calls 11, 36, 61 …", () => {
    expect(injected(session(70, [11, 12, 36, 61, 62]), 10)).toEqual([11, 36, 61]);
    expect([10, 11, 35, 36].map((calls) => dueCall(calls, 10))).toEqual([0, 11, 11, 36]);
  });

  test("S0.7 COMPACT_THRESHOLD is a whole number from 1 to 10000, else 50", () => {
    const read = ["10", "1", "10000", " 75 ", "0", "abc", "10001", "-5", "1.5", "1e3", "", "0x20", "５"].map(
      parseThreshold,
    );
    expect(read).toEqual([10, 1, 10_000, 75, 50, 50, 50, 50, 50, 50, 50, 50, 50]);
    expect(parseThreshold(undefined)).toBe(50);
  });
});

describe("the line", () => {
  test("S0.8 names three good moments, on one line", () => {
    const { suggestion } = suggestCompaction(
      { type: "tool", name: "Edit" },
      { calls: 51, threshold: 50 },
      nothingSuggested,
      en,
    );
    expect(suggestion).toEqual({
      reason: "calls",
      line: "Pawl: 51 tool calls in this session. Consider /compact at a natural break: after exploring and before implementing, after a milestone, or before switching context.",
    });
  });

  test.each(LOCALES)("S0.8 is one line that names /compact in %s", (locale) => {
    const line = messagesFor(locale).suggestion.line("…");
    expect(line).not.toContain("\n");
    expect(line).toContain("/compact");
  });
});

describe("other moments", () => {
  const at = (occasion: Occasion, calls: number, said: Suggested = nothingSuggested) =>
    suggestCompaction(occasion, { calls, threshold: 50 }, said, en);
  const stage: Occasion = { type: "stage", key: "PLAN", label: "Planning" };
  const green: Occasion = { type: "green", id: "k1", command: "npm test" };

  test("a finished stage and a green test run are moments, once each and once before each due call", () => {
    const first = at(stage, 40);
    expect(first.suggestion?.reason).toBe("stage");
    expect(at(stage, 41, first.said).suggestion).toBeUndefined();
    expect(at(green, 45, first.said).suggestion).toBeUndefined();
    const second = at(green, 55, first.said);
    expect(second.suggestion?.line).toContain("npm test passed");
    expect(at(green, 80, second.said).suggestion).toBeUndefined();
  });

  test("a session that has hardly begun has nothing to compact", () => {
    expect(at(stage, 25).suggestion).toBeUndefined();
    expect(at(stage, 26).suggestion).toBeDefined();
  });

  test("S0.6 a moment answers the calls that are due, so that the next edit is silent", () => {
    const first = at(green, 60);
    expect(at({ type: "tool", name: "Edit" }, 61, first.said).suggestion).toBeUndefined();
    expect(at({ type: "tool", name: "Edit" }, 76, first.said).suggestion).toBeDefined();
    const edit = at({ type: "tool", name: "Edit" }, 60);
    expect(at(stage, 61, edit.said).suggestion).toBeUndefined();
  });

  test("real context use is a moment where the client tells it, once a step", () => {
    const full = (contextTokens: number): Occasion => ({ type: "context", contextTokens });
    expect(at(full(119_999), 5).suggestion).toBeUndefined();
    const first = at(full(121_000), 5);
    expect(first.suggestion?.line).toContain("121k tokens");
    expect(at(full(130_000), 6, first.said).suggestion).toBeUndefined();
    expect(at(full(141_000), 7, first.said).suggestion).toBeDefined();
  });
});

describe("greenAfterEdits", () => {
  const call = (key: string, toolName: string, input: object, ok = true, response = ""): Observation => ({
    key,
    sessionId: "s",
    at: 0,
    redaction: 0,
    toolName,
    ok,
    input: JSON.stringify(input),
    response,
    files: [],
  });
  const edit = call("e", "Edit", { file_path: "a.ts" });
  const green = (key: string) =>
    call(key, "Bash", { command: "cd app && npm test 2>&1 | tail -5" }, true, "12 passed");

  test("is a test run that went well after an edit", () => {
    expect(greenAfterEdits([edit, green("t1")])).toEqual({ id: "t1", command: "cd app && npm test" });
    expect(greenAfterEdits([green("t1"), edit, call("r", "Read", {}), green("t2")])?.id).toBe("t2");
  });

  test("is none without an edit since the last one, on red, and on anything else", () => {
    expect(greenAfterEdits([green("t1")])).toBeUndefined();
    expect(greenAfterEdits([edit, green("t1"), green("t2")])).toBeUndefined();
    expect(greenAfterEdits([edit, call("t", "Bash", { command: "npm test" }, false)])).toBeUndefined();
    expect(
      greenAfterEdits([edit, call("t", "Bash", { command: "npm test | tail" }, true, "3 failed")]),
    ).toBeUndefined();
    expect(greenAfterEdits([edit, call("t", "Bash", { command: "ls" })])).toBeUndefined();
    expect(greenAfterEdits([])).toBeUndefined();
  });
});

describe("at the edges", () => {
  const at = (occasion: Occasion, calls: number, said: Suggested = nothingSuggested) =>
    suggestCompaction(occasion, { calls, threshold: 50 }, said, en);
  const stage = (key: string): Occasion => ({ type: "stage", key, label: key });

  test("a stage and a test run of the same name are different moments", () => {
    const said = { ...nothingSuggested, pastTurns: ["green:DEV"] };
    expect(at(stage("DEV"), 60, said).suggestion?.reason).toBe("stage");
    expect(at({ type: "green", id: "DEV", command: "npm test" }, 60, said).suggestion).toBeUndefined();
    const stages = { ...nothingSuggested, pastTurns: ["stage:DEV"] };
    expect(at(stage("DEV"), 60, stages).suggestion).toBeUndefined();
    expect(at({ type: "green", id: "DEV", command: "npm test" }, 60, stages).suggestion?.reason).toBe(
      "green",
    );
  });

  test("the last 50 moments are remembered", () => {
    const pastTurns = Array.from({ length: 50 }, (_, n) => `stage:${n}`);
    const { said } = at(stage("new"), 60, { ...nothingSuggested, pastTurns });
    expect(said.pastTurns).toEqual([...pastTurns.slice(1), "stage:new"]);
  });

  test("a long command is named by its first 60 characters", () => {
    const line = (length: number) =>
      at({ type: "green", id: "k", command: "t".repeat(length) }, 60).suggestion?.line ?? "";
    expect(line(60)).toContain("t".repeat(60));
    expect(line(61)).toContain(`${"t".repeat(59)}…`);
  });

  test("a stage says nothing about the context; a tool and the client do, from 120,000 tokens on", () => {
    const told = (contextTokens: number) => at({ type: "context", contextTokens }, 1).suggestion?.reason;
    expect([told(119_999), told(120_000)]).toEqual([undefined, "context"]);
    expect(at({ type: "tool", name: "Read", contextTokens: 120_000 }, 1).suggestion?.reason).toBe("context");
    expect(at({ type: "tool", name: "Read", contextTokens: 120_000 }, 1).said.context).toBe(1);
    expect(at({ type: "context", contextTokens: 140_000 }, 1).said.context).toBe(2);
    expect(at(stage("DEV"), 60).said.context).toBe(0);
    expect(at({ type: "tool", name: "Edit" }, 51).said).toMatchObject({ due: 51, context: 0 });
  });

  test("a second step of the context is told again, the same one is not", () => {
    const first = at({ type: "context", contextTokens: 139_999 }, 1).said;
    expect(at({ type: "context", contextTokens: 139_999 }, 1, first).suggestion).toBeUndefined();
    expect(at({ type: "context", contextTokens: 140_000 }, 1, first).suggestion?.reason).toBe("context");
  });

  test("an edit that failed is no edit, and a look that worked is none either", () => {
    const call = (toolName: string, ok: boolean, command = ""): Observation => ({
      ...{ key: toolName, sessionId: "s", at: 1, redaction: 0, toolName, ok, response: "", files: [] },
      input: JSON.stringify({ command }),
    });
    const test = call("Bash", true, "npm test");
    expect(greenAfterEdits([call("Edit", false), test])).toBeUndefined();
    expect(greenAfterEdits([call("Read", true), test])).toBeUndefined();
    expect(greenAfterEdits([test, call("Edit", true), test])).toMatchObject({ command: "npm test" });
    expect(greenAfterEdits([call("Edit", true), test, test])).toBeUndefined();
    expect(greenAfterEdits([call("Edit", true), test])).toMatchObject({ command: "npm test" });
    expect(greenAfterEdits([])).toBeUndefined();
  });
});
