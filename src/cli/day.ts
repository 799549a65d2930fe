import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { titleOf } from "../clients/setups.ts";
import { createReadDay } from "../history/day/day.ts";
import { daySpanAt, toDaySpan } from "../history/day/span.ts";
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
import { type Command, json, toLimit, toText, UsageError } from "./command.ts";
import { lookInStore } from "./open-store.ts";
import {
  bold,
  clip,
  columns,
  cyan,
  dim,
  green,
  padTo,
  print,
  printJson,
  programName,
  red,
  tilde,
  wrap,
  yellow,
} from "./output.ts";
import { dayBefore, dayTitle, namedDay, timeOfDay, withIsoTimes } from "./when.ts";
import { locale, words } from "./words.ts";

const LINES = 10;

export const command: Command = {
  usage: "day [DATE] [--project DIR] [--limit N] [--json]",
  example: "pawl day yesterday --project .",
  options: { ...json, project: { type: "string" }, limit: { type: "string" } },
  positionals: 1,
  async run({ values, positionals: [date] }) {
    const now = Date.now();
    const most = toLimit(values.limit, LINES);
    const span = date === undefined ? daySpanAt(now) : toDaySpan(namedDay(date, now) ?? "");
    if (span === undefined) throw new UsageError(words.errors.notADay(date ?? ""), command.usage);
    const folder = toText(values.project);
    const day = await readDay(span, now, folder);
    if (values.json === true) printJson(withIsoTimes(day));
    else show(day, now, most);
    return 0;
  },
};

/** `projectFolder`: any folder of a project; all projects if absent. */
async function readDay(
  span: { day: string; from: number; to: number },
  now: number,
  projectFolder?: string,
): Promise<Day> {
  const projects =
    projectFolder === undefined
      ? {}
      : {
          projects: createSameProject({ file: pawlHome().projects }).folders(
            projectRoot(resolve(projectFolder)),
          ),
        };
  return lookInStore((store) => createReadDay(store)({ ...span, ...projects, now }));
}

function show(day: Day, now: number, most: number): void {
  if (day.projects.length > 0) {
    for (const line of renderDay(day, { now, most })) print(line);
    return;
  }
  print(titleOfDay(day, now));
  print(isToday(day.day, now) ? words.activity.day.nothingToday : words.activity.day.nothing);
  const nearest = day.previous ?? day.next;
  if (nearest !== null) print(dim(words.activity.day.nearest(`${programName()} day ${nearest}`)));
}

// What bare `pawl` prints: today, or the last day with any activity.

/** An overview, not a list. */
const OVERVIEW_LINES = 4;

export async function showToday(now: number): Promise<number> {
  // Looking creates nothing: before the first start there is no database, and there will be none.
  if (!existsSync(pawlHome().database)) {
    print(words.activity.day.welcome(programName()));
    return 0;
  }
  const today = await readDay(daySpanAt(now), now);
  const last = today.projects.length === 0 && today.previous !== null ? toDaySpan(today.previous) : undefined;
  if (today.projects.length === 0)
    print(last === undefined ? words.activity.day.neverBefore : words.activity.day.nothingToday);
  const day = last === undefined ? today : await readDay(last, now);
  if (last !== undefined) print("");
  if (day.projects.length > 0) for (const line of renderDay(day, { now, most: OVERVIEW_LINES })) print(line);
  print(`\n${dim(words.activity.day.next(programName()))}`);
  return 0;
}

// A day of work as lines for the terminal.

interface DayView {
  now: number;
  /** Of each list. */
  most: number;
}

/** Wide terminals do not make lines longer than people read; other programs get whole lines. */
const WIDEST = 120;
const lineWidth = () => (Number.isFinite(columns()) ? Math.min(columns(), WIDEST) : columns());

export function renderDay(day: Day, { now, most }: DayView): string[] {
  const { projects, totals } = day;
  const lines = [`${bold(titleOfDay(day, now))}`, toTotals(totals, projects.length)];
  for (const project of projects) lines.push("", ...renderProject(project, most));
  if (!day.isComplete) lines.push("", dim(words.activity.day.incomplete));
  return lines;
}

export function titleOfDay({ day, from }: Pick<Day, "day" | "from">, now: number): string {
  const named =
    day === dayBefore(now)
      ? words.activity.day.yesterday
      : isToday(day, now)
        ? words.activity.day.today
        : undefined;
  const date = dayTitle(from, locale);
  return named === undefined ? date : `${named} · ${date}`;
}

export function isToday(day: string, now: number): boolean {
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  return day === dayBefore(tomorrow.getTime());
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

/** With a space before it; nothing where no line changed. */
export function lineCount(added: number, removed: number): string {
  return added + removed === 0 ? "" : ` ${green(`+${added}`)} ${red(`−${removed}`)}`;
}

function renderProject(project: ProjectDay, most: number): string[] {
  const { totals, name, injected } = project;
  const say = words.activity.day;
  const sections: [string, string[]][] = [
    [
      say.asked,
      latest(
        [...project.asked].reverse(),
        most,
        ({ at, text }) => `${dim(timeOfDay(at))} ${quote(text, 200)}`,
      ),
    ],
    [say.changed, limited(project.changed, most, toChange)],
    [
      say.commits,
      limited(project.commits, most, ({ hash, message }) => `${yellow(hash ?? "·")} ${quote(message, 160)}`),
    ],
    [say.ran, limited(project.ran, most, toRun)],
    [say.failed, limited(project.failed, most, toFailure)],
    [
      say.open,
      limited(
        project.open.filter(({ kind }) => kind !== "failure"),
        most,
        toOpen,
      ),
    ],
    [
      say.injected,
      injected.length === 0 ? [] : [say.injections(totals.injections, totals.tokens, totals.used)],
    ],
  ];
  const width = Math.max(...sections.map(([label]) => Bun.stringWidth(label)));
  const folder = tilde(project.project);
  return [
    name === folder ? bold(cyan(name)) : `${bold(cyan(name))}  ${dim(folder)}`,
    ...limited(project.sessions, most, toSession).map((line) => `  ${line}`),
    ...sections.flatMap(([label, lines]) => toSection(label, lines, width)),
  ];
}

function toSection(label: string, lines: readonly string[], width: number): string[] {
  const start = width + 4;
  const most = lineWidth();
  return lines.flatMap((line, index) => {
    const head = index === 0 ? `  ${dim(padTo(label, width))}  ` : " ".repeat(start);
    const [first = "", ...more] = wrap(line, most, start, start + 2);
    return [head + first, ...more.map((one) => " ".repeat(start + 2) + one)];
  });
}

/** Oldest first, and of many the latest. */
function latest<T>(items: readonly T[], most: number, show: (item: T) => string): string[] {
  const rest = items.length - most;
  if (rest <= 1) return items.map(show);
  return [dim(words.activity.day.more(rest)), ...items.slice(rest).map(show)];
}

function limited<T>(items: readonly T[], most: number, show: (item: T) => string): string[] {
  const rest = items.length - most;
  // One line for "1 more" says less than the line itself.
  if (rest <= 1) return items.map(show);
  return [...items.slice(0, most).map(show), dim(words.activity.day.more(rest))];
}

function toSession({ id, title, client, branch, isRunning, startedAt, lastEventAt }: DaySession): string {
  const mark = isRunning ? green("●") : dim("○");
  const times = `${timeOfDay(startedAt)}–${timeOfDay(lastEventAt)}`;
  const about = [times, titleOf(client), ...(branch === null ? [] : [branch])].join(" · ");
  const state = isRunning ? ` · ${green(words.activity.day.running)}` : "";
  const head = `${mark} ${yellow(id.slice(0, 8))} `;
  const tail = ` ${dim(about)}${state}`;
  const room = lineWidth() - 2 - Bun.stringWidth(head) - Bun.stringWidth(tail);
  const name = quote(title, 200);
  // Narrow: the details go to a line of their own.
  return room >= Math.min(24, Bun.stringWidth(name))
    ? `${head}${clip(name, room)}${tail}`
    : `${head}${clip(name, lineWidth() - 2 - Bun.stringWidth(head))}\n    ${dim(about)}${state}`;
}

function toChange({ file, edits, added, removed }: ChangedFile): string {
  const times = edits > 1 ? dim(` ${words.activity.day.times(edits)}`) : "";
  return `${quote(file, 160)} ${lineCount(added, removed)}${times}`;
}

function toRun({ command, times, failed }: DayCommand): string {
  const notes = [
    ...(times > 1 ? [words.activity.day.times(times)] : []),
    ...(failed > 0 ? [red(words.activity.day.timesFailed(failed))] : []),
  ];
  return notes.length === 0 ? quote(command, 140) : `${quote(command, 140)}  ${dim(notes.join(" "))}`;
}

function toFailure({ what, error, isFixed, fix }: DayFailure): string {
  const say = words.activity.day;
  const state = isFixed ? (fix === null ? say.fixed : say.fixedBy(quote(fix, 100))) : say.notFixed;
  const paint = isFixed ? green : red;
  return `${paint(isFixed ? "✓" : "✗")} ${quote(what, 80)}: ${quote(error, 120)} ${dim("·")} ${paint(state)}`;
}

function toOpen({ kind, text }: OpenItem): string {
  return `${yellow("○")} ${quote(text, 200)} ${dim(`· ${kind === "task" ? words.activity.day.task : words.activity.day.unanswered}`)}`;
}
