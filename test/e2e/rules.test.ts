/** What people say and write down, in the real client: it reaches the first request of the next session, each once. */
import { expect, test } from "bun:test";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;
const RULE = "Never push tags yourself.";
const DECISION = "Let's go with Redis for the job queue, not RabbitMQ.";
const NOTE = "Amounts are integer cents everywhere.";

interface Known {
  uri: string;
  content: string;
  status: string;
  priority: number;
  provenance?: { sessionId?: string };
}

const known = async (pawl: Pawl, ...more: string[]) =>
  (await pawl.json<{ memories: Known[] }>(["memory", "list", ...more])).memories;

async function session(scratch: Scratch, prompt: string, turns: Parameters<typeof startModel>[0]) {
  await using model = startModel(turns);
  const { home, project: cwd } = scratch;
  const run = await runClaude({ home, cwd, model, prompt, allowedTools: ["mcp__pawl__remember"] });
  expect(run.exitCode).toBe(0);
  const first = model.mainRequests()[0]?.text ?? "";
  return { run, first, said: JSON.stringify(run.hookEvents) };
}

/** As a memory is quoted; what was asked in an earlier session may be quoted too, with the rest of its prompt. */
const quoted = (text: string, sentence: string) => text.split(`“${sentence}”`).length - 1;

test(
  "S1.13 S1.18 a rule said once, a decision and a memory by hand are in the next session's first request; what was dropped is not",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await session(scratch, `The release is due. ${RULE} ${DECISION}`, [say("Understood.")]);
    const learned = async () => (await known(pawl)).length === 2;
    expect(await eventually(learned)).toBe(true);
    const [rule, decision] = (await known(pawl)).sort((a, b) => a.priority - b.priority);
    expect(rule).toMatchObject({ content: RULE, status: "active", priority: 2 });
    expect(decision).toMatchObject({ content: DECISION, status: "active", priority: 3 });
    expect((await pawl.run(["remember", NOTE])).stdout).toContain("at the start of the next session");

    const second = await session(scratch, "Hello there", [say("Hello.")]);
    expect([RULE, DECISION, NOTE].map((text) => quoted(second.first, text))).toEqual([1, 1, 1]);
    const line = `saved what you said: “${RULE}”. To drop it: pawl memory rm ${rule?.uri}`;
    expect(second.said).toContain(line);

    const { stdout } = await pawl.run(["memory", "rm", rule?.uri ?? ""]);
    expect(stdout).toContain("Removed");
    // The first session's transcript is read again: the user's word stands.
    await pawl.run(["import"]);
    const third = await session(scratch, "Hello once more", [say("Hello.")]);
    expect([RULE, DECISION, NOTE].map((text) => quoted(third.first, text))).toEqual([0, 1, 1]);
    expect(third.said).not.toContain("saved what you said");
    expect(await known(pawl, "--status", "deleted")).toMatchObject([{ content: RULE }]);
  },
  LIMIT,
);

test(
  "a task that the model saves belongs to its own session and ends with it, and with no other",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await pawl.run(["remember", "Another session's step", "--uri", "task://other", "--priority", "7"], {
      env: { CLAUDE_CODE_SESSION_ID: "still-running" },
    });
    const { run } = await session(scratch, "Note where you are", [
      callTool("mcp__pawl__remember", { content: "Half done", uri: "task://step", priority: 7 }),
      say("Noted."),
    ]);
    const ended = async () => (await known(pawl, "--status", "deleted")).length === 1;
    expect(await eventually(ended)).toBe(true);
    expect(await known(pawl, "--status", "deleted")).toMatchObject([
      { uri: "task://step", provenance: { sessionId: run.sessionId } },
    ]);
    expect(await known(pawl)).toMatchObject([{ uri: "task://other", status: "active" }]);
  },
  LIMIT,
);
