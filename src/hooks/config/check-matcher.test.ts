/** Matchers that compile and can never match: each has its sentence, and good ones have none. */
import { expect, test } from "bun:test";
import type { HookEventName } from "../../clients/index.ts";
import { matcherProblems } from "./check-matcher.ts";

test.each<[HookEventName, string]>([
  ["PreToolUse", ""],
  ["PreToolUse", " * "],
  ["PreToolUse", "Bash"],
  ["PreToolUse", "Bash|Edit"],
  ["PreToolUse", "mcp__other__tool"],
  ["PreToolUse", "mcp__.*"],
  ["PreToolUse", "Ba.h"],
  ["SessionStart", "startup"],
  ["Stop", "anything"],
  ["PreToolUse", 'tool == "Bash" && tool_input.command =~ /x/'],
  ["PreToolUse", '"Bash" == tool'],
  ["PreToolUse", 'tool in ["Bash", "Edit"]'],
  ["PreToolUse", '!(tool == "Bash")'],
  ["PreToolUse", 'cwd == "anything at all"'],
  ["PreToolUse", 'tool_input.unheard_of_field_xyz == "x"'],
  ["SessionStart", 'source == "startup"'],
])("%s %j has no problem", (event, matcher) => {
  expect(matcherProblems(event, matcher)).toEqual([]);
});

test.each<[HookEventName, string, RegExp]>([
  ["PreToolUse", "Bsh", /^"Bsh" is no tool that Claude Code has; did you mean Bash\?$/],
  ["PreToolUse", "Qqqqqqqqqq", /^"Qqqqqqqqqq" is no tool that Claude Code has\.$/],
  [
    "PreToolUse",
    "Bash(git:*)",
    /is a permission rule, which no tool's name matches\. Write it as "if", and "Bash" here\.$/,
  ],
  ["PreToolUse", "Qq.+xx", /^No tool_name that Pawl knows matches Qq\.\+xx\.$/],
  ["PreToolUse", "tool includes x", /^This is read as a regular expression\. Conditions use/],
  ["PreToolUse", 'tool == "Bsh"', /^"Bsh" is no tool that Claude Code has; did you mean Bash\?$/],
  ["PreToolUse", 'tool_name == "Bsh"', /^"Bsh" is no tool/],
  ["PreToolUse", '"Bsh" == tool', /^"Bsh" is no tool/],
  ["PreToolUse", 'tool in ["Bash", "Bsh"]', /^"Bsh" is no tool/],
  ["PreToolUse", '!(tool == "Bsh")', /^"Bsh" is no tool/],
  ["PreToolUse", 'toolname == "Bash"', /^PreToolUse has no field "toolname"; did you mean tool_?name\?$/],
  ["Stop", 'tool == "Bash"', /^Stop has no field "tool"/],
  [
    "PreToolUse",
    'tool_input.comand == "x"',
    /^No tool of Claude Code has the field tool_input\.comand; did you mean tool_input\.command\?$/,
  ],
  ["SessionStart", "startp", /^"startp" is no source of SessionStart; did you mean startup\?$/],
  ["SessionStart", 'source == "startp"', /^"startp" is no source of SessionStart; did you mean startup\?$/],
  ["SessionStart", "zz.+zz", /^No source that Pawl knows matches zz\.\+zz\.$/],
])("%s %j: %s", (event, matcher, sentence) => {
  const problems = matcherProblems(event, matcher);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(sentence);
});

test("both sides of a condition are judged", () => {
  expect(matcherProblems("PreToolUse", 'tool == "Bsh" && toolname == "x"')).toHaveLength(2);
  expect(matcherProblems("PreToolUse", 'tool == "Bash" || tool == "Rad"')).toHaveLength(1);
});

test("a pattern that is too long to be looked for is left alone", () => {
  const pattern = (length: number) => `${"q".repeat(length - 2)}.+`;
  expect(matcherProblems("PreToolUse", pattern(199))).toHaveLength(1);
  expect(matcherProblems("PreToolUse", pattern(200))).toEqual([]);
});
