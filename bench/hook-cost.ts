/**
 * What a hook costs, in one run with everything in turns: `pawl hook` for a prompt and for SessionStart beside
 * `bun -e 0`, a tool result of 8 kB beside an empty HTTP server, with a transcript, as the client has one, and without, and
 * the daemon's memory.
 *
 *   bun bench/hook-cost.ts [--times N] [--posts N] [--against DIR] [--json]
 *
 * `--against` measures another checkout of Pawl in the same rounds. Put it beside this one: at its start Bun lists every
 * folder above the file that it runs, so a checkout in a full /tmp is slower.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl } from "../test/e2e/pawl.ts";
import { postToolUse, sessionStart, userPrompt } from "./events.ts";
import { installedCommand } from "./installed-command.ts";
import { describeMachine } from "./machine.ts";
import { rememberSessions, send } from "./measure/hook-process.ts";
import { residentBytes } from "./process-memory.ts";
import { processorTime } from "./processor-time.ts";
import { startEmptyServer } from "./start-empty-server.ts";
import { interleave, median, percentile } from "./statistics.ts";
import { mb, ms } from "./table.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "200" },
    posts: { type: "string", default: "600" },
    against: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const WARM_UP = 5;
const WARM_UP_POSTS = 100;
/** The session whose transcript is there. */
const TOLD = "bench-told";
/** What goes on behind an answer belongs to it, not to the next one. */
const AFTERWARDS_MS = 5;

/** One measured call: wall time, and the processor time of everything that worked for it, and of its process alone. */
interface Spent {
  wallMs: number;
  processorMs: number;
  ownMs: number;
}

interface Variant {
  name: string;
  run(i: number): Promise<Spent>;
}

interface Checkout {
  name: string;
  processes: Variant[];
  posts: Variant[];
  memory: () => string;
}

await using stack = new AsyncDisposableStack();
const here = await open("here", resolve(import.meta.dir, ".."));
const other = values.against === undefined ? [] : [await open("other", resolve(values.against))];
const checkouts = [here, ...other];
const empty = stack.use(await startEmptyServer());

const bun: Variant = {
  name: "bun -e 0",
  run: (i) => spawned([process.execPath, "-e", "0"], userPrompt(i, "/", "none"), "/", () => 0),
};
const nothing: Variant = {
  name: "empty HTTP server, 8 kB",
  run: (i) => posted(empty.url, "none", postToolUse(i, "/"), () => processorTime(empty.pid).all),
};
const machine = describeMachine();
const processes = await inTurn([bun, ...checkouts.flatMap((one) => one.processes)], {
  count: Number(values.times),
  warmUp: WARM_UP,
});
const posts = await inTurn([nothing, ...checkouts.flatMap((one) => one.posts)], {
  count: Number(values.posts),
  warmUp: WARM_UP_POSTS,
});
print();

/** A Pawl of its own, with a history, from this checkout. */
async function open(name: string, root: string): Promise<Checkout> {
  const scratch = stack.use(await createScratch({ git: true }));
  const pawl = stack.use(await createPawl(scratch, { bin: join(root, "bin", "pawl") }));
  // Versions before the keeper know no `down --all`.
  stack.defer(async () => void (await pawl.run(["down"])));
  for (const args of [["install"], ["up"]]) {
    const { exitCode, stderr } = await pawl.run(args);
    if (exitCode !== 0) throw new Error(`${root}: pawl ${args.join(" ")} failed: ${stderr}`);
  }
  const daemon = await pawl.pid();
  const started = residentBytes(daemon);
  const asked = join(scratch.root, "asked");
  await mkdir(join(asked, ".git"), { recursive: true });
  for (const folder of [scratch.project, asked]) await rememberSessions(pawl, folder);
  // Versions before the keeper have none.
  const keeper = await pawl.keeperPid().catch(() => undefined);
  const behind = () => processorTime(daemon).all + (keeper === undefined ? 0 : processorTime(keeper).all);
  const prompt = await installedCommand(scratch.home, "UserPromptSubmit");
  const start = await installedCommand(scratch.home, "SessionStart");
  const token = (await readFile(join(pawl.home, "hook-token"), "utf8")).trim();
  const env = { HOME: scratch.home };
  // As with the client, which writes one. Only where it can restore a call is that answered before it is stored.
  await writeFile(join(scratch.project, "..", `${TOLD}.jsonl`), "");
  return {
    name,
    processes: [
      {
        name: `${name}: prompt`,
        run: (i) => spawned(prompt, userPrompt(i, asked, "bench-prompts"), scratch.project, behind, { env }),
      },
      {
        name: `${name}: SessionStart`,
        run: (i) =>
          spawned(start, sessionStart(scratch.project, `start-${i}`), scratch.project, behind, {
            env,
            prints: "<pawl-context>",
          }),
      },
    ],
    posts: [
      {
        name: `${name}: PostToolUse, 8 kB`,
        run: (i) => posted(`${pawl.url}/hook`, token, postToolUse(i, scratch.project, TOLD), behind),
      },
      {
        name: `${name}: no transcript`,
        run: (i) => posted(`${pawl.url}/hook`, token, postToolUse(i, scratch.project), behind),
      },
    ],
    memory: () =>
      `${name}: daemon ${mb(started)} after its start, ${mb(residentBytes(daemon))} now` +
      (keeper === undefined ? "" : `; keeper ${mb(residentBytes(keeper))}`),
  };
}

/** Its standard input is a socket, as the client's: Bun would give a synchronous child a file, which takes longer to read. */
async function spawned(
  command: string[],
  input: string,
  cwd: string,
  behind: () => number,
  { env = {}, prints = "" }: { env?: Record<string, string>; prints?: string } = {},
): Promise<Spent> {
  const before = behind();
  const from = performance.now();
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const sent = send(child.stdin, input);
  const output = new Response(child.stdout).text();
  const exitCode = await child.exited;
  const wallMs = performance.now() - from;
  const ownMs = Number(child.resourceUsage()?.cpuTime.total) / 1000;
  const processorMs = ownMs + behind() - before;
  await sent;
  if (exitCode !== 0)
    throw new Error(`${command.join(" ")} failed: ${await new Response(child.stderr).text()}`);
  if (!(await output).includes(prints)) throw new Error(`${command.join(" ")} printed ${await output}`);
  return { wallMs, processorMs, ownMs };
}

async function posted(url: string, token: string, body: string, behind: () => number): Promise<Spent> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const before = behind();
  const from = performance.now();
  const response = await fetch(url, { method: "POST", headers, body });
  await response.text();
  const wallMs = performance.now() - from;
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  await Bun.sleep(AFTERWARDS_MS);
  return { wallMs, processorMs: behind() - before, ownMs: 0 };
}

async function inTurn(
  variants: readonly Variant[],
  { count, warmUp }: { count: number; warmUp: number },
): Promise<Map<string, Spent[]>> {
  const spent = new Map<string, Spent[]>(variants.map(({ name }) => [name, []]));
  for (let i = 0; i < count + warmUp; i++) {
    for (const variant of interleave(variants, i)) {
      const one = await variant.run(i);
      if (i >= warmUp) spent.get(variant.name)?.push(one);
    }
  }
  return spent;
}

function print(): void {
  const rows = [...tableOf(processes, bun.name), ...tableOf(posts, nothing.name)];
  if (values.json) {
    console.log(JSON.stringify(rows));
    return;
  }
  console.log(`${machine}\n`);
  for (const { name, wall, calm, least, processor, own, ratio } of rows)
    console.log(
      `${name.padEnd(26)} median ${ms(wall).padStart(8)}  calmest tenth ${ms(calm).padStart(8)}  least ${ms(least).padStart(8)}` +
        `  processor ${ms(processor).padStart(8)}  ${ratio.median.toFixed(2)} × (calm ${ratio.calm.toFixed(2)} ×)` +
        // Hardly depends on what else the machine does.
        (own > 0 ? `  its process alone ${ms(own).padStart(8)}, ${ratio.own.toFixed(2)} ×` : ""),
    );
  for (const { memory } of checkouts) console.log(memory());
}

/** Ratios to the first of the table. */
function tableOf(spent: ReadonlyMap<string, Spent[]>, base: string) {
  const figures = [...spent].map(([name, all]) => {
    const walls = all.map(({ wallMs }) => wallMs);
    return {
      name,
      wall: median(walls),
      calm: percentile(walls, 10),
      least: Math.min(...walls),
      processor: median(all.map(({ processorMs }) => processorMs)),
      own: median(all.map(({ ownMs }) => ownMs)),
    };
  });
  const first = figures.find(({ name }) => name === base);
  return figures.map((one) => ({
    ...one,
    ratio: {
      median: one.wall / (first?.wall ?? Number.NaN),
      calm: one.calm / (first?.calm ?? Number.NaN),
      own: one.own / (first?.own ?? Number.NaN),
    },
  }));
}
