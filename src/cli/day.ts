import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { titleOf } from "../clients/setups.ts";
import { createReadDay } from "../history/day/day.ts";
import { type DaySpan, daySpanAt, toDay, toDaySpan } from "../history/day/span.ts";
import type {
  ChangedFile,
  Day,
  DayCommand,
  DayFailure,
  DaySession,
  DayTotals,
  OpenItem,
  ProjectDay,
} from "../history/day/types.ts";
import { pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { createSameProject } from "../platform/same-project.ts";
import { quote } from "../text/quote.ts";
import { type Command, json, UsageError, value } from "./command.ts";
import { lookInStore } from "./open-store.ts";
import {
  bold,
  clipTo,
  columns,
  cyan,
  dim,
  green,
  padTo,
  plain,
  print,
  programName,
  red,
  sessionMark,
  tilde,
  wrap,
  yellow,
} from "./output.ts";
import { namedDay, timeOfDay, titleOfDay, withIsoTimes } from "./when.ts";
import { words } from "./words.ts";

const LINES = 10;

export const command: Command = {
  usage: "day [DATE] [--project DIR] [--limit N] [--json]",
  example: "pawl day yesterday --project .",
  options: { ...json, project: value, limit: value },
  positionals: 1,
  async run(input) {
    const now = Date.now();
    const most = input.limit(LINES);
    const [date] = input.positionals;
    const span = date === undefined ? daySpanAt(now) : toDaySpan(namedDay(date, now) ?? "");
    if (span === undefined) throw new UsageError(words.errors.notADay(date ?? ""), command.usage);
    const day = await readDay(span, now, input.text("project"));
    return input.answer(withIsoTimes(day), () =>
      day.projects.length > 0 ? printDay(day, now, most) : showNothing(day, now),
    );
  },
};

/** `projectFolder`: any folder of a project; all projects if absent. */
async function readDay(span: DaySpan, now: number, projectFolder?: string): Promise<Day> {
  const same = createSameProject({ file: pawlHome().projects });
  const projects =
    projectFolder === undefined ? {} : { projects: same.folders(projectRoot(resolve(projectFolder))) };
  return lookInStore((store) => createReadDay(store)({ ...span, ...projects, now }));
}

function showNothing(day: Day, now: number): void {
  const say = words.activity.day;
  print(titleOfDay(day.from, now));
  print(day.day === toDay(now) ? say.nothingToday : say.nothing);
  const nearest = day.previous ?? day.next;
  if (nearest !== null) print(dim(say.nearest(`${programName()} day ${nearest}`)));
}

// The output of bare `pawl`: today, or the last day with any activity.

/** An overview, not a list. */
const OVERVIEW_LINES = 4;

export async function showToday(now: number): Promise<number> {
  const say = words.activity.day;
  // Reading creates nothing: before the first start there is no database, and none is created.
  if (!existsSync(pawlHome().database)) {
    print(say.welcome(programName()));
    return 0;
  }
  const today = await readDay(daySpanAt(now), now);
  const last = today.projects.length === 0 && today.previous !== null ? toDaySpan(today.previous) : undefined;
  if (today.projects.length === 0) print(last === undefined ? say.neverBefore : say.nothingToday);
  if (last !== undefined) print("");
  const day = last === undefined ? today : await readDay(last, now);
  if (day.projects.length > 0) printDay(day, now, OVERVIEW_LINES);
  print(`\n${dim(say.next(programName()))}`);
  return 0;
}

function printDay(day: Day, now: number, most: number): void {
  for (const line of renderDay(day, { now, most })) print(line);
}

/** On wide terminals, lines stay at a readable length. Other programs get whole lines. */
const WIDEST = 120;
const lineWidth = () => (Number.isFinite(columns()) ? Math.min(columns(), WIDEST) : columns());

/** A day of work as lines for the terminal; at most `most` of each list. */
export function renderDay(day: Day, { now, most }: { now: number; most: number }): string[] {
  const { projects, totals } = day;
  const lines = [bold(titleOfDay(day.from, now)), toTotals(totals, projects.length)];
  for (const project of projects) lines.push("", ...renderProject(project, most));
  if (!day.isComplete) lines.push("", dim(words.activity.day.incomplete));
  return lines;
}

function toTotals(totals: DayTotals, projects: number): string {
  const { sessions, running, prompts, files, added, removed, commits, failures, fixed } = totals;
  const say = words.activity.day.totals;
  const isRunning = running > 0 ? ` (${green(say.running(running))})` : "";
  return [
    ...(projects > 1 ? [say.projects(projects)] : []),
    `${say.sessions(sessions)}${isRunning}`,
    say.prompts(prompts),
    ...(files > 0 ? [`${say.files(files)}${lineCount(added, removed)}`] : []),
    ...(commits > 0 ? [say.commits(commits)] : []),
    ...(failures > 0 ? [say.failures(failures, fixed)] : []),
  ].join(" · ");
}

/** With a leading space; empty if no line changed. */
export function lineCount(added: number, removed: number): string {
  return added + removed === 0 ? "" : ` ${green(`+${added}`)} ${red(`−${removed}`)}`;
}

function renderProject(project: ProjectDay, most: number): string[] {
  const { totals, name, injected } = project;
  const say = words.activity.day;
  const asked = project.asked.map(({ at, text }) => `${dim(timeOfDay(at))} ${quote(text, 200)}`);
  const commits = project.commits.map(({ hash, message }) => `${yellow(hash ?? "·")} ${quote(message, 160)}`);
  const open = project.open.filter(({ kind }) => kind !== "failure");
  const injections = say.injections(totals.injections, totals.tokens, totals.used);
  const sections: [string, string[]][] = [
    // Oldest first, limited to the latest.
    [say.asked, limited(asked, most).reverse()],
    [say.changed, limited(project.changed.map(toChange), most)],
    [say.commits, limited(commits, most)],
    [say.ran, limited(project.ran.map(toRun), most)],
    [say.failed, limited(project.failed.map(toFailure), most)],
    [say.open, limited(open.map(toOpen), most)],
    [say.injected, injected.length === 0 ? [] : [injections]],
  ];
  const width = Math.max(...sections.map(([label]) => Bun.stringWidth(label)));
  const folder = tilde(project.project);
  return [
    name === folder ? bold(cyan(name)) : `${bold(cyan(name))}  ${dim(folder)}`,
    ...limited(project.sessions.map(toSession), most).map((line) => `  ${line}`),
    ...sections.flatMap(([label, lines]) => toSection(label, lines, width)),
  ];
}

function toSection(label: string, lines: readonly string[], width: number): string[] {
  const start = width + 4;
  return lines.flatMap((line, index) => {
    const head = index === 0 ? `  ${dim(padTo(label, width))}  ` : " ".repeat(start);
    const [first = "", ...more] = wrap(line, lineWidth(), start, start + 2);
    return [head + first, ...more.map((one) => " ".repeat(start + 2) + one)];
  });
}

function limited(lines: readonly string[], most: number): string[] {
  const rest = lines.length - most;
  // Showing the line itself is more useful than "1 more".
  return rest <= 1 ? [...lines] : [...lines.slice(0, most), dim(words.activity.day.more(rest))];
}

function toSession({ id, title, client, branch, isRunning, startedAt, lastEventAt }: DaySession): string {
  const times = `${timeOfDay(startedAt)}–${timeOfDay(lastEventAt)}`;
  const about = plain([times, titleOf(client), branch].filter(Boolean).join(" · "));
  const head = `${sessionMark(id, isRunning)} `;
  const tail = `${dim(about)}${isRunning ? ` · ${green(words.activity.day.running)}` : ""}`;
  const left = lineWidth() - 2 - Bun.stringWidth(head);
  const room = left - Bun.stringWidth(tail) - 1;
  const name = quote(title, 200);
  // Narrow terminal: the details get their own line.
  return room >= Math.min(24, Bun.stringWidth(name))
    ? `${head}${clipTo(name, room)} ${tail}`
    : `${head}${clipTo(name, left)}\n    ${tail}`;
}

function toChange({ file, edits, added, removed }: ChangedFile): string {
  const times = edits > 1 ? dim(` ${words.activity.day.times(edits)}`) : "";
  return `${quote(file, 160)} ${lineCount(added, removed)}${times}`;
}

function toRun({ command, times, failed }: DayCommand): string {
  const say = words.activity.day;
  const notes = [times > 1 ? say.times(times) : "", failed > 0 ? red(say.timesFailed(failed)) : ""];
  const about = notes.filter(Boolean).join(" ");
  return about === "" ? quote(command, 140) : `${quote(command, 140)}  ${dim(about)}`;
}

function toFailure({ what, error, isFixed, fix }: DayFailure): string {
  const say = words.activity.day;
  const state = isFixed ? (fix === null ? say.fixed : say.fixedBy(quote(fix, 100))) : say.notFixed;
  const paint = isFixed ? green : red;
  return `${paint(isFixed ? "✓" : "✗")} ${quote(what, 80)}: ${quote(error, 120)} ${dim("·")} ${paint(state)}`;
}

function toOpen({ kind, text }: OpenItem): string {
  const { task, unanswered } = words.activity.day;
  return `${yellow("○")} ${quote(text, 200)} ${dim(`· ${kind === "task" ? task : unanswered}`)}`;
}
