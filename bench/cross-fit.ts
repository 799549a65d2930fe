/**
 * Are memory's thresholds fitted to the sessions that they were measured on? `bun bench/cross-fit.ts <folder A> <folder B> [project A] [project B]`
 * fits them again on one folder and reports the other, both ways, beside the thresholds that Pawl ships with. A project is as in `pawl replay --project`.
 *
 * One pass over the thresholds: each is tried at the values below with the others as fitted so far, and the value with the
 * best score on the fitting folder is kept. A threshold is a number in the source, so each try runs a copy of `src/`.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "../src/recall/replay/report.ts";

interface Threshold {
  file: string;
  name: string;
  values: readonly number[];
}

const THRESHOLDS: readonly Threshold[] = [
  { file: "recall/past/prompt-items.ts", name: "file", values: [3.5, 4.5, 5.5] },
  { file: "recall/past/prompt-items.ts", name: "turn", values: [1.5, 2, 3] },
  { file: "recall/past/start-items.ts", name: "MOST_COMMANDS", values: [3, 5, 7] },
  { file: "recall/past/start-items.ts", name: "MOST_HOT_FILES", values: [1, 3, 5] },
  { file: "recall/past/past.ts", name: "halfLife", values: [4, 8, 16] },
  { file: "recall/blocks/pitfalls.ts", name: "SESSIONS_NEEDED", values: [2, 3, 4] },
];

type Fit = ReadonlyMap<Threshold, number>;

const root = join(import.meta.dir, "..");
const [first, second, ...projects] = process.argv.slice(2);
if (first === undefined || second === undefined || (projects.length !== 0 && projects.length !== 2)) {
  console.error("Name two folders: bun bench/cross-fit.ts <folder A> <folder B> [project A] [project B]");
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), "pawl-cross-fit-"));
try {
  const shipped: Fit = new Map(THRESHOLDS.map((each) => [each, shippedValue(each)]));
  console.log(
    "| fitted on | reported on | thresholds | used | control | tokens a session | rank 1: Pawl, FTS5, newest | silent first, all |",
  );
  console.log("|---|---|---|---:|---:|---:|---|---|");
  for (const [fitOn, reportOn] of [
    [first, second],
    [second, first],
  ] as const) {
    const fitted = fit(fitOn, shipped);
    printRow("–", reportOn, shipped);
    printRow(letter(fitOn), reportOn, fitted);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function fit(folder: string, start: Fit): Fit {
  const best = new Map(start);
  let bestScore = score(replay(folder, best));
  for (const threshold of THRESHOLDS) {
    for (const value of threshold.values) {
      if (value === best.get(threshold)) continue;
      const tried = new Map(best).set(threshold, value);
      const reached = score(replay(folder, tried));
      console.error(
        `${letter(folder)}: ${threshold.name} ${value}: ${reached.toFixed(1)} (best ${bestScore.toFixed(1)})`,
      );
      if (reached <= bestScore) continue;
      bestScore = reached;
      best.set(threshold, value);
    }
  }
  return best;
}

/** An unused item costs a fourth of what a used one brings; too little silence costs the whole. */
function score({ all, silence, silent }: Report): number {
  if ((silence.firstSilent ?? 1) < 0.8 || (silent ?? 1) < 0.85) return Number.NEGATIVE_INFINITY;
  const used = all.items * ((all.used ?? 0) - (all.control ?? 0));
  return used - 0.25 * all.items * (1 - (all.used ?? 0));
}

function printRow(fitOn: string, reportOn: string, fitted: Fit): void {
  const { all, tokensPerSession, ranking, silence, silent } = replay(reportOn, fitted);
  const changed = [...fitted].filter(([each, value]) => value !== shippedValue(each));
  const thresholds = changed.map(([{ name }, value]) => `${name} ${value}`).join(", ") || "as shipped";
  const cells = [
    fitOn,
    letter(reportOn),
    thresholds,
    percent(all.used),
    percent(all.control),
    tokensPerSession.mean,
    [ranking.pawl, ranking.fts, ranking.newest].map(percent).join(", "),
    [silence.firstSilent, silent].map(percent).join(", "),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

function replay(folder: string, fitted: Fit): Report {
  const copy = mkdtempSync(join(scratch, "src-"));
  try {
    cpSync(join(root, "src"), join(copy, "src"), { recursive: true });
    for (const name of ["package.json", "tsconfig.json"]) cpSync(join(root, name), join(copy, name));
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    for (const [{ file, name }, value] of fitted) {
      const path = join(copy, "src", file);
      writeFileSync(path, readFileSync(path, "utf8").replace(declaration(name), `$1${value}$3`));
    }
    const main = join(copy, "src", "cli", "main.ts");
    const own = projects.length === 0 ? [] : ["--project", projects[folder === first ? 0 : 1] ?? ""];
    const run = Bun.spawnSync([process.execPath, main, "replay", folder, ...own, "--json"]);
    if (run.exitCode !== 0) throw new Error(run.stderr.toString());
    return JSON.parse(run.stdout.toString()) as Report;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function shippedValue({ file, name }: Threshold): number {
  const found = declaration(name).exec(readFileSync(join(root, "src", file), "utf8"))?.[2];
  if (found === undefined) throw new Error(`${file} has no number ${name} any more`);
  return Number(found);
}

function declaration(name: string): RegExp {
  return new RegExp(`^((?:const ${name} = )|(?: +${name}: ))([\\d.]+)([;,])`, "m");
}

function letter(folder: string): string {
  return folder === first ? "A" : "B";
}

function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(100 * share)} %`;
}
