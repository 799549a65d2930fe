import { expect, test } from "bun:test";
import { addedLines, isEdit, pairsOf } from "./edits.ts";

const change = (toolName: string, input: object | string) =>
  addedLines({ toolName, input: typeof input === "string" ? input : JSON.stringify(input) });

test("a change is the lines that differ, without their indentation", () => {
  const edit = { old_string: "  a\n  b\n\n  c", new_string: "a\n\tx\nc" };
  expect(change("Edit", edit)).toEqual(["x"]);
  expect(change("Write", { content: "one\n\ntwo" })).toEqual(["one", "two"]);
  expect(change("NotebookEdit", { new_source: "cell" })).toEqual(["cell"]);
});

test("each edit of several is told; what was cut or is odd tells nothing", () => {
  const edits = [{ old_string: "a", new_string: "b" }, { new_string: "c" }, { old_string: "d" }];
  expect(change("MultiEdit", { edits })).toEqual(["b", "c"]);
  expect(pairsOf({ toolName: "MultiEdit", input: JSON.stringify({ edits }) })).toEqual([
    ["a", "b"],
    ["", "c"],
    ["d", ""],
  ]);
  for (const input of ['{"edits":[{"old', { edits: "no" }, "7", "null", {}])
    expect(change("MultiEdit", input)).toEqual([]);
  expect(change("Edit", {})).toEqual([]);
  expect(change("Write", {})).toEqual([]);
});

test("of a long file the first 20,000 characters are looked at", () => {
  const lines = (count: number) => `${"x".repeat(count)}\nlast`;
  expect(change("Write", { content: lines(19_995) })).toContain("last");
  expect(change("Write", { content: lines(20_000) })).toEqual(["x".repeat(20_000)]);
});

test("the tools that edit", () => {
  expect(["Write", "Edit", "MultiEdit", "NotebookEdit", "Read", "Bash"].filter(isEdit)).toHaveLength(4);
});
