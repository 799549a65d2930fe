/**
 * How many files have lines that a step executes in the daemon, or in `pawl search`, in a project with history:
 * `bun bench/walk.ts [--files]`. Whoever reads the code has to open these files. test/architecture/budgets.json has the
 * highest numbers and the targets, and walk.test.ts holds them.
 */
import { readBudgets } from "../test/architecture/budgets.ts";
import { STEPS, type Step, walk } from "./walk/walk.ts";

const budgets = readBudgets().walk;
for (const step of Object.keys(STEPS) as Step[]) {
  const files = await walk(step);
  const lines = [...files.values()].reduce((sum, count) => sum + count, 0);
  const { budget = 0, target } = budgets[step] ?? {};
  console.log(
    `${step} (${STEPS[step]}): ${files.size} files (at most ${budget}, target ${target}), ${lines} lines`,
  );
  if (process.argv.includes("--files")) for (const [file, count] of files) console.log(`  ${file} ${count}`);
  if (files.size > budget) process.exitCode = 1;
}
