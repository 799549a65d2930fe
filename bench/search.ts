/**
 * bun bench/search.ts [folder of sessions (.jsonl or .jsonl.gz)] [observations, default 100000]
 *
 * How long a search takes in a process that has the store open and runs with the daemon's engine settings, and how long
 * recall takes for each prompt. Without a folder the records are in a made-up language whose word frequencies match those
 * of real sessions.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ENGINE_SETTINGS } from "../src/platform/daemon-process.ts";
import { toQuery } from "../src/recall/blocks/query.ts";
import { proposalsIn } from "../src/recall/sql/proposals.ts";
import { searchIn } from "../src/search/sql/index.ts";
import type { SearchQuery } from "../src/search/types.ts";
import { openStore } from "../src/store/open.ts";
import { recordsIn } from "../src/store/records/queries.ts";
import type { Store } from "../src/store/store.ts";
import { createRandom, madeUpBatches, PROJECTS, realBatches } from "./search-corpus.ts";

const MAX_P95_MS = 15;
const QUERIES = 200;
/** Not counted: they warm up the compiler and the pages that any search reads. */
const WARM_UP = 100;

/** The first argument of the measuring process. */
const MEASURE = "--measure";

const args = process.argv.slice(2);
if (args[0] === MEASURE) {
  const store = await openStore({ database: args[1] ?? "" });
  await measure(store);
  await store.close();
  process.exit();
}
const folder = args.find((arg) => !/^\d+$/.test(arg));
const observations = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 100_000);
const work = mkdtempSync(join(tmpdir(), "pawl-bench-"));
try {
  const path = join(work, "pawl.db");
  const store = await openStore({ database: path });
  const start = performance.now();
  const batches =
    folder === undefined
      ? madeUpBatches(observations)
      : realBatches(unpack(folder, join(work, "sessions")), join(work, "source.db"), observations);
  for await (const batch of batches) await recordsIn(store).record(batch);
  const seconds = (performance.now() - start) / 1000;
  const stats = await recordsIn(store).stats();
  const mb = (statSync(path).size / 1e6).toFixed(0);
  console.log(`${stats.observations} observations, ${stats.prompts} prompts, ${stats.responses} responses`);
  console.log(`database ${mb} MB, made in ${seconds.toFixed(0)} s\n`);
  await store.close();
  // A separate process: the settings apply to the engine, and code compiled while filling the store is not there.
  const env = { ...process.env, ...ENGINE_SETTINGS };
  const child = Bun.spawn([process.execPath, import.meta.path, MEASURE, path], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.exitCode = await child.exited;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measure(store: Store): Promise<void> {
  const random = createRandom(5);
  // Few and short: this process needs a heap as small as the daemon's, which decides how often it is collected.
  const texts = (await recordsIn(store).prompts({ limit: 20_000 }))
    .filter((_, i) => i % 20 === 0)
    .map((prompt) => prompt.text.slice(0, 2_000).split(/\s+/));
  Bun.gc(true);
  const query = (words: number): string => {
    for (;;) {
      const text = texts[Math.floor(random() * texts.length)] ?? [];
      if (text.length < words) continue;
      const from = Math.floor(random() * (text.length - words + 1));
      return text.slice(from, from + words).join(" ");
    }
  };
  const slip = (text: string) => {
    const at = 1 + Math.floor(random() * Math.max(1, text.length - 2));
    return text.slice(0, at) + text.slice(at + 1);
  };
  const project = () => ({ project: `/projects/p${Math.floor(random() * PROJECTS)}` });
  for (let i = 0; i < WARM_UP; i++) await searchIn(store).search({ text: query(1 + (i % 40)), limit: 10 });
  const search = (next: () => SearchQuery) => async () => (await searchIn(store).search(next())).length;
  for (const words of [1, 2, 8, 40]) {
    await report(
      `${words} word(s)`,
      search(() => ({ text: query(words), limit: 10 })),
    );
    await report(
      `${words} word(s), one project`,
      search(() => ({ text: query(words), limit: 10, ...project() })),
    );
  }
  await report(
    "2 words, one mistyped",
    search(() => ({ text: `${query(1)} ${slip(query(1))}`, limit: 10 })),
  );
  await report("proposals for a prompt", async () => {
    const { searches } = toQuery(query(20));
    return (await proposalsIn(store).propose({ text: searches, limit: 40, ...project() })).length;
  });
}

/** CPU time next to elapsed time: it is not affected by other work on the machine. */
async function report(name: string, run: () => Promise<number>): Promise<void> {
  const clock: number[] = [];
  const cpu: number[] = [];
  let empty = 0;
  for (let i = 0; i < QUERIES; i++) {
    const used = process.cpuUsage();
    const start = performance.now();
    const found = await run();
    clock.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000);
    if (found === 0) empty++;
  }
  const p95 = at(clock, 0.95);
  const times = `p50 ${ms(at(clock, 0.5))}  p95 ${ms(p95)}  max ${ms(at(clock, 1))}`;
  const mark = p95 <= MAX_P95_MS ? "ok  " : "MISS";
  console.log(
    `${mark} ${name.padEnd(26)} ${times}  (processor p50 ${ms(at(cpu, 0.5))} p95 ${ms(at(cpu, 0.95))})`,
  );
  if (empty > 0) console.log(`     ${empty} of ${QUERIES} found nothing`);
  if (p95 > MAX_P95_MS) process.exitCode = 1;
}

function at(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(5)} ms`;
}

function unpack(source: string, target: string): string {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    if (!/\.jsonl(?:\.gz)?$/.test(name)) continue;
    const packed = readFileSync(join(source, name));
    writeFileSync(
      join(target, basename(name, ".gz")),
      name.endsWith(".gz") ? Bun.gunzipSync(packed) : packed,
    );
  }
  return target;
}
