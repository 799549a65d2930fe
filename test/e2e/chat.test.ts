/** `pawl chat` as people use it: one question, a conversation in a terminal, and what memory has of it. */
import { expect, test } from "bun:test";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bareEnv, createScratch, type Scratch, writeSettings } from "./harness/client.ts";
import { callTool, type Model, say, startModel } from "./harness/model.ts";
import { createPawl, type Pawl } from "./pawl.ts";
import { runInTerminal } from "./terminal.ts";

const LIMIT = 180_000;
const ROOT = resolve(import.meta.dir, "..", "..");
const BIN = join(ROOT, "bin", "pawl");
const CTRL_C = "\x03";

interface SessionJson {
  id: string;
  status: string;
  prompts: { text: string }[];
  observations: { toolName: string }[];
  responses: { text: string }[];
}

async function chatEnv(scratch: Scratch, pawl: Pawl, model: Model): Promise<Record<string, string>> {
  const env = { ...bareEnv(scratch.home, model.url), ...pawl.env };
  await mkdir(env.TMPDIR ?? scratch.home, { recursive: true });
  return env;
}

async function sessionsOf(pawl: Pawl): Promise<SessionJson[]> {
  const { sessions } = await pawl.json<{ sessions: { id: string }[] }>(["sessions"]);
  return Promise.all(sessions.map(({ id }) => pawl.json<SessionJson>(["session", id])));
}

test(
  "pawl chat PROMPT streams the response, is recorded once, and the next chat gets its context and can continue it",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await using model = startModel([
      {
        ...callTool("Bash", { command: "sleep 1; touch slept", description: "Wait" }),
        text: "Looking first.",
      },
      say("The answer."),
      say("Second answer."),
      say("Third answer."),
    ]);
    const env = await chatEnv(scratch, pawl, model);
    // Installed hooks are in the user's settings: if they were loaded too, everything would be recorded twice.
    const userHook = { type: "prompt", prompt: "USER-HOOK of $TOOL" };
    await Bun.write(
      join(pawl.home, "config.json"),
      JSON.stringify({ hooks: { PostToolUse: [{ hooks: [userHook] }] } }),
    );
    await pawl.run(["install"]);
    await Bun.write(join(scratch.project, ".claude", "hooks.json"), '{"hooks":{}}');
    await writeSettings(scratch.project, { permissions: { allow: ["Bash(sleep:*)", "Bash(touch:*)"] } });

    const child = Bun.spawn([BIN, "chat", "What is the plan?"], {
      cwd: scratch.project,
      env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    let out = "";
    let early = false;
    for await (const bytes of child.stdout) {
      out += new TextDecoder().decode(bytes);
      early ||= out.includes("Looking first.") && !(await Bun.file(join(scratch.project, "slept")).exists());
    }
    expect([await child.exited, out]).toEqual([0, "Looking first.\nThe answer.\n"]);
    expect(early).toBe(true);
    // The user's own hooks run in the daemon, for this session as for any.
    expect(model.mainRequests()[1]?.text.split("USER-HOOK of Bash")).toHaveLength(2);

    const [first] = await sessionsOf(pawl);
    expect(first?.prompts.map(({ text }) => text)).toEqual(["What is the plan?"]);
    expect(first?.observations.map(({ toolName }) => toolName)).toEqual(["Bash"]);
    expect(first?.responses.map(({ text }) => text)).toEqual(["The answer."]);
    expect(first?.status).toBe("ended");

    const second = await pawl.run(["chat"], { env, stdin: "And what\nelse?\n" });
    expect(second).toMatchObject({ exitCode: 0, stdout: "Second answer.\n" });
    // S2.12
    expect(second.stderr).toContain("pawl hooks migrate");
    expect(second.stderr).toContain("added 1 earlier session of this project");
    const injected = model.mainRequests()[2]?.text ?? "";
    expect(injected.split("<pawl-context>")).toHaveLength(2);
    expect(injected).toMatch(/Session \w+ ·/);
    expect(injected).toContain("And what\nelse?");

    const other = join(scratch.root, "elsewhere");
    await mkdir(other);
    const id = first?.id ?? "";
    const args = ["chat", "Go on", "--resume", id, "--model", "opus", "--cwd", scratch.project];
    expect(await pawl.run(args, { env, cwd: other })).toMatchObject({
      exitCode: 0,
      stdout: "Third answer.\n",
    });
    const resumed = model.mainRequests()[3];
    expect(resumed?.text).toContain("The answer.");
    expect(resumed?.body.model).toContain("opus");
    const sessions = await sessionsOf(pawl);
    expect(sessions).toHaveLength(2);
    expect(sessions.find((session) => session.id === id)?.prompts).toHaveLength(2);

    const wrong = await pawl.run(["chat", "Hi", "--resume", "no-such-session"], { env });
    expect(wrong).toMatchObject({ exitCode: 1, stdout: "" });
    expect(wrong.stderr).toContain("no session no-such-session");
    expect(await sessionsOf(pawl)).toHaveLength(2);
    expect(await pawl.run(["chat", "Hi", "--cwd", "/nowhere/at/all"], { env })).toMatchObject({
      exitCode: 2,
    });
    expect(await pawl.run(["chat"], { env, stdin: "\n" })).toMatchObject({ exitCode: 2 });
  },
  LIMIT,
);

test(
  "a conversation in the terminal: hooks after a yes, questions, Ctrl-C for the turn, twice at the prompt to leave",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { project } = scratch;
    await using model = startModel([
      say("Hello to you."),
      callTool("Write", { file_path: join(project, "yes.txt"), content: "y" }),
      callTool("Write", { file_path: join(project, "no.txt"), content: "n" }),
      say("Written, once."),
      { text: "Too late.", delayMs: 60_000 },
      say("Still here \u001b[31mred."),
    ]);
    const env = await chatEnv(scratch, pawl, model);
    await writeSettings(project, {
      hooks: {
        SessionStart: [{ hooks: [{ type: "prompt", prompt: "CONTEXT-OF-START" }] }],
        SessionEnd: [{ hooks: [{ type: "command", command: "touch ../ended" }] }],
        Notification: [{ hooks: [{ type: "command", command: "touch ../notified" }] }],
      },
    });
    await using chat = runInTerminal([BIN, "chat"], { cwd: project, env });
    await chat.waitFor("Allow them to run? [y/N]");
    expect(chat.output()).toContain("SessionEnd: command touch ../ended");
    chat.type("y");
    await chat.waitFor("> ");
    chat.type("Hello");
    await chat.waitFor("Hello to you.");
    expect(model.mainRequests()[0]?.text).toContain("CONTEXT-OF-START");

    await chat.waitFor("> ");
    chat.type("Write two files");
    await chat.waitFor("Allow?");
    chat.type("y");
    await chat.waitFor("no.txt");
    await chat.waitFor("Allow?");
    chat.type("n");
    await chat.waitFor("Written, once.");
    expect(await Bun.file(join(project, "yes.txt")).text()).toBe("y");
    expect(await Bun.file(join(project, "no.txt")).exists()).toBe(false);

    await chat.waitFor("> ");
    chat.type("Take your time");
    while (model.mainRequests().length < 5) await Bun.sleep(20);
    chat.press(CTRL_C);
    await chat.waitFor("Stopped.");
    await chat.waitFor("> ");
    chat.type("Are you there?");
    await chat.waitFor("Still here [31mred.");

    await chat.waitFor("> ");
    chat.press(`half a line${CTRL_C}`);
    await chat.waitFor("Press Ctrl-C again");
    chat.press(CTRL_C);
    expect(await chat.exited).toBe(0);
    expect(chat.output()).not.toContain("Too late.");

    const sessions = await sessionsOf(pawl);
    expect(sessions.map(({ prompts }) => prompts.map(({ text }) => text))).toEqual([
      ["Hello", "Write two files", "Take your time", "Are you there?"],
    ]);
    expect(sessions[0]?.status).toBe("ended");
    expect(chat.output()).toContain(`pawl chat --resume ${sessions[0]?.id}`);
    expect((await readdir(scratch.root)).filter((name) => name.endsWith("ed"))).toEqual([
      "ended",
      "notified",
    ]);

    // Asked each time. Input other than yes or no is a message.
    await writeSettings(project, {
      hooks: { Stop: [{ hooks: [{ type: "command", command: "touch ../pwned" }] }] },
    });
    await using changed = runInTerminal([BIN, "chat"], { cwd: project, env });
    await changed.waitFor("Allow them to run");
    changed.type("What is this?");
    await changed.waitFor("The hooks stay off.");
    await changed.waitFor("> ");
    changed.press("\x04");
    expect(await changed.exited).toBe(0);
    expect(model.mainRequests().at(-1)?.text).toContain("What is this?");
    expect(await Bun.file(join(scratch.root, "pwned")).exists()).toBe(false);
  },
  LIMIT,
);

test(
  "Ctrl-C ends pawl chat PROMPT, and its session",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await using model = startModel([{ text: "Too late.", delayMs: 60_000 }]);
    const env = await chatEnv(scratch, pawl, model);
    const child = Bun.spawn([BIN, "chat", "Take your time"], {
      cwd: scratch.project,
      env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    });
    while (model.mainRequests().length === 0) await Bun.sleep(20);
    // Like a terminal: to all of them, the client included.
    process.kill(-child.pid, "SIGINT");
    expect(await child.exited).toBe(130);
    expect(await new Response(child.stdout).text()).not.toContain("Too late.");
    const [session] = await sessionsOf(pawl);
    expect(session?.prompts.map(({ text }) => text)).toEqual(["Take your time"]);
    expect(session?.status).toBe("ended");
  },
  LIMIT,
);

test(
  "without the Agent SDK pawl chat reports what to install, and records nothing",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const copy = join(scratch.root, "package");
    for (const part of ["bin", "src", "package.json"])
      await cp(join(ROOT, part), join(copy, part), { recursive: true });
    const modules = join(copy, "node_modules");
    await mkdir(modules);
    for (const name of ["bun", "diff", "hono", "jsonc-parser", "wink-porter2-stemmer", "zod"]) {
      await symlink(join(ROOT, "node_modules", name), join(modules, name));
    }
    const run = Bun.spawnSync([join(copy, "bin", "pawl"), "chat", "Hi"], {
      cwd: scratch.project,
      env: pawl.env,
    });
    expect(run.exitCode).toBe(1);
    expect(run.stdout.toString()).toBe("");
    const said = run.stderr.toString();
    expect(said).toContain("npm install @anthropic-ai/claude-agent-sdk");
    expect(said.trim().split("\n")).toHaveLength(1);
    expect(await sessionsOf(pawl)).toEqual([]);
  },
  LIMIT,
);
