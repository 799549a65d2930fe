/**
 * How many files have lines that an event executes: `bun bench/walk.ts [--files]`. Whoever reads the code has to open
 * these files. test/architecture/walk.test.ts holds the limits.
 */
import { LIMITS, type Step, walk } from "./walk/walk.ts";

for (const [step, limit] of Object.entries(LIMITS) as [Step, number][]) {
  const files = await walk(step);
  const lines = [...files.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${step}: ${files.size} files (at most ${limit}), ${lines} lines`);
  if (process.argv.includes("--files")) for (const [file, count] of files) console.log(`  ${file} ${count}`);
  if (files.size > limit) process.exitCode = 1;
}
