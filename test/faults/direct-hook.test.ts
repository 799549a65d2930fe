/** `pawl hook` asks the daemon at its own socket. Where nobody answers there it goes by the keeper, and nothing is lost or twice. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../../src/platform/daemon-process.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";

const LIMIT = 180_000;

const ask = (pawl: Pawl, text: string, env: Record<string, string> = {}) =>
  pawl.run(["hook"], {
    env,
    stdin: JSON.stringify({
      hook_event_name: "UserPromptSubmit",
      session_id: "s",
      cwd: pawl.home,
      prompt: text,
    }),
  });
const prompts = async (pawl: Pawl) =>
  (await pawl.json<{ prompts?: { text: string }[] }>(["session", "s"]).catch(() => undefined))?.prompts ?? [];

test(
  "a keeper that is stopped keeps no prompt waiting, because the daemon is asked directly",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const keeper = await pawl.keeperPid();
    process.kill(keeper, "SIGSTOP");
    try {
      expect(await ask(pawl, "first")).toMatchObject({ exitCode: 0, stderr: "" });
    } finally {
      process.kill(keeper, "SIGCONT");
    }
    expect(await prompts(pawl)).toHaveLength(1);
  },
  LIMIT,
);

test(
  "a daemon that is stopped: the prompt is answered, the daemon replaced, and the prompt recorded once",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const before = await pawl.pid();
    process.kill(before, "SIGSTOP");
    const ran = await ask(pawl, "while it is stopped");
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(ran.stdout)).toBeObject();
    expect(await eventually(() => !isAlive(before))).toBe(true);
    await ask(pawl, "after it");
    expect(await eventually(async () => (await prompts(pawl)).length === 2)).toBe(true);
  },
  LIMIT,
);

test(
  "a home whose path is too long for a socket: the daemon is reached by the public port",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const env = { PAWL_HOME: join(scratch.root, "long-".repeat(30)) };
    await pawl.run(["up"], { env });
    try {
      expect(existsSync(join(env.PAWL_HOME, "daemon.sock"))).toBe(false);
      expect(await ask(pawl, "go on", env)).toMatchObject({ exitCode: 0, stderr: "" });
      const { stdout } = await pawl.run(["session", "s", "--json"], { env });
      expect(JSON.parse(stdout)).toMatchObject({ prompts: [{}] });
    } finally {
      await pawl.run(["down", "--all"], { env });
    }
  },
  LIMIT,
);

test(
  "a gate that says no says no, also while the daemon is stopped",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const gate = { matcher: "Bash", hooks: [{ type: "command", command: "exit 2", onError: "deny" }] };
    mkdirSync(pawl.home, { recursive: true });
    writeFileSync(join(pawl.home, "config.json"), JSON.stringify({ hooks: { PreToolUse: [gate] } }));
    await pawl.run(["up"]);
    const run = async (id: string) => {
      const call = { session_id: "s", cwd: scratch.project, tool_name: "Bash", tool_use_id: id };
      const stdin = JSON.stringify({
        ...call,
        hook_event_name: "PreToolUse",
        tool_input: { command: "true" },
      });
      const { stdout } = await pawl.run(["hook", "pre-tool-use", "--gate"], { stdin });
      return (JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision?: string } })
        .hookSpecificOutput?.permissionDecision;
    };
    expect(await run("before")).toBe("deny");
    process.kill(await pawl.pid(), "SIGSTOP");
    expect(await run("stopped")).toBe("deny");
    expect(await run("after")).toBe("deny");
  },
  LIMIT,
);
