/** What no hook reports comes from the client's transcript, once, and only where it belongs. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch, runClaude } from "./harness/client.ts";
import { callTool, callTools, say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;

interface SessionJson {
  prompts: { text: string }[];
  observations: { toolName: string; ok: boolean; toolUseId: string }[];
  responses: { text: string }[];
  summary: string;
}

const whole = (pawl: Pawl, id: string) => pawl.json<SessionJson>(["session", id]);
const bash = (command: string) => ({ command, description: "Run" });

test(
  "a denied call and a failed edit fire no hook, and are recorded when the client exits; a fork keeps only its own",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    const { home, project } = scratch;
    const file = join(project, "notes.txt");
    await Bun.write(file, "one\n");
    await using model = startModel([
      callTool("Read", { file_path: file }),
      callTool("Edit", { file_path: file, old_string: "not there", new_string: "two" }),
      callTools([
        { name: "Bash", input: bash("echo fine") },
        { name: "WebFetch", input: { url: "http://127.0.0.1:1/", prompt: "Read it" } },
      ]),
      say("Tried all of it."),
    ]);
    const tools = ["Read", "Edit", "Bash"];
    const first = await runClaude({ home, cwd: project, model, prompt: "Try", allowedTools: tools });
    const session = await whole(pawl, first.sessionId);
    const injected = session.observations.map(({ toolName, ok }) => `${toolName} ${ok}`).sort();
    expect(injected).toEqual(["Bash true", "Edit false", "Read true", "WebFetch false"]);
    expect(session.prompts).toHaveLength(1);
    expect(session.responses.map(({ text }) => text)).toEqual(["Tried all of it."]);

    await using next = startModel([callTool("Bash", bash("echo forked")), say("Went another way.")]);
    const args = ["--fork-session"];
    const prompt = "Another way";
    const resume = first.sessionId;
    const fork = await runClaude({
      home,
      cwd: project,
      model: next,
      prompt,
      resume,
      args,
      allowedTools: tools,
    });
    expect(fork.sessionId).not.toBe(first.sessionId);
    const own = await whole(pawl, fork.sessionId);
    expect(own.prompts.map(({ text }) => text)).toEqual(["Another way"]);
    expect(own.observations.map(({ toolName }) => toolName)).toEqual(["Bash"]);
    expect(own.responses.map(({ text }) => text)).toEqual(["Went another way."]);

    // The same history imported from scratch: a fork is recognized without its hooks, too.
    await pawl.run(["down"]);
    const again = { PAWL_HOME: join(scratch.root, "second") };
    const imported = await pawl.run(["import", "--json"], { env: again });
    expect(JSON.parse(imported.stdout)).toMatchObject({ sessions: 2, prompts: 2, observations: 5 });
    const twice = await pawl.run(["import", "--json"], { env: again });
    expect(JSON.parse(twice.stdout)).toMatchObject({ prompts: 0, observations: 0, bytes: 0 });
  },
  LIMIT,
);

test(
  "a spooled prompt with a secret is the same prompt as in the transcript, and the secret is nowhere",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    const { home, project } = scratch;
    const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
    await using model = startModel([callTool("Bash", bash("echo hi")), say("Done.")]);
    let id = "";
    {
      using _taken = Bun.serve({ hostname: "127.0.0.1", port: pawl.port, fetch: () => new Response("mine") });
      const prompt = `Use ${secret} now`;
      id = (await runClaude({ home, cwd: project, model, prompt, allowedTools: ["Bash"] })).sessionId;
    }
    const spooled = readdirSync(join(pawl.home, "spool")).map((name) =>
      readFileSync(join(pawl.home, "spool", name), "utf8"),
    );
    expect(spooled.length).toBeGreaterThan(1);
    expect(spooled.join("\n")).not.toContain(secret);
    await pawl.run(["up"]);
    const complete = async () => {
      const ran = await pawl.run(["session", id, "--json"]);
      return ran.exitCode === 0 && (JSON.parse(ran.stdout) as SessionJson).observations.length === 1;
    };
    expect(await eventually(complete)).toBe(true);
    const session = await whole(pawl, id);
    expect(session.prompts.map(({ text }) => text)).toEqual(["Use [redacted:github] now"]);
    expect(session.responses.map(({ text }) => text)).toEqual(["Done."]);
    expect(session.summary).toContain("Asked");
  },
  LIMIT,
);

test(
  "a session that was off and is resumed without PAWL_OFF is recorded from there on, and not before",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    const { home, project } = scratch;
    const turn = (command: string) => startModel([callTool("Bash", bash(command)), say(`Ran ${command}.`)]);
    await using first = turn("echo hidden");
    const env = { PAWL_OFF: "1" };
    const allowedTools = ["Bash"];
    const off = await runClaude({ home, cwd: project, model: first, prompt: "Hidden", env, allowedTools });
    await using second = turn("echo seen");
    const resume = off.sessionId;
    await runClaude({ home, cwd: project, model: second, prompt: "Seen", resume, allowedTools });
    const session = await whole(pawl, off.sessionId);
    expect(session.prompts.map(({ text }) => text)).toEqual(["Seen"]);
    expect(session.responses.map(({ text }) => text)).toEqual(["Ran echo seen."]);
    expect(session.observations).toHaveLength(1);
    await pawl.run(["import"]);
    expect((await whole(pawl, off.sessionId)).prompts).toHaveLength(1);
  },
  LIMIT,
);

test(
  "hooks installed for the user and for the project: recorded once, injected once, and doctor reports it",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["install", "--scope", "project"]);
    const { home, project } = scratch;
    await using model = startModel([callTool("Bash", bash("echo once")), say("Once.")]);
    const run = await runClaude({ home, cwd: project, model, prompt: "Only once", allowedTools: ["Bash"] });
    const session = await whole(pawl, run.sessionId);
    expect(session.prompts).toHaveLength(1);
    expect(session.observations).toHaveLength(1);
    expect(session.responses).toHaveLength(1);
    await using next = startModel([say("Hello.")]);
    await runClaude({ home, cwd: project, model: next, prompt: "Again" });
    expect(next.mainRequests()[0]?.text.split("<pawl-context>")).toHaveLength(2);
    const { checks } = await pawl.json<{ checks: { name: string; ok: boolean; message: string }[] }>(
      ["doctor"],
      {
        cwd: project,
      },
    );
    const named = (name: string) => checks.find((check) => check.name === name);
    expect(named("duplicates")).toMatchObject({
      ok: false,
      message: expect.stringContaining("this project's settings"),
    });
    expect(named("coverage")?.message).toBe("1 of 1 tool calls of the last 30 days are recorded");
    expect(named("client")?.message).toMatch(/^Claude Code \d+\.\d+\.\d+, last seen/);
    expect(named("store")?.message).toContain("intact");
  },
  LIMIT,
);
