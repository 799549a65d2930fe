/** The real Codex against a scripted model: everything once, failures as failures, one memory with Claude Code. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch, runClaude } from "../../e2e/harness/client.ts";
import { callTool, say, startModel } from "../../e2e/harness/model.ts";
import { createPawl, type Pawl } from "../../e2e/pawl.ts";
import { runCodex } from "./client.ts";
import { type CodexScript, type CodexTurn, startCodexModel } from "./model.ts";
import { codex, connected, exec, homeFor, patch, play, settled, told } from "./play.ts";

const LIMIT = 240_000;
const withCodex = test.skipIf(codex === undefined);

const ADD = patch("*** Add File: src/total.ts", "+export const total = (a: number) => a;");
const CHANGE = patch(
  "*** Update File: src/total.ts",
  "*** Move to: src/sum.ts",
  "@@",
  "-export const total = (a: number) => a;",
  "+export const sum = (a: number, b: number) => a + b;",
  "*** Add File: src/other.ts",
  "+export {};",
);
const MISSES = patch("*** Update File: src/none.ts", "@@", "-nothing", "+something");

const rollouts = (home: string) =>
  readdirSync(join(home, ".codex", "sessions"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(home, ".codex", "sessions", name));

withCodex(
  "two sessions: commands, patches, prompts and answers once each, the failed ones failed, the second is given the first",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await connected(scratch, pawl);

    const poll: CodexScript = ({ outputs }, index) => {
      const turns: CodexTurn[] = [
        exec("echo fine"),
        exec("cat no-such-file-anywhere"),
        ADD,
        CHANGE,
        MISSES,
        exec("sleep 1; echo late; exit 4", { yield_time_ms: 250 }),
      ];
      const turn = turns[index];
      if (turn !== undefined) return turn;
      const last = outputs.at(-1) ?? "";
      const session = /session ID (\d+)/.exec(last)?.[1];
      return session === undefined
        ? { text: "The total is a sum now." }
        : {
            calls: [
              {
                tool: "write_stdin",
                input: { session_id: Number(session), chars: "", yield_time_ms: 5000 },
              },
            ],
          };
    };
    const first = await play(scratch, poll, "Make the total a sum of two numbers");
    const session = await settled(pawl, first.sessionId, 7);
    expect(session.client).toBe("codex");
    expect(told(session)).toEqual([
      "Bash false",
      "Bash false",
      "Bash true",
      "BashOutput true",
      "Edit false",
      "MultiEdit true",
      "Write true",
    ]);
    expect(new Set(session.observations.map(({ toolUseId }) => toolUseId)).size).toBe(7);
    const changed = session.observations.find(({ toolName }) => toolName === "MultiEdit");
    const inProject = (name: string) => join(scratch.project, "src", name);
    expect(changed?.files).toEqual([inProject("sum.ts"), inProject("total.ts"), inProject("other.ts")]);
    expect(session.prompts.map(({ text }) => text)).toEqual(["Make the total a sum of two numbers"]);
    expect(session.responses.map(({ text }) => text)).toEqual(["The total is a sum now."]);

    // The rollout has the same, so importing it changes nothing; compressed, and archived, neither.
    const again = await pawl.json(["import", "--client", "codex"]);
    expect(again).toMatchObject({ prompts: 0, observations: 0, skipped: 0 });
    const [file = ""] = rollouts(scratch.home);
    const archived = join(scratch.home, ".codex", "archived_sessions");
    mkdirSync(archived);
    const packed = await Bun.zstdCompress(readFileSync(file));
    writeFileSync(join(archived, `${file.split("/").at(-1)}.zst`), packed);
    const third = await pawl.json(["import", "--client", "codex"]);
    expect(third).toMatchObject({ files: 1, prompts: 0, observations: 0, skipped: 0 });

    const second = await play(scratch, [{ text: "I know." }], "What was done about the total?");
    const context = second.injected.filter((text) => text.includes("<pawl-context>"));
    expect(context.length).toBeGreaterThan(0);
    expect(context[0]).toMatch(/Session \w+ ·/);
    const { sessions } = await pawl.json<{ sessions: { id: string }[] }>(["sessions", "--client", "codex"]);
    expect(sessions.map(({ id }) => id).sort()).toEqual([first.sessionId, second.sessionId].sort());
    expect(await pawl.json(["sessions", "--client", "claude"])).toEqual({ sessions: [] });

    // Resumed, it is the same session.
    await play(scratch, [exec("echo more"), { text: "More." }], "One more thing", first.sessionId);
    const longer = await settled(pawl, first.sessionId, 8);
    expect(longer.observations).toHaveLength(8);
    expect(longer.prompts.map(({ text }) => text)).toEqual([
      "Make the total a sum of two numbers",
      "One more thing",
    ]);
    expect(longer.responses.map(({ text }) => text)).toEqual(["The total is a sum now.", "More."]);
    expect(await pawl.json(["import", "--client", "codex"])).toMatchObject({ prompts: 0, observations: 0 });
  },
  LIMIT,
);

withCodex(
  "a failed command is known as failed at the hook itself, so its solution is injected there",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await connected(scratch, pawl);
    // Stands for a compiler: it fails until the file imports what it uses.
    const check = [
      "if grep -q node:http app.ts; then echo ok; else",
      "echo \"app.ts(1,1): error TS2304: Cannot find name 'createServer'.\"; exit 2; fi",
    ].join("\n");
    writeFileSync(join(scratch.project, "tsc.sh"), check);
    writeFileSync(join(scratch.project, "app.ts"), "createServer();\n");
    const fix = patch(
      "*** Update File: app.ts",
      "@@",
      '+import { createServer } from "node:http";',
      " createServer();",
    );
    await play(
      scratch,
      [exec("sh tsc.sh"), fix, exec("sh tsc.sh"), { text: "Imported it." }],
      "Fix the types",
    );
    const token = await pawl.token();
    const counts = async () => {
      const answer = await fetch(`${pawl.url}/api/daemon`, { headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { counts: Record<string, number> }).counts;
    };
    const { exit_code: known, exit_code_unknown: unknown = 0 } = await counts();
    expect({ known, unknown }).toEqual({ known: 2, unknown: 0 });

    writeFileSync(join(scratch.project, "app.ts"), "createServer();\n");
    const next = await play(scratch, [exec("sh tsc.sh"), { text: "Seen." }], "Look at the types again");
    const solution = next.injected.filter(
      (text) => !text.includes("<pawl-context>") && text.includes("node:http"),
    );
    expect(solution.length).toBeGreaterThan(0);
  },
  LIMIT,
);

withCodex(
  "a subagent's calls are recorded in its session under its name, and a compaction gives back what was in use",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await connected(scratch, pawl);
    const config = join(scratch.home, ".codex", "config.toml");
    let main = 0;
    let sub = 0;
    const script: CodexScript = ({ input, body }) => {
      const last = JSON.stringify(input.at(-1));
      if (last.includes("COMPACTION")) return { text: "A short summary." };
      if (body.includes("Look around for me") && !body.includes("Send somebody")) {
        return [exec("echo from-below; exit 5")][sub++] ?? { text: "Looked." };
      }
      const turns: CodexTurn[] = [
        {
          calls: [
            { tool: "spawn_agent", namespace: "multi_agent_v1", input: { message: "Look around for me" } },
          ],
        },
        exec("sleep 3; echo waited"),
        ADD,
        { ...exec("echo nearly full"), tokens: 250_000 },
      ];
      return turns[main++] ?? { text: "Sent." };
    };
    await using model = startCodexModel(script);
    const home = await homeFor(scratch, model.url);
    writeFileSync(config, `model_auto_compact_token_limit = 200000\n${readFileSync(config, "utf8")}`);
    const { exitCode, sessionId } = await runCodex(codex ?? "", home, {
      cwd: scratch.project,
      prompt: "Send somebody",
    });
    expect(exitCode).toBe(0);
    const session = await settled(pawl, sessionId, 5);
    const calls = session.observations.map(
      ({ toolName, ok, agentId }) => `${toolName} ${ok} ${agentId !== null}`,
    );
    expect(calls.sort()).toEqual([
      "Agent true false",
      "Bash false true",
      "Bash true false",
      "Bash true false",
      "Write true false",
    ]);
    expect(session.prompts.map(({ text }) => text)).toEqual(["Send somebody"]);
    // The turn goes on after the compaction, with the file that was in use.
    const after = model.requests.findLast(({ input }) => JSON.stringify(input).includes("A short summary."));
    const restored = after?.input.filter(({ role }) => role === "developer") ?? [];
    expect(JSON.stringify(restored).includes("- src/: total.ts 1")).toBe(true);
    expect(await pawl.json(["import", "--client", "codex"])).toMatchObject({
      prompts: 0,
      observations: 0,
      skipped: 0,
    });
    const { sessions } = await pawl.json<{ sessions: object[] }>(["sessions"]);
    expect(sessions).toHaveLength(1);
  },
  LIMIT,
);

withCodex(
  "Pawl's MCP server answers in Codex, and its calls have the same name from hook and rollout",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await connected(scratch, pawl);
    await pawl.run(["remember", "Invoices are rounded to cents"]);
    let answer = "";
    const script: CodexScript = ({ outputs }, index) => {
      answer = outputs.at(-1) ?? "";
      const search = { tool: "search", namespace: "mcp__pawl", input: { query: "invoices" } };
      return index === 0 ? { calls: [search] } : { text: "Found." };
    };
    const { sessionId } = await play(scratch, script, "How are invoices rounded?");
    expect(answer).toContain("rounded to cents");
    expect(told(await settled(pawl, sessionId, 1))).toEqual(["mcp__pawl__search true"]);
    expect(await pawl.json(["import", "--client", "codex"])).toMatchObject({ prompts: 0, observations: 0 });
  },
  LIMIT,
);

withCodex(
  "Claude Code is given both sessions of Codex that it missed, and Codex both of Claude Code and where it left off",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await connected(scratch, pawl);
    const { home, project: cwd } = scratch;
    const inClaude = async (prompt: string) => {
      await using model = startModel([
        callTool("Bash", { command: "echo two", description: "Run" }),
        say("Done in Claude Code."),
      ]);
      const { exitCode } = await runClaude({ home, cwd, model, prompt, allowedTools: ["Bash"] });
      expect(exitCode).toBe(0);
      return model.mainRequests()[0]?.text ?? "";
    };

    await play(scratch, [exec("echo one"), { text: "Done in Codex." }], "Rename the invoice exporter");
    await play(scratch, [exec("echo one"), { text: "Done in Codex." }], "Sort the customer list by name");
    const third = await inClaude("Speed up the thumbnail cache");
    expect(third).toContain("Rename the invoice exporter");
    expect(third).toContain("Sort the customer list by name");

    const fourth = await inClaude("Write the notes of the release");
    expect(fourth).toContain("Speed up the thumbnail cache");
    expect(fourth).not.toContain("Rename the invoice exporter");
    const next = (await play(scratch, [{ text: "Seen." }], "What happened here before?")).injected.join("\n");
    expect(next).toContain("Speed up the thumbnail cache");
    expect(next).toContain("Write the notes of the release");
    expect(next).toContain("Sort the customer list by name");
    expect(next).not.toContain("Rename the invoice exporter");
    const { results } = await pawl.json<{ results: { client?: string }[] }>(["search", "invoice exporter"]);
    expect(results.map(({ client }) => client)).toContain("codex");
  },
  LIMIT,
);

withCodex(
  "a daemon that is killed again and again during a session loses nothing and adds nothing twice",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await connected(scratch, pawl);
    await pawl.run(["up"]);
    const CALLS = 8;
    let killed = 0;
    const script: CodexScript = (_request, index) => {
      if (index < CALLS) {
        killed += killDaemon(pawl);
        return index % 3 === 2 ? exec(`echo ${index}; exit 3`) : exec(`echo ${index}`);
      }
      return { text: "Counted." };
    };
    const { sessionId } = await play(scratch, script, "Count");
    expect(killed).toBeGreaterThan(1);
    killDaemon(pawl);
    await pawl.run(["up"]);
    const session = await settled(pawl, sessionId, CALLS);
    expect(told(session)).toEqual([...Array(2).fill("Bash false"), ...Array(CALLS - 2).fill("Bash true")]);
    expect(session.prompts).toHaveLength(1);
    expect(session.responses.map(({ text }) => text)).toEqual(["Counted."]);
    expect(await pawl.json(["import", "--client", "codex"])).toMatchObject({ prompts: 0, observations: 0 });
  },
  LIMIT,
);

function killDaemon(pawl: Pawl): number {
  try {
    const { pid } = JSON.parse(readFileSync(join(pawl.home, "daemon.json"), "utf8")) as { pid: number };
    process.kill(pid, "SIGKILL");
    return 1;
  } catch {
    // None at the moment.
    return 0;
  }
}

withCodex(
  "a rule refuses a patch for any of its files, and a command; Codex tells the model why",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const config = join(pawl.home, "config.json");
    const permissions = {
      deny: [
        'tool_input.file_path matches "**/locked.txt"',
        'client == "codex" && tool_input.command =~ /forbidden/',
      ],
    };
    mkdirSync(pawl.home, { mode: 0o700 });
    writeFileSync(config, JSON.stringify({ permissions }));
    await connected(scratch, pawl);
    const both = patch("*** Add File: fine.txt", "+fine", "*** Add File: locked.txt", "+open");
    let outputs: string[] = [];
    const script: CodexScript = (request, index) => {
      outputs = request.outputs;
      return (
        [both, exec("echo forbidden > made.txt"), exec("echo allowed > made-too.txt")][index] ?? {
          text: "Tried.",
        }
      );
    };
    await play(scratch, script, "Try the doors");
    const files = readdirSync(scratch.project).filter((name) => !name.startsWith("."));
    expect(files).toEqual(["made-too.txt"]);
    expect(outputs[0]).toContain("locked.txt");
    expect(outputs[1]).toContain("forbidden");
  },
  LIMIT,
);
