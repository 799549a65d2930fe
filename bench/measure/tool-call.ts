/**
 * What hooks add to a tool call in the real client. A turn is timed at the scripted model: from its answer (one
 * Read) to the client's next request, so it includes everything the client does for hooks. One session per variant
 * is open and they alternate call by call, so that other work on the machine affects all of them equally.
 */
import { createScratch, type Scratch, writeSettings } from "../../test/e2e/harness/client.ts";
import { createPawl, type Pawl } from "../../test/e2e/pawl.ts";
import { playInTurn } from "../play.ts";
import { startEmptyServer } from "../start-empty-server.ts";
import { median, percentile } from "../statistics.ts";
import { ms, type Row, times } from "../table.ts";

export interface ToolCallOptions {
  /** One session per variant in each: a session as a whole is fast or slow, by up to 30 %, so it takes eight. */
  rounds: number;
  calls: number;
  /** The target: how many times as much as empty hooks Pawl may add. */
  most: number;
}

const NONE = "no hooks";
const EMPTY = "empty HTTP hooks";
const PAWL = "Pawl";
const NODE = "empty node hooks";

export async function measureToolCall({ rounds, calls, most }: ToolCallOptions): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const scratch = async (): Promise<Scratch> => stack.use(await createScratch({ git: true }));
  const none = await scratch();

  const empty = await scratch();
  const server = stack.use(await startEmptyServer());
  await writeSettings(empty.home, hookPair({ type: "http", url: server.url, timeout: 2 }));

  const node = await scratch();
  const reads = ["-e", "require('node:fs').readFileSync(0)"];
  await writeSettings(node.home, hookPair({ type: "command", command: "node", args: reads, timeout: 5 }));

  const pawl = await scratch();
  const program = stack.use(await createPawl(pawl));
  await installed(program);

  const sessions = [
    { name: NONE, scratch: none },
    { name: EMPTY, scratch: empty },
    { name: PAWL, scratch: pawl },
    { name: NODE, scratch: node },
  ];
  const turns = new Map<string, number[]>(sessions.map(({ name }) => [name, []]));
  let played = 0;
  for (let round = 0; round < rounds; round++) {
    const result = await playInTurn(sessions, { calls, round });
    for (const [name, times] of result.turns) turns.get(name)?.push(...times);
    played += result.played;
  }
  await checkRecorded(program, played);
  return toRows(turns, most);
}

function hookPair(hook: Record<string, unknown>): Record<string, unknown> {
  const entry = [{ matcher: "*", hooks: [hook] }];
  return { hooks: { PreToolUse: entry, PostToolUse: entry } };
}

async function installed(pawl: Pawl): Promise<void> {
  for (const command of ["install", "up"]) {
    const ran = await pawl.run([command]);
    if (ran.exitCode !== 0) throw new Error(`pawl ${command} failed: ${ran.stderr}`);
  }
}

/** A hook that fails at once is the fastest: the figures count only if Pawl did its work. */
async function checkRecorded(pawl: Pawl, played: number): Promise<void> {
  const { observations } = await pawl.json<{ observations: number }>(["status"]);
  if (observations !== played) throw new Error(`Pawl recorded ${observations} of ${played} tool calls`);
}

function toRows(turns: Map<string, number[]>, most: number): Row[] {
  const of = (name: string) => turns.get(name) ?? [];
  const base = median(of(NONE));
  /**
   * Compared with the same call of the session without hooks: later calls of a session are slower than earlier
   * ones.
   */
  const added = (name: string) => of(name).map((turn, i) => turn - (of(NONE)[i] ?? Number.NaN));
  const emptyAdds = median(added(EMPTY));
  const row = (name: string, verb: string): Row => ({
    what: `tool call: ${name} ${verb}`,
    median: ms(median(added(name))),
    // Compared with the median without hooks: a pair's difference would count the machine's noise twice.
    p95: ms(percentile(of(name), 95) - base),
    compared: name === EMPTY ? "" : times(median(added(name)) / emptyAdds, EMPTY),
  });
  // If even the empty hooks add nothing, the run was too noisy.
  const ratio = emptyAdds > 0 ? median(added(PAWL)) / emptyAdds : Number.NaN;
  return [
    { what: `tool call: ${NONE}, the whole turn`, median: ms(base), p95: ms(percentile(of(NONE), 95)) },
    row(EMPTY, "add"),
    { ...row(PAWL, "adds"), limit: { value: ratio, most, text: `≤ ${most} ×` } },
    row(NODE, "add"),
  ];
}
