/**
 * The quality of recall, on real sessions in time order; memory holds only earlier sessions:
 *
 *   bun bench/memory.ts <folder of .jsonl or .jsonl.gz transcripts> [--one-project] [--json]
 *
 * Two sessions are related if the earlier one changed a file that the later one also changes. Sessions of a folder and its
 * worktrees are one project, as in Pawl; `--one-project` puts all sessions into one project.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../src/store/open.ts";
import { createBaselines } from "./memory-baselines.ts";
import { measureFailures } from "./memory-failures.ts";
import { createRemembered, type Remembered } from "./memory-remembered.ts";
import { readPastSessions } from "./past-sessions.ts";

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
if (folder === undefined) {
  console.error("Name a folder of transcripts: bun bench/memory.ts <folder> [--one-project] [--json]");
  process.exit(2);
}
const oneProject = process.argv.includes("--one-project");
const projectOf = (cwd: string) => (oneProject ? "/project" : cwd.replace(/\/\.worktrees\/.*/, ""));

interface Ranking {
  first: number;
  reciprocal: number;
}

const rankings = { pawl: none(), "plain FTS5": none(), "newest first": none() };
const gate = { asked: 0, spoke: 0, right: 0, without: 0, silent: 0 };
const later = { without: 0, silent: 0 };
const tokens = { prompts: [] as number[], failures: [] as number[], sessions: [] as number[] };
const times: number[] = [];

const scratch = mkdtempSync(join(tmpdir(), "pawl-bench-memory-"));
const store = await openStore({ database: join(scratch, "pawl.db") });
const baselines = createBaselines();
try {
  const sessions = await readPastSessions(folder);
  const past: Remembered[] = [];
  const failures = measureFailures();
  for (const session of sessions) {
    const project = projectOf(session.cwd);
    const remembered = createRemembered(session, project);
    const known = past.filter((one) => one.project === project);
    const related = new Set(known.filter((one) => sharesFile(one, remembered)).map((one) => one.id));
    const spent = { prompts: 0, failures: failures.session(remembered) };
    if (related.size > 0) await measureRanking(remembered, known, related);
    spent.prompts = await measurePrompts(remembered, known, related);
    tokens.prompts.push(spent.prompts);
    tokens.failures.push(spent.failures);
    tokens.sessions.push(spent.prompts + spent.failures);
    for (const batch of session.batches) {
      await store.record({ ...batch, session: { ...batch.session, project } });
    }
    baselines.add(remembered);
    past.push(remembered);
  }
  report(sessions.length, failures.result());
} finally {
  baselines.close();
  await store.close();
  rmSync(scratch, { recursive: true, force: true });
}

function none(): Ranking {
  return { first: 0, reciprocal: 0 };
}

function sharesFile(a: Remembered, b: Remembered): boolean {
  return [...a.changed].some((file) => b.changed.has(file));
}

async function measureRanking(asking: Remembered, known: readonly Remembered[], related: Set<string>) {
  const pool = new Set(known.map(({ id }) => id));
  const began = performance.now();
  const ours = await asking.rank(store, asking.firstPrompt, known);
  times.push(performance.now() - began);
  const newest = [...known].reverse().map(({ id }) => id);
  const plain = baselines.plain(asking.firstPrompt).filter((id) => pool.has(id));
  for (const [ranking, ids] of [
    [rankings.pawl, ours],
    [rankings["plain FTS5"], plain],
    [rankings["newest first"], newest],
  ] as const) {
    const place = ids.findIndex((id) => related.has(id));
    if (place === 0) ranking.first++;
    if (place >= 0) ranking.reciprocal += 1 / (place + 1);
  }
}

/** Replays every prompt of a session and returns the tokens that would have been injected. */
async function measurePrompts(asking: Remembered, known: readonly Remembered[], related: Set<string>) {
  const injected = { uris: new Set<string>(), texts: new Set<string>() };
  const without = known.filter(({ id }) => !related.has(id));
  let spent = 0;
  for (const [index, prompt] of asking.prompts.entries()) {
    const recall = await asking.recall(store, prompt, known, injected);
    if (recall.block !== undefined) {
      spent += recall.block.tokens;
      for (const source of recall.block.sources) injected.uris.add(source.uri);
    }
    if (related.size === 0) continue;
    const none = { uris: new Set<string>(), texts: new Set<string>() };
    const silent = (await asking.recall(store, prompt, without, none)).block === undefined;
    later.without++;
    if (silent) later.silent++;
    if (index > 0) continue;
    gate.asked++;
    gate.without++;
    if (silent) gate.silent++;
    if (recall.block === undefined) continue;
    gate.spoke++;
    const [best] = recall.block.sources;
    if (best !== undefined && related.has(best.uri.replace("session://", ""))) gate.right++;
  }
  return spent;
}

function report(count: number, failed: ReturnType<ReturnType<typeof measureFailures>["result"]>): void {
  const of = (part: number, whole: number) => `${whole === 0 ? "–" : ((100 * part) / whole).toFixed(0)} %`;
  const asked = gate.asked;
  const row = (name: string, { first, reciprocal }: Ranking) =>
    `| related session at rank 1 (MRR): ${name} | ${of(first, asked)} (${(reciprocal / asked).toFixed(2)}) |`;
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const mean = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const lines = [
    `| ${count} sessions, ${asked} of them with a related earlier one | |`,
    "|---|---|",
    row("Pawl", rankings.pawl),
    row("plain FTS5", rankings["plain FTS5"]),
    row("newest first", rankings["newest first"]),
    `| first prompts with a related session that were told something | ${of(gate.spoke, asked)} |`,
    `| … and the first thing told was a related session | ${of(gate.right, gate.spoke)} |`,
    `| silent when the related sessions are not in memory: first prompts | ${of(gate.silent, gate.without)} |`,
    `| … all ${later.without} prompts | ${of(later.silent, later.without)} |`,
    `| errors to learn from; repeated from an earlier session | ${failed.failures}; ${failed.repeated} |`,
    `| repeated errors for which a solution was offered | ${of(failed.offered, failed.repeated)} (${failed.offered}) |`,
    `| … the same kind of action then made it go away (of all offered) | ${of(failed.right, failed.offered)} |`,
    `| … of those whose end is known (${failed.resolved}) | ${of(failed.right, failed.resolved)} |`,
    `| tokens injected per session, mean (median): prompts | ${mean(tokens.prompts).toFixed(0)} (${median(tokens.prompts)}) |`,
    `| … failures | ${mean(tokens.failures).toFixed(0)} (${median(tokens.failures)}) |`,
    `| time to rank, median | ${median(times).toFixed(1)} ms |`,
  ];
  if (process.argv.includes("--json")) console.log(JSON.stringify({ rankings, gate, later, failed, asked }));
  else console.log(lines.join("\n"));
}
