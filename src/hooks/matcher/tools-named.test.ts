import { expect, test } from "bun:test";
import { toolsNamed } from "./matcher.ts";

test.each([
  ["WebFetch", ["WebFetch"]],
  ["Edit|Write", ["Edit", "Write"]],
  ["mcp__git-hub__push", ["mcp__git-hub__push"]],
  ['tool == "Bash" && tool_input.command =~ /push/', ["Bash"]],
  ['tool_input.command =~ /push/ && "Bash" == tool_name', ["Bash"]],
  ['tool in ["Edit", "Write"] && tool_input.file_path matches "*.env"', ["Edit", "Write"]],
  ['tool == "Bash" || (tool == "Read" && !agent_id)', ["Bash", "Read"]],
  ['tool == "Bash" && tool == "Read"', []],
])("%s is about these tools only", (matcher, tools) => {
  expect(toolsNamed(matcher)).toEqual(tools);
});

test.each([
  "",
  "*",
  "mcp__.*",
  "Bash.*",
  'tool != "Bash"',
  '!(tool == "Bash")',
  'tool_input.file_path matches "*.env"',
  'tool == "Bash" || agent_id',
  "tool == tool_input.name && agent_id",
  'tool.name == "Bash"',
])("%p may be about any tool", (matcher) => {
  expect(toolsNamed(matcher)).toBeUndefined();
});
