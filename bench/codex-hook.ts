/**
 * `bun bench/codex-hook.ts [--times N] [--check]`: what a hook costs in Codex. Codex starts every hook as a line for the
 * shell, so each is compared with a runtime that starts through the same shell and does nothing, in turns.
 *
 * The target is about processor time, of the hook and of the daemon while the hook waits for it. The wall clock is shown
 * beside it: on a busy machine a hook waits twice for its turn, and the runtime that does nothing only once.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl } from "../test/e2e/pawl.ts";
import { exited, idAt, rollout } from "../test/fixtures/rollout-lines.ts";
import { describeMachine } from "./machine.ts";
import { interleave, median, percentile } from "./statistics.ts";
import { missed, ms, type Row, times, toMarkdown } from "./table.ts";

const { values } = parseArgs({
  options: { times: { type: "string", default: "60" }, check: { type: "boolean", default: false } },
});
const COUNT = Number(values.times);
const WARM_UP = 3;
const MOST = 2.5;
const BASE = "`bun -e 0`";

await using scratch = await createScratch({ git: true });
await using pawl = await createPawl(scratch);
const codexDir = join(scratch.home, ".codex");
await mkdir(codexDir);
for (const args of [["install", "--client", "codex"], ["up"]]) await pawl.run(args);

const thread = idAt(Date.now());
const turn = idAt(Date.now(), 2);
const file = join(codexDir, `rollout-2026-06-20T10-00-00-${thread}.jsonl`);
await Bun.write(file, history());

interface Variant {
  name: string;
  line: string;
  stdin(i: number): string;
}

const bun = `${process.execPath} -e 0`;
const variants: Variant[] = [
  { name: BASE, line: bun, stdin: () => "" },
  { name: "PreToolUse, a command", line: await lineOf("PreToolUse"), stdin: (i) => before(i) },
  { name: "PostToolUse, a command", line: await lineOf("PostToolUse"), stdin: (i) => after(i, 0) },
  { name: "PostToolUse, a failed command", line: await lineOf("PostToolUse"), stdin: (i) => after(i, 1) },
  { name: "UserPromptSubmit", line: await lineOf("UserPromptSubmit"), stdin: (i) => prompt(i) },
];

interface Spent {
  wallMs: number;
  processorMs: number;
}
const took = new Map<string, Spent[]>(variants.map(({ name }) => [name, []]));
const daemon = await pawl.pid();
const env = { PATH: process.env.PATH ?? "", HOME: scratch.home };
for (let i = 0; i < COUNT + WARM_UP; i++) {
  for (const { name, line, stdin } of interleave(variants, i)) {
    const input = Buffer.from(stdin(i));
    const daemonBefore = processorMsOf(daemon);
    const from = performance.now();
    const ran = Bun.spawnSync(["sh", "-c", line], { cwd: scratch.project, env, stdin: input });
    const wallMs = performance.now() - from;
    const inDaemon = name === BASE ? 0 : processorMsOf(daemon) - daemonBefore;
    if (ran.exitCode !== 0) throw new Error(`${name} failed: ${ran.stderr}`);
    const processorMs = Number(ran.resourceUsage.cpuTime.total) / 1000 + inDaemon;
    if (i >= WARM_UP) took.get(name)?.push({ wallMs, processorMs });
  }
}

const { observations } = await pawl.json<{ observations: number }>(["status"]);
if (observations < 2 * COUNT) throw new Error(`Pawl recorded ${observations} of ${2 * COUNT} calls`);

const base = took.get(BASE) ?? [];
const rows = variants.flatMap(({ name }, index): Row[] => {
  const spent = took.get(name) ?? [];
  const what = index === 0 ? `sh: ${name}` : `sh: Codex hook, ${name}`;
  return (["processorMs", "wallMs"] as const).map((kind) => {
    const all = spent.map((one) => one[kind]);
    // Round by round: what else the machine does is the same for both.
    const ratio = median(spent.map((one, round) => one[kind] / (base[round]?.[kind] ?? Number.NaN)));
    const limit = { value: ratio, most: MOST, text: `≤ ${MOST} ×` };
    return {
      what: `${what}, ${kind === "wallMs" ? "wall clock" : "processor"}`,
      median: ms(median(all)),
      p95: ms(percentile(all, 95)),
      ...(index === 0 ? {} : { compared: times(ratio, BASE) }),
      ...(index === 0 || kind === "wallMs" ? {} : { limit }),
    };
  });
});
console.log(`${describeMachine()}\n\n${toMarkdown(rows)}`);
const broken = missed(rows);
for (const { what, limit } of broken)
  console.error(`Missed: ${what}: ${limit?.text}, measured ${limit?.value}`);
if (values.check && broken.length > 0) process.exitCode = 1;

/** Of all threads of a process; Linux only, in nanoseconds. */
function processorMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + threadMs(`/proc/${pid}/task/${thread}/schedstat`), 0);
}

function threadMs(file: string): number {
  try {
    return Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
  } catch {
    // It has ended since they were listed.
    return 0;
  }
}

/** The line that `pawl install` wrote. */
async function lineOf(event: string): Promise<string> {
  const settings = JSON.parse(await readFile(join(codexDir, "hooks.json"), "utf8")) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const command = settings.hooks[event]?.[0]?.hooks[0]?.command;
  if (command === undefined) throw new Error(`pawl install wrote no hook for ${event}`);
  return command;
}

function common(event: string) {
  const where = { transcript_path: file, cwd: scratch.project, model: "gpt-x", permission_mode: "default" };
  return { session_id: thread, turn_id: turn, hook_event_name: event, ...where };
}

function before(i: number): string {
  const tool_input = { command: `npm test -- part-${i}` };
  return JSON.stringify({ ...common("PreToolUse"), tool_name: "Bash", tool_input, tool_use_id: `pre_${i}` });
}

function after(i: number, exitCode: number): string {
  const tool_input = { command: `npm test -- part-${i}` };
  const tool_response = exitCode === 0 ? "ok\n".repeat(40) : `part-${i} failed: expected 1, got 2\n`;
  const call = { tool_name: "Bash", tool_input, tool_response, tool_use_id: `call_${exitCode}_${i}` };
  return JSON.stringify({ ...common("PostToolUse"), ...call });
}

function prompt(i: number): string {
  return JSON.stringify({ ...common("UserPromptSubmit"), turn_id: idAt(i), prompt: `Look at part ${i}` });
}

/** A rollout of some size in which all of the calls have ended, as it is when their hooks are called. */
function history(): string {
  const lines = rollout("new", { thread }).meta().start(turn).ask("Test all parts");
  for (let i = 0; i < 400; i++)
    lines.call(`old_${i}`, "exec_command", { cmd: "ls" }).output(`old_${i}`, exited(0, "x".repeat(2000)));
  for (let i = 0; i < COUNT + WARM_UP; i++) {
    lines.ended(`call_0_${i}`, 0, "ok\n").ended(`call_1_${i}`, 1, `part-${i} failed\n`);
  }
  return lines.text();
}
