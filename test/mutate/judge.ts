/** Runs the chosen tests against one mutant until one of them fails. */
import type { TestFacts } from "./baseline.ts";
import { runTests } from "./bun-test.ts";
import { type Copy, resetCopy, writeSource } from "./copy.ts";
import { applyMutation, type Mutation } from "./sites.ts";

export type Verdict = {
  mutation: Mutation;
  outcome: "killed" | "survived";
  /** The test file that killed it. */
  by?: string;
  /** It did not fail, it did not end. */
  timedOut?: boolean;
  /** How many test files ran it to the end. */
  tests: number;
  /** How many more could have, had the limit of a mutant not been reached. */
  notRun: number;
  /** Test files that failed once and passed when run again with the same mutant. */
  unsteady: string[];
  ms: number;
};

/** A run of tests is ended after this time or eight times its usual one, whichever is more: other work slows it. */
const LEAST_TIMEOUT_MS = 60_000;

/**
 * What the tests of one mutant may take together, by their usual time, so that the load of the machine does not change
 * the choice. It holds every unit test; what does not fit are the slow tests of whole programs.
 */
export const BUDGET_MS = 120_000;

export async function judge(
  copy: Copy,
  mutation: Mutation,
  sourceText: string,
  batches: TestFacts[][],
): Promise<Verdict> {
  const started = performance.now();
  resetCopy(copy);
  writeSource(copy, mutation.file, applyMutation(sourceText, mutation));
  try {
    const passesWithout = async (test: TestFacts): Promise<boolean> => {
      resetCopy(copy);
      writeSource(copy, mutation.file, sourceText);
      const { outcome } = await runBatch(copy, [test]);
      resetCopy(copy);
      writeSource(copy, mutation.file, applyMutation(sourceText, mutation));
      return outcome === "pass";
    };
    const verdict = await search(copy, batches, passesWithout);
    return { mutation, ...verdict, ms: performance.now() - started };
  } finally {
    writeSource(copy, mutation.file, sourceText);
  }
}

async function search(
  copy: Copy,
  batches: TestFacts[][],
  passesWithout: (test: TestFacts) => Promise<boolean>,
): Promise<Omit<Verdict, "mutation" | "ms">> {
  const waiting = [...batches];
  const unsteady: string[] = [];
  let tests = 0;
  let spent = 0;
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    spent += usualMs(batch);
    if (spent > BUDGET_MS && tests > 0) {
      const notRun = [batch, ...waiting].flat().length;
      return { outcome: "survived", tests, notRun, unsteady };
    }
    const run = await runBatch(copy, batch);
    if (run.outcome === "timeout") {
      const [first, ...others] = batch;
      if (first?.isStale === true) {
        if (others.length > 0) waiting.unshift(...batch.map((test) => [test]));
        else if (await passesWithout(first)) {
          first.isStale = false;
          waiting.unshift(batch);
        } else unsteady.push(first.file);
        continue;
      }
      const by = batch.map(({ file }) => file).join(" ");
      return { outcome: "killed", by, timedOut: true, tests, notRun: 0, unsteady };
    }
    if (run.outcome === "pass") {
      tests += batch.length;
      continue;
    }
    const failed = batch.find(({ file }) => file === run.failed);
    if (failed === undefined) {
      // The process died before it named a file: one by one then.
      waiting.unshift(...batch.map((test) => [test]));
      continue;
    }
    // Only a test that fails each time tells of the mutant; otherwise a test that depends on load would count.
    const again = await runBatch(copy, [failed]);
    const isSound = again.outcome !== "pass" && (failed.isStale !== true || (await passesWithout(failed)));
    if (isSound) {
      failed.isStale = false;
      const timedOut = again.outcome === "timeout" || again.testTimedOut === true;
      const how = timedOut ? { timedOut } : {};
      return { outcome: "killed", by: failed.file, ...how, tests, notRun: 0, unsteady };
    }
    unsteady.push(failed.file);
    const rest = batch.filter((test) => test !== failed);
    if (rest.length > 0) waiting.unshift(rest);
  }
  return { outcome: "survived", tests, notRun: 0, unsteady };
}

function usualMs(batch: TestFacts[]): number {
  return batch.reduce((sum, { ms }) => sum + ms, 0);
}

function runBatch(copy: Copy, batch: TestFacts[]) {
  return runTests(
    copy,
    batch.map(({ file }) => file),
    { timeoutMs: Math.max(LEAST_TIMEOUT_MS, 8 * usualMs(batch)), flags: ["--isolate"] },
  );
}
