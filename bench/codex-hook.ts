/**
 * `bun bench/codex-hook.ts [--times N] [--check]`: what a hook costs in Codex. Codex starts every hook as a line for the
 * shell, so each is compared with a runtime that starts through the same shell and launcher and does nothing, in turns.
 *
 * The target is about the wall clock in the calmest tenth of the rounds. Processor time of the hook, and of keeper and daemon
 * while it waits, stands beside it; that includes what they do at the same time on other cores.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { homeAt } from "../src/platform/paths.ts";
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
/** A hook waits for its turn in three processes, the runtime that does nothing in one: of a busy machine only the calm moments compare. */
const CALM = {
  name: "calmest tenth",
  of: (spent: readonly Spent[]) =>
    percentile(
      spent.map(({ wallMs }) => wallMs),
      10,
    ),
};

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

const bun = await idleLine();
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
const own = [await pawl.pid(), keeperPid()];
const env = { PATH: process.env.PATH ?? "", HOME: scratch.home };
for (let i = 0; i < COUNT + WARM_UP; i++) {
  for (const { name, line, stdin } of interleave(variants, i)) {
    const input = Buffer.from(stdin(i));
    const before = processorMsOf(own);
    const from = performance.now();
    const ran = Bun.spawnSync(["sh", "-c", line], { cwd: scratch.project, env, stdin: input });
    const wallMs = performance.now() - from;
    const inDaemon = name === BASE ? 0 : processorMsOf(own) - before;
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
  const calm = CALM.of(spent) / CALM.of(base);
  const processor = median(
    spent.map((one, round) => one.processorMs / (base[round]?.processorMs ?? Number.NaN)),
  );
  const limit = { value: calm, most: MOST, text: `≤ ${MOST} ×` };
  return [
    {
      what: `${what}, ${CALM.name}`,
      median: ms(CALM.of(spent)),
      ...(index === 0 ? {} : { compared: times(calm, BASE), limit }),
    },
    {
      what: `${what}, processor`,
      median: ms(median(spent.map((one) => one.processorMs))),
      ...(index === 0 ? {} : { compared: times(processor, BASE) }),
    },
  ];
});
console.log(`${describeMachine()}\n\n${toMarkdown(rows)}`);
const broken = missed(rows);
for (const { what, limit } of broken)
  console.error(`Missed: ${what}: ${limit?.text}, measured ${limit?.value}`);
if (values.check && broken.length > 0) process.exitCode = 1;

/** Of all threads of some processes. Linux only. */
function processorMsOf(pids: readonly number[]): number {
  const tasks = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`),
  );
  return tasks.reduce((sum, task) => sum + threadMs(`${task}/schedstat`), 0);
}

function keeperPid(): number {
  return (JSON.parse(readFileSync(join(pawl.home, "keeper.json"), "utf8")) as { pid: number }).pid;
}

/** The line that `pawl install` wrote, with a launcher that starts a runtime which does nothing. */
async function idleLine(): Promise<string> {
  const { launcher } = homeAt(pawl.home);
  const line = await lineOf("PreToolUse");
  const text = await readFile(launcher, "utf8");
  const idle = text.replace('"$hook" "$@"', "-e 0");
  if (idle === text || !line.includes(launcher)) throw new Error("The hook is started in another way now");
  await writeFile(`${launcher}-idle`, idle, { mode: 0o700 });
  return line.replace(launcher, `${launcher}-idle`);
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
