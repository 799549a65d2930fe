/**
 * The files that one step walks through, in a project with history. The same app runs with and without the step, both
 * with coverage; what only the second run executes is the step's walk through the code.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const STEPS = {
  toolResult: "a failure that an earlier session cured",
  sessionStart: "a new session, which gets memories and earlier sessions",
  prompt: "a prompt to which an earlier session matters",
  search: "`pawl search`",
} as const;
export type Step = keyof typeof STEPS;

/** By file, how many of its lines the step executes. */
export async function walk(step: Step): Promise<Map<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-walk-"));
  try {
    const [without, withStep] = await Promise.all([
      linesOf(join(folder, "without"), step, ""),
      linesOf(join(folder, "with"), step, step),
    ]);
    return walked(without, withStep);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Lines = Map<string, Map<number, number>>;

/** Executed lines by file, from the coverage report of one run in a project that is ready for `step`. */
async function linesOf(folder: string, step: Step, done: Step | ""): Promise<Lines> {
  const project = join(folder, "project");
  const to = join(folder, "coverage");
  mkdirSync(project, { recursive: true });
  await run(["./bench/walk/history.ts", project]);
  await run(
    ["test", "./bench/walk/steps.ts", "--coverage", "--coverage-reporter=lcov", `--coverage-dir=${to}`],
    { PAWL_WALK: done, PAWL_WALK_PROJECT: project },
  );
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

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: join(import.meta.dir, "..", ".."),
    env: { ...process.env, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(said);
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
