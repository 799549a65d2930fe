/**
 * What a team costs a hook: `bun bench/team-hooks.ts`, `--json` for figures only. Five daemons side by side: without a
 * team, with a server that answers, that is dead, that takes the connection and says nothing, and that is 500 ms away.
 * Events go to all of them in turn, so that other work on the machine affects all equally. While they are measured, the
 * thread that synchronises is at work: a memory is changed before every tenth event.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTeam, writeTeam } from "../src/team/config.ts";
import { createScratch, type Scratch } from "../test/e2e/harness/scratch.ts";
import { createPawl, type Pawl } from "../test/e2e/pawl.ts";
import { startPostgres } from "../test/postgres.ts";
import { startProxy, type TestProxy } from "../test/team/proxy.ts";
import { describeMachine } from "./machine.ts";
import { median, percentile } from "./statistics.ts";

const EVENTS = process.argv.includes("--quick") ? 100 : 400;
const WARM_UP = 30;
const CHANGE_EVERY = 10;

interface Machine {
  name: string;
  scratch: Scratch;
  pawl: Pawl;
  token: string;
  times: number[];
  cpuBefore: number;
}

const STATES = ["no team", "server answers", "server dead", "server silent", "server 500 ms away"] as const;

await using stack = new AsyncDisposableStack();
const server = stack.use(await startPostgres());
const owner = await open("owner");
await owner.pawl.run(["team", "create", server.url, "--name", "Owner"]);
await owner.pawl.run(["team", "share", "on"]);
const machines: Machine[] = [];
for (const [place, name] of STATES.entries()) {
  const machine = await open(name);
  machines.push(machine);
  if (name !== "no team") await joined(machine, `member-${place}`);
}
for (const machine of machines) {
  const { stdout } = await machine.pawl.run(["up", "--no-open"]);
  if (stdout === "") throw new Error("the daemon did not start");
  machine.token = readFileSync(join(machine.pawl.home, "token"), "utf8").trim();
}

for (let event = -WARM_UP; event < EVENTS; event++) {
  if (event === 0) for (const machine of machines) machine.cpuBefore = await cpuOf(machine);
  for (const machine of machines) {
    if (event % CHANGE_EVERY === 0) {
      await post(machine, "/api/memories", {
        uri: "project://bench",
        content: `Change ${event}.`,
        project: machine.scratch.project,
      });
    }
    const started = performance.now();
    await post(machine, "/hook", toolCall(machine, event));
    if (event >= 0) machine.times.push(performance.now() - started);
  }
}

const base = machines[0];
const rows = [];
for (const machine of machines) {
  const cpu = ((await cpuOf(machine)) - machine.cpuBefore) / EVENTS;
  rows.push({
    state: machine.name,
    p50: median(machine.times),
    p95: percentile(machine.times, 95),
    ratio: median(machine.times) / median(base?.times ?? [1]),
    cpuMsPerEvent: cpu,
    status: machine.name === "no team" ? undefined : await state(machine),
  });
}
if (process.argv.includes("--json")) console.log(JSON.stringify(rows));
else {
  console.log(
    `${describeMachine()}\n\n| state | p50 | p95 | against no team | processor time per event | last synchronisation |`,
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const { state: name, p50, p95, ratio, cpuMsPerEvent, status } of rows) {
    console.log(
      `| ${name} | ${p50.toFixed(2)} ms | ${p95.toFixed(2)} ms | ${ratio.toFixed(2)} | ${cpuMsPerEvent.toFixed(2)} ms | ${status ?? ""} |`,
    );
  }
}

async function open(name: string): Promise<Machine> {
  const scratch = stack.use(await createScratch({ git: true }));
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.home };
  Bun.spawnSync(["git", "remote", "add", "origin", "https://git.example/bench.git"], {
    cwd: scratch.project,
    env,
  });
  const pawl = stack.use(await createPawl(scratch));
  return { name, scratch, pawl, token: "", times: [], cpuBefore: 0 };
}

/** First everything works; then its way to the server becomes what its name says. */
async function joined(machine: Machine, member: string): Promise<void> {
  const { join: text } = await owner.pawl.json<{ join: string }>(["team", "invite", member]);
  await machine.pawl.run(["team", "join", text]);
  await machine.pawl.run(["team", "share", "on"]);
  await machine.pawl.run(["team", "sync"]);
  const proxy: TestProxy = stack.use(await startProxy(server.port));
  const file = join(machine.pawl.home, "team.json");
  const team = readTeam(file);
  if (team === undefined) throw new Error(`${member} did not join`);
  // Nobody listens on port 9 of this machine.
  const port = machine.name === "server dead" ? 9 : proxy.port;
  if (machine.name === "server silent") proxy.mode = "silent";
  if (machine.name === "server 500 ms away") proxy.delayMs = 500;
  writeTeam(file, { ...team, address: { ...team.address, port } });
}

function toolCall({ scratch }: Machine, event: number) {
  return {
    hook_event_name: "PostToolUse",
    session_id: "bench",
    cwd: scratch.project,
    tool_name: "Bash",
    tool_use_id: `t${event}`,
    tool_input: { command: `echo ${event}` },
    tool_response: { stdout: `line ${event}\n`.repeat(40), stderr: "" },
  };
}

async function post({ pawl, token }: Machine, path: string, body: object): Promise<void> {
  const response = await fetch(`${pawl.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** Of the daemon with all its threads, in milliseconds. */
async function cpuOf({ pawl }: Machine): Promise<number> {
  const fields =
    readFileSync(`/proc/${await pawl.pid()}/stat`, "utf8")
      .split(") ")[1]
      ?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function state({ pawl }: Machine): Promise<string> {
  const { lastSyncAt, error, pending } = await pawl.json<{
    lastSyncAt?: number;
    error?: string;
    pending: number;
  }>(["team", "status"]);
  const said = error === undefined ? `works` : error.slice(0, 60);
  return `${said}; ${pending} waiting${lastSyncAt === undefined ? ", never" : ""}`;
}
