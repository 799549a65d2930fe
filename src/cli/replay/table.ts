/** The figures as people read them. */
import { ENOUGH_SESSIONS, type LiveReport, type Measure } from "../../recall/replay/live.ts";
import { ENOUGH_ITEMS, type Report, type Row } from "../../recall/replay/report.ts";
import { bold, dim, print, toTable } from "../output.ts";
import { words } from "../words.ts";

const say = words.replay;

const percent = (share: number) => `${Math.round(100 * share)} %`;
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;

const HEADINGS = ["", say.items, say.tokens, say.used, say.control, say.difference];

function rowOf(name: string, { items, tokens, used, control, difference }: Row): string[] {
  const isEnough = items >= ENOUGH_ITEMS;
  const share = used === null ? "–" : isEnough ? percent(used) : say.tooFewItems;
  if (!isEnough || control === null || difference === null)
    return [
      name,
      String(items),
      String(tokens),
      share,
      isEnough && control !== null ? percent(control) : "–",
      "–",
    ];
  const [low, high] = difference.map((points) => signed(100 * points));
  return [name, String(items), String(tokens), share, percent(control), say.to(low ?? "", high ?? "")];
}

/** One table in two parts, with a line between them. */
function printTable(first: readonly string[][], between: string, second: readonly string[][]): void {
  const [head = "", ...lines] = toTable([HEADINGS, ...first, ...second]);
  print(`\n${bold(head)}`);
  for (const line of lines.slice(0, first.length)) print(line);
  print(dim(between));
  for (const line of lines.slice(first.length)) print(line);
}

export function printReport(report: Report, earlier: number): void {
  const { sessions, measured, projects, tokensPerSession: all, exemptTokensPerSession: exempt } = report;
  print(say.judged(sessions, projects, measured, earlier));
  if (measured === 0) {
    print(say.tooFew);
    return;
  }
  const events = report.events.map(({ event, ...row }) => rowOf(`  ${event}`, row));
  const kinds = report.kinds.map(({ event, kind, exempt: isExempt, ...row }) =>
    rowOf(`  ${event}: ${kind}${isExempt ? " *" : ""}`, row),
  );
  printTable([rowOf(say.all, report.all), ...events], say.byKind, kinds);
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

/** As it is written in config.json. */
const SETTING = '{ "recall": { "holdout": 0.1 } }';

export function printLive({ sessions, kinds, weeks, holdout }: LiveReport): void {
  print(say.live(sessions));
  if (kinds.length === 0) print(say.nothingInjected);
  else
    printTable(
      kinds.map(({ kind, exempt, ...row }) => rowOf(`${kind}${exempt ? " *" : ""}`, row)),
      say.byWeek,
      weeks.map(({ week, kind, ...row }) => rowOf(`  ${week}: ${kind}`, row)),
    );
  const { heldOut, treated, enough, measures } = holdout;
  if (heldOut + treated === 0) {
    print(`\n${say.noHoldout(SETTING)}`);
    return;
  }
  print(`\n${say.holdout(heldOut, treated)}`);
  if (!enough) print(say.holdoutTooFew(ENOUGH_SESSIONS));
  for (const { name, heldOut: without, treated: withItems, difference } of enough ? measures : []) {
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
