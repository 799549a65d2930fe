/** Real sessions in special situations: no daemon, a hanging one, worktrees, the plugin. */
import { expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;
const PLUGIN = resolve(import.meta.dir, "..", "..", "plugin");

interface SessionJson {
  prompts: { text: string }[];
  observations: { toolName: string }[];
}

/** A session with one Bash call, then the given text. */
const oneCall = () =>
  startModel([callTool("Bash", { command: "echo hi", description: "Greet" }), say("Greeted.")]);

async function remember(
  scratch: Scratch,
  prompt: string,
  more: { plugins?: string[]; env?: Record<string, string> } = {},
) {
  await using model = oneCall();
  const { home, project } = scratch;
  const run = await runClaude({ home, cwd: project, model, prompt, allowedTools: ["Bash"], ...more });
  expect(run.exitCode).toBe(0);
  return { run, requests: model.mainRequests() };
}

const whole = (pawl: Pawl, id: string) => pawl.json<SessionJson>(["session", id]);

test(
  "a killed daemon is back with the next session",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await remember(scratch, "Before the crash");
    const before = await pawl.pid();
    process.kill(before, "SIGKILL");
    const { run } = await remember(scratch, "After the crash");
    // A busy machine takes longer to start a daemon than a person is kept waiting: then the event comes to it later.
    const isRecorded = async () => {
      const ran = await pawl.run(["session", run.sessionId, "--json"]);
      return ran.exitCode === 0 && (JSON.parse(ran.stdout) as SessionJson).observations.length === 1;
    };
    expect(await eventually(isRecorded)).toBe(true);
    expect(await pawl.pid()).not.toBe(before);
    const isRemembered = async () => {
      const { requests } = await remember(scratch, "Go on");
      return requests[0]?.text.includes("After the crash") === true;
    };
    expect(await eventually(isRemembered)).toBe(true);
    const { sessions } = await pawl.json<{ sessions: { title: string }[] }>(["sessions"]);
    expect(sessions.map(({ title }) => title)).toContain("Before the crash");
  },
  LIMIT,
);

test(
  "S1.21 a daemon that hangs does not stop the session, and the prompt is recorded once it is back",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    const pid = await pawl.pid();
    process.kill(pid, "SIGSTOP");
    try {
      const { run, requests } = await remember(scratch, "Work without me");
      expect(run.timedOut).toBe(false);
      expect(requests).toHaveLength(2);
      goOn(pid);
      await pawl.run(["up"]);
      const recorded = async () => {
        const ran = await pawl.run(["session", run.sessionId, "--json"]);
        return ran.exitCode === 0 && (JSON.parse(ran.stdout) as SessionJson).prompts.length === 1;
      };
      expect(await eventually(recorded, 40_000)).toBe(true);
    } finally {
      goOn(pid);
    }
  },
  LIMIT,
);

test(
  "claude --worktree still works, and a worktree belongs to its main repository",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await remember(scratch, "Work in the main checkout");
    const { home, project } = scratch;
    await using model = oneCall();
    const prompt = "Work in a worktree";
    const args = ["--worktree", "side"];
    const run = await runClaude({ home, cwd: project, model, prompt, args, allowedTools: ["Bash"] });
    expect(run.exitCode).toBe(0);
    expect(model.mainRequests()[0]?.text).toContain("Work in the main checkout");
    const { sessions } = await pawl.json<{ sessions: { project: string }[] }>(["sessions"]);
    expect(sessions.map((session) => session.project)).toEqual([project, project]);
  },
  LIMIT,
);

test(
  "S0.10 PAWL_OFF skips a session, and nothing else is needed in the environment",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    const { run } = await remember(scratch, "Not to be remembered", { env: { PAWL_OFF: "1" } });
    const status = await pawl.json<{ sessions: number; observations: number }>(["status"]);
    expect(status).toMatchObject({ sessions: 0, observations: 0 });
    expect((await pawl.run(["session", run.sessionId])).exitCode).toBe(1);
  },
  LIMIT,
);

test(
  "S4.2 S1.20 the plugin alone records a session and injects it into the next one",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const more = { plugins: [PLUGIN], env: pawl.env };
    const { run } = await remember(scratch, "Plugged in", more);
    const session = await whole(pawl, run.sessionId);
    expect(session.observations.map((o) => o.toolName)).toEqual(["Bash"]);
    expect(session.prompts.map((p) => p.text)).toEqual(["Plugged in"]);
    const next = await remember(scratch, "And again", more);
    expect(next.requests[0]?.text).toContain("Plugged in");
    // Loaded with --plugin-dir it is in no settings file; doctor recognizes it all the same.
    const { checks } = await pawl.json<{ checks: { name: string; ok: boolean }[] }>(["doctor"]);
    expect(checks.find(({ name }) => name === "hooks")).toMatchObject({ ok: true });
  },
  LIMIT,
);

test(
  "S4.5 plugin and installed hooks together: recorded once, injected once, and the user sees it once",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    const more = { plugins: [PLUGIN], env: pawl.env };
    await remember(scratch, "Twice connected", more);
    const { run, requests } = await remember(scratch, "And again", more);
    const session = await whole(pawl, run.sessionId);
    expect(session.observations).toHaveLength(1);
    expect(session.prompts).toHaveLength(1);
    expect(requests[0]?.text.split("<pawl-context>")).toHaveLength(2);
    const seen = run.hookEvents.filter((event) =>
      JSON.stringify(event).includes("added 1 earlier session of this project"),
    );
    expect(seen.filter((event) => event.subtype === "hook_response")).toHaveLength(1);
  },
  LIMIT,
);

test(
  "hooks that Pawl did not write keep working next to its own",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const settings = join(scratch.home, ".claude", "settings.json");
    const theirs = join(scratch.root, "theirs.txt");
    await Bun.write(
      settings,
      JSON.stringify({
        hooks: { PostToolUse: [{ hooks: [{ type: "command", command: `cat > '${theirs}'` }] }] },
      }),
    );
    const before = await Bun.file(settings).text();
    await pawl.run(["install"]);
    const { run } = await remember(scratch, "Both of us");
    expect(await Bun.file(theirs).json()).toMatchObject({ session_id: run.sessionId });
    expect((await whole(pawl, run.sessionId)).observations).toHaveLength(1);
    await pawl.run(["uninstall"]);
    expect(await Bun.file(settings).text()).toBe(before);
  },
  LIMIT,
);

test(
  "a hostile repository runs nothing through our hooks",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    const pwned = join(scratch.root, "pwned");
    await writeFile(join(scratch.project, "evil.ts"), `await Bun.write(${JSON.stringify(pwned)}, "x");\n`);
    await writeFile(join(scratch.project, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
    await writeFile(join(scratch.project, ".env"), "PAWL_OFF=1\n");
    const { run } = await remember(scratch, "Look around");
    await pawl.run(["status"]);
    expect(await Bun.file(pwned).exists()).toBe(false);
    expect((await whole(pawl, run.sessionId)).observations).toHaveLength(1);
  },
  LIMIT,
);

/** The keeper ends a frozen daemon and starts another, so it may be gone. */
function goOn(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
