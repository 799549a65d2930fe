import { expect, test } from "bun:test";
import { redactor } from "../../redact/redactor.ts";
import { REDACTION_MARGIN, toObservation } from "../../store/records/observation.ts";
import { RESPONSE_LIMIT } from "../../store/records/records.ts";
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

/** The first part that is kept: of plain text, a quarter more than is looked at. */
const KEPT = (RESPONSE_LIMIT + REDACTION_MARGIN) * 1.25;
const cutOf = (file: string, more?: object) => {
  const value = parseWithoutFile(JSON.stringify({ ...edit(file), ...more }));
  return value === undefined ? undefined : (value as ReturnType<typeof edit>).toolUseResult.originalFile;
};

test("a file is cut where at least two thousand characters can go", () => {
  const kept = "x".repeat(KEPT);
  expect(cutOf(kept + "y".repeat(2_000))).toBe(`${kept}[cut by pawl]`);
  expect(cutOf(kept + "y".repeat(1_999))).toBeUndefined();
});

test("what is left after the cut is as much as is looked at, or nothing is cut", () => {
  const looked = RESPONSE_LIMIT + REDACTION_MARGIN;
  const rest = "y".repeat(9_000);
  // As JSON each line break is two characters: the first `KEPT` of them are exactly what is looked at.
  const file = (breaks: number) => `${"\n".repeat(breaks)}${"x".repeat(KEPT - 2 * breaks)}`;
  expect(String(cutOf(file(KEPT - looked) + rest))).toHaveLength(looked + "[cut by pawl]".length);
  expect(cutOf(file(KEPT - looked + 1) + rest)).toBeUndefined();
});

test("a damaged line, and one whose output is nothing, is not cut", () => {
  const line = JSON.stringify(edit(FILE));
  expect(parseWithoutFile(`${line}}`)).toBeUndefined();
  for (const toolUseResult of [null, "text"])
    expect(
      parseWithoutFile(JSON.stringify({ ...edit(FILE), toolUseResult, more: edit(FILE).toolUseResult })),
    ).toBeUndefined();
});

test("the cut goes back over escapes, up to five hundred characters, and no further", () => {
  const cut = "[cut by pawl]";
  const rest = "y".repeat(9_000);
  const escapes = "\t".repeat(249);
  // As JSON each is two characters.
  const far = "x".repeat(KEPT - 499);
  expect(cutOf(`${far}${escapes}z${rest}`)).toBe(`${far}${cut}`);
  const further = "x".repeat(KEPT - 500);
  expect(cutOf(`${further}${escapes}\t${rest}`)).toBe(`${further}${escapes}\t${cut}`);
  // An escape that begins seven characters before the place ends there; one that begins later may reach over it.
  const near = "x".repeat(KEPT - 7);
  expect(cutOf(`${near}\tzzzzz${rest}`)).toBe(`${near}\tzzzzz${cut}`);
  expect(cutOf(`${near}x\tzzzz${rest}`)).toBe(`${near}x${cut}`);
});

test("the line's type is looked for in its first six hundred characters", () => {
  const file = "x".repeat(KEPT + 5_000);
  const long = (length: number) => ({ parentUuid: "p".repeat(length) });
  const typeEnd = JSON.stringify(edit(file)).indexOf('"message":{') + '"message":{'.length;
  expect(cutOf(file, long(600 - typeEnd + 1))).toBeDefined();
  expect(cutOf(file, long(600 - typeEnd + 2))).toBeUndefined();
});
