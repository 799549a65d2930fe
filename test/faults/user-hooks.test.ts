/** Misbehaving hooks, through the real daemon: it answers, keeps running, logs and counts it. */
import { expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createScratch, type Scratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";

const LIMIT = 180_000;
const HOOK_ENTRY = resolve(import.meta.dir, "..", "..", "src", "cli", "hook", "program.ts");

const SCRIPTS: Record<string, string> = {
  throws: "export default () => { throw new Error('broken'); };",
  hangs: "export default () => { while (true); };",
  exits: "export default () => process.exit(1);",
  garbage: "export default () => 'garbage';",
  hungry: "export default () => { const a = []; for (;;) a.push(new Uint8Array(4 << 20).fill(1)); };",
};
/** A time that no other test sleeps, so that the processes of this one can be told from theirs. */
const SLEEP = `sleep 60.${process.pid}`;
const COMMANDS: Record<string, string> = {
  stubborn: `trap '' TERM; ${SLEEP}`,
  forks: `${SLEEP}1 & ${SLEEP}2 & wait`,
  floods: "head -c 100000000 /dev/zero",
};

const NEVER_ENDING = ["hangs", "stubborn", "forks"];

async function configure(pawl: Pawl): Promise<void> {
  await mkdir(join(pawl.home, "hooks"), { recursive: true });
  const hooks: object[] = [];
  // Only what never ends is meant to run out of time, however busy the machine is.
  const limitOf = (name: string) => (NEVER_ENDING.includes(name) ? 1000 : 30_000);
  for (const [name, source] of Object.entries(SCRIPTS)) {
    await writeFile(join(pawl.home, "hooks", `${name}.ts`), source);
    const script = `./hooks/${name}.ts`;
    hooks.push({ matcher: name, hooks: [{ type: "script", script, timeoutMs: limitOf(name) }] });
  }
  for (const [name, command] of Object.entries(COMMANDS))
    hooks.push({ matcher: name, hooks: [{ type: "command", command, timeoutMs: limitOf(name) }] });
  hooks.push({ matcher: "fine", hooks: [{ type: "prompt", prompt: "still here" }] });
  await writeFile(join(pawl.home, "config.json"), JSON.stringify({ hooks: { PreToolUse: hooks } }));
}

const event = (scratch: Scratch, tool: string) => ({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  cwd: scratch.project,
  tool_name: tool,
  tool_input: {},
  tool_use_id: `t-${tool}`,
});

test(
  "S2.15 S2.16 misbehaving scripts and commands of every kind leave the session running, a log entry and a counter",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await configure(pawl);
    await pawl.run(["up"]);
    const pid = await pawl.pid();
    const headers = { Authorization: `Bearer ${await pawl.token()}`, "x-pawl-wait": "40000" };
    const send = async (tool: string) => {
      const body = JSON.stringify(event(scratch, tool));
      const answer = await fetch(`${pawl.url}/hook`, { method: "POST", headers, body });
      return (await answer.json()) as { hookSpecificOutput?: { additionalContext?: string } };
    };
    for (const name of [...Object.keys(SCRIPTS), ...Object.keys(COMMANDS)]) {
      expect([name, await send(name)]).toEqual([name, {}]);
      const said = (await pawl.log()).split("\n").filter((line) => line.includes("A hook failed"));
      const about = said.filter((line) => line.includes(COMMANDS[name] ?? `hooks/${name}.ts`));
      expect([name, about.length]).toEqual([name, 1]);
    }
    expect((await send("fine")).hookSpecificOutput?.additionalContext).toBe("still here");
    expect(await pawl.pid()).toBe(pid);
    // None of their processes is left.
    const running = () => Bun.spawnSync(["ps", "-eo", "args"]).stdout.toString();
    expect(await eventually(() => !running().includes(SLEEP))).toBe(true);
    const { checks } = await pawl.json<{ checks: { name: string; message: string }[] }>(["doctor"]);
    const line = checks.find(({ name }) => name === "own hooks")?.message;
    expect(line).toMatch(/run 9, failed 5, timed out 3/);
  },
  LIMIT,
);

test(
  "a gate denies if no daemon is available, and only what it applies to",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await mkdir(pawl.home, { recursive: true });
    const gate = [{ matcher: "Bash", hooks: [{ type: "command", command: "exit 0", onError: "deny" }] }];
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ hooks: { PreToolUse: gate } }));
    const hook = async (tool: string, args: string[]) => {
      const child = Bun.spawn([process.execPath, HOOK_ENTRY, "--home", pawl.home, ...args, "pre-tool-use"], {
        env: pawl.env,
        stdin: new Blob([JSON.stringify(event(scratch, tool))]),
        stdout: "pipe",
        stderr: "pipe",
      });
      const [stdout] = await Promise.all([new Response(child.stdout).text(), child.exited]);
      expect(child.exitCode).toBe(0);
      return JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision: string } };
    };
    {
      // Its port is in use: it cannot start.
      using _taken = Bun.serve({ hostname: "127.0.0.1", port: pawl.port, fetch: () => new Response("mine") });
      expect((await hook("Bash", ["--gate"])).hookSpecificOutput?.permissionDecision).toBe("deny");
      expect(await hook("Read", ["--gate"])).toEqual({});
      expect(await hook("Bash", [])).toEqual({});
    }
    await pawl.run(["up"]);
    expect(await hook("Bash", ["--gate"])).toEqual({});
  },
  LIMIT,
);
