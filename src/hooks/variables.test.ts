// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell and script text is what this is about
import { describe, expect, test } from "bun:test";
import { parseHookInput } from "../clients/index.ts";
import { expandText, toEnvironment, toVariables } from "./variables.ts";

const folders = { projectDir: "/project", pluginRoot: "/plugin" };
const variables = (fields: Record<string, unknown>) =>
  toVariables(
    parseHookInput({ hook_event_name: "PreToolUse", session_id: "s1", tool_input: {}, ...fields }),
    folders,
  );

describe("S2.18 variables come from the input", () => {
  test("S2.18 a tool call", () => {
    expect(
      variables({
        tool_name: "Edit",
        tool_input: { file_path: "/a/b.ts" },
        cwd: "/a",
        agent_type: "Explore",
      }),
    ).toEqual({
      TOOL: "Edit",
      FILE: "/a/b.ts",
      COMMAND: "",
      CWD: "/a",
      EVENT: "PreToolUse",
      SESSION_ID: "s1",
      AGENT: "Explore",
      ERROR: "",
      PROMPT: "",
      CLAUDE_PROJECT_DIR: "/project",
      CLAUDE_PLUGIN_ROOT: "/plugin",
    });
  });

  test("S2.18 command, error and prompt", () => {
    expect(variables({ tool_name: "Bash", tool_input: { command: "ls" } }).COMMAND).toBe("ls");
    expect(variables({ hook_event_name: "PostToolUseFailure", error: "no such file" }).ERROR).toBe(
      "no such file",
    );
    expect(variables({ hook_event_name: "UserPromptSubmit", prompt: "hello" }).PROMPT).toBe("hello");
    expect(variables({ hook_event_name: "NewEvent" }).EVENT).toBe("NewEvent");
  });

  test("S2.18 notebooks and folders count as files", () => {
    expect(variables({ tool_input: { notebook_path: "/n.ipynb" } }).FILE).toBe("/n.ipynb");
    expect(variables({ tool_input: { path: "/src" } }).FILE).toBe("/src");
    expect(variables({ hook_event_name: "FileChanged", file_path: "/x" }).FILE).toBe("/x");
  });
});

describe("S2.18 in text", () => {
  const values = variables({ tool_name: "Edit", tool_input: { file_path: "$TOOL and ${CWD}" } });

  test("S2.18 S1.20 known names are replaced, with and without braces", () => {
    expect(expandText("$TOOL/${TOOL}s in $CLAUDE_PROJECT_DIR by ${CLAUDE_PLUGIN_ROOT}.", values)).toBe(
      "Edit/Edits in /project by /plugin.",
    );
  });

  test("S2.18 other names stay, longer ones too", () => {
    expect(expandText("$HOME $TOOLS ${TOOL_X} $ $5", values)).toBe("$HOME $TOOLS ${TOOL_X} $ $5");
  });

  test("S2.18 a value is not read again", () => {
    expect(expandText("$FILE", values)).toBe("$TOOL and ${CWD}");
  });
});

test("S2.18 environment values have no NUL and a bounded length, cut between characters", () => {
  const environment = toEnvironment(
    variables({ hook_event_name: "UserPromptSubmit", prompt: `a\0b${"é".repeat(50_000)}` }),
  );
  const prompt = environment.PROMPT ?? "";
  expect(prompt.startsWith("abé")).toBe(true);
  expect(prompt.endsWith("é")).toBe(true);
  expect(Buffer.byteLength(prompt)).toBeLessThanOrEqual(30_000);
});
