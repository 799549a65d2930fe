/** Runs each test file once without a mutation: does it pass, how long does it take, which places does it execute? */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { runTests } from "./bun-test.ts";
import { type Copy, resetCopy, writeSource } from "./copy.ts";
import { distinctPlaces, type Place, placeKey, readNotes, withProbes } from "./probes.ts";
import type { Mutation } from "./sites.ts";

export type TestFacts = {
  file: string;
  ms: number;
  /** Keys of the places. Absent where the test fails with the probes: then everything it imports counts. */
  executes?: Set<string>;
  /** Sources have changed since it was seen to pass: where it fails with a mutant, it must pass without. */
  isStale?: boolean;
};

/** Generous: a busy machine must not make a good test look like a failing one. */
const LIMITS = { timeoutMs: 240_000, testTimeoutMs: 120_000 };

export class Baseline {
  private readonly places = new Map<string, (Place & { id: number })[]>();
  private readonly keys: string[] = [];

  /** `mutations`: all that are possible, not only the chosen ones, so that another seed can use the same record. */
  constructor(
    mutations: Mutation[],
    private readonly texts: Map<string, string>,
  ) {
    for (const [file, part] of Map.groupBy(mutations, (mutation) => mutation.file)) {
      const numbered = distinctPlaces(part).map((place) => ({
        ...place,
        id: this.keys.push(placeKey(file, place)) - 1,
      }));
      this.places.set(file, numbered);
    }
  }

  writeProbes(copy: Copy): void {
    for (const [file, places] of this.places) {
      writeSource(copy, file, withProbes(this.texts.get(file) ?? "", places, copy.notes));
    }
  }

  removeProbes(copy: Copy): void {
    for (const file of this.places.keys()) writeSource(copy, file, this.texts.get(file) ?? "");
  }

  /** Undefined when the file fails without a mutation. */
  async measure(copy: Copy, file: string): Promise<TestFacts | undefined> {
    resetCopy(copy);
    writeFileSync(copy.notes, "");
    // Some tests give up root's rights.
    chmodSync(copy.notes, 0o666);
    const watched = await runTests(copy, [file], LIMITS);
    if (watched.outcome === "pass") {
      const ran = [...readNotes(readFileSync(copy.notes, "utf8"))];
      return { file, ms: watched.ms, executes: new Set(ran.map((id) => this.keys[id] ?? "")) };
    }
    // A probe can disturb a test that looks at source text or sends a function elsewhere.
    this.removeProbes(copy);
    try {
      resetCopy(copy);
      const plain = await runTests(copy, [file], LIMITS);
      return plain.outcome === "pass" ? { file, ms: plain.ms } : undefined;
    } finally {
      this.writeProbes(copy);
    }
  }
}
