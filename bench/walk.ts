/**
 * How many files have lines that an event executes: `bun bench/walk.ts [--files]`. The same app runs with and without
 * the event, both with coverage; what only the second run executes is the event's walk through the code. Whoever reads
 * the code has to open these files.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LIMITS = { PostToolUse: 35, SessionStart: 50, search: 30 };

const folder = mkdtempSync(join(tmpdir(), "pawl-walk-"));
try {
  for (const [step, limit] of Object.entries(LIMITS)) {
    const files = walked(linesOf(`${step}-without`), linesOf(step));
    const lines = [...files.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${step}: ${files.size} files (at most ${limit}), ${lines} lines`);
    if (process.argv.includes("--files"))
      for (const [file, count] of files) console.log(`  ${file} ${count}`);
    if (files.size > limit) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Lines = Map<string, Map<number, number>>;

/** Executed lines by file, from the coverage report of one run. */
function linesOf(step: string): Lines {
  const to = join(folder, step);
  const run = Bun.spawnSync(
    [
      process.execPath,
      "test",
      "./bench/walk/steps.ts",
      "--coverage",
      "--coverage-reporter=lcov",
      `--coverage-dir=${to}`,
    ],
    {
      cwd: join(import.meta.dir, ".."),
      env: { ...process.env, PAWL_WALK: step },
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  if (run.exitCode !== 0) throw new Error(run.stderr.toString());
  const lines: Lines = new Map();
  let file = new Map<number, number>();
  for (const line of readFileSync(join(to, "lcov.info"), "utf8").split("\n")) {
    if (line.startsWith("SF:")) {
      file = new Map();
      lines.set(line.slice(3).replaceAll("\\", "/"), file);
    }
    const [number, count] = line.startsWith("DA:") ? line.slice(3).split(",").map(Number) : [];
    if (number !== undefined && count !== undefined) file.set(number, count);
  }
  return lines;
}

function walked(without: Lines, withStep: Lines): Map<string, number> {
  const files = new Map<string, number>();
  for (const [file, lines] of [...withStep].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!file.startsWith("src/") || file.includes("test-app")) continue;
    const before = without.get(file);
    const executed = [...lines].filter(([line, count]) => count > 0 && (before?.get(line) ?? 0) === 0);
    if (executed.length > 0) files.set(file, executed.length);
  }
  return files;
}
