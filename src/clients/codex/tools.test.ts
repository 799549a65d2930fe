/** Codex's tools under the names and with the inputs that the rest of Pawl knows. */
import { expect, test } from "bun:test";
import { outlinesOf } from "../orphans.ts";
import { codex } from "./client.ts";
import { eachFile, outputOf, toCommonCall } from "./tools.ts";

const common = (name: string, input: unknown) => toCommonCall(name, input, "/p");
const shell = (command: unknown, more = {}) => common("shell", { command, ...more }).toolInput;

test("every way to run a command is Bash", () => {
  expect(common("exec_command", { cmd: "ls", workdir: "/q" })).toEqual({
    toolName: "Bash",
    toolInput: { command: "ls", workdir: "/q" },
  });
  for (const name of ["shell", "shell_command", "local_shell"])
    expect(common(name, { command: "ls" })).toEqual({ toolName: "Bash", toolInput: { command: "ls" } });
  const asSent = { command: "ls", timeout: 5 };
  expect(common("Bash", asSent)).toEqual({ toolName: "Bash", toolInput: asSent });
  expect(common("shell", "nonsense").toolInput).toEqual({ command: "" });
});

test("a list is the line that its shell runs, or the words of the command", () => {
  expect(shell(["bash", "-lc", "npm test"])).toEqual({ command: "npm test" });
  expect(shell(["/bin/zsh", "-c", "npm test"])).toEqual({ command: "npm test" });
  expect(shell(["npm", "-c", "test"])).toEqual({ command: "npm -c test" });
  expect(shell(["bash", "-x", "a.sh"])).toEqual({ command: "bash -x a.sh" });
  expect(shell(["bash", "-c"])).toEqual({ command: "bash -c" });
  expect(shell(["bash", "-c", "echo $0", "x"])).toEqual({ command: "bash -c echo $0 x" });
  expect(shell(["ls", "-l", "/tmp"])).toEqual({ command: "ls -l /tmp" });
});

test("what a running command has printed is BashOutput, with what was typed into it", () => {
  expect(common("write_stdin", { session_id: 7, chars: "" })).toEqual({
    toolName: "BashOutput",
    toolInput: { bash_id: "7" },
  });
  expect(common("write_stdin", { session_id: 7, chars: "y\n" }).toolInput).toEqual({
    bash_id: "7",
    input: "y\n",
  });
});

test("a subagent is an Agent; other tools and what is no patch stay themselves", () => {
  expect(common("spawn_agent", { prompt: "look" })).toEqual({
    toolName: "Agent",
    toolInput: { prompt: "look" },
  });
  expect(common("update_plan", { plan: [] })).toEqual({ toolName: "update_plan", toolInput: { plan: [] } });
  expect(common("apply_patch", "nonsense")).toEqual({ toolName: "apply_patch", toolInput: "nonsense" });
});

test("a patch may come as text or in either of two fields", () => {
  const patch = "*** Begin Patch\n*** Update File: ./a.ts\n@@\n-a\n+b\n*** End Patch";
  const edit = { toolName: "Edit", toolInput: { file_path: "/p/a.ts", old_string: "a", new_string: "b" } };
  for (const input of [patch, { command: patch }, { input: patch }])
    expect(common("apply_patch", input)).toEqual(edit);
});

test("a path of a patch that is whole stays so, on every system; without a folder it stays as written", () => {
  const path = (name: string, cwd: string) => {
    const patch = `*** Begin Patch\n*** Delete File: ${name}\n*** End Patch`;
    return (toCommonCall("apply_patch", patch, cwd).toolInput as { file_path: string }).file_path;
  };
  expect(path("a.ts", "/p/")).toBe("/p/a.ts");
  expect(path("/q/a.ts", "/p")).toBe("/q/a.ts");
  expect(path("C:\\q\\a.ts", "/p")).toBe("C:\\q\\a.ts");
  expect(path("c:/q/a.ts", "/p")).toBe("c:/q/a.ts");
  expect(path("a.ts", "")).toBe("a.ts");
});

test("each file of a call is a call of its own; a renamed one is also gone from its old place", () => {
  const edits = [
    { file_path: "/a", old_string: "1", new_string: "2" },
    { file_path: "/b", old_string: "", new_string: "new", change: "added" },
    { file_path: "/d", old_string: "x", new_string: "y", change: "renamed", moved_from: "/c" },
  ];
  expect(eachFile({ toolName: "MultiEdit", toolInput: { file_path: "/a", edits } })).toEqual([
    { toolName: "Edit", toolInput: edits[0] },
    { toolName: "Write", toolInput: { file_path: "/b", content: "new" } },
    { toolName: "Edit", toolInput: edits[2] },
    {
      toolName: "Edit",
      toolInput: { file_path: "/c", old_string: "x", new_string: "", change: "deleted" },
    },
  ]);
});

test("a call that names no file stays one call", () => {
  const calls = [
    { toolName: "Bash", toolInput: { command: "ls" } },
    { toolName: "MultiEdit", toolInput: { edits: [null, 7, { file_path: 7 }] } },
    { toolName: "Edit", toolInput: { file_path: "/a", edits: [{ file_path: "/b" }] } },
    { toolName: "Odd", toolInput: null },
  ];
  for (const call of calls) expect(eachFile(call)).toEqual([call]);
});

test("what Codex writes above an output is not the output", () => {
  const text = "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\nno\nOutput:\n";
  expect(outputOf(text)).toEqual({ output: "no\nOutput:\n", exitCode: 3 });
  expect(outputOf("Process running with session ID 42\nOutput:\n")).toEqual({ output: "", running: "42" });
  expect(outputOf("Exit code: 1 is bad")).toEqual({ output: "Exit code: 1 is bad" });
});

test("an event's outline has every tool that the call may turn out to be", () => {
  const tools = (body: unknown) =>
    outlinesOf(new TextEncoder().encode(JSON.stringify(body)), codex).map(({ tool }) => tool);
  const call = (tool: string) => ({ hook_event_name: "PreToolUse", session_id: "s", tool_name: tool });
  expect(tools(call("apply_patch"))).toEqual(["Edit", "Write", "MultiEdit", "apply_patch"]);
  expect(tools(call("shell"))).toEqual(["Bash"]);
  expect(tools({ hook_event_name: "Stop", session_id: "s" })).toEqual([undefined]);
  expect(tools(7)).toEqual([]);
});
