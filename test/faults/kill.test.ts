/** The daemon can die at any time; no part of a session is lost or duplicated. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type PackedColumns, unpack } from "../../src/store/records/rows.ts";
import { createScratch, runClaude, type Scratch } from "../e2e/harness/client.ts";
import { callTool, say, startModel } from "../e2e/harness/model.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";
import { isLong, startKiller } from "./killer.ts";

interface SessionJson {
  prompts: { text: string }[];
  observations: { toolUseId: string; toolName: string }[];
  responses: { text: string }[];
}

const SESSIONS = isLong ? 3 : 1;
const CALLS = isLong ? 40 : 20;

async function session(scratch: Scratch, number: number): Promise<string> {
  const calls = Array.from({ length: CALLS }, (_, i) =>
    callTool("Bash", { command: `echo session-${number}-call-${i}`, description: "Count" }),
  );
  await using model = startModel([...calls, say(`Counted in session ${number}.`)]);
  const { home, project } = scratch;
  const prompt = `Count in session ${number}`;
  const run = await runClaude({ home, cwd: project, model, prompt, allowedTools: ["Bash"] });
  expect(run.exitCode).toBe(0);
  return run.sessionId;
}

/** How often each call of a session is stored. */
function inputsOf(pawl: Pawl, sessionId: string): string[] {
  using db = new Database(join(pawl.home, "pawl.db"), { readonly: true });
  return db
    .query<PackedColumns, [string]>(
      "select c.input, c.response, c.packed from calls c join entries e on e.id = c.entry join sessions s on s.seq = e.session where s.id = ?",
    )
    .all(sessionId)
    .map((row) => (JSON.parse(unpack(row).input) as { command: string }).command);
}

test(
  `${SESSIONS} real session(s) of ${CALLS} calls while the daemon is killed again and again: all there, none twice`,
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    process.kill(await pawl.pid(), "SIGKILL");
    const killer = startKiller(pawl, { leastMs: 100, mostMs: 600 });
    const ids: string[] = [];
    try {
      for (let i = 0; i < SESSIONS; i++) ids.push(await session(scratch, i));
    } finally {
      await killer.stop();
    }
    expect(killer.kills()).toBeGreaterThan(2 * SESSIONS);
    await pawl.run(["up"]);
    const expected = (n: number) => Array.from({ length: CALLS }, (_, i) => `echo session-${n}-call-${i}`);
    for (const [n, id] of ids.entries()) {
      await eventually(() => inputsOf(pawl, id).length >= CALLS);
      expect(inputsOf(pawl, id).sort()).toEqual(expected(n).sort());
      const spoken = async () => (await pawl.json<SessionJson>(["session", id])).responses.length > 0;
      expect(await eventually(spoken)).toBe(true);
      const whole = await pawl.json<SessionJson>(["session", id]);
      expect(whole.prompts.map(({ text }) => text)).toEqual([`Count in session ${n}`]);
      expect(whole.responses.map(({ text }) => text)).toEqual([`Counted in session ${n}.`]);
    }
  },
  isLong ? 300_000 : 90_000,
);

const KEEPERS_ANSWER = JSON.stringify({ async: true });
const KILL_POINTS = isLong ? 200 : 30;

test(
  `${KILL_POINTS} random kill points under a stream of events: none lost, none twice`,
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    process.kill(await pawl.pid(), "SIGKILL");
    const token = await pawl.token();
    const id = "5e551017-0000-4000-8000-000000000001";
    const transcript = join(scratch.home, ".claude", "projects", "p", `${id}.jsonl`);
    await mkdir(join(transcript, ".."), { recursive: true });

    const common = { session_id: id, cwd: scratch.project, transcript_path: transcript };
    /** Whether a daemon had it: the keeper's answer in its place is another, and what nobody answers is dropped. */
    const post = (event: Record<string, unknown>) =>
      fetch(`${pawl.url}/hook`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify({ ...common, ...event }),
        signal: AbortSignal.timeout(2000),
      }).then(
        async (answer) => answer.ok && (await answer.text()) !== KEEPERS_ANSWER,
        () => false,
      );
    let line = 0;
    const write = (type: string, message: unknown, more: Record<string, unknown> = {}) => {
      const head = { sessionId: id, cwd: scratch.project, uuid: `u${line++}`, timestamp: new Date() };
      return appendFile(transcript, `${JSON.stringify({ type, message, ...head, ...more })}\n`);
    };

    const killer = startKiller(pawl, { leastMs: 0, mostMs: 500 });
    let calls = 0;
    let prompts = 0;
    let delivered = 0;
    try {
      // On a busy machine none may live long enough to accept an event: then continue until one does.
      const isEnough = () =>
        killer.kills() >= KILL_POINTS && (delivered > 0 || killer.kills() >= 4 * KILL_POINTS);
      while (!isEnough()) {
        const promptId = `p${Math.floor(calls / 25)}`;
        if (calls % 25 === 0) {
          const prompt = `Prompt ${prompts++}`;
          await write("user", { role: "user", content: prompt }, { promptId });
          await post({ hook_event_name: "UserPromptSubmit", prompt, prompt_id: promptId });
        }
        const tool = { name: "Bash", input: { command: `echo ${calls}` }, id: `toolu_${calls}` };
        await write("assistant", { role: "assistant", content: [{ type: "tool_use", ...tool }] });
        const result = { type: "tool_result", tool_use_id: tool.id, content: "done" };
        await write("user", { role: "user", content: [result] }, { promptId, toolUseResult: "done" });
        const injected = await post({
          hook_event_name: "PostToolUse",
          tool_name: tool.name,
          tool_input: tool.input,
          tool_response: "done",
          tool_use_id: tool.id,
          prompt_id: promptId,
        });
        if (injected) delivered++;
        calls++;
        await Bun.sleep(2);
      }
    } finally {
      await killer.stop();
    }
    // Both paths were really used.
    expect(delivered).toBeGreaterThan(0);
    expect(delivered).toBeLessThan(calls);
    await pawl.run(["up"]);
    await eventually(() => inputsOf(pawl, id).length >= calls);
    const found = inputsOf(pawl, id);
    expect(new Set(found).size).toBe(calls);
    expect(found).toHaveLength(calls);
    const whole = await pawl.json<SessionJson>(["session", id]);
    expect(whole.prompts).toHaveLength(prompts);
    using db = new Database(join(pawl.home, "pawl.db"));
    expect(db.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  },
  isLong ? 300_000 : 90_000,
);
