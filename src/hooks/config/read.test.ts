import { describe, expect, test } from "bun:test";
import type { ConfigSource } from "./hooks.ts";
import { parseConfig } from "./read.ts";

const source: ConfigSource = { file: "pawl.json", kind: "project", baseDir: "/project" };
const settings: ConfigSource = { ...source, file: "settings.json", kind: "settings" };
const parse = (value: unknown, from = source) =>
  parseConfig(typeof value === "string" ? value : JSON.stringify(value), from);

const command = { type: "command", command: "true" };

describe("forms", () => {
  test("S0.2 S0.15 the grouped form has matcher, hooks and an optional description", () => {
    const { config, findings } = parse({
      hooks: {
        PreToolUse: [
          { matcher: "Bash", description: "a gate", hooks: [command, { type: "prompt", prompt: "x" }] },
        ],
      },
    });
    expect(findings).toEqual([]);
    expect(
      config.hooks.map(({ event, matcher, description, action }) => ({
        event,
        matcher,
        description,
        type: action.type,
      })),
    ).toEqual([
      { event: "PreToolUse", matcher: "Bash", description: "a gate", type: "command" },
      { event: "PreToolUse", matcher: "Bash", description: "a gate", type: "prompt" },
    ]);
    expect(config.hooks[0]?.matches({ hook_event_name: "PreToolUse", tool_name: "Bash" })).toBe(true);
    expect(config.hooks[0]?.matches({ hook_event_name: "PreToolUse", tool_name: "Read" })).toBe(false);
  });

  test("the flat form names its event, with one hook or several", () => {
    const { config, findings } = parse({
      hooks: [
        { event: "Stop", ...command },
        { event: "PreToolUse", matcher: 'tool == "Bash"', type: "script", script: "./hooks/a.ts" },
        { event: "PostToolUse", matcher: "Edit", hooks: [command, command] },
      ],
    });
    expect(findings).toEqual([]);
    expect(config.hooks.map((hook) => [hook.event, hook.action.type])).toEqual([
      ["Stop", "command"],
      ["PreToolUse", "script"],
      ["PostToolUse", "command"],
      ["PostToolUse", "command"],
    ]);
    expect(new Set(config.hooks.map((hook) => hook.id)).size).toBe(4);
  });

  test("S1.19 timeout is in seconds, timeoutMs in milliseconds; async, once and onError are read", () => {
    const { config } = parse({
      hooks: {
        Stop: [
          {
            hooks: [
              { ...command, timeout: 1.5, async: true, once: true, onError: "deny" },
              { ...command, timeoutMs: 250 },
              command,
            ],
          },
        ],
      },
    });
    expect(config.hooks.map((hook) => hook.timeoutMs)).toEqual([1500, 250, 60_000]);
    expect(config.hooks[0]).toMatchObject({ async: true, once: true, onError: "deny" });
    expect(config.hooks[2]).toMatchObject({ async: false, once: false, onError: "allow" });
  });

  test("exitPolicy is claude in pawl.json, strict in settings.json, and each hook may set it", () => {
    const hooks = { Stop: [{ hooks: [command, { ...command, exitPolicy: "never" }] }] };
    const policies = (from: ConfigSource) =>
      parse({ hooks }, from).config.hooks.map(({ action }) => action.type === "command" && action.exitPolicy);
    expect(policies(source)).toEqual(["claude", "never"]);
    expect(policies(settings)).toEqual(["strict", "never"]);
  });

  test("comments, trailing commas, a byte order mark and an empty file are fine", () => {
    expect(parse('\uFEFF{ // hello\n "port": 5000, }').config.settings.port).toBe(5000);
    expect(parse("").findings).toEqual([]);
    expect(parse("  \n").findings).toEqual([]);
  });

  test("S2.11 hookScriptPaths has its default, and can be set", () => {
    expect(parse({}).config.hookScriptPaths).toEqual(["./.claude/hooks", "./hooks"]);
    const { config } = parse({ hookScriptPaths: ["./x"], hooks: [{ event: "Stop", ...command }] });
    expect(config.hooks[0]?.scriptPaths).toEqual(["./x"]);
  });
});

describe("S2.14 a bad entry is said and left out, the rest works", () => {
  const good = { hooks: [command] };

  test.each<[string, unknown, string, string, string]>([
    [
      "unknown type",
      { hooks: { Stop: [good, { hooks: [{ type: "shell", command: "x" }] }] } },
      "hooks.Stop[1].hooks[0].type",
      '"command", "script", "prompt", "http" or "agent"',
      '"shell"',
    ],
    [
      "no command",
      { hooks: { Stop: [good, { hooks: [{ type: "command" }] }] } },
      "hooks.Stop[1].hooks[0].command",
      "text",
      "nothing",
    ],
    [
      "empty command",
      { hooks: { Stop: [good, { hooks: [{ type: "command", command: "" }] }] } },
      "hooks.Stop[1].hooks[0].command",
      "something, not nothing",
      '""',
    ],
    [
      "typo in a hook",
      { hooks: { Stop: [good, { hooks: [{ ...command, timeOut: 3 }] }] } },
      "hooks.Stop[1].hooks[0].timeOut",
      '"timeOut" is not known here; did you mean "timeout"?',
      "",
    ],
    [
      "typo in a group",
      { hooks: { Stop: [good, { macher: "x", hooks: [command] }] } },
      "hooks.Stop[1].macher",
      '"macher" is not known here; did you mean "matcher"?',
      "",
    ],
    [
      "text as timeout",
      { hooks: { Stop: [good, { hooks: [{ ...command, timeout: "5" }] }] } },
      "hooks.Stop[1].hooks[0].timeout",
      "a number",
      '"5"',
    ],
    [
      "negative timeout",
      { hooks: { Stop: [good, { hooks: [{ ...command, timeout: -1 }] }] } },
      "hooks.Stop[1].hooks[0].timeout",
      "a number above 0",
      "-1",
    ],
    [
      "both timeouts",
      { hooks: { Stop: [good, { hooks: [{ ...command, timeout: 1, timeoutMs: 1 }] }] } },
      "hooks.Stop[1].hooks[0].timeout",
      "Write either timeout or timeoutMs, not both.",
      "",
    ],
    [
      "policy",
      { hooks: { Stop: [good, { hooks: [{ ...command, exitPolicy: "x" }] }] } },
      "hooks.Stop[1].hooks[0].exitPolicy",
      '"strict", "claude" or "never"',
      '"x"',
    ],
    [
      "script without a file",
      { hooks: { Stop: [good, { hooks: [{ type: "script" }] }] } },
      "hooks.Stop[1].hooks[0].script",
      "the path of a .ts or .js file",
      "nothing",
    ],
    [
      "script of another kind",
      { hooks: { Stop: [good, { hooks: [{ type: "script", script: "a.py" }] }] } },
      "hooks.Stop[1].hooks[0].script",
      "the path of a .ts or .js file",
      '"a.py"',
    ],
    ["no hooks", { hooks: { Stop: [good, {}] } }, "hooks.Stop[1].hooks", "a list", "nothing"],
    [
      "event typo",
      { hooks: { Stop: [good], PreTooluse: [good] } },
      "hooks.PreTooluse",
      'an event, perhaps "PreToolUse"',
      '"PreTooluse"',
    ],
    ["event is no list", { hooks: { Stop: [good], PreCompact: {} } }, "hooks.PreCompact", "a list", "{}"],
    [
      "flat without event",
      { hooks: [{ event: "Stop", ...command }, command] },
      "hooks[1].event",
      "the name of an event",
      "nothing",
    ],
    ["flat text", { hooks: [{ event: "Stop", ...command }, "x"] }, "hooks[1]", "an object", '"x"'],
    ["port", { port: 70_000, hooks: { Stop: [good] } }, "port", "a number of at most 65535", "70000"],
    [
      "section",
      { context: { token: 1 }, hooks: { Stop: [good] } },
      "context.token",
      '"token" is not known here.',
      "",
    ],
    [
      "script paths",
      { hookScriptPaths: "./x", hooks: { Stop: [good] } },
      "hookScriptPaths",
      "a list",
      '"./x"',
    ],
  ])("S2.14 %s", (_, value, path, expected, found) => {
    const { config, findings } = parse(value);
    const words = found === "" ? expected : `Expected ${expected}, found ${found}.`;
    expect(findings.map(({ file, path, message }) => [file, path, message])).toEqual([
      ["pawl.json", path, `${path}: ${words}`],
    ]);
    expect(config.hooks).toHaveLength(1);
  });

  test("S2.14 a bad matcher is shown with its place", () => {
    const { config, findings } = parse({
      hooks: { PreToolUse: [{ matcher: "tool = 1 && x == 2", hooks: [command] }, good] },
    });
    expect(findings[0]?.path).toBe("hooks.PreToolUse[0].matcher");
    expect(findings[0]?.message).toContain("     ^");
    expect(config.hooks).toHaveLength(1);
  });

  test("text that is no JSON is one finding with line and column", () => {
    const { config, findings } = parse('{\n  "hooks": {,}\n}');
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toContain("line 2, column 13");
    expect(config.hooks).toEqual([]);
    expect(parse("[]").findings[0]?.message).toBe("Expected an object, found [].");
    expect(parse({ hooks: 3 }).findings[0]?.path).toBe("hooks");
  });

  test("a mistyped setting is said with the one that was meant", () => {
    expect(parse({ locael: "en" }).findings[0]?.message).toBe(
      'locael: "locael" is not a setting; did you mean "locale"?',
    );
  });

  test("a plain matcher on an event without a subject is a warning", () => {
    const { config, findings } = parse({ hooks: { Stop: [{ matcher: "Edit", hooks: [command] }] } });
    expect(findings).toMatchObject([{ level: "warning", path: "hooks.Stop[0].matcher" }]);
    expect(config.hooks).toHaveLength(1);
  });
});

describe("Claude's settings.json", () => {
  test("S2.4 only its hooks and hookScriptPaths are read, whatever else is in it", () => {
    const { config, findings } = parse(
      { permissions: { allow: [] }, model: "x", hooks: { Stop: [{ hooks: [command] }] } },
      settings,
    );
    expect(findings).toEqual([]);
    expect(config.hooks).toHaveLength(1);
  });

  test.each([
    "PostToolUseFailure",
    "SubagentStart",
    "PermissionRequest",
    "SessionStart",
    "SessionEnd",
    "Notification",
  ])("S2.9 %s gets a warning and works", (event) => {
    const { config, findings } = parse({ hooks: { [event]: [{ hooks: [command] }] } }, settings);
    expect(findings).toMatchObject([
      { level: "warning", message: expect.stringContaining("only available in TypeScript SDK") },
    ]);
    expect(config.hooks).toHaveLength(1);
  });

  test.each(["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop", "PreCompact"])(
    "S2.8 %s works without a warning",
    (event) => {
      const { config, findings } = parse({ hooks: { [event]: [{ hooks: [command] }] } }, settings);
      expect(findings).toEqual([]);
      expect(config.hooks).toHaveLength(1);
    },
  );
});

describe("what can never work is said", () => {
  const warned = (hooks: unknown) =>
    parse({ hooks })
      .findings.map(({ message }) => message)
      .join("\n");
  const matcher = (text: string, event = "PreToolUse") =>
    warned({ [event]: [{ matcher: text, hooks: [{ type: "prompt", prompt: "x" }] }] });

  test.each([
    ["bash", "did you mean Bash?"],
    ["Bash(echo *)", "is a permission rule"],
    ['tool = "Bash"', "One = is not an operator"],
    ['toolname == "Bash"', 'has no field "toolname"; did you mean tool_name?'],
    ['tool_input.command includes "echo"', "Conditions use =="],
    ['tool_input.command.startsWith("echo")', "Conditions use =="],
    ['tool == "bash"', "did you mean Bash?"],
    ['tool in ["Edit", "Wrte"]', "did you mean Write?"],
    ['tool_input.file_pth matches "*.ts"', "did you mean tool_input.file_path?"],
    ["Edti|Write", "did you mean Edit?"],
  ])("%s: %s", (text, message) => {
    expect(matcher(text)).toContain(message);
  });

  test.each([
    "Edit, Write",
    "Edit,Write",
    "^Notebook|.rit",
    "^Wri",
    "tool == 'Bash'",
    "Write|Edit",
    'tool == "Write" || tool == "Bash"',
    "mcp__.*",
  ])("%s can match, and is not reported", (text) => {
    expect(matcher(text)).toBe("");
  });

  test("a source that SessionStart does not have", () => {
    expect(matcher("startups", "SessionStart")).toContain("did you mean startup?");
  });

  test("an async gate, a value that would be code, milliseconds", () => {
    const one = (hook: object) => warned({ PreToolUse: [{ hooks: [hook] }] });
    expect(one({ type: "command", command: "x", async: true, onError: "deny" })).toContain("it is no gate");
    expect(one({ type: "command", command: "eval $FILE" })).toContain("where its value could run");
    expect(one({ type: "command", command: "x", timeout: 5000 })).toContain(
      "for milliseconds write timeoutMs",
    );
    expect(one({ type: "command", command: "x", timeout: 300 })).toContain(
      "For milliseconds write timeoutMs",
    );
    expect(one({ type: "command", command: "x", timeout: 60 })).toBe("");
  });
});

test.each(["null", "3", '"text"', "[]", "true"])(
  "a file that holds %s is one finding about the whole",
  (text) => {
    const { config, findings } = parse(text);
    expect(findings).toMatchObject([
      { level: "error", path: "", message: `Expected an object, found ${text}.` },
    ]);
    expect(config.hooks).toEqual([]);
  },
);
