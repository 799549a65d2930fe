/** `if` of a hook, in the words of the client's permission rules. */
import { expect, test } from "bun:test";
import { compileIf } from "./if-rule.ts";
import { BadGlob } from "./matcher/glob.ts";

const call = (tool_name: string, tool_input: object = {}, more: object = {}) => ({
  hook_event_name: "PreToolUse",
  tool_name,
  tool_input,
  cwd: "/shop",
  ...more,
});
const fits = (rule: string, input: Record<string, unknown>, projectDir?: string) =>
  compileIf(rule)(input, projectDir === undefined ? undefined : { projectDir });

test.each([
  ["Bash", "Bash", true],
  ["Bash()", "Bash", true],
  ["Bash(*)", "Bash", true],
  [" Edit ", "Edit", true],
  ["Edit", "Write", true],
  ["Edit", "MultiEdit", true],
  ["Edit", "NotebookEdit", true],
  ["Read", "Grep", true],
  ["Read", "Glob", true],
  ["Edit", "Read", false],
  ["Write", "Edit", false],
  ["mcp__github", "mcp__github__create_issue", true],
  ["mcp__github", "mcp__githubby__x", false],
  ["Task", "Task__x", false],
])("%s is about the tool %s: %p", (rule, tool, expected) => {
  expect(fits(rule, call(tool))).toBe(expected);
});

test("an event without a tool never fits", () => {
  expect(fits("Bash", { hook_event_name: "Stop" })).toBe(false);
});

test.each(["Bash(git *", "", "Bash git", "Edit(a))x"])("%p is no rule", (rule) => {
  expect(() => compileIf(rule)).toThrow(BadGlob);
});

test.each([
  ["Bash(git *)", "git", true],
  ["Bash(git *)", "git push", true],
  ["Bash(git *)", "github push", false],
  ["Bash(git push:*)", "git push origin", true],
  ["Bash(git push:*)", "git pull", false],
  ["Bash(npm test)", "npm test", true],
  ["Bash(npm test)", "npm test -- a", false],
  ["Bash(rm *)", "cd /tmp && rm -rf x", true],
  ["Bash(a.b)", "aXb", false],
  ["PowerShell(ls *)", "ls x", true],
])("%s fits the command %s: %p", (rule, command, expected) => {
  expect(fits(rule, call(rule.slice(0, rule.indexOf("(")), { command }))).toBe(expected);
});

test("a call without a command, or without an input, does not fit a rule about commands", () => {
  expect(fits("Bash(git *)", call("Bash"))).toBe(false);
  expect(fits("Bash(git *)", { tool_name: "Bash", tool_input: null })).toBe(false);
  expect(fits("Bash(git *)", { tool_name: "Bash", tool_input: { command: "git push" } })).toBe(true);
});

test.each([
  ["WebFetch(domain:example.com)", "https://example.com/a", true],
  ["WebFetch(domain:example.com)", "https://www.example.com/a", false],
  ["WebFetch(domain:example.com)", "no address", false],
])("%s fits %s: %p", (rule, url, expected) => {
  expect(fits(rule, call("WebFetch", { url }))).toBe(expected);
});

test("a rule about files goes by the project, whatever field names the file and wherever the call is made", () => {
  expect(fits("Edit(src/**)", call("Edit", { file_path: "/shop/src/a.ts" }), "/shop")).toBe(true);
  expect(fits("Edit(/src/**)", call("Edit", { file_path: "/shop/src/a.ts" }), "/shop")).toBe(true);
  expect(fits("Edit(//srv/**)", call("Edit", { file_path: "/srv/a.ts" }), "/shop")).toBe(true);
  expect(fits("Edit(src/**)", call("Edit", { file_path: "/shop/docs/a.md" }), "/shop")).toBe(false);
  expect(fits("Edit(src/**)", call("NotebookEdit", { notebook_path: "/shop/src/a.ipynb" }), "/shop")).toBe(
    true,
  );
  expect(fits("Read(src/**)", call("Grep", { path: "/shop/src/a" }), "/shop")).toBe(true);
  expect(fits("Read(src/**)", call("Grep", {}), "/shop")).toBe(false);
  // A relative name is one of the folder that the call is made in.
  const inner = call("Edit", { file_path: "a.ts" }, { cwd: "/shop/src" });
  expect(fits("Edit(src/**)", inner, "/shop")).toBe(true);
  expect(fits("Edit(src/**)", { ...inner, cwd: undefined }, "/shop")).toBe(false);
  // Without a project the call's folder stands for it.
  expect(fits("Edit(a.ts)", inner)).toBe(true);
});
