/**
 * bun bench/import.ts <folder of sessions (.jsonl or .jsonl.gz)> [threads …]
 * How long an import takes against a bare JSON.parse of the same lines, how much memory, and whether it is whole.
 * Each measurement runs in a process of its own, so that the peak of one is not the peak of another.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { REDACTION_VERSION, redactJson, redactText } from "../src/memory/redact/index.ts";
import { openSqliteStore } from "../src/store/sqlite/index.ts";
import { importTranscripts } from "../src/transcript/import.ts";

const MAX_RATIO = 5;
const MAX_RSS_MB = 300;
const MAX_SECOND_S = 1;

interface Bare {
  parse: number;
  withReading: number;
}

interface Imported {
  first: number;
  /** Of all threads: says what the machine's other work hides. */
  cpu: number;
  second: number;
  addedAgain: number;
  rssMb: number;
  sessions: number;
  prompts: number;
  calls: number;
  callsOfAgents: number;
  callsLost: number;
  errors: number;
  interrupts: number;
}

const [mode = "", ...rest] = process.argv.slice(2);
if (mode === "--parse") print(bareParse(argument(rest, 0)));
else if (mode === "--import") print(await runImport(argument(rest, 0), argument(rest, 1), Number(rest[2])));
else await main(mode, rest.map(Number));

async function main(source: string, threads: number[]): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "pawl-bench-"));
  try {
    const sessions = join(work, "sessions");
    const bytes = unpack(source, sessions);
    const bare = [1, 2, 3].map(() => JSON.parse(child(["--parse", sessions])) as Bare);
    const parse = Math.min(...bare.map((run) => run.parse));
    const withReading = Math.min(...bare.map((run) => run.withReading));
    console.log(`sessions: ${readdirSync(sessions).length} files, ${(bytes / 1e6).toFixed(1)} MB`);
    console.log(
      `bare JSON.parse of the same lines: ${parse.toFixed(2)} s; ${withReading.toFixed(2)} s with reading the files (best of 3)`,
    );
    const expected = readManifest(join(source, "MANIFEST.tsv"));
    for (const count of threads.length > 0 ? threads : [Math.min(4, availableParallelism())]) {
      const database = join(work, `db-${count}`, "pawl.db");
      const got = JSON.parse(child(["--import", sessions, database, String(count)])) as Imported;
      report(count, parse, got, expected);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function report(threads: number, parse: number, got: Imported, expected: Manifest | undefined): void {
  const ratio = got.first / parse;
  console.log(`\nimport, ${threads} reading thread(s)`);
  check(
    ratio <= MAX_RATIO,
    `${got.first.toFixed(2)} s, ${ratio.toFixed(2)} × the bare parse (at most ${MAX_RATIO})`,
  );
  console.log(`       ${got.cpu.toFixed(2)} s of processor time on all threads`);
  check(got.rssMb < MAX_RSS_MB, `peak memory ${got.rssMb.toFixed(0)} MB (under ${MAX_RSS_MB})`);
  check(got.second < MAX_SECOND_S, `second import ${got.second.toFixed(3)} s (under ${MAX_SECOND_S})`);
  check(got.addedAgain === 0, `second import added ${got.addedAgain}`);
  if (expected === undefined) return;
  // `tu` counts calls; a result whose call is nowhere is kept too.
  check(
    got.calls - got.callsLost === expected.tu,
    `tool calls ${got.calls - got.callsLost} of ${expected.tu}, ${got.callsLost} known by its result only, ${got.callsOfAgents} of subagents`,
  );
  check(got.errors === expected.err, `errors ${got.errors} of ${expected.err}`);
  // The manifest's `us` counts the client's note of an interrupt, and a few wrappers, as prompts.
  console.log(`  prompts ${got.prompts} + ${got.interrupts} interrupts, manifest ${expected.us}`);
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

async function runImport(folder: string, database: string, threads: number): Promise<Imported> {
  const store = await openSqliteStore(database);
  const options = {
    store,
    offsets: store,
    paths: [folder],
    redact: { text: redactText, json: redactJson, version: REDACTION_VERSION },
    projectOf: (cwd: string) => cwd,
    now: Date.now,
    threads,
  };
  const first = await timed(options);
  const { user, system } = process.cpuUsage();
  const rssMb = process.resourceUsage().maxRSS / 1024;
  const second = await timed(options);
  const counts = await countRecords(store, folder);
  await store.close();
  return {
    ...counts,
    rssMb,
    first: first.seconds,
    cpu: (user + system) / 1e6,
    second: second.seconds,
    addedAgain: second.added,
  };
}

async function timed(options: Parameters<typeof importTranscripts>[0]) {
  const start = performance.now();
  const run = importTranscripts(options);
  let next = await run.next();
  while (next.done !== true) next = await run.next();
  for (const { path, error } of next.value.failed) console.error(path, error);
  return { seconds: (performance.now() - start) / 1000, added: next.value.prompts + next.value.observations };
}

async function countRecords(store: Awaited<ReturnType<typeof openSqliteStore>>, folder: string) {
  const counts = {
    sessions: 0,
    prompts: 0,
    calls: 0,
    callsOfAgents: 0,
    callsLost: 0,
    errors: 0,
    interrupts: 0,
  };
  const overviews = await store.sessions({ limit: 1_000_000 });
  const names = new Set(readdirSync(folder).map((name) => basename(name, ".jsonl")));
  counts.sessions = overviews.filter((overview) => names.has(overview.id)).length;
  for (const { id } of overviews) {
    const records = await store.session(id);
    if (records === undefined) continue;
    const own = records.observations.filter((call) => call.agentId === undefined);
    counts.prompts += records.prompts.length;
    counts.calls += own.length;
    counts.callsOfAgents += records.observations.length - own.length;
    counts.callsLost += own.filter((call) => call.toolName === "unknown").length;
    counts.errors += own.filter((call) => !call.ok && call.response !== "").length;
    counts.interrupts += records.events.filter((event) => event.event === "interrupt").length;
  }
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
  if (!holds) process.exitCode = 1;
}

function child(args: string[]): string {
  const run = Bun.spawnSync([process.execPath, import.meta.path, ...args], { stderr: "inherit" });
  if (run.exitCode !== 0) throw new Error(`${args[0]} ended with ${run.exitCode}`);
  return run.stdout.toString();
}

function argument(args: string[], at: number): string {
  const value = args[at];
  if (value === undefined) throw new Error("usage: bun bench/import.ts <folder of sessions> [threads …]");
  return value;
}

function print(value: unknown): void {
  process.stdout.write(JSON.stringify(value));
}
