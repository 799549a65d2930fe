import { expect, test } from "bun:test";
import { toObservation } from "../memory/records/observation.ts";
import { redactor } from "../memory/redact/redactor.ts";
import { parseWithoutFile } from "./original-file.ts";

const FILE = 'export const name = "wörld", colour = "\u001b[1m"; // and so on, \\o/\n'.repeat(1_000);

function edit(originalFile: unknown, more: Record<string, unknown> = {}) {
  return {
    parentUuid: "p",
    isSidechain: false,
    type: "user",
    message: { role: "user", content: [{ tool_use_id: "t", type: "tool_result", content: "done" }] },
    uuid: "u",
    timestamp: "2026-01-30T10:00:00.000Z",
    toolUseResult: {
      filePath: "/a.ts",
      oldString: "a",
      newString: "b",
      originalFile,
      structuredPatch: [],
      ...more,
    },
    sourceToolAssistantUUID: "s",
  };
}

function responseOf(value: unknown): string {
  const response = (value as ReturnType<typeof edit>).toolUseResult;
  const call = { sessionId: "s", at: 1, toolName: "Edit", input: {}, response, ok: true };
  return toObservation(call, redactor).response;
}

test("the file in an edit's output is cut before parsing, and the record is the same", () => {
  for (let shift = 0; shift < 40; shift++) {
    const whole = edit("x".repeat(shift) + FILE);
    const value = parseWithoutFile(JSON.stringify(whole)) as typeof whole;
    expect(String(value.toolUseResult.originalFile).length).toBeLessThan(20_000);
    expect(responseOf(value)).toBe(responseOf(whole));
    expect({ ...value, toolUseResult: 0 }).toEqual({ ...whole, toolUseResult: 0 } as never);
  }
});

test.each([
  ["a short file", JSON.stringify(edit("x\n"))],
  ["a long line with a short file", JSON.stringify(edit("x\n", { structuredPatch: [FILE] }))],
  ["a file of which nothing but escapes is kept", JSON.stringify(edit("\u0001".repeat(30_000)))],
  ["no file at all", JSON.stringify(edit(null, { structuredPatch: [FILE] }))],
  ["another line than the user's", JSON.stringify({ ...edit(FILE), type: "progress" })],
  [
    "a field of that name elsewhere",
    JSON.stringify({ ...edit("x"), message: { originalFile: FILE, structuredPatch: [] } }),
  ],
])("%s is not changed", (_, line) => {
  expect(parseWithoutFile(line)).toBeUndefined();
});

test("a line that ends inside the file does not swallow the next one", () => {
  const line = JSON.stringify(edit("no quotes here\n".repeat(4_000)));
  expect(parseWithoutFile(line)).toBeDefined();
  expect(parseWithoutFile(line.slice(0, 40_000) + line)).toBeUndefined();
});
