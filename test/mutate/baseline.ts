/** Runs each test file once without a mutation: does it pass, how long does it take, which mutants does it execute? */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { runTests } from "./bun-test.ts";
import { type Copy, resetCopy, writeSource } from "./copy.ts";
import { readNotes, withProbes } from "./probes.ts";
import type { Mutation } from "./sites.ts";

export type TestFacts = {
  file: string;
  ms: number;
  /** Indexes of the mutations. Absent where the test fails with the probes: then everything it imports counts. */
  executes?: Set<number>;
};

const TIMEOUT_MS = 300_000;

export class Baseline {
  private readonly byFile: Map<string, { id: number; mutation: Mutation }[]>;

  constructor(
    mutations: Mutation[],
    private readonly texts: Map<string, string>,
  ) {
    this.byFile = Map.groupBy(
      mutations.map((mutation, id) => ({ id, mutation })),
      ({ mutation }) => mutation.file,
    );
  }

  writeProbes(copy: Copy): void {
    for (const [file, mutations] of this.byFile) {
      writeSource(copy, file, withProbes(this.texts.get(file) ?? "", mutations, copy.notes));
    }
  }

  removeProbes(copy: Copy): void {
    for (const file of this.byFile.keys()) writeSource(copy, file, this.texts.get(file) ?? "");
  }

  /** Undefined when the file fails without a mutation. */
  async measure(copy: Copy, file: string): Promise<TestFacts | undefined> {
    resetCopy(copy);
    writeFileSync(copy.notes, "");
    // Some tests give up root's rights.
    chmodSync(copy.notes, 0o666);
    const watched = await runTests(copy, [file], { timeoutMs: TIMEOUT_MS });
    if (watched.outcome === "pass") {
      return { file, ms: watched.ms, executes: readNotes(readFileSync(copy.notes, "utf8")) };
    }
    // A probe can disturb a test that looks at source text or sends a function elsewhere.
    this.removeProbes(copy);
    try {
      resetCopy(copy);
      const plain = await runTests(copy, [file], { timeoutMs: TIMEOUT_MS });
      return plain.outcome === "pass" ? { file, ms: plain.ms } : undefined;
    } finally {
      this.writeProbes(copy);
    }
  }
}
