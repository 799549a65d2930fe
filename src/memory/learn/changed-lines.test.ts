import { expect, test } from "bun:test";
import { changedLines } from "./changed-lines.ts";

const edit = (before: string, after: string) =>
  changedLines({ toolName: "Edit", input: JSON.stringify({ old_string: before, new_string: after }) });

test("an edit counts the lines that came and went, not those around them", () => {
  expect(edit("a\nb\nc", "a\nx\ny\nc")).toEqual({ added: 2, removed: 1 });
  expect(edit("a\na", "a")).toEqual({ added: 0, removed: 1 });
  expect(edit("a\nb", "b\na")).toEqual({ added: 0, removed: 0 });
});

test("a written file has only added lines, and its final line break begins no further one", () => {
  const input = JSON.stringify({ content: "one\ntwo\n" });
  expect(changedLines({ toolName: "Write", input })).toEqual({ added: 2, removed: 0 });
});

test("an input that was cut counts nothing", () => {
  expect(changedLines({ toolName: "MultiEdit", input: '{"edits":[{"old_' })).toEqual({
    added: 0,
    removed: 0,
  });
});
