import { expect, test } from "bun:test";
import { toCallDocument } from "./documents.ts";

const call = (toolName: string, response: string) =>
  toCallDocument({
    toolName,
    input: JSON.stringify({ file_path: "src/a.ts" }),
    response,
    files: ["src/a.ts"],
  });

test("of an edit's answer only the beginning is searched: the rest is its input and the file again", () => {
  const answer = `File not found. ${"x".repeat(400)} heron`;
  expect(call("Edit", answer).text).toContain("File not found.");
  expect(call("Edit", answer).text).not.toContain("heron");
  expect(call("Bash", answer).text).toContain("heron");
});

test("of what was read the beginning is searched, and a file is named once", () => {
  const { text } = call("Read", `stork ${"x".repeat(1_600)} heron`);
  expect(text).toContain("stork");
  expect(text).not.toContain("heron");
  expect(text.split("src/a.ts")).toHaveLength(2);
});
