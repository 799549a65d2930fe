/**
 * What a hook costs while another program has the daemon's port and never answers, next to a hook of a session that
 * Pawl leaves out. Once the first hook has found it out, the others need not wait.
 *
 *   bun bench/port-taken.ts
 */
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { homeAt } from "../src/platform/paths.ts";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl, eventually } from "../test/e2e/pawl.ts";
import { userPrompt } from "./events.ts";
import { installedCommand } from "./installed-command.ts";
import { describeMachine } from "./machine.ts";
import { interleave, median, percentile } from "./statistics.ts";
import { missed, ms, type Row, times, toMarkdown } from "./table.ts";

/** All within the minute for which a taken port is remembered. */
const ROUNDS = 40;
const OFF = "`pawl hook` with PAWL_OFF";
const TAKEN = "`pawl hook`, port taken";

await using scratch = await createScratch({ git: true });
await using pawl = await createPawl(scratch);
await pawl.run(["install"]);
const command = await installedCommand(scratch.home, "UserPromptSubmit");
const silent = createServer((socket) => void socket.on("error", () => undefined));
await new Promise<void>((listening) => silent.listen(pawl.port, "127.0.0.1", listening));

const variants: { name: string; env: Record<string, string> }[] = [
  { name: OFF, env: { ...pawl.env, PAWL_OFF: "1" } },
  { name: TAKEN, env: pawl.env },
];
const took = new Map<string, number[]>(variants.map(({ name }) => [name, []]));

function fire(env: Record<string, string>, i: number): number {
  const stdin = Buffer.from(userPrompt(i, scratch.project, "bench"));
  const from = performance.now();
  const ran = Bun.spawnSync(command, { cwd: scratch.project, env, stdin });
  if (ran.exitCode !== 0) throw new Error(`The hook failed: ${ran.stderr}`);
  return performance.now() - from;
}

const first = fire(pawl.env, 0);
if (!(await eventually(() => existsSync(homeAt(pawl.home).trouble)))) throw new Error("Nobody noticed");
for (let i = 1; i <= ROUNDS; i++) {
  for (const { name, env } of interleave(variants, i)) took.get(name)?.push(fire(env, i));
}
silent.close();

const off = median(took.get(OFF) ?? []);
const rows = variants.map(({ name }): Row => {
  const values = took.get(name) ?? [];
  const ratio = median(values) / off;
  const limit = { value: ratio, most: 4, text: "≤ 4 ×" };
  return {
    what: name,
    median: ms(median(values)),
    p95: ms(percentile(values, 95)),
    ...(name === TAKEN && { compared: times(ratio, OFF), limit }),
  };
});
console.log(`${describeMachine()}\n\n${toMarkdown([{ what: "the first one", median: ms(first) }, ...rows])}`);
process.exitCode = missed(rows).length > 0 ? 1 : 0;
