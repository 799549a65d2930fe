/**
 * `npm run mutate`: changes the code in small random ways and looks whether a test fails. What survives shows where
 * the tests do not judge.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { endAllTests } from "./bun-test.ts";
import { Copies } from "./copy.ts";
import { judgeAll } from "./judge-all.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { makePlan, type Plan } from "./plan.ts";
import { clearProgress } from "./progress.ts";
import { cacheFolder } from "./record.ts";
import { describe, formatReport, type Report, toJson } from "./report.ts";
import { Results } from "./results.ts";

const root = join(import.meta.dir, "..", "..");

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const plan = makePlan(root, options);
  console.log(`Seed ${options.seed}: ${plan.chosen.length} mutations.`);
  if (options.list) {
    for (const mutation of plan.chosen) console.log(describe(mutation));
    return;
  }
  const results = openResults(plan, options);
  const leftOut: string[] = [];
  const started = performance.now();
  const report = (): Report => ({
    seed: options.seed,
    verdicts: results.kept,
    leftOut,
    equivalent: plan.equivalent,
    seconds: (performance.now() - started) / 1000,
  });
  const copies = new Copies(root, plan.paths, options.jobs);
  const close = () => {
    endAllTests(copies.all);
    copies.remove();
    clearProgress();
  };
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // Ctrl-C arrives twice, from the terminal and from npm; the second one must not cut the cleaning short.
    process.on(signal, () => {
      if (interrupted) return;
      interrupted = true;
      close();
      const done = `${results.kept.length} of ${plan.chosen.length}`;
      console.log(`${formatReport(report())}\nStopped after ${done}; --resume goes on.`);
      process.exit(130);
    });
  }
  try {
    await judgeAll(root, plan, options, copies.all, results, leftOut);
  } finally {
    close();
  }
  console.log(formatReport(report()));
  if (options.json !== undefined) writeFileSync(options.json, toJson(report()));
}

function openResults(plan: Plan, { seed, results, resume, again }: Options): Results {
  const name = again === undefined ? `seed-${seed}.jsonl` : "again.jsonl";
  const tree = Bun.hash([...plan.texts].flat().join("\0")).toString(36);
  return new Results(results ?? join(cacheFolder(root), name), { seed, tree }, resume);
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}
