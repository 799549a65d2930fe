/** The figures as people read them. */
import type { JudgedItem } from "../../services/replay/judge-session.ts";
import { ENOUGH_SESSIONS, type LiveReport, type Measure } from "../../services/replay/live.ts";
import type { Report, Row } from "../../services/replay/report.ts";
import { bold, dim, plain, print } from "../output.ts";

const percent = (share: number) => `${Math.round(100 * share)} %`;
const points = ([low, high]: readonly [number, number]) => `${signed(100 * low)} to ${signed(100 * high)}`;
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;

const COLUMNS = [34, 7, 9, 7, 9, 14] as const;
const HEADINGS = ["", "items", "tokens", "used", "control", "difference"];

function line(cells: readonly string[]): string {
  return cells
    .map((cell, i) => (i === 0 ? cell.padEnd(COLUMNS[0]) : cell.padStart(COLUMNS[i] ?? 8)))
    .join(" ");
}

function rowOf(name: string, row: Row): string {
  const { items, tokens, used, control, difference } = row;
  return line([
    name,
    String(items),
    String(tokens),
    items === 0 ? "–" : percent(used),
    control === null ? "–" : percent(control),
    difference === null ? "–" : points(difference),
  ]);
}

export function printReport(report: Report, earlier: number): void {
  const { sessions, measured, projects, tokensPerSession: inferred, exemptTokensPerSession: exempt } = report;
  print(
    `${sessions} sessions of ${projects} ${projects === 1 ? "project" : "projects"}; judged: the ${measured} with at least ${earlier} earlier sessions of their project.`,
  );
  if (measured === 0) {
    print("Too few sessions to judge. --earlier 1 judges every session that has one before it.");
    return;
  }
  print(`\n${bold(line(HEADINGS))}`);
  print(rowOf("all that was inferred", report.all));
  for (const { event, ...row } of report.events) print(rowOf(`  ${event}`, row));
  print(dim("by kind"));
  for (const { event, kind, exempt: isExempt, ...row } of report.kinds) {
    print(rowOf(`  ${event}: ${kind}${isExempt ? " *" : ""}`, row));
  }
  print(dim("* laid down by people, or promised: not part of the sum"));
  print(
    `\nTokens a session: ${inferred.mean} (median ${inferred.median}); * ${exempt.mean} (${exempt.median}).`,
  );
  const { queries, pawl, fts, newest } = report.ranking;
  if (queries > 0) {
    print(
      `A related session comes first for ${percent(pawl)} of ${queries} first prompts; plain full-text search ${percent(fts)}, the newest session ${percent(newest)}.`,
    );
    const { firstPrompts, firstSilent, prompts } = report.silence;
    print(
      `With the related sessions left out, nothing was injected at ${percent(firstSilent)} of ${firstPrompts} first prompts and ${percent(report.silent)} of all ${prompts}.`,
    );
  }
  const { offered, known, cured, atPassingRuns } = report.solutions;
  print(
    `Solutions: ${offered} offered, the outcome of ${known} is known, ${cured} of these were cured by a step that was offered; ${atPassingRuns} came at a run that went well.`,
  );
  print(
    dim(
      "\nUsed: later in the session its file was touched, its command run or three of its rare words said, and none of that was known before.\nControl: the same for a random item of the same kind from the project's past. Difference: used − control in points, 95 % interval.\nThe sessions ran without these items: this shows what would have fitted, not what it would have changed.",
    ),
  );
}

export function printExamples(items: readonly JudgedItem[], formatTime: (at: number) => string): void {
  for (const { event, kind, sessionId, at, used, by, text } of items) {
    const mark = used ? `used: ${by.slice(0, 4).join(", ")}` : "not used";
    print(
      `\n${bold(`${event} · ${kind}`)} ${dim(`${sessionId.slice(0, 8)}, ${formatTime(at)}`)} · ${plain(mark)}`,
    );
    print(plain(text));
  }
}

const MEASURES: Readonly<Record<Measure["name"], string>> = {
  repeatedFailures: "failures that an earlier session had too",
  callsUntilFirstEdit: "tool calls until the first edit",
  injectedTokens: "injected tokens",
};

export function printLive(report: LiveReport): void {
  print(`${report.sessions} sessions in your own memory.`);
  if (report.kinds.length === 0) {
    print("Nothing was injected in them yet, so there is nothing to judge.");
  } else {
    print(`\n${bold(line(HEADINGS))}`);
    for (const { kind, exempt, ...row } of report.kinds) print(rowOf(`${kind}${exempt ? " *" : ""}`, row));
    print(dim("by week"));
    for (const { week, kind, ...row } of report.weeks) print(rowOf(`  ${week}: ${kind}`, row));
  }
  const { heldOut, treated, enough, measures } = report.holdout;
  if (heldOut + treated === 0) {
    print(
      '\nNo hold-out. With { "recall": { "holdout": 0.1 } } one session in ten gets nothing inferred, and the two groups can be compared.',
    );
    return;
  }
  print(`\nHold-out: ${heldOut} sessions without inferred items, ${treated} with them.`);
  if (!enough) {
    print(`Too few to say anything: at least ${ENOUGH_SESSIONS} of each are needed.`);
    return;
  }
  for (const { name, heldOut: without, treated: withIt, difference } of measures) {
    print(
      `  ${MEASURES[name]}: ${withIt.toFixed(1)} with, ${without.toFixed(1)} without; ${verdict(difference)}`,
    );
  }
}

function verdict(difference: Measure["difference"]): string {
  if (difference === null) return "too few to compare";
  const [low, high] = difference;
  const interval = `difference ${low.toFixed(1)} to ${high.toFixed(1)}`;
  return low <= 0 && high >= 0 ? `${interval}: may be chance` : `${interval}: more than chance`;
}
