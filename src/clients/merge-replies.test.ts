import { expect, test } from "bun:test";
import type { Reply } from "./index.ts";
import { mergeReplies } from "./merge-replies.ts";

const merge = (...replies: Reply[]) =>
  mergeReplies(replies.map((reply, index) => ({ name: `h${index}`, reply })));

test("nothing merges to nothing", () => {
  expect(merge()).toEqual({ reply: {}, conflicts: [] });
  expect(merge({}, {})).toEqual({ reply: {}, conflicts: [] });
});

test("deny over ask over allow, in whatever order they come", () => {
  expect(merge({ allow: "a" }, { deny: "d" }, { ask: "q" }).reply).toEqual({ deny: "d" });
  expect(merge({ ask: "q" }, { allow: "a" }).reply).toEqual({ ask: "q" });
  expect(merge({ allow: "a" }, {}).reply).toEqual({ allow: "a" });
  expect(merge({ allow: "" }, { ask: "" }).reply).toEqual({ ask: "" });
});

test("texts of one kind are joined in configuration order, once each", () => {
  expect(
    merge(
      { context: "one", message: "m", block: "b1" },
      { context: "two", block: "b2" },
      { context: "one", message: "n" },
    ).reply,
  ).toEqual({ context: "one\ntwo", message: "m\nn", block: "b1\nb2" });
  expect(merge({ deny: "x" }, { deny: "y" }).reply).toEqual({ deny: "x\ny" });
  expect(merge({ stop: "s" }, { instructions: "i" }).reply).toEqual({ stop: "s", instructions: "i" });
});

test("the first updatedInput wins, and a second that differs is reported", () => {
  const merged = merge({ updatedInput: { a: 1 } }, { updatedInput: { a: 2 } }, { updatedInput: { a: 1 } });
  expect(merged.reply).toEqual({ updatedInput: { a: 1 } });
  expect(merged.conflicts).toEqual(['updatedInput of "h1" is ignored: "h0" comes first.']);
});

test("a denied call has no new input", () => {
  expect(merge({ updatedInput: { a: 1 } }, { deny: "no" }).reply).toEqual({ deny: "no" });
});

test("fields that are only handed on: the first of each wins", () => {
  const merged = merge(
    { extra: { output: { suppressOutput: true } } },
    { extra: { output: { suppressOutput: false }, specific: { updatedToolOutput: 1 } } },
  );
  expect(merged.reply.extra).toEqual({
    output: { suppressOutput: true },
    specific: { updatedToolOutput: 1 },
  });
  expect(merged.conflicts).toEqual(['suppressOutput of "h1" is ignored: "h0" comes first.']);
});
