/** A day of work as lines for the terminal. */
import type {
  ChangedFile,
  Day,
  DayCommand,
  DayFailure,
  DaySession,
  DayTotals,
  OpenItem,
  ProjectDay,
} from "../../history/day/types.ts";
import { quote } from "../../text/quote.ts";
import { titleOf } from "../clients/option.ts";
import { bold, columns, cyan, dim, green, padTo, red, yellow } from "../output.ts";
import { tilde } from "../tilde.ts";
import { dayBefore, dayTitle, timeOfDay } from "../when.ts";
import { locale, words } from "../words.ts";
import { clip, wrap } from "../wrap.ts";

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
    ...(files > 0 ? [`${say.files(files)} ${lineCount(added, removed)}`] : []),
    ...(commits > 0 ? [say.commits(commits)] : []),
    ...(failures > 0 ? [say.failures(failures, fixed)] : []),
  ].join(" · ");
}

export function lineCount(added: number, removed: number): string {
  return `${green(`+${added}`)} ${red(`−${removed}`)}`;
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
  return `${quote(file, 160)}  ${lineCount(added, removed)}${times}`;
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
