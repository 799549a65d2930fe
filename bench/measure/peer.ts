/** claude-mem's hooks as shipped, alternating with ours; its memory and its size on disk. */

import { startModel } from "../../test/e2e/harness/model.ts";
import { createScratch } from "../../test/e2e/harness/scratch.ts";
import { createPawl } from "../../test/e2e/pawl.ts";
import { ownBytesOnDisk } from "../disk.ts";
import { postToolUse, sessionStart, userPrompt } from "../events.ts";
import { installedCommand } from "../installed-command.ts";
import { openClaudeMem } from "../peer/claude-mem.ts";
import { installClaudeMem } from "../peer/install.ts";
import { residentBytes } from "../process-memory.ts";
import { interleave, median, percentile } from "../statistics.ts";
import { mb, ms, type Row, times } from "../table.ts";

interface Timed {
  name: string;
  run(i: number): Promise<unknown>;
}

const NODE = "`node -e 0`";
/** One session: what it starts per session must not be counted twice. */
const SESSION = "bench-session";
const WARM_UP = 2;
/** Its background work must not slow down the next measurement. */
const SETTLE_MS = 400;

export async function measurePeer({ times: count }: { times: number }): Promise<Row[]> {
  await using scratch = await createScratch({ git: true });
  await using pawl = await createPawl(scratch);
  for (const args of [["install"], ["up"]]) await pawl.run(args);
  await using model = startModel();
  const { version, plugin, bytes } = await installClaudeMem(scratch.root);
  await using peer = await openClaudeMem(scratch.root, plugin, model.url);

  const ours = { cwd: scratch.project, env: { PATH: process.env.PATH ?? "", HOME: scratch.home } };
  const theirs = { cwd: peer.project, env: peer.env };
  for (const nth of [0, 1])
    await spawned(peer.command("SessionStart", nth), sessionStart(peer.project, SESSION), theirs);

  const prompt = await installedCommand(scratch.home, "UserPromptSubmit");
  const name = `claude-mem ${version}`;
  const variants: Timed[] = [
    { name: NODE, run: (i) => spawned(["node", "-e", "0"], userPrompt(i, scratch.project), ours) },
    {
      name: "`pawl hook`, UserPromptSubmit",
      run: (i) => spawned(prompt, userPrompt(i, scratch.project), ours),
    },
    {
      name: `${name}, UserPromptSubmit`,
      run: (i) => spawned(peer.command("UserPromptSubmit"), userPrompt(i, peer.project, SESSION), theirs),
    },
    {
      name: `${name}, PostToolUse (async)`,
      run: (i) => spawned(peer.command("PostToolUse"), postToolUse(i, peer.project, SESSION), theirs),
    },
  ];
  const took = await timeInTurn(variants, count);
  await peer.startSearch();
  const { worker, observer, search } = peer.memory();

  const node = median(took.get(NODE) ?? []);
  const rows = variants.map(({ name }): Row => {
    const values = took.get(name) ?? [];
    return {
      what: `peer, process: ${name}`,
      median: ms(median(values)),
      p95: ms(percentile(values, 95)),
      compared: name === NODE ? "" : times(median(values) / node, NODE),
    };
  });
  const daemon = residentBytes(await pawl.pid());
  return [
    ...rows,
    {
      what: `peer, memory: ${name}, worker`,
      median: mb(worker),
      compared: `${times(worker / daemon, "Pawl's daemon here")}; its vector search not running`,
    },
    {
      what: `peer, memory: ${name}, for each session`,
      median: mb(observer + search),
      compared: `observer ${mb(observer)}, MCP ${mb(search)}; Pawl: none`,
    },
    {
      what: `peer, on disk: ${name}`,
      median: mb(bytes),
      compared: `without install scripts; Pawl ${mb(ownBytesOnDisk())}`,
    },
  ];
}

async function timeInTurn(variants: readonly Timed[], count: number): Promise<Map<string, number[]>> {
  const took = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
  for (let i = 0; i < count + WARM_UP; i++) {
    for (const { name, run } of interleave(variants, i)) {
      const from = performance.now();
      await run(i);
      if (i >= WARM_UP) took.get(name)?.push(performance.now() - from);
      await Bun.sleep(SETTLE_MS);
    }
  }
  return took;
}

/** Not `spawnSync`: the scripted model answers from this process. */
async function spawned(
  command: string[],
  stdin: string,
  where: { cwd: string; env: Record<string, string> },
): Promise<void> {
  const child = Bun.spawn(command, {
    ...where,
    stdin: new Blob([stdin]),
    stdout: "ignore",
    stderr: "ignore",
  });
  const exitCode = await child.exited;
  if (exitCode !== 0) throw new Error(`${command.slice(0, 2).join(" ")} … ended with ${exitCode}`);
}
