/** `pawl hooks` as people type it. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, type Scratch } from "./harness/scratch.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 180_000;

interface Row {
  event: string;
  type: string;
  from: string;
  active: boolean;
  matched?: boolean;
  outcome?: string;
  ms?: number;
  reply?: object;
  error?: string;
}

async function write(scratch: Scratch, file: string, content: unknown): Promise<void> {
  const path = join(scratch.project, ".claude", file);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

const HOOKS = {
  PreToolUse: [
    {
      matcher: 'tool == "Bash" && tool_input.command =~ /push/',
      description: "no pushing",
      hooks: [{ type: "script", script: "./.claude/hooks/gate.ts", timeout: 12, onError: "deny" }],
    },
    { matcher: "Edit", hooks: [{ type: "command", command: "echo $FILE >&2; exit 2" }] },
  ],
  Stop: [{ hooks: [{ type: "prompt", prompt: "\u001b[31mred" }] }],
};
const GATE = `export default () => { console.log("seen"); return { decision: "block", reason: "No pushing." }; };`;

test(
  "S0.14 S0.15 list, trust and test: hooks are shown, run only after trust, and test shows each answer",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await write(scratch, "pawl.json", { hooks: HOOKS });
    await write(scratch, "hooks/gate.ts", GATE);
    await mkdir(pawl.home, { recursive: true });
    const mine = { Stop: [{ hooks: [{ type: "prompt", prompt: "mine" }] }] };
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ hooks: mine }));

    const list = () => pawl.json<{ trust: object; connected: boolean; hooks: Row[] }>(["hooks", "list"]);
    const before = await list();
    expect(before).toMatchObject({ trust: { state: "unknown" }, connected: false });
    expect(before.hooks.map(({ event, from, active }) => [event, from, active])).toEqual([
      ["Stop", "user", true],
      ["PreToolUse", "project", false],
      ["PreToolUse", "project", false],
      ["Stop", "project", false],
    ]);

    const attempt = (args: string[] = []) =>
      pawl.json<{ hooks: Row[]; output: object; printed: string[] }>([
        "hooks",
        "test",
        "PreToolUse",
        ...args,
      ]);
    await writeFile(
      join(scratch.project, "push.json"),
      JSON.stringify({ tool_input: { command: "git push" } }),
    );
    const push = ["--tool", "Bash", "--input", "push.json"];
    expect((await attempt(push)).hooks.map(({ outcome }) => outcome)).toEqual(["untrusted", "skipped"]);

    // Nobody to ask: nothing is trusted by accident.
    const asked = await pawl.run(["hooks", "trust"], { stdin: "y\n" });
    expect(asked.exitCode).toBe(1);
    expect(asked.stderr).toContain("--yes");
    expect((await list()).trust).toEqual({ state: "unknown" });
    // Everything is shown, and nothing in it acts on the terminal.
    expect(asked.stdout).toContain("echo $FILE >&2; exit 2");
    expect(asked.stdout).toContain("\\u{1b}[31mred");
    expect(asked.stdout).not.toContain("\u001b[31mred");
    expect(asked.stdout).toMatch(/sha256:[0-9a-f]{64} {2}\.claude\/hooks\/gate\.ts/);

    expect((await pawl.run(["hooks", "trust", "--yes"])).stdout).toContain(
      "These hooks are called from now on",
    );
    expect((await list()).hooks.every(({ active }) => active)).toBe(true);
    await pawl.run(["install"]);
    expect((await list()).connected).toBe(true);

    const pushed = await attempt(push);
    expect(pushed.hooks[0]).toMatchObject({ matched: true, outcome: "ok", reply: { deny: "No pushing." } });
    expect(pushed.hooks[0]?.ms).toBeGreaterThan(0);
    expect(pushed.hooks[1]).toMatchObject({ matched: false, outcome: "skipped" });
    expect(pushed.printed.join("")).toContain("seen");
    expect(pushed.output).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    const edit = await attempt();
    expect(edit.hooks[1]).toMatchObject({ reply: { deny: join(scratch.project, "src/example.ts") } });
    const words = await pawl.run(["hooks", "test", "PreToolUse", ...push]);
    expect(words).toMatchObject({ exitCode: 0 });
    expect(words.stdout).toMatch(/no pushing {2}ran in [\d.]+ ms/);
    expect(words.stdout).toContain("denies: No pushing.");

    // The exit code shows that a hook failed.
    await write(scratch, "hooks/gate.ts", "export default () => { throw new Error('broken'); };");
    expect((await list()).trust).toEqual({ state: "changed", changes: [".claude/hooks/gate.ts"] });
    await pawl.run(["hooks", "trust", "--yes"]);
    const failed = await pawl.run(["hooks", "test", "PreToolUse", ...push]);
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toContain("broken");

    // Trust installs what the client must send, and doctor agrees from another folder.
    const { PreToolUse } = HOOKS;
    await write(scratch, "pawl.json", {
      hooks: { PreToolUse, PostToolBatch: [{ hooks: [{ type: "prompt", prompt: "x" }] }] },
    });
    expect((await pawl.run(["hooks", "trust", "--yes"])).stdout).toContain(
      "These hooks are called from now on",
    );
    const elsewhere = await pawl.json<{ checks: { name: string; ok: boolean }[] }>(["doctor"], {
      cwd: scratch.home,
    });
    expect(elsewhere.checks.find(({ name }) => name === "hooks")).toMatchObject({ ok: true });
    expect((await list()).connected).toBe(true);

    await pawl.run(["hooks", "trust", "--revoke"]);
    expect((await list()).trust).toEqual({ state: "unknown" });
  },
  LIMIT,
);

test(
  "S0.2 S2.12 S2.13 validate reports every error in every file; migrate moves hooks.json after showing the difference",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await write(scratch, "pawl.json", {
      hooks: { PreTolUse: [], Stop: [{ hooks: [{ type: "script", script: "./.claude/hooks/none.ts" }] }] },
    });
    await mkdir(pawl.home, { recursive: true });
    await writeFile(
      join(pawl.home, "config.json"),
      JSON.stringify({
        hooks: {
          Stop: [{ matcher: "tool ==", hooks: [{ type: "prompt", prompt: "x" }, { type: "shell" }] }],
        },
      }),
    );
    const old = {
      SessionEnd: [{ matcher: "*", hooks: [{ type: "command", command: "./save.sh", timeout: 5 }] }],
    };
    await write(scratch, "hooks.json", { $schema: "x", description: "old", hooks: old });
    const checked = await pawl.run(["hooks", "validate", "--json"]);
    expect(checked.exitCode).toBe(1);
    const { findings } = JSON.parse(checked.stdout) as {
      findings: { file: string; level: string; path: string; message: string }[];
    };
    expect(findings.map(({ level, path }) => [level, path])).toEqual([
      ["error", "hooks.Stop[0].matcher"],
      ["error", "hooks.PreTolUse"],
      ["error", "hooks.Stop[0].hooks[0].script"],
      ["warning", "hooks.SessionEnd[0].hooks[0].command"],
      ["warning", ""],
    ]);
    expect(findings[1]?.message).toContain("PreToolUse");

    const file = (name: string) => join(scratch.project, ".claude", name);
    await write(scratch, "pawl.json", {});
    const shown = await pawl.run(["hooks", "migrate"]);
    expect(shown.exitCode).toBe(1);
    expect(shown.stdout).toContain('+            "command": "./save.sh"');
    expect(JSON.parse(await readFile(file("pawl.json"), "utf8"))).toEqual({});
    expect((await pawl.run(["hooks", "migrate", "--yes"])).exitCode).toBe(0);
    expect(JSON.parse(await readFile(file("pawl.json"), "utf8"))).toEqual({ hooks: old });
    expect(existsSync(file("hooks.json"))).toBe(false);
    expect(existsSync(file("hooks.json.bak"))).toBe(true);
    expect((await pawl.run(["hooks", "migrate", "--yes"])).stdout).toContain("nothing to move");

    await write(scratch, "hooks.json", { hooks: { Stop: [{ hooks: [{ type: "none" }] }] } });
    const refused = await pawl.run(["hooks", "migrate", "--yes"]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("hooks.Stop[0].hooks[0]");
    expect(existsSync(file("hooks.json"))).toBe(true);

    await write(scratch, "pawl.json", {});
    await writeFile(join(pawl.home, "config.json"), "{}");
    await write(scratch, "hooks.json", "{}");
    expect((await pawl.run(["hooks", "validate"])).exitCode).toBe(0);
  },
  LIMIT,
);

test("wrong usage is answered with the usage text and exit code 2", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const calls = [["hooks"], ["hooks", "lst"], ["hooks", "test"], ["hooks", "test", "Tomorrow"]];
  calls.push(["hooks", "list", "--yes"], ["hooks", "list", "x"], ["hooks", "migrate", "--to", "x"]);
  for (const args of calls) {
    const ran = await pawl.run(args);
    expect([args, ran.exitCode]).toEqual([args, 2]);
  }
  expect((await pawl.run(["hooks", "--help"])).stdout).toContain("--revoke");
}, 180_000);

test(
  "test takes inline JSON and suggests events; validate loads scripts and says where they fail",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { project } = scratch;
    expect((await pawl.run(["hooks", "init"])).exitCode).toBe(0);
    expect((await pawl.run(["hooks", "trust", "--yes"])).exitCode).toBe(0);

    const near = await pawl.run(["hooks", "test", "pretooluse"]);
    expect([near.exitCode, near.stderr.includes("Did you mean PreToolUse?")]).toEqual([2, true]);
    const input = JSON.stringify({ tool_input: { command: "git push --force" } });
    const tried = await pawl.run(["hooks", "test", "PreToolUse", "--tool", "Bash", "--input", input]);
    expect([tried.exitCode, tried.stdout.includes("Nobody pushes with force here")]).toEqual([0, true]);

    // The user's own scripts are loaded; those of a project that is not trusted are only parsed, and nothing of them runs.
    const script = join(project, ".claude", "hooks", "no-force-push.ts");
    await writeFile(script, `\n\nexport default (=> 1;\n${"await Bun.write('ran', '');"}`);
    const { findings } = await pawl.json<{ findings: { message: string }[] }>(["hooks", "validate"]);
    expect(findings.map(({ message }) => message).join("\n")).toContain("no-force-push.ts:3");
    expect(existsSync(join(project, "ran"))).toBe(false);
    await mkdir(join(pawl.home, "hooks"), { recursive: true });
    await writeFile(join(pawl.home, "hooks", "boom.ts"), "\nthrow new Error('boom at import');");
    const hooks = { Stop: [{ hooks: [{ type: "script", script: "./hooks/boom.ts" }] }] };
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ hooks }));
    const own = await pawl.run(["hooks", "validate"]);
    expect([own.exitCode, /boom at import[\s\S]*boom\.ts:2/.test(own.stdout)]).toEqual([1, true]);
  },
  LIMIT,
);

test(
  "inside a session trust, watch and uninstall refuse, whatever options and environment say",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["hooks", "init"]);
    const env = { CLAUDE_CODE_SESSION_ID: "s1" };
    for (const args of [
      ["hooks", "trust", "--yes"],
      ["hooks", "trust", "--revoke"],
      ["hooks", "watch", "--yes"],
      ["uninstall"],
    ]) {
      const ran = await pawl.run(args, { env });
      expect([args, ran.exitCode]).toEqual([args, 1]);
      expect(ran.stderr).toContain("needs your own decision");
    }
    // Without the variable in its own environment, but with it in its parent's.
    const shell = `env -u CLAUDE_CODE_SESSION_ID ${join(import.meta.dir, "..", "..", "bin", "pawl")} hooks trust --yes; exit $?`;
    const child = Bun.spawn(["sh", "-c", shell], {
      cwd: scratch.project,
      env: { ...pawl.env, ...env },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    expect([await child.exited, (await child.stderr.text()).includes("needs your own decision")]).toEqual([
      1,
      process.platform === "linux",
    ]);
  },
  LIMIT,
);

test(
  "a script that imports by an alias of tsconfig.json is trusted and runs in the daemon, also beside a broken hook; one that cannot load is not trusted",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { project } = scratch;
    await writeFile(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { paths: { "@/*": ["./lib/*"] } } }),
    );
    await mkdir(join(project, "lib"));
    await writeFile(join(project, "lib", "text.ts"), 'export const text = "by the alias";');
    const script = join(".claude", "hooks", "alias.ts");
    await write(
      scratch,
      "hooks/alias.ts",
      'import { text } from "@/text";\nexport default () => ({ decision: "block", reason: text });',
    );
    const broken = { hooks: [{ type: "command", command: "exit 1" }] };
    const alias = { hooks: [{ type: "script", script: `./${script}` }] };
    await write(scratch, "pawl.json", { hooks: { PreToolUse: [broken, alias] } });
    expect((await pawl.run(["hooks", "trust", "--yes"])).exitCode).toBe(0);
    await pawl.run(["up"]);
    for (const id of ["t1", "t2"]) {
      const event = {
        hook_event_name: "PreToolUse",
        session_id: "s1",
        cwd: project,
        tool_name: "Bash",
        tool_input: { command: "ls" },
        tool_use_id: id,
      };
      const { stdout } = await pawl.run(["hook", "pre-tool-use"], { stdin: JSON.stringify(event) });
      expect(stdout).toContain("by the alias");
    }
    expect((await pawl.json<{ trust: object }>(["hooks", "list"])).trust).toEqual({ state: "trusted" });

    await write(scratch, "hooks/alias.ts", "\n\nexport default (=> 1;");
    const refused = await pawl.run(["hooks", "trust", "--yes"]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("alias.ts:3");
    expect((await pawl.json<{ trust: { state: string } }>(["hooks", "list"])).trust.state).toBe("changed");
  },
  LIMIT,
);
