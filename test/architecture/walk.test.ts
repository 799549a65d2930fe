import { expect, test } from "bun:test";
import { STEPS, type Step, walk } from "../../bench/walk/walk.ts";
import { readBudgets, toLine } from "./budgets.ts";

/** On the path of every one: if this is missing, nothing was measured. */
const ALWAYS: Readonly<Record<Step, string>> = {
  toolResult: "src/pipeline/events/post-tool-use.ts",
  sessionStart: "src/pipeline/events/session-start.ts",
  prompt: "src/pipeline/events/user-prompt-submit.ts",
  search: "src/search/sql/index.ts",
};

const budgets = readBudgets().walk;

test("every step has a highest number of files", () => {
  expect(Object.keys(budgets)).toEqual(Object.keys(STEPS));
});

test.each(Object.entries(budgets))(
  "%s walks through no more files than its budget says",
  async (name, entry) => {
    const step = name as Step;
    let files = [...(await walk(step)).keys()];
    expect(files).toContain(ALWAYS[step]);
    // A timer of the app may fire during the step. What only one of two walks passes is not the step's.
    if (files.length > entry.budget) {
      const again = await walk(step);
      files = files.filter((file) => again.has(file));
    }
    console.log(toLine({ name, today: files.length, ...entry }));
    // An event does not pass through files that have nothing to do: see `bun bench/walk.ts --files`.
    expect(files.length <= entry.budget ? [] : files).toEqual([]);
  },
);
