/**
 * bun bench/held-lock.ts [--seconds 10,60] [--size 10k] [--vacuum 300k] [--check]
 *
 * Hooks while another process holds the writer: for some seconds, and by a VACUUM of a store of that size. Prints how long
 * hooks take before and meanwhile, and whether every event was stored once and in order afterwards.
 * --check: exit code 1 if the p95 is more than twice that of the quiet time, or an event is missing.
 */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { eventually } from "../test/e2e/pawl.ts";
import { describeMachine } from "./machine.ts";
import { projectRoot } from "./scale/made-sessions.ts";
import { madeSize, madeStore } from "./scale/made-store.ts";
import { type RunningDaemon, startOn } from "./scale/running-daemon.ts";
import { percentile } from "./statistics.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10,60" },
    size: { type: "string", default: "10k" },
    vacuum: { type: "string" },
    check: { type: "boolean", default: false },
  },
});
const LIMIT = 2;
const QUIET_MS = 10_000;
const EVERY_MS = 40;
let isMissed = false;

console.log(`${describeMachine()}\n`);
if (values.vacuum === undefined) {
  const database = await madeStore(madeSize(values.size));
  for (const seconds of values.seconds.split(",").map(Number)) {
    await run(database, `held for ${seconds} s`, holdLock(seconds * 1000));
  }
} else {
  await run(await madeStore(madeSize(values.vacuum)), `VACUUM of ${values.vacuum}`, vacuum);
}
if (values.check && isMissed) process.exit(1);

async function run(database: string, name: string, hold: (path: string) => Promise<void>): Promise<void> {
  await using daemon = await startOn(database);
  const path = join(daemon.pawl.home, "pawl.db");
  const quiet = await sendHooks(daemon, "quiet", Bun.sleep(QUIET_MS));
  const began = performance.now();
  const held = await sendHooks(daemon, "held", hold(path));
  const heldMs = performance.now() - began;
  const sent = [...quiet.sent, ...held.sent];
  const stored = () => storedIn(path);
  const from = performance.now();
  await eventually(() => stored().length >= sent.length, 60_000);
  const laterMs = performance.now() - from;
  const isWhole = JSON.stringify(stored()) === JSON.stringify(sent);
  const ratio = percentile(held.ms, 95) / percentile(quiet.ms, 95);
  if (!isWhole || ratio > LIMIT) isMissed = true;
  const shown = ({ ms }: Sent) =>
    `p50 ${percentile(ms, 50).toFixed(1)}, p95 ${percentile(ms, 95).toFixed(1)}, longest ${Math.max(...ms).toFixed(0)} ms (${ms.length} hooks)`;
  console.log(`${name} (${(heldMs / 1000).toFixed(1)} s)`);
  console.log(`  quiet: ${shown(quiet)}`);
  console.log(`  held:  ${shown(held)}; p95 ${ratio.toFixed(2)} × quiet (limit ${LIMIT})`);
  console.log(
    `  ${sent.length} calls sent, ${stored().length} stored ${(laterMs / 1000).toFixed(1)} s after the lock was free; ${isWhole ? "each once, in order" : "NOT the same, or not in order"}`,
  );
}

interface Sent {
  ms: number[];
  sent: string[];
}

/** Tool results that are stored, one after the other, at the daemon's own socket, until the time is over. */
async function sendHooks(daemon: RunningDaemon, name: string, over: Promise<unknown>): Promise<Sent> {
  const result: Sent = { ms: [], sent: [] };
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const id = `toolu_${name}_${result.sent.length}`;
    result.sent.push(id);
    const { wall } = await daemon.hookItself({
      session_id: "held-lock",
      cwd: projectRoot(0),
      permission_mode: "default",
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `echo ${id}` },
      tool_use_id: id,
      tool_response: { stdout: id },
    });
    result.ms.push(wall);
    await Bun.sleep(EVERY_MS);
  }
  await over;
  return result;
}

function holdLock(ms: number) {
  return async (path: string) => {
    using db = new Database(path, { readwrite: true });
    db.run("pragma busy_timeout = 5000");
    db.run("begin immediate");
    await Bun.sleep(ms);
    db.run("rollback");
  };
}

/** In a process of its own: it takes a processor as well. */
async function vacuum(path: string): Promise<void> {
  const script = `const db = new (require("bun:sqlite").Database)(process.argv[1]); db.run("pragma busy_timeout = 5000"); db.run("vacuum");`;
  const child = Bun.spawn([process.execPath, "-e", script, path], { stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error("VACUUM failed");
}

function storedIn(path: string): string[] {
  using db = new Database(path, { readonly: true });
  return db
    .query<{ id: string }, []>(
      `select c.tool_use_id as id from entries e join calls c on c.entry = e.id join sessions s on s.seq = e.session
       where s.id = 'held-lock' order by e.at, e.id`,
    )
    .all()
    .map(({ id }) => id);
}
