/** Runs each test file once without a mutation: does it pass, how long does it take, and what does it execute? */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { runTests } from "./bun-test.ts";
import { type Copy, resetCopy } from "./copy.ts";
import { type Coverage, parseLcov } from "./coverage.ts";
import type { ImportGraph } from "./import-graph.ts";

export type TestFacts = {
  file: string;
  ms: number;
  /** Absent where the test fails under coverage: then everything it imports counts as executed. */
  coverage?: Coverage;
  /** Files that the programs it starts may load. */
  programs: Set<string>;
};

export const BASELINE_TIMEOUT_MS = 300_000;

/** Undefined when the file fails without a mutation. */
export async function measureTest(
  copy: Copy,
  file: string,
  graph: ImportGraph,
): Promise<TestFacts | undefined> {
  for (const old of [copy.coverage, copy.notes]) rmSync(old, { recursive: true, force: true });
  resetCopy(copy);
  const watched = await runTests(copy, [file], {
    timeoutMs: BASELINE_TIMEOUT_MS,
    flags: ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${copy.coverage}`],
    env: {
      PAWL_MUTATE_NOTES: copy.notes,
      BUN_OPTIONS: `--preload=${join(copy.root, "test", "mutate", "note-programs.ts")}`,
    },
  });
  if (watched.outcome === "pass") {
    const report = join(copy.coverage, "lcov.info");
    return {
      file,
      ms: watched.ms,
      programs: reachedByPrograms(copy, file, graph),
      ...(existsSync(report) ? { coverage: parseLcov(readFileSync(report, "utf8")) } : {}),
    };
  }
  // Watching can disturb a test that looks at its own environment.
  resetCopy(copy);
  const plain = await runTests(copy, [file], { timeoutMs: BASELINE_TIMEOUT_MS });
  if (plain.outcome !== "pass") return undefined;
  return { file, ms: plain.ms, programs: new Set() };
}

function reachedByPrograms(copy: Copy, file: string, graph: ImportGraph): Set<string> {
  const reached = new Set<string>();
  if (!existsSync(copy.notes)) return reached;
  for (const program of new Set(readFileSync(copy.notes, "utf8").split("\n"))) {
    const path = relative(copy.root, program).replaceAll("\\", "/");
    if (program === "" || path === file) continue;
    // Code given with `-e` may load whatever the test can.
    const from = program.endsWith("[eval]") ? file : path;
    for (const target of graph.reachedFrom(from)) reached.add(target);
  }
  return reached;
}
