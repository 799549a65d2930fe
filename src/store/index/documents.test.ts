import { expect, test } from "bun:test";
import { toCallDocument, toTextDocument } from "./word-index.ts";

const call = (toolName: string, response: string) =>
  toCallDocument({
    toolName,
    input: JSON.stringify({ file_path: "src/a.ts" }),
    response,
    files: ["src/a.ts"],
  });

test("only the beginning of an edit's output is indexed: the rest repeats its input and the file", () => {
  const answer = `File not found. ${"x".repeat(400)} heron`;
  expect(call("Edit", answer).text).toContain("File not found.");
  expect(call("Edit", answer).text).not.toContain("heron");
  expect(call("Bash", answer).text).toContain("heron");
});

test("only the beginning of a read file is indexed, and its name once", () => {
  const { text } = call("Read", `stork ${"x".repeat(1_600)} heron`);
  expect(text).toContain("stork");
  expect(text).not.toContain("heron");
  expect(text.split("src/a.ts")).toHaveLength(2);
});

test("a plan that was carried out has its heading as title", () => {
  const plan =
    "Implement the following plan:\n\n# Plan: Round the totals once\n\n## Context\n\nA cent is lost.";
  expect(toTextDocument(plan)).toEqual({ title: "Round the totals once", text: plan });
  expect(toTextDocument("Round them\nall").title).toBe("Round them");
});
