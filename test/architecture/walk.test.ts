import { expect, test } from "bun:test";
import { LIMITS, type Step, walk } from "../../bench/walk/walk.ts";

/** On the path of every one: if this is missing, nothing was measured. */
const ALWAYS: Readonly<Record<Step, string>> = {
  PostToolUse: "src/pipeline/run.ts",
  SessionStart: "src/events/session-start.ts",
  search: "src/store/sqlite/search.ts",
};

test.each(Object.entries(LIMITS) as [Step, number][])(
  "%s walks through at most %d files",
  async (step, limit) => {
    let files = [...(await walk(step)).keys()];
    expect(files).toContain(ALWAYS[step]);
    // A timer of the app may fire during the step. What only one of two walks passes is not the step's.
    if (files.length > limit) {
      const again = await walk(step);
      files = files.filter((file) => again.has(file));
    }
    // An event with nothing to say does not pass through files that have nothing to do: see `bun bench/walk.ts --files`.
    expect(files.length <= limit ? [] : files).toEqual([]);
  },
);
