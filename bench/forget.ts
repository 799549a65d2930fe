/**
 * bun bench/forget.ts [--sizes 20k,100k] [--against CHECKOUT]
 *
 * What `pawl forget` costs while a daemon runs: a session of 500 calls, then a project of 40 % of the store. The history
 * comes by `pawl import` of made-up transcripts, so any version can be measured: CHECKOUT is a working copy of another one,
 * with its packages, that is measured beside this one.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl, type Pawl } from "../test/e2e/pawl.ts";
import { script, toJsonl } from "../test/fixtures/transcript-lines.ts";
import { describeMachine } from "./machine.ts";
import { sampleText } from "./sample.ts";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "20k,100k" }, against: { type: "string" } },
});
const CALLS = 500;
const PROJECTS = ["/home/dev/shop", "/home/dev/large"] as const;

console.log(`${describeMachine()}\n`);
for (const size of values.sizes.split(",")) {
  const observations = Number(size.replace(/k$/, "000").replace(/m$/, "000000"));
  for (const [name, bin] of [
    ["this version", undefined],
    ...(values.against === undefined
      ? []
      : [[`${values.against}`, join(values.against, "bin", "pawl")] as const]),
  ] as const) {
    console.log(`${size}, ${name}`);
    await measure(observations, bin);
  }
}

async function measure(observations: number, bin: string | undefined): Promise<void> {
  const scratch = await createScratch();
  const pawl = await createPawl(scratch, bin === undefined ? {} : { bin });
  try {
    const sessions = Math.round(observations / CALLS);
    for (let i = 0; i < sessions; i++) writeSession(scratch.home, i, i < sessions * 0.4 ? 1 : 0);
    await expectRan(pawl, ["import"]);
    await expectRan(pawl, ["up"]);
    await untilIdle(pawl);
    const database = join(pawl.home, "pawl.db");
    const mb = () => (statSync(database).size / 1e6).toFixed(0);
    for (const [what, args] of [
      ["a session of 500", ["--session", idOf(sessions - 1)]],
      ["a project of 40 %", ["--project", PROJECTS[1]]],
    ] as const) {
      const before = mb();
      const watch = await watchHooks(pawl);
      const began = performance.now();
      await expectRan(pawl, ["forget", ...args, "--yes"]);
      const seconds = (performance.now() - began) / 1000;
      console.log(
        `  ${what}: ${seconds.toFixed(1)} s, file ${before} -> ${mb()} MB, longest hook ${(await watch.stop()).toFixed(0)} ms`,
      );
    }
  } finally {
    await pawl[Symbol.asyncDispose]();
    await scratch.dispose();
  }
}

function idOf(i: number): string {
  return `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`;
}

function writeSession(home: string, i: number, project: 0 | 1): void {
  const s = script("new", idOf(i));
  const lines = [s.user(`Task ${i}: look at number ${i} of all`)];
  for (let n = 0; n < CALLS; n++) {
    const id = `toolu_${i}_${n}`;
    lines.push(s.call(id, "Bash", { command: `echo ${i} ${n}` }));
    lines.push(s.result(id, sampleText(i * CALLS + n).slice(0, 3000)));
  }
  lines.push(s.say(`Did task ${i}.`));
  const folder = join(home, ".claude", "projects", PROJECTS[project].replaceAll("/", "-"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${idOf(i)}.jsonl`), toJsonl(lines).replaceAll(PROJECTS[0], PROJECTS[project]));
}

async function expectRan(pawl: Pawl, args: string[]): Promise<void> {
  const { exitCode, stderr, stdout } = await pawl.run(args);
  if (exitCode !== 0) throw new Error(`pawl ${args.join(" ")} ended with ${exitCode}: ${stderr}${stdout}`);
}

async function untilIdle(pawl: Pawl): Promise<void> {
  await Bun.sleep(2_000);
  const isIdle = async () => ((await pawl.json<{ doing?: unknown[] }>(["status"])).doing ?? []).length === 0;
  for (let i = 0; i < 1_200 && !(await isIdle()); i++) await Bun.sleep(250);
}

/** The longest answer to a tool result that is stored, as a client would wait for it. */
async function watchHooks(pawl: Pawl) {
  const token = readFileSync(join(pawl.home, "hook-token"), "utf8").trim();
  let longest = 0;
  let isRunning = true;
  const running = (async () => {
    for (let n = 0; isRunning; n++) {
      const from = performance.now();
      await fetch(`${pawl.url}/hook`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify({
          session_id: "watch",
          cwd: PROJECTS[0],
          hook_event_name: "PostToolUse",
          tool_name: "Bash",
          tool_input: { command: `echo ${n}` },
          tool_use_id: `toolu_watch_${from}`,
          tool_response: { stdout: "as it is" },
        }),
      });
      longest = Math.max(longest, performance.now() - from);
      await Bun.sleep(5);
    }
  })();
  return {
    async stop(): Promise<number> {
      isRunning = false;
      await running;
      return longest;
    },
  };
}
