/**
 * How much a process grows by running a command hook that prints 100 MB, next to the same for one that prints as much
 * as is kept (1 MB). Each in a fresh process: what one leaves behind must not count for the other.
 *
 *   bun bench/command-output.ts
 */
import { tmpdir } from "node:os";
import { OUTPUT_LIMIT, runCommand } from "../src/hooks/run/command.ts";
import { processEnv } from "../src/platform/env.ts";
import { describeMachine } from "./machine.ts";
import { median } from "./statistics.ts";
import { mb, missed, type Row, times, toMarkdown } from "./table.ts";

const ROUNDS = 5;
const SMALL = "prints 1 MB";
const LARGE = "prints 100 MB";

const [asked] = process.argv.slice(2);
if (asked !== undefined) {
  console.log(await growth(Number(asked)));
  process.exit(0);
}

async function growth(bytes: number): Promise<number> {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  const folder = tmpdir();
  const command = `yes | head -c ${bytes}`;
  const request = { command, input: "{}", env: processEnv, variables: {}, cwd: folder, fallbackCwd: folder };
  const result = await runCommand({ ...request, timeoutMs: 60_000 });
  if (result.kind !== "exited" || result.stdout.length > OUTPUT_LIMIT)
    throw new Error(JSON.stringify(result));
  return process.memoryUsage.rss() - before;
}

function measure(bytes: number): number {
  const ran = Bun.spawnSync([process.execPath, import.meta.path, String(bytes)], { stderr: "inherit" });
  if (ran.exitCode !== 0) throw new Error(`The measured process ended with ${ran.exitCode}`);
  return Number(ran.stdout.toString());
}

const small: number[] = [];
const large: number[] = [];
for (let i = 0; i < ROUNDS; i++) {
  small.push(measure(OUTPUT_LIMIT));
  large.push(measure(100_000_000));
}
const ratio = median(large) / median(small);
const rows: Row[] = [
  { what: `growth by a command that ${SMALL}`, median: mb(median(small)) },
  {
    what: `growth by a command that ${LARGE}`,
    median: mb(median(large)),
    compared: times(ratio, SMALL),
    // What is read in passing costs some buffers; what is kept would cost about 15 times as much.
    limit: { value: ratio, most: 8, text: "≤ 8 ×" },
  },
];
console.log(`${describeMachine()}\n\n${toMarkdown(rows)}`);
process.exitCode = missed(rows).length > 0 ? 1 : 0;
