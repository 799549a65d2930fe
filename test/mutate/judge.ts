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
  timedOut?: boolean;
  /** How many test files ran it to the end. */
  tests: number;
  /** Test files that failed once and passed when run again with the same mutant. */
  unsteady: string[];
  ms: number;
};

const LEAST_TIMEOUT_MS = 60_000;

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
    const verdict = await search(copy, batches);
    return { mutation, ...verdict, ms: performance.now() - started };
  } finally {
    writeSource(copy, mutation.file, sourceText);
  }
}

async function search(copy: Copy, batches: TestFacts[][]): Promise<Omit<Verdict, "mutation" | "ms">> {
  const waiting = [...batches];
  const unsteady: string[] = [];
  let tests = 0;
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const run = await runBatch(copy, batch);
    if (run.outcome === "timeout") {
      return {
        outcome: "killed",
        by: batch.map(({ file }) => file).join(" "),
        timedOut: true,
        tests,
        unsteady,
      };
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
    if (again.outcome !== "pass") return { outcome: "killed", by: failed.file, tests, unsteady };
    unsteady.push(failed.file);
    const rest = batch.filter((test) => test !== failed);
    if (rest.length > 0) waiting.unshift(rest);
  }
  return { outcome: "survived", tests, unsteady };
}

function runBatch(copy: Copy, batch: TestFacts[]) {
  const usual = batch.reduce((sum, { ms }) => sum + ms, 0);
  return runTests(
    copy,
    batch.map(({ file }) => file),
    { timeoutMs: Math.max(LEAST_TIMEOUT_MS, 8 * usual), flags: ["--isolate"] },
  );
}
