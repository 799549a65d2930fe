/** The figures as people read them. */
import type { JudgedItem } from "../../recall/replay/judge-session.ts";
import { ENOUGH_SESSIONS, type LiveReport, type Measure } from "../../recall/replay/live.ts";
import { ENOUGH_ITEMS, type Report, type Row } from "../../recall/replay/report.ts";
import { bold, dim, padTo, plain, print } from "../output.ts";
import { words } from "../words.ts";

const say = words.replay;

const percent = (share: number) => `${Math.round(100 * share)} %`;
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;

const NAME_WIDTH = 34;
const WIDTHS = [7, 9, 7, 9, 14];

function line([name = "", ...cells]: readonly string[]): string {
  const filled = cells.map(
    (cell, i) => " ".repeat(Math.max(1, (WIDTHS[i] ?? 8) - Bun.stringWidth(cell))) + cell,
  );
  return `${padTo(name, NAME_WIDTH)}${filled.join(" ")}`;
}

function headings(): string {
  return line(["", say.items, say.tokens, say.used, say.control, say.difference]);
}

function rowOf(name: string, { items, tokens, used, control, difference }: Row): string {
  const isEnough = items >= ENOUGH_ITEMS;
  return line([
    name,
    String(items),
    String(tokens),
    used === null ? "–" : isEnough ? percent(used) : say.tooFewItems,
    control === null || !isEnough ? "–" : percent(control),
    difference === null || !isEnough ? "–" : say.to(signed(100 * difference[0]), signed(100 * difference[1])),
  ]);
}

export function printReport(report: Report, earlier: number): void {
  const { sessions, measured, projects, tokensPerSession: all, exemptTokensPerSession: exempt } = report;
  print(say.judged(sessions, projects, measured, earlier));
  if (measured === 0) {
    print(say.tooFew);
    return;
  }
  print(`\n${bold(headings())}`);
  print(rowOf(say.all, report.all));
  for (const { event, ...row } of report.events) print(rowOf(`  ${event}`, row));
  print(dim(say.byKind));
  for (const { event, kind, exempt: isExempt, ...row } of report.kinds) {
    print(rowOf(`  ${event}: ${kind}${isExempt ? " *" : ""}`, row));
  }
  print(dim(say.exempt));
  print(`\n${say.perSession(all.mean, all.median, exempt.mean, exempt.median)}`);
  const { queries, pawl, fts, newest } = report.ranking;
  if (queries > 0) {
    print(say.ranking(percent(pawl), queries, percent(fts), percent(newest)));
    const { firstPrompts, firstSilent, prompts } = report.silence;
    print(say.silence(percent(firstSilent), firstPrompts, percent(report.silent), prompts));
  }
  const { offered, known, cured, atPassingRuns } = report.solutions;
  print(say.solutions(offered, known, cured, atPassingRuns));
  print(dim(`\n${say.usedMeans}\n${say.controlMeans}\n${say.limits}`));
}

export function printExamples(items: readonly JudgedItem[], formatTime: (at: number) => string): void {
  for (const { event, kind, sessionId, at, judged, by, text } of items) {
    const mark =
      judged === undefined ? "–" : judged.used ? say.usedBy(by.slice(0, 4).join(", ")) : say.notUsed;
    print(
      `\n${bold(`${event} · ${kind}`)} ${dim(`${sessionId.slice(0, 8)} · ${formatTime(at)}`)} · ${plain(mark)}`,
    );
    print(plain(text));
  }
}

/** As it is written in config.json. */
const SETTING = '{ "recall": { "holdout": 0.1 } }';

export function printLive(report: LiveReport): void {
  print(say.live(report.sessions));
  if (report.kinds.length === 0) {
    print(say.nothingInjected);
  } else {
    print(`\n${bold(headings())}`);
    for (const { kind, exempt, ...row } of report.kinds) print(rowOf(`${kind}${exempt ? " *" : ""}`, row));
    print(dim(say.byWeek));
    for (const { week, kind, ...row } of report.weeks) print(rowOf(`  ${week}: ${kind}`, row));
  }
  const { heldOut, treated, enough, measures } = report.holdout;
  if (heldOut + treated === 0) {
    print(`\n${say.noHoldout(SETTING)}`);
    return;
  }
  print(`\n${say.holdout(heldOut, treated)}`);
  if (!enough) {
    print(say.holdoutTooFew(ENOUGH_SESSIONS));
    return;
  }
  for (const { name, heldOut: without, treated: withItems, difference } of measures) {
    const figures = [withItems.toFixed(1), without.toFixed(1)] as const;
    print(`  ${say.compared(say.measures[name], ...figures, verdict(difference))}`);
  }
}

function verdict(difference: Measure["difference"]): string {
  if (difference === null) return say.incomparable;
  const [low, high] = difference;
  const isChance = low <= 0 && high >= 0;
  return (isChance ? say.chance : say.clear)(low.toFixed(1), high.toFixed(1));
}
