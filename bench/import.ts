/**
 * bun bench/import.ts <folder of sessions (.jsonl or .jsonl.gz)> [--rounds n] [--check]
 *
 * How long an import takes, compared with a bare JSON.parse of the same lines: reading, redacting and storing alone, and
 * `pawl import` itself, which also learns from the sessions. Also its memory, and whether everything was imported. The
 * variants alternate, each in its own process, and medians are compared, because other work on the machine slows all of
 * them. --check: exit code 1 if a target is missed.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { runImport } from "../src/cli/import/run.ts";
import { openStore } from "../src/store/open.ts";
import { recordsIn } from "../src/store/records/queries.ts";
import { median } from "./statistics.ts";

const MAX_RATIO = 5;
const MAX_RSS_MB = 300;
const MAX_SECOND_S = 1;
const ROUNDS = 5;

interface Bare {
  parse: number;
  withReading: number;
}

interface Imported {
  /** As reported by the command: reading, storing and learning. */
  seconds: number;
  /** Of the whole command, including its start. */
  wall: number;
  /** CPU time of all threads: not affected by other work on the machine. */
  cpu: number;
  rssMb: number;
  added: number;
}

interface Counts {
  prompts: number;
  calls: number;
  callsOfAgents: number;
  callsLost: number;
  errors: number;
  interrupts: number;
}

const USAGE = "usage: bun bench/import.ts <folder of sessions> [--rounds n] [--check]";
const { values, positionals } = parseArgs({
  options: {
    rounds: { type: "string" },
    check: { type: "boolean", default: false },
    parse: { type: "boolean" },
    store: { type: "string" },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) throw new Error(USAGE);
if (values.parse === true) process.stdout.write(JSON.stringify(bareParse(folder)));
else if (values.store !== undefined) process.stdout.write(String(await storeOnly(folder, values.store)));
else await main(folder, Math.max(1, Number(values.rounds ?? ROUNDS)));

async function main(source: string, rounds: number): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "pawl-bench-"));
  try {
    const sessions = join(work, "sessions");
    const bytes = unpack(source, sessions);
    console.log(
      `sessions: ${readdirSync(sessions).length} files, ${(bytes / 1e6).toFixed(1)} MB; ${rounds} rounds`,
    );
    const bare: Bare[] = [];
    const first: Imported[] = [];
    const second: Imported[] = [];
    const stored: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const home = join(work, `home-${round}`);
      bare.push(parseInChild(sessions));
      first.push(importInChild(sessions, home));
      stored.push(storeInChild(sessions, join(work, `store-${round}`)));
      bare.push(parseInChild(sessions));
      second.push(importInChild(sessions, home));
    }
    report(bare, stored, first, second);
    const expected = readManifest(join(source, "MANIFEST.tsv"));
    if (expected !== undefined) reportCounts(await countRecords(join(work, "home-0", "pawl.db")), expected);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function report(
  bare: readonly Bare[],
  stored: readonly number[],
  first: readonly Imported[],
  second: readonly Imported[],
): void {
  const of = <T>(list: readonly T[], figure: (one: T) => number) => median(list.map(figure));
  const parse = of(bare, (run) => run.parse);
  const seconds = of(first, (run) => run.seconds);
  const again = of(second, (run) => run.seconds);
  const peak = Math.max(...first.map((run) => run.rssMb));
  const added = second.reduce((sum, run) => sum + run.added, 0);
  console.log(
    `bare JSON.parse of the same lines: ${parse.toFixed(2)} s, ${of(bare, (run) => run.withReading).toFixed(2)} s with reading them (medians)`,
  );
  const storing = median(stored);
  console.log("\nread, redacted and stored, all of it");
  check(
    storing / parse <= MAX_RATIO,
    `${storing.toFixed(2)} s, ${(storing / parse).toFixed(2)} × the bare parse (at most ${MAX_RATIO}); single runs ${stored.map((run) => run.toFixed(2)).join(" ")}`,
  );
  console.log("\npawl import, which also learns from it");
  const reading = of(bare, (run) => run.withReading);
  check(
    seconds / reading <= MAX_RATIO,
    `${seconds.toFixed(2)} s, ${(seconds / reading).toFixed(2)} × reading and parsing the lines (at most ${MAX_RATIO}); ${(seconds / parse).toFixed(2)} × the parsing alone`,
  );
  console.log(`       single runs ${first.map((run) => run.seconds.toFixed(2)).join(" ")} s`);
  console.log(
    `       ${of(first, (run) => run.wall).toFixed(2)} s with the command's own start; ${of(first, (run) => run.cpu).toFixed(2)} s of processor time on all threads`,
  );
  check(peak < MAX_RSS_MB, `peak memory ${peak.toFixed(0)} MB (under ${MAX_RSS_MB})`);
  check(again < MAX_SECOND_S, `second import ${again.toFixed(3)} s (under ${MAX_SECOND_S})`);
  check(added === 0, `second import added ${added}`);
}

function reportCounts(got: Counts, expected: Manifest): void {
  // `tu` counts calls; a result without its call is stored too.
  check(
    got.calls - got.callsLost === expected.tu,
    `tool calls ${got.calls - got.callsLost} of ${expected.tu}, ${got.callsLost} known by its result only, ${got.callsOfAgents} of subagents`,
  );
  check(got.errors === expected.err, `errors ${got.errors} of ${expected.err}`);
  // The manifest's `us` counts the client's note about an interrupt, and a few wrappers, as prompts.
  console.log(`       prompts ${got.prompts} + ${got.interrupts} interrupts, manifest ${expected.us}`);
}

function parseInChild(sessions: string): Bare {
  const run = Bun.spawnSync([process.execPath, import.meta.path, sessions, "--parse"], { stderr: "inherit" });
  if (run.exitCode !== 0) throw new Error(`the bare parse ended with ${run.exitCode}`);
  return JSON.parse(run.stdout.toString()) as Bare;
}

function importInChild(sessions: string, home: string): Imported {
  const pawl = join(import.meta.dir, "..", "bin", "pawl");
  const env = { ...process.env, PAWL_HOME: home, CLAUDE_CONFIG_DIR: join(home, "claude") };
  const start = performance.now();
  const run = Bun.spawnSync(["node", pawl, "import", sessions, "--json"], { env, stderr: "inherit" });
  const wall = (performance.now() - start) / 1000;
  if (run.exitCode !== 0) throw new Error(`pawl import ended with ${run.exitCode}`);
  const injected = JSON.parse(run.stdout.toString()) as {
    seconds: number;
    prompts: number;
    observations: number;
  };
  const { cpuTime, maxRSS } = run.resourceUsage;
  return {
    seconds: injected.seconds,
    wall,
    cpu: Number(cpuTime.total) / 1e6,
    rssMb: maxRSS / 1024 ** 2,
    added: injected.prompts + injected.observations,
  };
}

function storeInChild(sessions: string, home: string): number {
  // The way bin/pawl starts an import.
  const engine = { BUN_JSC_useFTLJIT: "0", BUN_JSC_numberOfGCMarkers: "1" };
  const env = { ...process.env, ...engine, PAWL_HOME: home, CLAUDE_CONFIG_DIR: join(home, "claude") };
  const command = [process.execPath, import.meta.path, sessions, "--store", home];
  const run = Bun.spawnSync(command, { env, stderr: "inherit" });
  if (run.exitCode !== 0) throw new Error(`the import without learning ended with ${run.exitCode}`);
  return Number(run.stdout.toString());
}

async function storeOnly(sessions: string, home: string): Promise<number> {
  const store = await openStore({ database: join(home, "pawl.db") });
  const { result } = await runImport({ store, paths: [sessions], learns: false });
  await store.close();
  return result.seconds;
}

function bareParse(folder: string): Bare {
  const begin = performance.now();
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const start = performance.now();
  for (const line of lines) {
    if (line === "") continue;
    try {
      JSON.parse(line);
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
    }
  }
  const end = performance.now();
  return { parse: (end - start) / 1000, withReading: (end - begin) / 1000 };
}

async function countRecords(database: string): Promise<Counts> {
  const counts = { prompts: 0, calls: 0, callsOfAgents: 0, callsLost: 0, errors: 0, interrupts: 0 };
  const store = await openStore({ database: database });
  for (const { id } of await recordsIn(store).sessions({ limit: 1_000_000 })) {
    const records = await recordsIn(store).session(id);
    if (records === undefined) continue;
    const own = records.observations.filter((call) => call.agentId === undefined);
    counts.prompts += records.prompts.length;
    counts.calls += own.length;
    counts.callsOfAgents += records.observations.length - own.length;
    counts.callsLost += own.filter((call) => call.toolName === "unknown").length;
    counts.errors += own.filter((call) => !call.ok && call.response !== "").length;
    counts.interrupts += records.events.filter((event) => event.event === "interrupt").length;
  }
  await store.close();
  return counts;
}

function unpack(source: string, target: string): number {
  mkdirSync(target, { recursive: true });
  let bytes = 0;
  for (const name of readdirSync(source)) {
    if (!/\.jsonl(?:\.gz)?$/.test(name)) continue;
    const packed = readFileSync(join(source, name));
    const content = name.endsWith(".gz") ? Bun.gunzipSync(packed) : packed;
    bytes += content.length;
    writeFileSync(join(target, basename(name, ".gz")), content);
  }
  return bytes;
}

interface Manifest {
  us: number;
  tu: number;
  err: number;
}

function readManifest(path: string): Manifest | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  const [head = [], ...rows] = text
    .trim()
    .split("\n")
    .map((row) => row.split("\t"));
  const sum = (column: string) => rows.reduce((total, row) => total + Number(row[head.indexOf(column)]), 0);
  return { us: sum("us"), tu: sum("tu"), err: sum("err") };
}

function check(holds: boolean, what: string): void {
  console.log(`  ${holds ? "ok  " : "MISS"} ${what}`);
  if (!holds && values.check) process.exitCode = 1;
}
