import { describe, expect, test } from "bun:test";
import type { Suggested } from "../history/sessions/sessions.ts";
import { messagesFor } from "../locale/index.ts";
import { LOCALES } from "../locale/messages.ts";
import { dueCall, parseThreshold, suggestCompaction } from "./suggest.ts";

const nothingSuggested: Suggested = { due: 0 };

const en = messagesFor("en");

/** The calls at which a session that uses these tools is told, one tool a call. */
function injected(tools: readonly string[], threshold = 50): number[] {
  let said: Suggested = nothingSuggested;
  return tools.flatMap((name, index) => {
    const calls = index + 1;
    const result = suggestCompaction(name, { calls, threshold }, said, en);
    said = result.said;
    return result.line === undefined ? [] : [calls];
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
    const { line } = suggestCompaction("Edit", { calls: 51, threshold: 50 }, nothingSuggested, en);
    expect(line).toBe(
      "Pawl: 51 tool calls in this session. Consider /compact at a natural break: after exploring and before implementing, after a milestone, or before switching context.",
    );
  });

  test.each(LOCALES)("S0.8 is one line that names /compact in %s", (locale) => {
    const line = messagesFor(locale).suggestion.line("…");
    expect(line).not.toContain("\n");
    expect(line).toContain("/compact");
  });
});
