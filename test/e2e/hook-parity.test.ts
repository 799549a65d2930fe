// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is what this is about
/** Where a hook of Pawl's must behave as a plain hook of the client does. */
import { expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude } from "./harness/client.ts";
import { callTool, lastText, say, startModel } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 180_000;
const bash = (command: string) => callTool("Bash", { command, description: "Run" });

test(
  "S2.3 a prompt hook on Stop makes no request of its own",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project: cwd } = scratch;
    await pawl.run(["install"]);
    const requests = async () => {
      await using model = startModel(() => say("done"));
      const run = await runClaude({ home, cwd, model, prompt: "Hi" });
      return { count: model.mainRequests().length, run };
    };
    const without = await requests();
    const hooks = { Stop: [{ hooks: [{ type: "prompt", prompt: "Run the tests." }] }] };
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ port: pawl.port, hooks }));
    const withHook = await requests();
    expect([without.count, withHook.count]).toEqual([1, 1]);
    // It did run: the user sees it.
    expect(JSON.stringify(withHook.run.hookEvents)).toContain("Run the tests.");
  },
  LIMIT,
);

test(
  "the terminal's variables reach a command, and CLAUDE_ENV_FILE sets the session's",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project: cwd } = scratch;
    await mkdir(pawl.home, { recursive: true });
    const hooks = {
      SessionStart: [{ hooks: [{ type: "command", command: 'echo "export X=yes" >> "$CLAUDE_ENV_FILE"' }] }],
      PreToolUse: [
        { matcher: "Bash", hooks: [{ type: "command", command: `echo "$FOO" >> ${join(cwd, "seen")}` }] },
      ],
    };
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ port: pawl.port, hooks }));
    await pawl.run(["install"]);
    // A session that has to start the daemon itself waits for it only so long.
    await pawl.run(["up"]);
    await using model = startModel([bash("echo X is $X"), say("Done.")]);
    const env = { FOO: "bar" };
    await runClaude({ home, cwd, model, prompt: "Go", allowedTools: ["Bash"], env });
    expect(lastText(model.mainRequests()[1] ?? expect.unreachable())).toContain("X is yes");
    expect(await readFile(join(cwd, "seen"), "utf8")).toBe("bar\n");
  },
  LIMIT,
);

test(
  "the 13 matchers fire as they do in Claude Code, and those that cannot are reported",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project: cwd } = scratch;
    await mkdir(pawl.home, { recursive: true });
    const matchers = [
      "Edit, Write",
      "Edit,Write",
      "^Notebook|.rit",
      "^Wri",
      "tool == 'Bash'",
      "Write|Edit",
      'tool == "Write" || tool == "Bash"',
      'tool_input.command contains "echo"',
      "bash",
      "Bash(echo *)",
      'tool = "Bash"',
      'toolname == "Bash"',
      'tool_input.command.startsWith("echo")',
    ];
    const seen = join(cwd, "seen");
    const groups = matchers.map((matcher, i) => ({
      matcher,
      hooks: [{ type: "command", command: `echo ${i} >> ${seen}` }],
    }));
    const config = { port: pawl.port, hooks: { PreToolUse: groups } };
    await writeFile(join(pawl.home, "config.json"), JSON.stringify(config));
    await pawl.run(["install"]);
    const { findings } = await pawl.json<{ findings: { path: string }[] }>(["hooks", "validate"]);
    const reported = new Set(findings.map(({ path }) => Number(/PreToolUse\[(\d+)\]/.exec(path)?.[1])));

    await using model = startModel([
      bash("echo hi"),
      callTool("Write", { file_path: join(cwd, "a.txt"), content: "x" }),
      say("Done."),
    ]);
    await runClaude({ home, cwd, model, prompt: "Go", args: ["--permission-mode", "bypassPermissions"] });
    const fired = new Set((await readFile(seen, "utf8")).trim().split("\n").map(Number));
    expect(matchers.filter((_, i) => fired.has(i))).toEqual(matchers.slice(0, 8));
    expect(matchers.filter((_, i) => !reported.has(i))).toEqual(matchers.slice(0, 8));
  },
  LIMIT,
);

test(
  "init, trust and the session: one step each, and the gate works",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project: cwd } = scratch;
    expect((await pawl.run(["hooks", "init"])).exitCode).toBe(0);
    expect((await pawl.run(["hooks", "init"])).exitCode).toBe(1);
    const trusted = await pawl.run(["hooks", "trust", "--yes"]);
    expect([trusted.exitCode, trusted.stderr]).toEqual([0, ""]);
    await using model = startModel([bash("git push --force"), say("Done.")]);
    await runClaude({ home, cwd, model, prompt: "Go", args: ["--permission-mode", "bypassPermissions"] });
    expect(lastText(model.mainRequests()[1] ?? expect.unreachable())).toContain(
      "Nobody pushes with force here",
    );
  },
  LIMIT,
);

test(
  "hooks that were added after the installation: the session starts with a line, until the next one",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project: cwd } = scratch;
    for (const args of [["up"], ["install"]]) await pawl.run(args);
    const slow = { type: "command", command: "sleep 3; echo no >&2; exit 2", timeout: 30 };
    const hooks = { PreToolUse: [{ hooks: [slow] }], PostToolBatch: [{ hooks: [slow] }] };
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ hooks }));
    const said = async () => {
      await using model = startModel([say("Hello.")]);
      const { messages } = await runClaude({ home, cwd, model, prompt: "Hello" });
      return JSON.stringify(messages);
    };
    expect(await said()).toContain("does not wait long enough for your hooks: PreToolUse, PostToolBatch.");
    await pawl.run(["install"]);
    expect(await said()).not.toContain("does not wait long enough");
  },
  LIMIT,
);
