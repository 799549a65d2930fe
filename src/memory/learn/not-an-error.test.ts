import { expect, test } from "bun:test";
import { toFailure } from "../digest/calls.ts";
import { createSession, PROJECT } from "./test-session.ts";

const learnable = (toolName: string, input: object, response: string) => {
  const { call } = createSession("s");
  return toFailure(call(toolName, input, false, response), PROJECT) !== undefined;
};

test.each([
  [
    "Edit",
    "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>",
  ],
  ["Edit", "String to replace not found in file.\nString: x"],
  ["Read", "EISDIR: illegal operation on a directory, read"],
  ["Read", "File does not exist. Did you mean a.ts?"],
  ["Task", "Agent type 'helper' not found. Available agents: Explore"],
  ["Grep", "InputValidationError: pattern is required"],
  ["Bash", "The user doesn't want to proceed with this tool use. The tool use was rejected."],
  ["Bash", "[Request interrupted by user for tool use]"],
  ["Bash", "Permission to use Bash with command rm x has been denied."],
  ["Bash", "Auto mode is unavailable: its safety check does not run for this session, so Bash was not run."],
  [
    "Bash",
    "Permission for this action was denied by the Claude Code auto mode classifier. Reason: it deletes",
  ],
  ["Bash", "touch in '/home/dev/shop/x' needs approval. The path is inside the working directories"],
  ["Bash", "PreToolUse:Bash hook error: [./gate.sh]: error: not here"],
  ["Bash", "Refused by the user's rule in Pawl's configuration: tool == \"Bash\""],
])("S1.16 nothing is learned from what the client or the user says: %s %s", (tool, response) => {
  expect(learnable(tool, { command: "npm test" }, response)).toBe(false);
});

test.each([
  ["grep -n foo src", "Exit code 1"],
  ["cd src && rg foo | head", "Exit code 1\n"],
  ["test -f x && cat x", "Exit code 1"],
  ["ls /nowhere", "Exit code 2\nls: cannot access '/nowhere': No such file or directory"],
  ["git diff --quiet", "Exit code 1"],
])("S1.16 a command that only asked gave an answer: %s", (command, response) => {
  expect(learnable("Bash", { command }, response)).toBe(false);
});

test("a question asked the wrong way, and a check that fails, are errors", () => {
  expect(
    learnable(
      "Bash",
      { command: "git diff --no-stat" },
      "Exit code 129\nusage: git diff [<options>]\nerror: invalid option: --no-stat",
    ),
  ).toBe(true);
  expect(
    learnable("Bash", { command: "npm test" }, "Exit code 1\nError: cannot find module 'left-pad'"),
  ).toBe(true);
});
