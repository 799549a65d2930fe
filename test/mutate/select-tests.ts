/** Chooses the test files that can notice a mutation, the likeliest first. */
import type { TestFacts } from "./baseline.ts";
import type { ImportGraph } from "./import-graph.ts";
import { placeKey, placesOf } from "./probes.ts";
import { anyPlace } from "./record.ts";
import type { Mutation } from "./sites.ts";
import { moduleOf } from "./sources.ts";

/** Files of one batch run in one process. Small batches, because the first failure ends the search. */
const MOST_IN_BATCH = 12;
const BATCH_MS = 6_000;

/** Where the test is: beside the source, in its module, elsewhere in the code, in `test/`, end to end. */
export function tierOf(test: string, source: string): number {
  if (isEndToEnd(test)) return 4;
  if (test.replace(/\.test\.tsx?$/, ".ts") === source) return 0;
  if (test.startsWith("src/") && moduleOf(test) === moduleOf(source)) return 1;
  return test.startsWith("test/") ? 3 : 2;
}

/** A real client and a browser take too long for each mutant. */
export function isEndToEnd(test: string): boolean {
  return test.split("/").includes("e2e");
}

export function selectTests(mutation: Mutation, tests: TestFacts[], graph: ImportGraph): TestFacts[][] {
  const places = placesOf(mutation).map((place) => placeKey(mutation.file, place));
  const order = (test: TestFacts) => tierOf(test.file, mutation.file);
  const able = tests
    .filter(({ file, executes }) =>
      executes === undefined
        ? graph.reachedFrom(file).has(mutation.file)
        : executes.has(anyPlace(mutation.file)) || places.some((place) => executes.has(place)),
    )
    .sort((a, b) => order(a) - order(b) || a.ms - b.ms || (a.file < b.file ? -1 : 1));
  const batches: TestFacts[][] = [];
  let ms = 0;
  for (const test of able) {
    const batch = batches.at(-1);
    const fits = batch !== undefined && batch.length < MOST_IN_BATCH && ms + test.ms <= BATCH_MS;
    if (fits && batch.every((other) => order(other) === order(test))) {
      batch.push(test);
      ms += test.ms;
    } else {
      batches.push([test]);
      ms = test.ms;
    }
  }
  return batches;
}
