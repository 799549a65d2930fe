/**
 * The files that one step walks through. The same app runs with and without the step, both with coverage; what only the
 * second run executes is the step's walk through the code.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files with executed lines, at most. */
export const LIMITS = { PostToolUse: 35, SessionStart: 50, search: 30 } as const;
export type Step = keyof typeof LIMITS;

/** By file, how many of its lines the step executes. */
export async function walk(step: Step): Promise<Map<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-walk-"));
  try {
    const [without, withStep] = await Promise.all([
      linesOf(`${step}-without`, folder),
      linesOf(step, folder),
    ]);
    return walked(without, withStep);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Lines = Map<string, Map<number, number>>;

/** Executed lines by file, from the coverage report of one run. */
async function linesOf(step: string, folder: string): Promise<Lines> {
  const to = join(folder, step);
  const run = Bun.spawn(
    [
      process.execPath,
      "test",
      "./bench/walk/steps.ts",
      "--coverage",
      "--coverage-reporter=lcov",
      `--coverage-dir=${to}`,
    ],
    {
      cwd: join(import.meta.dir, "..", ".."),
      env: { ...process.env, PAWL_WALK: step },
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  const said = await new Response(run.stderr).text();
  if ((await run.exited) !== 0) throw new Error(said);
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
