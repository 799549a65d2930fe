import { expect, test } from "bun:test";
import { toCut, toFirstLine, toObservationTitle } from "./title.ts";

test.each([
  ["\n\n  fix   the\tbuild \nmore", "fix the build"],
  ["one\u2028two", "one"],
  [" \r\n ", ""],
  ["a\0b", "a b"],
])("the first line of %p is %p", (text, line) => {
  expect(toFirstLine(text)).toBe(line);
});

test.each([
  ["Bash", { command: "npm test\nnpm run x" }, [], "Bash: npm test"],
  ["Edit", { file_path: "src/x.ts" }, ["src/x.ts"], "Edit src/x.ts"],
  ["MultiEdit", {}, ["a.ts", "b.ts", "c.ts"], "MultiEdit a.ts (+2)"],
  ["Grep", { pattern: "parse.*" }, [], "Grep: parse.*"],
  ["Task", { description: "look around" }, [], "Task: look around"],
  ["TodoWrite", { todos: [] }, [], "TodoWrite"],
  ["Odd", { command: 5 }, [], "Odd"],
])("a call of %s is titled by its input", (toolName, input, files, title) => {
  expect(toObservationTitle({ toolName, input: JSON.stringify(input), files })).toBe(title);
});

test("an input that is not JSON leaves the tool's name", () => {
  expect(toObservationTitle({ toolName: "Bash", input: '{"command": "np', files: [] })).toBe("Bash");
});

test("cutting leaves whole characters and the limit", () => {
  expect(toCut("ab🙂cd", 4)).toBe("ab…");
  expect(toCut("ab🙂cd", 5)).toBe("ab🙂…");
  expect(toCut("abcd", 4)).toBe("abcd");
  expect(toFirstLine("🙂".repeat(200)).isWellFormed()).toBe(true);
});
