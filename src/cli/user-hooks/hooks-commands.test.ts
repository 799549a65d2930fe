/** `pawl hooks` in a project: what it shows, allows, moves, checks and tries. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
});
afterEach(() => cli[Symbol.dispose]());

const write = (path: string, content: unknown) => {
  const file = join(cli.project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return file;
};
const configure = (...hooks: object[]) => write(".claude/pawl.json", { hooks });
const LINT = { event: "PreToolUse", matcher: "Bash", type: "command", command: "make lint" };
const GATE = { event: "PreToolUse", type: "script", script: "./.claude/hooks/gate.ts", onError: "deny" };
const DENY = {
  hookEventName: "PreToolUse",
  permissionDecision: "deny",
  permissionDecisionReason: "Not here.",
};
const SCRIPT = `export default () => (${JSON.stringify({ hookSpecificOutput: DENY })});\n`;
const hashless = (text: string) => text.replace(/[0-9a-f]{64}/g, "<hash>");

describe("trust", () => {
  test("shows exactly what would run, and without --yes allows nothing", async () => {
    write(".claude/hooks/gate.ts", SCRIPT);
    configure(
      { ...LINT, description: "Style first", timeout: 5 },
      GATE,
      { event: "Stop", type: "command", command: 'say "$ERROR\u202e"', async: true },
      { event: "Stop", type: "prompt", prompt: "Was a test run?" },
      { event: "Stop", type: "http", url: "https://example.com/hook", allowedEnvVars: ["TOKEN"] },
    );
    expect(hashless(await cli.text("hooks", "trust"))).toMatchInlineSnapshot(`
      "These hooks of ~/project would run with your permissions:

      PreToolUse when Bash  5 s
        Style first
        command  make lint
        hooks[0]

      PreToolUse when always  30 s, gate: denies if it fails
        script   ./.claude/hooks/gate.ts
        hooks[1]

      Stop when always  60 s, in the background
        command  say "$ERROR\\u{202e}"
                 (ERROR: from the event, never run as shell code)
        hooks[2]

      Stop when always  30 s
        adds     Was a test run?
        hooks[3]

      Stop when always  30 s
        http     https://example.com/hook
                 $TOKEN
        hooks[4]

      Pinned files:
        sha256:<hash>  .claude/pawl.json
        sha256:<hash>  .claude/hooks/gate.ts

      Not pinned; it can change without a question:
        make

      This needs a confirmation. Nothing changed.
      Run it in a terminal, or use --yes."
    `);
    expect((await cli.json("hooks", "list")).trust).toMatchObject({ state: "unknown" });
  });

  test("--yes allows what is there; a change of it is noticed, said, and allowed again", async () => {
    configure(LINT);
    const first = await cli.run("hooks", "trust", "--yes");
    expect(first.exitCode).toBe(0);
    expect((await cli.json("hooks", "list")).trust).toMatchObject({ state: "trusted" });
    const again = await cli.text("hooks", "trust");
    expect(again.split("\n").at(-1)).toMatchInlineSnapshot(`"All of this is already allowed."`);
    configure({ ...LINT, command: "make all" });
    expect((await cli.json("hooks", "list")).trust).toMatchObject({ state: "changed" });
    const { exitCode, stdout } = await cli.run("hooks", "trust");
    expect([exitCode, stdout.includes("pawl.json")]).toEqual([1, true]);
    expect((await cli.json("hooks", "trust", "--yes")).trusted).toBe(true);
    expect((await cli.json("hooks", "list")).hooks).toMatchObject([{ command: "make all", active: true }]);
  });

  test("--revoke takes it back", async () => {
    configure(LINT);
    await cli.run("hooks", "trust", "--yes");
    expect(await cli.json("hooks", "trust", "--revoke")).toEqual({ project: cli.project, trusted: false });
    expect((await cli.json("hooks", "list")).hooks).toMatchObject([{ active: false }]);
  });

  test("where there is nothing to allow it says so; a broken file ends with 1 and keeps what was allowed", async () => {
    expect(await cli.text("hooks", "trust")).toMatchInlineSnapshot(
      `"~/project has no hooks in .claude/pawl.json."`,
    );
    expect(await cli.json("hooks", "trust")).toMatchObject({ trusted: false, hooks: [] });
    configure(LINT);
    await cli.run("hooks", "trust", "--yes");
    write(".claude/pawl.json", "{ broken");
    expect((await cli.run("hooks", "trust", "--yes")).exitCode).toBe(1);
    configure(LINT);
    expect((await cli.json("hooks", "list")).trust).toMatchObject({ state: "trusted" });
  });

  test("the user's own gates are pinned with --user, which cannot be revoked here", async () => {
    writeFileSync(cli.home.config, JSON.stringify({ hooks: [GATE] }));
    expect(await cli.json("hooks", "trust", "--user")).toEqual({ project: null, trusted: true });
    expect((await cli.run("hooks", "trust", "--user", "--revoke")).exitCode).toBe(2);
  });

  test("gates that are gone on purpose are given up only when the person says so", async () => {
    write(".claude/hooks/gate.ts", SCRIPT);
    configure(GATE);
    await cli.run("hooks", "trust", "--yes");
    configure();
    const asked = await cli.run("hooks", "trust");
    expect(asked.exitCode).toBe(1);
    expect(asked.stdout).toContain("gate.ts");
    expect((await cli.run("hooks", "trust", "--yes")).exitCode).toBe(0);
    expect((await cli.json("hooks", "list")).trust).toMatchObject({ state: "empty" });
  });
});

describe("migrate", () => {
  const old = (content: unknown) => write(".claude/hooks.json", content);

  test("where there is no old file nothing is done", async () => {
    expect(await cli.json("hooks", "migrate")).toMatchObject({ to: null, moved: false });
    expect(await cli.text("hooks", "migrate")).toMatchInlineSnapshot(
      `"There is no ~/project/.claude/hooks.json: nothing to move."`,
    );
  });

  test("they go to pawl.json, and the old file is kept aside", async () => {
    const file = old({
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "x" }] }] },
    });
    expect(await cli.json("hooks", "migrate")).toMatchObject({ moved: false });
    expect(existsSync(file)).toBe(true);
    writeFileSync(`${file}.bak`, "older");
    expect(await cli.run("hooks", "migrate", "--yes")).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(readFileSync(join(cli.project, ".claude/pawl.json"), "utf8"))).toEqual({
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "x" }] }] },
    });
    expect([existsSync(file), readFileSync(`${file}.bak`, "utf8"), existsSync(`${file}.bak.1`)]).toEqual([
      false,
      "older",
      true,
    ]);
  });

  test("a flat list becomes groups by event", async () => {
    old({ hooks: [LINT, { event: "Stop", type: "script", script: "./a.ts" }] });
    expect(await cli.text("hooks", "migrate", "--yes")).toMatchInlineSnapshot(`
      "--- ~/project/.claude/pawl.json
      +++ ~/project/.claude/pawl.json
      @@ -0,0 +1,25 @@
      +{
      +  "hooks": {
      +    "PreToolUse": [
      +      {
      +        "matcher": "Bash",
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "make lint"
      +          }
      +        ]
      +      }
      +    ],
      +    "Stop": [
      +      {
      +        "hooks": [
      +          {
      +            "type": "script",
      +            "script": "./a.ts"
      +          }
      +        ]
      +      }
      +    ]
      +  }
      +}

      Moved to ~/project/.claude/pawl.json. The old file is ~/project/.claude/hooks.json.bak.
      Run pawl hooks trust to allow them."
    `);
    const moved = JSON.parse(readFileSync(join(cli.project, ".claude/pawl.json"), "utf8"));
    expect(Object.keys(moved.hooks).sort()).toEqual(["PreToolUse", "Stop"]);
  });

  test("a bad entry stops it and is named; so does a file that is no JSON", async () => {
    old({ hooks: [LINT, { event: "Stop", type: "command" }] });
    const refused = await cli.run("hooks", "migrate", "--yes");
    expect(refused.exitCode).toBe(1);
    expect(refused.error).toContain("hooks[1]");
    expect(existsSync(join(cli.project, ".claude/pawl.json"))).toBe(false);
    old("{ nothing");
    expect((await cli.run("hooks", "migrate", "--yes")).exitCode).toBe(1);
    old({ hooks: [{ event: "Stop", type: "command" }] });
    expect((await cli.run("hooks", "migrate", "--yes")).exitCode).toBe(1);
  });
});

describe("validate", () => {
  test("good files are counted", async () => {
    configure(LINT);
    expect(await cli.text("hooks", "validate")).toMatchInlineSnapshot(`
      "✓ 1 hook in 1 file: no errors.
      Warning: Claude Code does not call Pawl yet. Run pawl install."
    `);
    expect(await cli.json("hooks", "validate")).toMatchObject({ ok: true, findings: [] });
  });

  test("a mistake, a script that does not load and one that is not there end with 1, each with its place", async () => {
    write(".claude/hooks/bad.ts", "export default (;\n");
    configure(
      { ...LINT, timeout: "soon" },
      { ...GATE, script: "./.claude/hooks/bad.ts" },
      { ...GATE, script: "./.claude/hooks/none.ts" },
    );
    const { findings, ok } = await cli.json("hooks", "validate");
    expect(ok).toBe(false);
    const paths = (findings as { path: string }[]).map(({ path }) => path);
    expect(paths).toContain("hooks[1].script");
    expect(paths).toContain("hooks[2].script");
    expect(paths.some((path) => path.startsWith("hooks[0]"))).toBe(true);
    const { exitCode, stdout } = await cli.run("hooks", "validate");
    expect([exitCode, stdout.includes("✗"), stdout.includes("✓")]).toEqual([1, true, false]);
  });

  test("an event that Pawl never registers is a warning, which is no failure", async () => {
    configure({ event: "WorktreeCreate", type: "command", command: "x" });
    const { exitCode, stdout } = await cli.run("hooks", "validate");
    expect([exitCode, stdout.startsWith("! ")]).toEqual([0, true]);
    expect(stdout).toContain("WorktreeCreate");
  });

  test("the script of an allowed hook is loaded: what it throws is said", async () => {
    write(
      ".claude/hooks/gate.ts",
      "if (!require('node:fs').existsSync('base')) throw new Error('no database');\nexport default () => ({});\n",
    );
    configure(GATE);
    expect(await cli.json("hooks", "validate")).toMatchObject({ ok: true });
    // What cannot load is not allowed either.
    expect((await cli.run("hooks", "trust", "--yes")).error).toMatch(/no database[\s\S]*gate\.ts:1/);
    write("base", "");
    expect((await cli.run("hooks", "trust", "--yes")).exitCode).toBe(0);
    rmSync(join(cli.project, "base"));
    const { findings } = await cli.json("hooks", "validate");
    expect(findings).toMatchObject([
      { path: "hooks[0].script", message: expect.stringContaining("no database") },
    ]);
  });
});

describe("test", () => {
  test("runs what is allowed and matches, and shows the answer that the client would get", async () => {
    write(".claude/hooks/gate.ts", SCRIPT);
    configure(GATE, { ...LINT, matcher: "Write" }, { ...LINT, event: "Stop" });
    expect(await cli.json("hooks", "test", "PreToolUse")).toMatchObject({
      hooks: [
        { outcome: "untrusted", matched: true },
        { outcome: "skipped", matched: false },
      ],
    });
    expect((await cli.run("hooks", "test", "PreToolUse")).exitCode).toBe(1);
    await cli.run("hooks", "trust", "--yes");
    const timeless = (text: string) => text.replace(/[\d.]+ ms/g, "<ms>");
    expect(timeless(await cli.text("hooks", "test", "PreToolUse", "--tool", "Bash"))).toMatchInlineSnapshot(`
      "✓ ./.claude/hooks/gate.ts  ran in <ms>
          ~/project/.claude/pawl.json, hooks[0]
          denies: Not here.
      - make lint  does not match: Write
          ~/project/.claude/pawl.json, hooks[1]

      The client gets: {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Not here."}}"
    `);
    expect((await cli.run("hooks", "test", "PreToolUse")).exitCode).toBe(0);
    expect(await cli.json("hooks", "test", "PreToolUse", "--tool", "Write")).toMatchObject({
      input: { tool_name: "Write" },
      hooks: [{}, { matched: true }],
    });
  });

  test("a background hook is shown, but answers nothing", async () => {
    configure({
      event: "Stop",
      type: "command",
      command: `echo '{"decision":"block","reason":"wait"}'`,
      async: true,
    });
    await cli.run("hooks", "trust", "--yes");
    expect(await cli.json("hooks", "test", "Stop")).toMatchObject({
      output: {},
      hooks: [{ async: true, outcome: "ok" }],
    });
    expect(await cli.text("hooks", "test", "Stop")).toContain("in the background");
  });

  test("the input comes from a file or stands in the argument; another event's is refused", async () => {
    const file = write("input.json", { tool_name: "Bash", tool_input: { command: "rm -rf x" } });
    for (const input of [file, '{"tool_name":"Bash","tool_input":{"command":"rm -rf x"}}'])
      expect(await cli.json("hooks", "test", "PreToolUse", "--input", input)).toMatchObject({
        input: { tool_input: { command: "rm -rf x" } },
      });
    for (const input of ["none.json", "[1]", write("list.json", [1]), '{"hook_event_name":"Stop"}'])
      expect([input, (await cli.run("hooks", "test", "PreToolUse", "--input", input)).exitCode]).toEqual([
        input,
        1,
      ]);
    expect(await cli.text("hooks", "test", "PreToolUse")).toMatchInlineSnapshot(
      `"No hooks of your own for PreToolUse in ~/project."`,
    );
  });

  test("an event must be named; a mistyped one is answered with the one that was meant", async () => {
    expect((await cli.run("hooks", "test")).exitCode).toBe(2);
    expect((await cli.run("hooks", "test", "PreTolUse")).error).toContain("PreToolUse?");
    expect((await cli.run("hooks", "test", "xyzzy")).error).toContain("SessionStart");
  });
});

test("init writes a gate that is valid and works, and never over a file", async () => {
  const { written } = await cli.json("hooks", "init");
  expect((written as string[]).map((file) => existsSync(file))).toEqual([true, true]);
  expect(await cli.json("hooks", "validate")).toMatchObject({ ok: true });
  await cli.run("hooks", "trust", "--yes");
  const push = '{"tool_name":"Bash","tool_input":{"command":"git push --force"}}';
  expect(await cli.json("hooks", "test", "PreToolUse", "--input", push)).toMatchObject({
    output: { hookSpecificOutput: { permissionDecision: "deny" } },
  });
  expect((await cli.run("hooks", "init")).exitCode).toBe(1);
});

test("an option or an argument of another sub-command is refused, and a name that every object has", async () => {
  for (const args of [
    [],
    ["toString"],
    ["list", "--tool", "Bash"],
    ["list", "more"],
    ["test", "Stop", "more"],
  ])
    expect([args, (await cli.run("hooks", ...args)).exitCode]).toEqual([args, 2]);
});
