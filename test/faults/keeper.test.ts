/** The keeper and the daemon outlive each other, and a gate is never waved through. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, readDaemonInfo } from "../../src/platform/daemon-process.ts";
import { readKeeperInfo } from "../../src/platform/keeper-process.ts";
import { homeAt } from "../../src/platform/paths.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";

const LIMIT = 180_000;

async function post(pawl: Pawl, n: number, fields: Record<string, unknown> = {}) {
  const token = readFileSync(join(pawl.home, "hook-token"), "utf8").trim();
  const body = JSON.stringify({
    hook_event_name: "PostToolUse",
    session_id: "s",
    cwd: pawl.home,
    tool_name: "Bash",
    tool_use_id: `t${n}`,
    tool_input: { command: `echo ${n}` },
    tool_response: { stdout: String(n) },
    ...fields,
  });
  const response = await fetch(`${pawl.url}/hook`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const calls = async (pawl: Pawl) =>
  (
    (await pawl.json<{ observations?: unknown[] }>(["session", "s"]).catch(() => undefined))?.observations ??
    []
  ).length;

test(
  "kill -9 of the daemon: hooks are answered, a new one comes with the next event, and nothing is lost",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    await post(pawl, 0);
    const before = await pawl.pid();
    process.kill(before, "SIGKILL");
    for (let n = 1; n <= 5; n++) expect((await post(pawl, n)).status).toBe(200);
    expect(await eventually(async () => (await calls(pawl)) === 6)).toBe(true);
    expect(await pawl.pid()).not.toBe(before);
  },
  LIMIT,
);

test(
  "a daemon that is stopped is ended and replaced",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const before = await pawl.pid();
    process.kill(before, "SIGSTOP");
    // An event that is in no transcript waits for the new daemon.
    for (let n = 1; n <= 5; n++) expect((await post(pawl, n)).status).toBe(200);
    expect(await eventually(() => !isAlive(before))).toBe(true);
    expect(await eventually(async () => (await calls(pawl)) === 5)).toBe(true);
  },
  LIMIT,
);

test(
  "kill -9 of the keeper: the daemon goes on, and a new keeper takes the port",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const daemon = await pawl.pid();
    const keeper = await pawl.keeperPid();
    process.kill(keeper, "SIGKILL");
    const hasNew = async () => (await pawl.json<{ keeper: { pid: number } | null }>(["status"])).keeper?.pid;
    expect(await eventually(async () => ![undefined, keeper].includes(await hasNew()))).toBe(true);
    expect(await pawl.pid()).toBe(daemon);
    expect(await post(pawl, 1)).toMatchObject({ status: 200 });
    // The new one does what the old one did.
    process.kill(daemon, "SIGKILL");
    expect((await post(pawl, 2)).status).toBe(200);
    expect(await eventually(async () => (await calls(pawl)) === 2)).toBe(true);
  },
  LIMIT,
);

test(
  "daemon and keeper are killed together, in any order, under events without a transcript: what was answered is stored",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const answered: string[] = [];
    let sent = 0;
    for (let round = 0; round < 8; round++) {
      await pawl.run(["up", "--no-open"]);
      const pids = [readDaemonInfo(homeAt(pawl.home))?.pid, readKeeperInfo(homeAt(pawl.home))?.pid];
      // The daemon first, so that the keeper answers for it for some events, or the keeper first.
      const killed = (async () => {
        for (const pid of round % 2 === 0 ? pids : pids.toReversed()) {
          await Bun.sleep(Math.random() * 100);
          if (pid !== undefined && isAlive(pid)) process.kill(pid, "SIGKILL");
        }
      })();
      // Whichever is left may have started the other one again: then none is refused.
      const most = sent + 200;
      for (let refused = 0; refused < 5 && sent < most; sent++) {
        const answer = await post(pawl, sent).catch(() => undefined);
        if (answer?.status === 200) answered.push(`t${sent}`);
        else refused++;
      }
      await killed;
    }
    await pawl.run(["up", "--no-open"]);
    const missing = async () => {
      const { observations = [] } = await pawl.json<{ observations?: { toolUseId: string }[] }>([
        "session",
        "s",
      ]);
      const stored = new Set(observations.map(({ toolUseId }) => toolUseId));
      return answered.filter((id) => !stored.has(id));
    };
    await eventually(async () => (await missing()).length === 0);
    expect(await missing()).toEqual([]);
    expect(answered.length).toBeGreaterThan(20);
  },
  LIMIT,
);

test(
  "pawl down stays down: the keeper answers, starts none, and down --all ends it",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const keeper = await pawl.keeperPid();
    const stopped = (await pawl.run(["down"])).stdout;
    expect(stopped).toContain(`(${keeper})`);
    expect(stopped).not.toContain("starts it again");
    expect(await post(pawl, 1)).toEqual({ status: 200, answer: { async: true } });
    expect(await pawl.json(["status"])).toMatchObject({ running: false, keeper: { pid: keeper } });
    expect(existsSync(join(pawl.home, "daemon.json"))).toBe(false);
    // The next prompt starts it again, and what came meanwhile is there.
    const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: pawl.home, prompt: "go on" };
    await pawl.run(["hook"], { stdin: JSON.stringify(prompt) });
    expect(await eventually(async () => (await calls(pawl)) === 1)).toBe(true);
    await pawl.run(["install"]);
    const ended = (await pawl.run(["down", "--all"])).stdout;
    expect(ended).toContain("The next Claude Code session starts it again.");
    expect(isAlive(keeper)).toBe(false);
    expect(await pawl.json(["status"])).toMatchObject({ running: false, keeper: null });
  },
  LIMIT,
);

test(
  "an event that a rule is about is refused while no daemon can be had; others pass; a new keeper knows it too",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    mkdirSync(pawl.home, { mode: 0o700 });
    const permissions = { deny: ['tool == "Bash" && tool_input.command matches "*secret*"'] };
    writeFileSync(join(pawl.home, "config.json"), JSON.stringify({ permissions }));
    await pawl.run(["up"]);
    const call = { hook_event_name: "PreToolUse", tool_input: { command: "cat secret" } };
    const decision = ({ answer }: { answer: Record<string, unknown> }) =>
      (answer.hookSpecificOutput as { permissionDecision?: string } | undefined)?.permissionDecision;
    expect(decision(await post(pawl, 1, call))).toBe("deny");
    // Killed: the event waits for the new daemon, which judges it.
    process.kill(await pawl.pid(), "SIGKILL");
    const judged = await post(pawl, 2, call);
    expect(decision(judged)).toBe("deny");
    // No daemon can be started: what the rule is about is refused, with the way to look.
    renameSync(join(pawl.home, "program"), join(pawl.home, "program.away"));
    const refusedBy = async () => {
      process.kill(await pawl.pid(), "SIGKILL");
      return post(pawl, 3, { ...call, tool_input: { command: "ls" } });
    };
    expect(await eventually(() => isAliveNow(pawl))).toBe(true);
    const refused = await refusedBy();
    expect(decision(refused)).toBe("deny");
    expect(JSON.stringify(refused.answer)).toContain("pawl doctor");
    const told = { ...call, tool_name: "Read", transcript_path: import.meta.path };
    expect((await post(pawl, 4, told)).answer).toEqual({ async: true });
    // What nothing else has is written down: the keeper would lose it if it was killed.
    expect((await post(pawl, 5, { ...call, tool_name: "Read" })).status).toBe(200);
    expect(readdirSync(join(pawl.home, "spool"))).toHaveLength(1);
    renameSync(join(pawl.home, "program.away"), join(pawl.home, "program"));
  },
  LIMIT,
);

async function isAliveNow(pawl: Pawl): Promise<boolean> {
  return (await pawl.json<{ running: boolean }>(["status"])).running;
}

test(
  "a deleted home: open sessions are answered with nothing, nothing is made there, and its keeper ends",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const [daemon, keeper] = [await pawl.pid(), await pawl.keeperPid()];
    const token = readFileSync(join(pawl.home, "hook-token"), "utf8").trim();
    rmSync(pawl.home, { recursive: true });
    expect(await eventually(() => !isAlive(daemon))).toBe(true);
    const ask = async (bearer: string) => {
      const headers = { Authorization: `Bearer ${bearer}` };
      const body = JSON.stringify({ hook_event_name: "PostToolUse", session_id: "s", cwd: scratch.project });
      return (await fetch(`${pawl.url}/hook`, { method: "POST", headers, body })).json();
    };
    expect(await ask(token)).toEqual({ async: true });
    expect(await ask("other")).toEqual({ error: "Send Pawl's token." });
    expect(existsSync(join(pawl.home, "pawl.db"))).toBe(false);

    expect(await eventually(() => !isAlive(keeper))).toBe(true);
    expect((await pawl.run(["up"])).exitCode).toBe(0);
    expect((await post(pawl, 1)).status).toBe(200);
    expect(await eventually(async () => (await calls(pawl)) === 1)).toBe(true);
  },
  LIMIT,
);

test(
  "without the token the keeper takes no event, and a foreign Host gets neither page nor source",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    await pawl.run(["down"]);
    const body = JSON.stringify({
      hook_event_name: "PostToolUse",
      session_id: "x",
      tool_name: "Bash",
      tool_use_id: "1",
    });
    expect((await fetch(`${pawl.url}/hook`, { method: "POST", body })).status).toBe(401);
    for (const path of ["attach", "bye", "leave"])
      expect((await fetch(`${pawl.url}/keeper/${path}`, { method: "POST", body: "{}" })).status).toBe(401);
    for (const Host of [`127.0.0.1:${pawl.port}.`, "a b", "[::1", "evil.example"]) {
      const answer = await fetch(`${pawl.url}/api/health`, { headers: { Host } });
      expect([400, 403, 503]).toContain(answer.status);
      expect((await answer.text()).length).toBeLessThan(200);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
  },
  LIMIT,
);
