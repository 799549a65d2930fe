/**
 * Every entry that Pawl writes for a client, run as by a client that knows no `args`: its command goes to a shell, the event
 * to that shell's standard input. Nothing of the event is executed, and the client has nothing to show.
 */
import { expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { installedHooks } from "../../src/clients/claude-code/settings/hooks.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl } from "../e2e/pawl.ts";

interface Entry {
  event: string;
  command: string;
}

const ROOT = resolve(import.meta.dir, "..", "..");
/** Whatever a folder may be called, its name is data too. */
const FOLDER = "it's $(touch 1) ü";
const GATE = {
  hooks: {
    PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "exit 0", onError: "deny" }] }],
  },
};

test.skipIf(process.platform === "win32")(
  "no entry of any scope, client or the plugin executes its input, with the launcher there, gone or not executable",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch, { folder: FOLDER });
    const { project, root } = scratch;
    mkdirSync(pawl.home, { mode: 0o700 });
    writeFileSync(join(pawl.home, "config.json"), JSON.stringify(GATE));
    for (const scope of ["user", "project", "local"]) await install("claude", scope);
    for (const scope of ["user", "project"]) await install("codex", scope);
    await pawl.run(["up"]);
    async function install(client: string, scope: string) {
      const { exitCode, stderr } = await pawl.run(["install", "--client", client, "--scope", scope]);
      expect([client, scope, exitCode, stderr]).toEqual([client, scope, 0, ""]);
    }
    const plugin = join(root, `plugin ${FOLDER}`);
    cpSync(join(ROOT, "plugin"), plugin, { recursive: true });
    const files = {
      user: join(scratch.home, ".claude", "settings.json"),
      project: join(project, ".claude", "settings.json"),
      local: join(project, ".claude", "settings.local.json"),
      codex: join(scratch.home, ".codex", "hooks.json"),
      "codex, project": join(project, ".codex", "hooks.json"),
      plugin: join(plugin, "hooks", "hooks.json"),
    };
    const entries = Object.entries(files).flatMap(([name, file]) => {
      const found = commandsIn(file);
      expect([name, found.length > 2]).toEqual([name, true]);
      return found;
    });
    // Three scopes of Claude Code alone have more.
    expect(entries.length).toBeGreaterThan(27);

    const traps = join(root, "traps");
    mkdirSync(traps);
    const env = { PATH: process.env.PATH ?? "", HOME: scratch.home, CLAUDE_PLUGIN_ROOT: plugin };
    const run = async (entry: Entry, shell: string, input: string, more: Record<string, string> = {}) => {
      const options = { cwd: project, env: { ...env, ...more }, stdin: new Blob([input]) } as const;
      const child = Bun.spawn([shell, "-c", entry.command], { ...options, stdout: "pipe", stderr: "pipe" });
      const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      return { entry: entry.command, exitCode: await child.exited, out: isJson(out), error };
    };
    const expectQuiet = async (state: string, all: readonly Entry[]) => {
      for (const entry of all) {
        const inputs = [JSON.stringify(hostile(entry.event, traps)), `touch ${traps}/script\n`];
        const ran = await Promise.all(
          ["sh", "bash"].flatMap((shell) => inputs.map((input) => run(entry, shell, input))),
        );
        const quiet = { entry: entry.command, exitCode: 0, out: true, error: "" };
        expect([state, ran, readdirSync(traps)]).toEqual([state, ran.map(() => quiet), []]);
        expect(existsSync(join(project, "1"))).toBe(false);
      }
    };

    await expectQuiet("there", entries);
    // They did reach Pawl: what was asked is recorded as text.
    const { stdout } = await pawl.run(["export"]);
    expect(stdout).toContain(`$(touch ${traps}/`);

    const launchers = [join(pawl.home, "hook"), join(plugin, "bin", "pawl")];
    for (const launcher of launchers) chmodSync(launcher, 0o600);
    await expectQuiet("not executable", entries);
    for (const launcher of launchers) rmSync(launcher);
    await expectQuiet("gone", entries);
    rmSync(plugin, { recursive: true });
    await expectQuiet(
      "without a plugin",
      entries.filter(({ command }) => command.includes("CLAUDE_PLUGIN_ROOT")),
    );
    // The same check finds an entry of version 0.2.
    await run({ event: "Stop", command: "/bin/sh" }, "sh", JSON.stringify(hostile("Stop", traps)));
    expect(readdirSync(traps)).not.toEqual([]);
  },
  300_000,
);

test.skipIf(process.platform === "win32")(
  "a line for PowerShell that a Git Bash gets hands the event to the launcher, or ends well",
  async () => {
    await using scratch = await createScratch();
    const launcher = join(scratch.root, "a hook.cmd");
    const traps = join(scratch.root, "traps");
    mkdirSync(traps);
    const options = { launcher, port: 1, hookToken: "t", scope: "project", isWindows: true } as const;
    const commands = installedHooks(options).flatMap(({ hook }) =>
      hook.type === "command" ? [hook.command] : [],
    );
    expect(commands.length).toBeGreaterThan(2);
    for (const state of ["gone", "there"]) {
      if (state === "there") writeFileSync(launcher, "#!/bin/sh\ncat\n", { mode: 0o700 });
      for (const command of commands) {
        const input = JSON.stringify(hostile("Stop", traps));
        const ran = Bun.spawnSync(["bash", "-c", command], { stdin: Buffer.from(input) });
        expect([state, ran.exitCode, ran.stdout.toString()]).toEqual([
          state,
          0,
          state === "there" ? input : "",
        ]);
      }
    }
    expect(readdirSync(traps)).toEqual([]);
  },
);

test("pawl up changes the entries of version 0.2, and uninstalling restores every byte", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const file = join(scratch.project, ".claude", "settings.json");
  const original = '{ "model":"large" }';
  mkdirSync(join(scratch.project, ".claude"));
  writeFileSync(file, original);
  await pawl.run(["install", "--client", "claude", "--scope", "project"]);
  const current = readFileSync(file, "utf8");
  const written = asVersion02(current, pawl.home);
  writeFileSync(file, written);
  expect(written).toContain('"args"');
  // As that version noted what it wrote.
  const installs = join(pawl.home, "installs");
  for (const name of readdirSync(installs)) {
    const record = JSON.parse(readFileSync(join(installs, name), "utf8"));
    record.written = new Bun.CryptoHasher("sha256").update(written).digest("hex");
    writeFileSync(join(installs, name), JSON.stringify(record));
  }
  // From another folder, as after an upgrade.
  const { stdout } = await pawl.run(["up"], { cwd: scratch.home });
  expect(stdout).toContain(file);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(current));
  expect((await pawl.run(["up"])).stdout).not.toContain(file);
  await pawl.run(["uninstall", "--client", "claude", "--scope", "project"]);
  expect(readFileSync(file, "utf8")).toBe(original);
}, 120_000);

function commandsIn(file: string): Entry[] {
  const { hooks } = JSON.parse(readFileSync(file, "utf8")) as {
    hooks: Record<string, { hooks: { type: string; command: string }[] }[]>;
  };
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups
      .flatMap((group) => group.hooks)
      .filter(({ type }) => type === "command")
      .map((hook) => {
        expect(hook).not.toHaveProperty("args");
        return { event, command: hook.command };
      }),
  );
}

/** An event that a shell would execute, whichever of its fields it reads. */
function hostile(event: string, traps: string): object {
  const attack = (name: string) =>
    `$(touch ${traps}/${name}) \`touch ${traps}/${name}\` "; touch ${traps}/${name}; " ' ; touch ${traps}/${name} ; '`;
  const fields = ["session_id", "cwd", "transcript_path", "prompt", "prompt_id", "tool_name", "tool_use_id"];
  const more = ["source", "reason", "message", "error", "last_assistant_message", "trigger", "agent_id"];
  const texts = Object.fromEntries([...fields, ...more].map((name) => [name, attack(name)]));
  const nested = { command: attack("command"), file_path: attack("path"), [attack("key")]: [attack("item")] };
  return { hook_event_name: event, ...texts, tool_input: nested, tool_response: nested };
}

/** Nothing, or one JSON value. */
function isJson(text: string): boolean {
  if (text === "") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function asVersion02(text: string, home: string): string {
  const settings = JSON.parse(text) as ReturnType<typeof JSON.parse>;
  const launcher = join(home, "hook");
  for (const [group] of Object.values(settings.hooks) as [{ hooks: Record<string, unknown>[] }][]) {
    const [hook = {}] = group.hooks;
    const [, call = ""] = `${hook.command}`.split(`exec ${launcher} `);
    const args = call.slice(0, call.indexOf(";")).split(" ");
    hook.command = "/bin/sh";
    hook.args = ["-c", '[ -x "$0" ] && . "$0"; exit 0', launcher, ...args];
  }
  return `${JSON.stringify(settings, null, 2)}\n`;
}
