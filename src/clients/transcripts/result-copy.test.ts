import { expect, test } from "bun:test";
import { readTranscriptEntry } from "../claude-code/transcript.ts";
import { parseWithoutCopy } from "./result-copy.ts";

const TEXT = 'a line with "quotes", a \\ and }]},\\"uuid\\":\\" inside — wörld\n'.repeat(100);

function result(content: unknown, block: object = {}, more: object = {}) {
  return {
    parentUuid: "p",
    isSidechain: false,
    cwd: "/project",
    sessionId: "s",
    type: "user",
    message: { role: "user", content: [{ tool_use_id: "t", type: "tool_result", content, ...block }] },
    uuid: "u",
    timestamp: "2026-01-30T10:00:00.000Z",
    toolUseResult: { stdout: TEXT, stderr: "", interrupted: false },
    ...more,
  };
}

/** Everything that Pawl records, except the copy. */
function readOf(value: unknown): unknown {
  const entry = readTranscriptEntry(value, "s");
  const results = entry.kind === "user" ? entry.results.map(({ content: _, ...rest }) => rest) : [];
  return { ...entry, results };
}

test.each([
  ["a result", result(TEXT)],
  ["one that says that it went well", result(TEXT, { is_error: false })],
  ["one that ends with a quote", result(`${TEXT}"`, { is_error: false })],
  ["one that ends with a backslash", result(`${TEXT}\\`)],
])("for %s the model's copy is cut before parsing, and everything else is the same", (_, whole) => {
  const value = parseWithoutCopy(JSON.stringify(whole)) as ReturnType<typeof result>;
  expect(String(value.message.content[0]?.content).length).toBeLessThan(20);
  expect(readOf(value)).toEqual(readOf(whole));
});

test.each([
  ["a failed call, whose error is what counts", result(TEXT, { is_error: true })],
  ["a result that only the model has", result(TEXT, {}, { toolUseResult: undefined, text: { a: TEXT } })],
  ["one that the tool gave as text", result(TEXT, {}, { toolUseResult: TEXT })],
  ["a short one", result("done", {}, { toolUseResult: { stdout: TEXT } })],
  ["one with pictures", result([{ type: "text", text: TEXT }])],
  ["another line than the user's", result(TEXT, {}, { type: "progress" })],
  [
    "one of two in a line",
    {
      ...result(TEXT),
      message: {
        role: "user",
        content: [
          { tool_use_id: "t", type: "tool_result", content: TEXT },
          { tool_use_id: "t2", type: "tool_result", content: TEXT },
        ],
      },
    },
  ],
])("%s is not changed", (_, line) => {
  expect(parseWithoutCopy(JSON.stringify(line))).toBeUndefined();
});

test("a copy of a thousand characters is cut, in a line of two thousand", () => {
  const sized = (copy: number, whole: number) => {
    const bare = JSON.stringify(result("x".repeat(copy), {}, { toolUseResult: { stdout: "" } })).length;
    const stdout = "y".repeat(Math.max(0, whole - bare));
    const line = JSON.stringify(result("x".repeat(copy), {}, { toolUseResult: { stdout } }));
    return [line.length, parseWithoutCopy(line) !== undefined];
  };
  expect([sized(1_000, 2_000), sized(1_000, 1_999)]).toEqual([
    [2_000, true],
    [1_999, false],
  ]);
  expect([sized(1_000, 3_000), sized(999, 3_000)]).toEqual([
    [3_000, true],
    [3_000, false],
  ]);
});

test("a line that ends inside the copy does not swallow the next one", () => {
  const line = JSON.stringify(result("no quotes here\n".repeat(400)));
  expect(parseWithoutCopy(line)).toBeDefined();
  expect(parseWithoutCopy(line.slice(0, 4_000) + line)).toBeUndefined();
});
