/** Measures the tests that may run the chosen mutations, then judges one mutation after the other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Baseline, type TestFacts } from "./baseline.ts";
import { seededRandom, shuffled } from "./choose.ts";
import type { Copy } from "./copy.ts";
import { ImportGraph } from "./import-graph.ts";
import { judge } from "./judge.ts";
import type { Options } from "./options.ts";
import type { Plan } from "./plan.ts";
import { showProgress, showStep } from "./progress.ts";
import { BaselineRecord, cacheFolder, Fingerprints } from "./record.ts";
import { describe } from "./report.ts";
import type { Results } from "./results.ts";
import { isEndToEnd, selectTests } from "./select-tests.ts";
import { isTest } from "./sources.ts";

/** Test files that fail without a mutation go to `leftOut`. */
export async function judgeAll(
  root: string,
  plan: Plan,
  options: Options,
  copies: Copy[],
  results: Results,
  leftOut: string[],
): Promise<void> {
  const open = plan.chosen.filter((mutation) => !results.has(mutation));
  const graph = ImportGraph.of(root, plan.paths);
  const prints = new Fingerprints(plan.paths, graph, (path) => readFileSync(join(root, path)));
  const record = new BaselineRecord(join(cacheFolder(root), "baseline.json"), prints);
  const files = candidates(plan.paths, options);
  // All of them now: the copies are of this moment, and the checkout may change while the run goes on.
  for (const file of files) prints.of(file);
  const tests = files.flatMap((file) => (options.fresh ? undefined : record.find(file)) ?? []);
  const known = new Set(tests.map(({ file }) => file));
  const unknown = files.filter((file) => !known.has(file));
  showStep(
    `${known.size} test files have not changed since they were measured; ${unknown.length} to measure.`,
  );
  await measureAll(plan, unknown, copies, record, { tests, leftOut });
  // In any order, so that a run that is stopped says something about every module.
  await inTurn(shuffled(open, seededRandom(options.seed)), copies, async (mutation, copy) => {
    showProgress(`${results.kept.length}/${plan.chosen.length}  ${describe(mutation)}`);
    const text = plan.texts.get(mutation.file) ?? "";
    const verdict = await judge(copy, mutation, text, selectTests(mutation, tests, graph));
    results.add(verdict);
    const survived = results.kept.filter(({ outcome }) => outcome === "survived").length;
    const how = verdict.timedOut === true ? "did not end" : verdict.outcome;
    const seconds = (verdict.ms / 1000).toFixed(0);
    showStep(
      `${results.kept.length}/${plan.chosen.length}, ${survived} survived  ${how} in ${seconds} s: ${describe(mutation)}`,
    );
  });
}

/** No import tells what a test starts as a program, so what it executes is measured, whatever it imports. */
function candidates(paths: string[], options: Pick<Options, "e2e" | "wide">): string[] {
  return paths.filter((path) => {
    if (!isTest(path) || LEFT_OUT.some((folder) => path.startsWith(folder))) return false;
    if (isEndToEnd(path)) return options.e2e;
    return options.wide || !path.startsWith("test/");
  });
}

/** Clean installations take minutes, and these read sources without running them, or run no source of Pawl's. */
const LEFT_OUT = ["test/full/", "test/package/", "test/architecture/", "test/mutate/", "bench/", "viewer/"];

/** A run that is stopped keeps what it has measured. */
const SAVE_EVERY = 20;

async function measureAll(
  plan: Plan,
  files: string[],
  copies: Copy[],
  record: BaselineRecord,
  into: { tests: TestFacts[]; leftOut: string[] },
): Promise<void> {
  if (files.length === 0) return;
  const baseline = new Baseline(plan.all, plan.texts);
  for (const copy of copies) baseline.writeProbes(copy);
  let measured = 0;
  await inTurn(files, copies, async (file, copy) => {
    showProgress(`Measuring ${measured}/${files.length}  ${file}`);
    const facts = await baseline.measure(copy, file);
    measured++;
    if (facts === undefined) into.leftOut.push(file);
    else {
      into.tests.push(facts);
      record.add(facts);
    }
    const how = facts === undefined ? "fails" : `${(facts.ms / 1000).toFixed(1)} s`;
    showStep(`Measured ${measured}/${files.length}  ${file}  ${how}`);
    if (measured % SAVE_EVERY === 0) record.save();
  });
  record.save();
  for (const copy of copies) baseline.removeProbes(copy);
  into.leftOut.sort();
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
