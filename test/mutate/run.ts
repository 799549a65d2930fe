/**
 * `npm run mutate`: changes the code in small random ways and looks whether a test fails. What survives shows where
 * the tests do not judge.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Baseline, type TestFacts } from "./baseline.ts";
import { endAllTests } from "./bun-test.ts";
import { Copies, type Copy } from "./copy.ts";
import { ImportGraph } from "./import-graph.ts";
import { judge } from "./judge.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { makePlan, type Plan } from "./plan.ts";
import { clearProgress, showProgress } from "./progress.ts";
import { describe, formatReport, type Report, toJson } from "./report.ts";
import { isEndToEnd, selectTests } from "./select-tests.ts";
import { isTest } from "./sources.ts";

const root = join(import.meta.dir, "..", "..");

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const plan = makePlan(root, options);
  console.log(`Seed ${options.seed}: ${plan.chosen.length} mutations.`);
  if (options.list) {
    for (const mutation of plan.chosen) console.log(describe(mutation));
    return;
  }
  const started = performance.now();
  const found: Found = { verdicts: [], leftOut: [] };
  const report = (): Report => ({
    seed: options.seed,
    ...found,
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
      console.log(
        `${formatReport(report())}\nInterrupted after ${found.verdicts.length} of ${plan.chosen.length}.`,
      );
      process.exit(130);
    });
  }
  try {
    await judgeAll(plan, options, copies.all, found);
  } finally {
    close();
  }
  console.log(formatReport(report()));
  if (options.json !== undefined) writeFileSync(options.json, toJson(report()));
}

type Found = Pick<Report, "verdicts" | "leftOut">;

async function judgeAll(plan: Plan, options: Options, copies: Copy[], found: Found): Promise<void> {
  const graph = ImportGraph.of(root, plan.paths);
  const { tests, leftOut } = await measureAll(plan, candidates(plan, options, graph), copies);
  found.leftOut.push(...leftOut);
  const survived = () => found.verdicts.filter(({ outcome }) => outcome === "survived").length;
  await inTurn([...plan.chosen.entries()], copies, async ([id, mutation], copy) => {
    showProgress(
      `${found.verdicts.length}/${plan.chosen.length}, ${survived()} survived  ${describe(mutation)}`,
    );
    const text = plan.texts.get(mutation.file) ?? "";
    found.verdicts.push(await judge(copy, mutation, text, selectTests(id, mutation, tests, graph)));
  });
}

/** The test files that may run a mutated file. Those in `test/` may also start it as a program, which no import tells. */
function candidates(plan: Plan, options: Options, graph: ImportGraph): string[] {
  const mutated = new Set(plan.chosen.map(({ file }) => file));
  return plan.paths.filter((path) => {
    if (!isTest(path) || path.startsWith("test/mutate/")) return false;
    if (isEndToEnd(path)) return options.e2e;
    if (path.startsWith("test/")) return options.wide;
    return !graph.reachedFrom(path).isDisjointFrom(mutated);
  });
}

async function measureAll(
  plan: Plan,
  files: string[],
  copies: Copy[],
): Promise<{ tests: TestFacts[]; leftOut: string[] }> {
  const tests: TestFacts[] = [];
  const leftOut: string[] = [];
  const baseline = new Baseline(plan.chosen, plan.texts);
  for (const copy of copies) baseline.writeProbes(copy);
  await inTurn(files, copies, async (file, copy) => {
    showProgress(`Baseline ${tests.length + leftOut.length}/${files.length}  ${file}`);
    const facts = await baseline.measure(copy, file);
    if (facts === undefined) leftOut.push(file);
    else tests.push(facts);
  });
  for (const copy of copies) baseline.removeProbes(copy);
  return { tests, leftOut: leftOut.sort() };
}

/** Each copy takes the next item as soon as it is free. */
async function inTurn<T>(
  items: T[],
  copies: Copy[],
  work: (item: T, copy: Copy) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, copy);
    }),
  );
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}
