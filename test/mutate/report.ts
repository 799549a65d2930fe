/** What a run found, as text for people and as JSON for programs. */
import type { Equivalent } from "./equivalent-entry.ts";
import type { Verdict } from "./judge.ts";
import { collapse } from "./match-equivalent.ts";
import type { Mutation } from "./sites.ts";

export type Report = {
  seed: number;
  verdicts: Verdict[];
  equivalent: { mutation: Mutation; entry: Equivalent }[];
  /** Test files that fail without a mutation. */
  leftOut: string[];
  seconds: number;
};

export type Tally = { module: string; killed: number; survived: number; percent: number };

export function tally(verdicts: Verdict[]): { modules: Tally[]; all: Tally } {
  const count = (module: string, part: Verdict[]): Tally => {
    const killed = part.filter(({ outcome }) => outcome === "killed").length;
    const percent = part.length === 0 ? 0 : Math.round((killed / part.length) * 1000) / 10;
    return { module, killed, survived: part.length - killed, percent };
  };
  const modules = [...Map.groupBy(verdicts, ({ mutation }) => mutation.module)]
    .map(([module, part]) => count(module, part))
    .sort((a, b) => (a.module < b.module ? -1 : 1));
  return { modules, all: count("all", verdicts) };
}

/** One line: where it is, what stood there and what replaced it. */
export function describe({ file, line, operator, before, after }: Mutation): string {
  return `${file}:${line}  ${operator}: ${short(before)} → ${after === ";" ? "(removed)" : short(after)}`;
}

function short(text: string): string {
  const one = collapse(text);
  return one.length <= 100 ? one : `${one.slice(0, 99)}…`;
}

export function formatReport(report: Report): string {
  const { modules, all } = tally(report.verdicts);
  const survivors = report.verdicts.filter(({ outcome }) => outcome === "survived");
  const unsteady = [...new Set(report.verdicts.flatMap((verdict) => verdict.unsteady))].sort();
  const cut = report.verdicts.filter(({ notRun }) => notRun > 0).length;
  const timeouts = report.verdicts.filter(({ timedOut }) => timedOut === true).length;
  const width = Math.max(...modules.map(({ module }) => module.length), 6);
  const row = ({ module, killed, survived, percent }: Tally) =>
    `${module.padEnd(width)}  ${String(killed).padStart(6)}  ${String(survived).padStart(8)}  ${percent.toFixed(1).padStart(5)} %   ${String(killed + survived).padStart(3)}`;
  const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : ["", title, ...lines]);
  return [
    ...section(
      "Survived:",
      survivors
        .sort((a, b) => (describe(a.mutation) < describe(b.mutation) ? -1 : 1))
        .map(
          ({ mutation, tests, notRun }) =>
            `  ${describe(mutation)}${tests === 0 ? "  (no test runs this code)" : `  (${tests} test files${notRun > 0 ? `, ${notRun} more not run` : ""})`}`,
        ),
    ),
    ...section(
      "Equivalent, not counted:",
      report.equivalent.map(({ mutation, entry }) => `  ${describe(mutation)}\n    ${entry.reason}`),
    ),
    ...section(
      "Left out, because they fail without a mutation:",
      report.leftOut.map((file) => `  ${file}`),
    ),
    ...section(
      "Failed once and passed when run again with the same mutant:",
      unsteady.map((file) => `  ${file}`),
    ),
    "",
    `${"module".padEnd(width)}  killed  survived  killed %  of`,
    ...modules.map(row),
    row(all),
    "",
    `Seed ${report.seed}, ${Math.round(report.seconds)} s. Of those killed, ${timeouts} did not end instead of failing a test.`,
    ...(cut === 0
      ? []
      : [
          `${cut} of those that survived did not meet all tests that execute them: too slow for each mutant.`,
        ]),
  ].join("\n");
}

export function toJson(report: Report): string {
  return `${JSON.stringify({ ...tally(report.verdicts), ...report }, undefined, 2)}\n`;
}
